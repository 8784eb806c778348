import Database
import IMModel

/// Old messages among what is there.
///
/// Local ids of live messages are positive and grow. An old message gets a negative id that is its time, and the order of
/// the message behind it: so it stands before that one and behind everything else, in whatever order pages come, nothing
/// else is numbered anew, and search finds it by its time.
extension StoreAccess {
    /// A message's place in its session.
    struct Place: Comparable {
        let order: Int64
        let id: Int64

        static func < (a: Place, b: Place) -> Bool { (a.order, a.id) < (b.order, b.id) }
    }

    /// The ids of old messages are their times in milliseconds times 16, less this: in six bytes up to the year 2109.
    private static let historyBase: Int64 = 1 << 46
    private static let idsPerMillisecond: Int64 = 16
    /// The distance that is kept between ids of one moment, so that something fits in between.
    private static let stride: Int64 = 128
    /// So many messages behind a place are looked at for one that is the same and has no origin id.
    private static let reach = 50
    private static let candidates =
        query(.after, ", sender, timestamp, content, origin, kind") + " LIMIT \(reach)"
    private static let times = query(.after, ", timestamp")

    /// Takes in a batch of old messages; its effects are done as those of any batch.
    mutating func insertHistory(
        _ batch: ReceivedBatch, _ span: HistorySpan
    ) throws(DatabaseError) -> InsertOutcome {
        var rest = batch
        rest.history = nil
        var cursors: [SessionID: Place] = [:]
        var ends: [SessionID: (first: Place, last: Place)] = [:]
        var fromGap: Place?
        if let gap = span.gap { fromGap = try connection.gapStart(gap) }
        for (session, id) in span.cursors {
            if let found = try target(Int64(id.rawValue) ?? Self.noID) {
                cursors[session] = Place(order: found.order, id: found.id)
            }
        }
        var outcome = InsertOutcome()
        rest.items = []
        var following: [SessionID: Int64] = [:]
        for case .message(let offered, _) in batch.items { following[offered.session, default: 0] += 1 }
        /// Sessions whose first message was looked at.
        var begun: Set<SessionID> = []
        for item in batch.items {
            guard case .message(let offered, let isHistory) = item else {
                rest.items.append(item)
                continue
            }
            let name = offered.session
            following[name, default: 1] -= 1
            guard offered.type != .control else { continue }
            if cursors[name] == nil, !begun.contains(name) {
                begun.insert(name)
                cursors[name] = try start(of: name, in: batch, span, from: fromGap)
            }
            var before = cursors[name]
            let place: Place
            if let known = try knownPlace(of: offered, after: before) {
                outcome.duplicates[offered.id] = MessageID(String(known.id))
                place = known
                // Who has it as sent knows more than who has it as failed; the other way round nothing is proved.
                let isProof = offered.isOutgoing && StateColumn.rank(StateColumn.number(offered.state)) > 0
                if isProof, try repair(known.id, with: offered), let now = try message(known.id) {
                    outcome.changed.append(now)
                }
            } else {
                if span.gap == nil, !span.reachesOldest {
                    before = try advance(before, in: key(of: name), to: offered.timestamp)
                }
                place = try put(
                    offered, after: before, following: following[name] ?? 0, isHistory: isHistory, &outcome)
            }
            cursors[name] = place
            outcome.places[offered.id] = MessageID(String(place.id))
            ends[name] = (min(ends[name]?.first ?? place, place), max(ends[name]?.last ?? place, place))
        }
        outcome.merge(try insert(rest))
        for (session, place) in cursors { outcome.cursors[session] = MessageID(String(place.id)) }
        for (session, end) in ends { try fillGaps(of: key(of: session), end.first, end.last, span) }
        if ends.isEmpty, let gap = span.gap, span.reachesOldest || span.reachesNewest {
            try connection.run("DELETE FROM gaps WHERE key = ?", .integer(gap))
        }
        outcome.sessions = Self.latest(outcome.sessions + (try finishSessions()))
        return outcome
    }

    private static let noID = Int64.min

