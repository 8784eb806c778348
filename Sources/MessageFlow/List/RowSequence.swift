/// A sequence of elements with a weight each (a row's height), as a randomised balanced tree in arrays.
///
/// Insert, remove, index of an element, weight before an index and element at a weight offset are all O(log n), also in
/// the middle. Handles stay valid until their element is removed.
struct RowSequence<Element> {
    /// Names an element for as long as it is in the sequence.
    typealias Handle = Int32

    private struct Node {
        var element: Element
        var weight: Int
        var total: Int
        var count: Int32
        var priority: UInt32
        var left: Handle
        var right: Handle
        var parent: Handle
    }

    private static var none: Handle { -1 }
    private var nodes: [Node] = []
    private var free: [Handle] = []
    private var root: Handle = -1
    private var seed: UInt64 = 0x2545_F491_4F6C_DD1D

    /// How many elements there are.
    var count: Int { root < 0 ? 0 : Int(nodes[Int(root)].count) }
    /// Whether there are none.
    var isEmpty: Bool { root < 0 }
    /// The sum of all weights.
    var totalWeight: Int { root < 0 ? 0 : nodes[Int(root)].total }

    /// The element of a handle.
    subscript(handle: Handle) -> Element {
        get { nodes[Int(handle)].element }
        set { nodes[Int(handle)].element = newValue }
    }

    /// The weight of a handle's element. O(1).
    func weight(of handle: Handle) -> Int { nodes[Int(handle)].weight }

    /// Gives an element another weight. O(log n).
    mutating func setWeight(_ weight: Int, of handle: Handle) {
        let change = weight - nodes[Int(handle)].weight
        guard change != 0 else { return }
        nodes[Int(handle)].weight = weight
        var node = handle
        while node >= 0 {
            nodes[Int(node)].total += change
            node = nodes[Int(node)].parent
        }
    }

    /// The handle at an index; `nil` outside. O(log n).
    func handle(at index: Int) -> Handle? {
        guard index >= 0, index < count else { return nil }
        var rest = index
        var node = root
        while true {
            let left = nodes[Int(node)].left
            let before = left < 0 ? 0 : Int(nodes[Int(left)].count)
            if rest < before {
                node = left
            } else if rest == before {
                return node
            } else {
                rest -= before + 1
                node = nodes[Int(node)].right
            }
        }
    }

    /// The first element's handle.
    var first: Handle? { root < 0 ? nil : leftmost(root) }
    /// The last element's handle.
    var last: Handle? { root < 0 ? nil : rightmost(root) }

    /// The index of a handle's element. O(log n).
    func index(of handle: Handle) -> Int { position(of: handle).index }

    /// The sum of the weights before a handle's element. O(log n).
    func weightBefore(_ handle: Handle) -> Int { position(of: handle).weight }

    private func position(of handle: Handle) -> (index: Int, weight: Int) {
        var index = 0
        var weight = 0
        var node = handle
        let left = nodes[Int(node)].left
        if left >= 0 {
            index += Int(nodes[Int(left)].count)
            weight += nodes[Int(left)].total
        }
        while nodes[Int(node)].parent >= 0 {
            let parent = nodes[Int(node)].parent
            if nodes[Int(parent)].right == node {
                index += 1
                weight += nodes[Int(parent)].weight
                let sibling = nodes[Int(parent)].left
                if sibling >= 0 {
                    index += Int(nodes[Int(sibling)].count)
                    weight += nodes[Int(sibling)].total
                }
            }
            node = parent
        }
        return (index, weight)
    }

    /// The element that covers a weight offset, and how far into it the offset lies; `nil` outside. O(log n).
    func element(atWeight offset: Int) -> (handle: Handle, rest: Int)? {
        guard offset >= 0, offset < totalWeight else { return nil }
        var rest = offset
        var node = root
        while true {
            let left = nodes[Int(node)].left
            let before = left < 0 ? 0 : nodes[Int(left)].total
            if rest < before {
                node = left
            } else if rest < before + nodes[Int(node)].weight {
                return (node, rest - before)
            } else {
                rest -= before + nodes[Int(node)].weight
                node = nodes[Int(node)].right
            }
        }
    }

    /// The number of leading elements for which the predicate holds; it must hold for a prefix only. O(log n).
    func countOfPrefix(where holds: (Element) -> Bool) -> Int {
        var result = 0
        var node = root
        while node >= 0 {
            let left = nodes[Int(node)].left
            if holds(nodes[Int(node)].element) {
                result += 1 + (left < 0 ? 0 : Int(nodes[Int(left)].count))
                node = nodes[Int(node)].right
            } else {
                node = left
            }
        }
        return result
    }

