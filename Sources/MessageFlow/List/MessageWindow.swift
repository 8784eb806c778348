import IMModel

/// The loaded messages of a session in their order: by the engine's order, ties by arrival. Pure; every mutation answers
/// the change of the list that it made. Contents without a row of their own are never in it.
struct MessageWindow {
    /// On which side of equals new messages go.
    enum Arrival {
        /// After everything that is there with the same order.
        case later
        /// Before everything that is there with the same order (an older page).
        case earlier
    }

    struct Key: Comparable {
        var order: Int64
        var arrival: Int64

        static func < (a: Key, b: Key) -> Bool { (a.order, a.arrival) < (b.order, b.arrival) }
    }

    private struct Slot {
        var id: MessageID
        var key: Key
    }

    private struct Entry {
        var message: Message
        var handle: RowSequence<Slot>.Handle
    }

    private var sequence = RowSequence<Slot>()
    private var entries: [MessageID: Entry] = [:]
    private var idsByOrigin: [String: MessageID] = [:]
    private var answers: [String: Set<MessageID>] = [:]
    private var nextArrival: Int64 = 1
    private var previousArrival: Int64 = 0
    /// Messages dropped since the start because they were there already, or twice in one call.
    private(set) var duplicates = 0

    /// How many messages are loaded.
    var count: Int { sequence.count }
    /// The oldest loaded message.
    var first: Message? { sequence.first.flatMap { entries[sequence[$0].id]?.message } }
    /// The newest loaded message.
    var last: Message? { sequence.last.flatMap { entries[sequence[$0].id]?.message } }
    /// All of them in order. O(n).
    var messages: [Message] { sequence.elements.compactMap { entries[$0.id]?.message } }

    /// A loaded message.
    subscript(id: MessageID) -> Message? { entries[id]?.message }
    /// The message at an index. O(log n).
    func message(at index: Int) -> Message? {
        sequence.handle(at: index).flatMap { entries[sequence[$0].id]?.message }
    }
    /// The index of a message. O(log n).
    func index(of id: MessageID) -> Int? { entries[id].map { sequence.index(of: $0.handle) } }
    /// The loaded message with an origin id.
    func message(originID: String) -> Message? { idsByOrigin[originID].flatMap { entries[$0]?.message } }
    /// The loaded messages that answer the one with an origin id.
    func answers(to originID: String) -> Set<MessageID> { answers[originID] ?? [] }

    /// The message above one.
    func previous(_ id: MessageID) -> Message? {
        entries[id].flatMap { sequence.previous($0.handle) }.flatMap { entries[sequence[$0].id]?.message }
    }

    /// The message below one.
    func next(_ id: MessageID) -> Message? {
        entries[id].flatMap { sequence.next($0.handle) }.flatMap { entries[sequence[$0].id]?.message }
    }

    /// Takes messages in. A known id is an update, unless the known one has a higher version; of one id given twice
    /// the last of the highest version counts. O(k log n).
    mutating func insert(_ messages: [Message], _ arrival: Arrival) -> ListChange<Message> {
        var fresh: [Message] = []
        var places: [MessageID: Int] = [:]
        var known: [Message] = []
        var versions: [MessageID: Int] = [:]
        for message in messages where message.type != .control {
            if let entry = entries[message.id] {
                duplicates += 1
                if message.version >= versions[message.id] ?? entry.message.version {
                    versions[message.id] = message.version
                    known.append(message)
                }
            } else if let place = places[message.id] {
                duplicates += 1
                if message.version >= fresh[place].version { fresh[place] = message }
            } else {
                places[message.id] = fresh.count
                fresh.append(message)
            }
        }
        let updated = applyUpdates(known)
        guard !fresh.isEmpty else { return updated.change }
        let inserts = add(fresh, arrival)
        // The indices of what was there have grown by the number of new rows before them.
        var change = updated.change
        for index in change.updates.indices {
            change.updates[index].index = self.index(of: change.updates[index].element.id) ?? 0
        }
        for (index, id) in updated.moved.enumerated() { change.moves[index].to = self.index(of: id) ?? 0 }
        change.inserts = inserts
        return change
    }

    private mutating func add(_ fresh: [Message], _ arrival: Arrival) -> [ListChange<Message>.Item] {
        var base = nextArrival
        switch arrival {
        case .later: nextArrival += Int64(fresh.count)
        case .earlier:
            previousArrival -= Int64(fresh.count)
            base = previousArrival
        }
        let slots = fresh.indices.map {
            (message: fresh[$0], key: Key(order: fresh[$0].order, arrival: base + Int64($0)))
        }
        return slots.sorted { $0.key < $1.key }.map { slot in
            ListChange.Item(index: place(slot.message, slot.key), element: slot.message)
        }
    }

