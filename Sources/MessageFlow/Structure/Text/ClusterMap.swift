import Cells

/// A text cut into grapheme clusters, with the columns and the break class of each. Made once per paragraph, O(n).
struct ClusterMap {
    /// The text.
    let text: SafeText
    /// Where each cluster starts, and the end of the text at last.
    private(set) var starts: [String.Index] = []
    /// Columns of each cluster.
    private(set) var widths: [Int] = []
    /// How each behaves at the end of a line.
    private(set) var classes: [BreakClass] = []

    /// Cuts a text.
    init(_ text: SafeText, policy: WidthPolicy) {
        self.text = text
        let string = text.string
        starts.reserveCapacity(string.utf8.count + 1)
        widths.reserveCapacity(string.utf8.count)
        classes.reserveCapacity(string.utf8.count)
        if string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
            // Each byte is a cluster of one column: no segmentation, no table.
            var index = string.startIndex
            for byte in string.utf8 {
                starts.append(index)
                widths.append(1)
                classes.append(BreakClass(Unicode.Scalar(byte)))
                index = string.utf8.index(after: index)
            }
        } else {
            var index = string.startIndex
            while index < string.endIndex {
                let character = string[index]
                starts.append(index)
                widths.append(max(0, policy.width(of: character)))
                classes.append(character.unicodeScalars.first.map { BreakClass($0) } ?? .ordinary)
                index = string.index(after: index)
            }
        }
        starts.append(string.endIndex)
    }

    /// How many clusters there are.
    var count: Int { widths.count }

    /// The text of some clusters.
    func slice(_ range: Range<Int>) -> SafeText { text.slice(starts[range.lowerBound]..<starts[range.upperBound]) }
}
