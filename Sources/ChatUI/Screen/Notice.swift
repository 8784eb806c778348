import Cells

/// A line shown in the status line for a while.
struct Notice: Hashable {
    /// How it is meant.
    enum Weight: Hashable {
        case result
        case trouble
    }

    let text: SafeText
    let weight: Weight
    /// When it goes, by the clock handed to `handle` and `tick`.
    let until: Int64
    /// Whether it goes only with a key that is pressed later than that.
    var staysUntilKey = false
}
