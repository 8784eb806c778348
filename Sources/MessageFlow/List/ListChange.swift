/// How one list of elements with unique ids becomes another.
///
/// Index spaces: `deletes` and `Move.from` count in the old list; `inserts`, `Move.to` and `updates` in the new one. All
/// arrays are in ascending order of their (for moves: new) index. An element that moved and changed is in `moves` and in
/// `updates`. Elements in none of the arrays keep their order.
public struct ListChange<Element> {
    /// One element that is at another place among those that stay.
    public struct Move: Sendable, Hashable {
        /// Its index in the old list.
        public var from: Int
        /// Its index in the new list.
        public var to: Int

        /// Makes a move.
        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// An element with its index in the new list.
    public struct Item {
        /// The index in the new list.
        public var index: Int
        /// The element as it is in the new list.
        public var element: Element

        /// Makes an item.
        public init(index: Int, element: Element) {
            self.index = index
            self.element = element
        }
    }

    /// Indices in the old list of what is gone.
    public var deletes: [Int] = []
    /// What changed its place.
    public var moves: [Move] = []
    /// What is new.
    public var inserts: [Item] = []
    /// What stayed, or moved, with other content.
    public var updates: [Item] = []

    /// No change.
    public init() {}

    /// Whether nothing changes.
    public var isEmpty: Bool { deletes.isEmpty && moves.isEmpty && inserts.isEmpty && updates.isEmpty }

    /// Makes the new list of the old one. O(old + new).
    ///
    /// The change must have been made for this list: indices outside it are a mistake of the caller's and trap.
    public func apply(to old: [Element]) -> [Element] {
        var gone = [Bool](repeating: false, count: old.count)
        for index in deletes { gone[index] = true }
        for move in moves { gone[move.from] = true }
        let count = old.count - deletes.count + inserts.count
        var new: [Element] = []
        new.reserveCapacity(count)
        var source = 0
        var insert = 0
        var move = 0
        while new.count < count {
            if insert < inserts.count, inserts[insert].index == new.count {
                new.append(inserts[insert].element)
                insert += 1
            } else if move < moves.count, moves[move].to == new.count {
                new.append(old[moves[move].from])
                move += 1
            } else {
                while gone[source] { source += 1 }
                new.append(old[source])
                source += 1
            }
        }
        for update in updates { new[update.index] = update.element }
        return new
    }
}

extension ListChange: Sendable where Element: Sendable {}
extension ListChange.Item: Sendable where Element: Sendable {}
extension ListChange: Equatable where Element: Equatable {}
extension ListChange.Item: Equatable where Element: Equatable {}