    private static func latest(_ sessions: [Session]) -> [Session] {
        var seen: Set<SessionID> = []
        return sessions.reversed().filter { seen.insert($0.id).inserted }.reversed()
    }

    /// Stores a message that is not there right behind a place.
    private mutating func put(
        _ offered: Message, after before: Place?, following: Int64, isHistory: Bool, _ outcome: inout InsertOutcome
    ) throws(DatabaseError) -> Place {
        let session = try key(of: offered.session)
        let behind = try nextPlace(in: session, after: before)
        var message = offered
        if message.timestamp <= 0 { message.timestamp = try time(near: behind ?? before) }
        if let place = try freePlace(message.timestamp, before, behind, following) {
            message = Self.copy(message, id: MessageID(String(place.id)))
            message.order = place.order
        } else {
            message.order = 0
        }
        let id = Int64(message.id.rawValue) ?? 0
        // What stands before something that is there is nothing new.
        switch try insert(&message, isHistory: isHistory || behind != nil) {
        case .inserted(let hasEffects):
            outcome.inserted.append(hasEffects ? try self.message(id) ?? message : message)
            return Place(order: message.order, id: id)
        case .duplicate(let known):
            outcome.duplicates[offered.id] = MessageID(String(known))
            return try target(known).map { Place(order: $0.order, id: $0.id) } ?? Place(order: message.order, id: id)
        case .notARow: return Place(order: message.order, id: id)
        }
    }

    private static func copy(_ message: Message, id: MessageID) -> Message {
        Message(
            id: id, session: message.session, originID: message.originID, serverID: message.serverID,
            sender: message.sender, isOutgoing: message.isOutgoing, timestamp: message.timestamp, order: message.order,
            content: message.content, rawContent: message.rawContent, replyTo: message.replyTo, state: message.state,
            version: message.version, anchor: message.anchor, readerCount: message.readerCount, tags: message.tags,
            mentionsMe: message.mentionsMe)
    }

    /// A free id near a time between two places, with the order that goes with it and with room for what follows; `nil`
    /// for the end of the session.
    private func freePlace(
        _ time: Int64, _ before: Place?, _ behind: Place?, _ following: Int64
    ) throws(DatabaseError) -> Place? {
        var low = -2 * Self.historyBase
        var high: Int64 = -1
        if let behind {
            high = min(high, behind.id - 1)
            // Only ids of one order must stand in a row.
            if let before, before.order == behind.order { low = max(low, before.id + 1) }
            if high - low > following { high -= following }
        } else if let before {
            guard before.order < -1 else { return nil }
            low = max(low, before.order + 1)
        }
        if let behind, low > high {
            // Nothing fits any more: beside its place is better than not at all.
            let id = try freeID(from: behind.id - 1, low: -2 * Self.historyBase, high: -1)
            return id.map { Place(order: behind.order, id: $0) }
        }
        let margin = min(Self.stride, (high - low) / 2)
        let moment = min(max(0, time), Self.historyBase / Self.idsPerMillisecond - 1)
        let wish = moment * Self.idsPerMillisecond - Self.historyBase
        guard let id = try freeID(from: min(max(wish, low + margin), high - margin), low: low, high: high) else {
            return nil
        }
        return Place(order: behind?.order ?? id, id: id)
    }

    /// The free id that is nearest above a wish, else below.
    private func freeID(from wish: Int64, low: Int64, high: Int64) throws(DatabaseError) -> Int64? {
        func isFree(_ id: Int64) throws(DatabaseError) -> Bool {
            try connection.first("SELECT 1 FROM messages WHERE id = ?", .integer(id)) { _ in false } ?? true
        }
        var id = wish
        while id <= high {
            if try isFree(id) { return id }
            id += 1
        }
        id = min(wish, high)
        while id >= low {
            if try isFree(id) { return id }
            id -= 1
        }
        return nil
    }

    private func time(near place: Place?) throws(DatabaseError) -> Int64 {
        guard let place else { return 0 }
        return try connection.first("SELECT timestamp FROM messages WHERE id = ?", .integer(place.id)) { row in
            row.int64(0)
        } ?? 0
    }