    /// Puts a message that is not there at the place of its key and answers its index.
    private mutating func place(_ message: Message, _ key: Key) -> Int {
        var index = sequence.count
        if let last = sequence.last, !(sequence[last].key < key) {
            index = sequence.countOfPrefix { $0.key < key }
        }
        let handle = sequence.insert(Slot(id: message.id, key: key), weight: 0, at: index)
        entries[message.id] = Entry(message: message, handle: handle)
        register(message)
        return index
    }

    /// Changes messages by their local id; unknown ones are counted. A changed order moves the message. O(k log n).
    mutating func update(_ messages: [Message]) -> (change: ListChange<Message>, unknown: Int) {
        let updated = applyUpdates(messages)
        return (updated.change, updated.unknown)
    }

    private mutating func applyUpdates(
        _ messages: [Message]
    ) -> (change: ListChange<Message>, unknown: Int, moved: [MessageID]) {
        var change = ListChange<Message>()
        var unknown = 0
        var latest: [MessageID: Message] = [:]
        for message in messages {
            guard let entry = entries[message.id] else {
                unknown += 1
                continue
            }
            if latest[message.id] != nil || entry.message != message { latest[message.id] = message }
        }
        var moving: [(from: Int, message: Message, key: Key)] = []
        for (id, message) in latest {
            guard let entry = entries[id] else { continue }
            let key = sequence[entry.handle].key
            unregister(entry.message)
            entries[id]?.message = message
            register(message)
            if key.order != message.order {
                let newKey = Key(order: message.order, arrival: key.arrival)
                if keepsItsPlace(entry.handle, newKey) {
                    sequence[entry.handle].key = newKey
                } else {
                    moving.append((sequence.index(of: entry.handle), message, newKey))
                }
            }
        }
        let gone = moving.compactMap { entries[$0.message.id]?.handle }
        for handle in gone { sequence.remove(handle) }
        var moved: [MessageID] = []
        for move in moving.sorted(by: { $0.key < $1.key }) {
            change.moves.append(.init(from: move.from, to: place(move.message, move.key)))
            moved.append(move.message.id)
        }
        for id in latest.keys {
            guard let message = self[id], let index = index(of: id) else { continue }
            change.updates.append(.init(index: index, element: message))
        }
        change.updates.sort { $0.index < $1.index }
        return (change, unknown, moved)
    }

    private func keepsItsPlace(_ handle: RowSequence<Slot>.Handle, _ key: Key) -> Bool {
        if let above = sequence.previous(handle), !(sequence[above].key < key) { return false }
        if let below = sequence.next(handle), !(key < sequence[below].key) { return false }
        return true
    }

    /// Takes messages out; unknown ones are counted. O(k log n).
    mutating func delete(_ ids: some Sequence<MessageID>) -> (change: ListChange<Message>, unknown: Int) {
        var change = ListChange<Message>()
        var unknown = 0
        var going = Set<MessageID>()
        for id in ids {
            guard entries[id] != nil else {
                unknown += 1
                continue
            }
            going.insert(id)
        }
        for id in going { if let index = index(of: id) { change.deletes.append(index) } }
        change.deletes.sort()
        for id in going { forget(id) }
        return (change, unknown)
    }

    /// Takes rows out at one end. O(k log n).
    mutating func drop(_ count: Int, fromFront: Bool) -> ListChange<Message> {
        var ids: [MessageID] = []
        var node = fromFront ? sequence.first : sequence.last
        while let handle = node, ids.count < count {
            ids.append(sequence[handle].id)
            node = fromFront ? sequence.next(handle) : sequence.previous(handle)
        }
        return delete(ids).change
    }

    /// Makes the window these messages and answers the difference. O(n).
    mutating func replaceAll(_ messages: [Message]) -> ListChange<Message> {
        let old = self.messages
        let before = duplicates
        self = MessageWindow()
        duplicates = before
        _ = insert(messages, .later)
        return ListDiff.diff(from: old, to: self.messages, idsAreUnique: true)
    }

    private mutating func forget(_ id: MessageID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        sequence.remove(entry.handle)
        unregister(entry.message)
    }

    private mutating func register(_ message: Message) {
        if let origin = message.originID { idsByOrigin[origin] = message.id }
        if let target = message.replyTo { answers[target, default: []].insert(message.id) }
    }

    private mutating func unregister(_ message: Message) {
        if let origin = message.originID, idsByOrigin[origin] == message.id { idsByOrigin[origin] = nil }
        if let target = message.replyTo {
            answers[target]?.remove(message.id)
            if answers[target]?.isEmpty == true { answers[target] = nil }
        }
    }
}
