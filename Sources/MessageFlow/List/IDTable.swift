/// Finds the index of an element by its id in a list that stays outside: open addressing over 32-bit indices, so that a
/// hundred thousand rows fit the cache.
@usableFromInline
struct IDTable<Element: Identifiable> {
    @usableFromInline var slots: [Int32]
    @usableFromInline let mask: Int
    @usableFromInline var used = 0

    /// Makes a table for about so many elements; it grows when there are more.
    @inlinable
    init(capacity: Int) {
        var size = 16
        while size < capacity * 2 { size *= 2 }
        slots = Array(repeating: -1, count: size)
        mask = size - 1
    }

    /// Remembers an element by its index; `false` if its id is there already.
    @discardableResult
    @inlinable
    mutating func insert(_ index: Int, in list: [Element]) -> Bool {
        if used * 2 >= slots.count { grow(list) }
        var slot = list[index].id.hashValue & mask
        while slots[slot] >= 0 {
            if list[Int(slots[slot])].id == list[index].id { return false }
            slot = (slot + 1) & mask
        }
        slots[slot] = Int32(index)
        used += 1
        return true
    }

    /// The index of an id.
    @inlinable
    func find(_ id: Element.ID, in list: [Element]) -> Int? {
        var slot = id.hashValue & mask
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if list[index].id == id { return index }
            slot = (slot + 1) & mask
        }
        return nil
    }

    @inlinable
    mutating func grow(_ list: [Element]) {
        var bigger = IDTable(capacity: slots.count)
        for index in slots where index >= 0 { bigger.insert(Int(index), in: list) }
        self = bigger
    }
}