    /// The element after a handle's. Amortised O(1), at most O(log n).
    func next(_ handle: Handle) -> Handle? {
        if nodes[Int(handle)].right >= 0 { return leftmost(nodes[Int(handle)].right) }
        var node = handle
        while nodes[Int(node)].parent >= 0 {
            let parent = nodes[Int(node)].parent
            if nodes[Int(parent)].left == node { return parent }
            node = parent
        }
        return nil
    }

    /// The element before a handle's.
    func previous(_ handle: Handle) -> Handle? {
        if nodes[Int(handle)].left >= 0 { return rightmost(nodes[Int(handle)].left) }
        var node = handle
        while nodes[Int(node)].parent >= 0 {
            let parent = nodes[Int(node)].parent
            if nodes[Int(parent)].right == node { return parent }
            node = parent
        }
        return nil
    }

    /// Inserts an element so that it has the index. O(log n).
    @discardableResult
    mutating func insert(_ element: Element, weight: Int, at index: Int) -> Handle {
        let node = make(element, weight)
        if index >= count {
            root = merge(root, node)
        } else {
            let (before, after) = split(root, Int32(index))
            root = merge(merge(before, node), after)
        }
        nodes[Int(root)].parent = Self.none
        return node
    }

    /// Removes a handle's element and answers it. O(log n).
    @discardableResult
    mutating func remove(_ handle: Handle) -> Element {
        let index = index(of: handle)
        let (before, rest) = split(root, Int32(index))
        let (_, after) = split(rest, 1)
        root = merge(before, after)
        if root >= 0 { nodes[Int(root)].parent = Self.none }
        free.append(handle)
        return nodes[Int(handle)].element
    }

    /// Removes everything.
    mutating func removeAll() {
        nodes.removeAll(keepingCapacity: true)
        free.removeAll(keepingCapacity: true)
        root = Self.none
    }

    /// All elements in order. O(n).
    var elements: [Element] {
        var out: [Element] = []
        out.reserveCapacity(count)
        var node = first
        while let handle = node {
            out.append(nodes[Int(handle)].element)
            node = next(handle)
        }
        return out
    }

    private func leftmost(_ start: Handle) -> Handle {
        var node = start
        while nodes[Int(node)].left >= 0 { node = nodes[Int(node)].left }
        return node
    }

    private func rightmost(_ start: Handle) -> Handle {
        var node = start
        while nodes[Int(node)].right >= 0 { node = nodes[Int(node)].right }
        return node
    }

    private mutating func make(_ element: Element, _ weight: Int) -> Handle {
        seed ^= seed << 13
        seed ^= seed >> 7
        seed ^= seed << 17
        let node = Node(
            element: element, weight: weight, total: weight, count: 1, priority: UInt32(truncatingIfNeeded: seed >> 16),
            left: Self.none, right: Self.none, parent: Self.none)
        if let handle = free.popLast() {
            nodes[Int(handle)] = node
            return handle
        }
        nodes.append(node)
        return Handle(nodes.count - 1)
    }

    private mutating func refresh(_ node: Handle) {
        let left = nodes[Int(node)].left
        let right = nodes[Int(node)].right
        var count: Int32 = 1
        var total = nodes[Int(node)].weight
        if left >= 0 {
            count += nodes[Int(left)].count
            total += nodes[Int(left)].total
            nodes[Int(left)].parent = node
        }
        if right >= 0 {
            count += nodes[Int(right)].count
            total += nodes[Int(right)].total
            nodes[Int(right)].parent = node
        }
        nodes[Int(node)].count = count
        nodes[Int(node)].total = total
    }

    private mutating func merge(_ a: Handle, _ b: Handle) -> Handle {
        if a < 0 { return b }
        if b < 0 { return a }
        if nodes[Int(a)].priority >= nodes[Int(b)].priority {
            let merged = merge(nodes[Int(a)].right, b)
            nodes[Int(a)].right = merged
            refresh(a)
            return a
        }
        let merged = merge(a, nodes[Int(b)].left)
        nodes[Int(b)].left = merged
        refresh(b)
        return b
    }

    private mutating func split(_ node: Handle, _ index: Int32) -> (Handle, Handle) {
        if node < 0 { return (Self.none, Self.none) }
        let left = nodes[Int(node)].left
        let before = left < 0 ? 0 : nodes[Int(left)].count
        if index <= before {
            let (a, b) = split(left, index)
            nodes[Int(node)].left = b
            refresh(node)
            if a >= 0 { nodes[Int(a)].parent = Self.none }
            return (a, node)
        }
        let (a, b) = split(nodes[Int(node)].right, index - before - 1)
        nodes[Int(node)].right = a
        refresh(node)
        if b >= 0 { nodes[Int(b)].parent = Self.none }
        return (node, b)
    }
}
