/// Blocks of message ids, of which the file knows the times.
///
/// Ids of messages that came live are dense and grow with time, but not strictly; ids of old messages are negative and made
/// of their time (`StoreAccess.insertHistory`), so that a block of them is most of a day.
struct SearchBlock {
    private static let liveBits: Int64 = 10
    private static let oldBits: Int64 = 30
    /// The unit of the times that the file keeps, in milliseconds.
    static let unit: Int64 = 3_600_000
    /// So many ranges are told apart; the rest is taken as one.
    private static let maximumRanges = 32

    /// What the file calls the block.
    let number: Int64

    /// The block with a number.
    init(_ number: Int64) { self.number = number }

    /// The block that an id belongs to.
    init(holding id: Int64) { number = id >> (id < 0 ? Self.oldBits : Self.liveBits) }

    /// The block's number by the file, of an id by its column.
    static func number(of column: String) -> String {
        "(\(column) >> CASE WHEN \(column) < 0 THEN \(oldBits) ELSE \(liveBits) END)"
    }

    /// The ids of the block.
    var ids: ClosedRange<Int64> {
        let bits = number < 0 ? Self.oldBits : Self.liveBits
        let first = number << bits
        return first...(first | ((1 << bits) - 1))
    }

    /// The ranges of ids of the blocks that may hold something, from blocks in their order, the last first.
    static func ranges(_ blocks: [(number: Int64, mayHold: Bool)]) -> [ClosedRange<Int64>] {
        var ranges: [ClosedRange<Int64>] = []
        var goesOn = false
        for block in blocks {
            defer { goesOn = block.mayHold }
            guard block.mayHold else { continue }
            let ids = SearchBlock(block.number).ids
            if let last = ranges.last, goesOn || ranges.count == maximumRanges {
                ranges[ranges.count - 1] = ids.lowerBound...last.upperBound
            } else {
                ranges.append(ids)
            }
        }
        return ranges
    }
}
