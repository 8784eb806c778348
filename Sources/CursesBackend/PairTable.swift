internal import CNcurses

/// ncurses' numbers for pairs of colours, made as they are needed.
struct PairTable {
    private struct Pair: Hashable {
        let foreground: Int
        let background: Int
    }

    private var numbers: [Pair: Int32] = [:]
    private let limit: Int

    /// - Parameter limit: pairs that the terminal has, with the first, which is its own look.
    init(limit: Int) { self.limit = min(limit, 16384) }

    /// The number of a pair. When no more can be made, the one with the terminal's own background, or its own look.
    mutating func number(_ foreground: Int, _ background: Int, on screen: OpaquePointer) -> Int32 {
        if foreground < 0, background < 0 { return 0 }
        let pair = Pair(foreground: foreground, background: background)
        if let known = numbers[pair] { return known }
        let number = Int32(numbers.count + 1)
        guard numbers.count + 1 < limit, cnc_make_pair(screen, number, Int32(foreground), Int32(background)) == 0 else {
            return numbers[Pair(foreground: foreground, background: -1)] ?? 0
        }
        numbers[pair] = number
        return number
    }
}