    /// The place of the same message, if it is there: by its origin id, else by all else that tells messages apart,
    /// among those behind `before`.
    private mutating func knownPlace(of message: Message, after before: Place?) throws(DatabaseError) -> Place? {
        guard let session = try knownKey(of: message.session) else { return nil }
        let sender = try key(of: message.sender)
        if message.originID != nil {
            let (origin, key) = (OriginColumn.value(message.originID), originKey.value(message.originID))
            guard let id = try known(origin, key: key, session: session, sender: sender) else { return nil }
            return try target(id).map { Place(order: $0.order, id: id) }
        }
        var found: Place?
        let start = before ?? Place(order: .min, id: .min)
        try connection.forEach(
            Self.candidates, values: [.integer(session), .integer(start.order), .integer(start.id)]
        ) { row in
            // Content of a message without an origin id is never shortened.
            guard row.int64(2) == sender, row.isNull(5), row.string(4) == message.rawContent,
                row.stringOrNil(6) ?? MessageType.text.rawValue == message.type.rawValue,
                message.timestamp <= 0 || row.int64(3) == message.timestamp
            else { return true }
            found = Place(order: row.int64(0), id: row.int64(1))
            return false
        }
        return found
    }

    /// The place behind which a session's messages go, where no batch before tells it: right before the first of them that
    /// is known, else where the gap begins, else by the time.
    private mutating func start(
        of session: SessionID, in batch: ReceivedBatch, _ span: HistorySpan, from gapStart: Place?
    ) throws(DatabaseError) -> Place? {
        let key = try key(of: session)
        var wanted = gapStart
        var isFirst = true
        var left = Self.reach
        var lowest: Place?
        for case .message(let message, _) in batch.items where message.session == session && message.type != .control {
            if isFirst {
                isFirst = false
                if span.gap == nil {
                    // Of what was said in the same second, what is known comes later where nothing is older.
                    wanted = try lastPlace(in: key, notAfter: message.timestamp - (span.reachesOldest ? 1 : 0))
                }
                // The messages may begin before the place.
                lowest = try placeBack(in: key, from: wanted)
            }
            if let known = try knownPlace(of: message, after: lowest) {
                let previous = try previousPlace(in: key, before: known)
                guard span.gap == nil else { return previous }
                // Others may have more between them.
                guard let wanted, let previous else { return nil }
                return min(wanted, previous)
            }
            left -= 1
            if left == 0 { break }
        }
        return wanted
    }

    /// The messages of an import may have others of ours between them: on past those that are older.
    private func advance(_ place: Place?, in session: Int64, to time: Int64) throws(DatabaseError) -> Place? {
        var place = place
        let start = place ?? Place(order: .min, id: .min)
        try connection.forEach(
            Self.times, values: [.integer(session), .integer(start.order), .integer(start.id)]
        ) { row in
            guard row.int64(2) < time else { return false }
            place = Place(order: row.int64(0), id: row.int64(1))
            return true
        }
        return place
    }

    /// A place some messages before another.
    private func placeBack(in session: Int64, from place: Place?) throws(DatabaseError) -> Place? {
        guard let place else { return nil }
        return try connection.all(
            Self.query(.through) + " LIMIT \(Self.reach / 2)", .integer(session), .integer(place.order),
            .integer(place.id)
        ) { row in Place(order: row.int64(0), id: row.int64(1) - 1) }.last
    }

    /// The last message that is not newer than a moment. O(newer messages).
    private func lastPlace(in session: Int64, notAfter time: Int64) throws(DatabaseError) -> Place? {
        try connection.first(
            """
            SELECT ord, id FROM messages WHERE session = ? AND flags & 1 = 0 AND timestamp <= ?
            ORDER BY ord DESC, id DESC LIMIT 1
            """, .integer(session), .integer(time)
        ) { row in Place(order: row.int64(0), id: row.int64(1)) }
    }
}
