import Cells

/// A laid-out row with what it takes to draw it.
struct RowArrangement {
    /// One visible component.
    struct Part {
        let component: MessageComponent
        let configuration: ComponentConfiguration
        let key: LayoutKey
        let snapshot: ComponentSnapshot
        let rect: Rect
    }

    /// What the row was laid out from.
    let context: MessageViewContext
    /// All that the row depends on.
    let key: LayoutKey
    /// The visible components.
    let parts: [Part]
    /// The layout that the list sees.
    let layout: RowLayout
}
