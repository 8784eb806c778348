import IMModel
import TestSupport
import Testing

@testable import MessageStore

/// Everything that can happen to what is read, in any order, against a list: counts, mentions, mute, pin and the mark are
/// the model's after every step, and after the file is opened anew.
@Suite struct ReadingModelTests {
    private struct Entry {
        var id: MessageID
        var place: (Int64, Int64)
        var isUnread: Bool
        var mentions: Bool
        var origin: String
        var sender: String
        var isGone = false
        var isRevoked = false
    }

    private struct Model {
        var entries: [Entry] = []
        var isMuted = false
        var isPinned = false
        var mark: (Int64, Int64)?
        var markID: MessageID?
        /// Effects whose targets have not come, by target: revokes by their author, and our own read marks.
        var revokes: [String: Set<String>] = [:]
        var reads: Set<String> = []

        mutating func read(through place: (Int64, Int64), _ id: MessageID) {
            for index in entries.indices where entries[index].place <= place { entries[index].isUnread = false }
            if mark.map({ $0 < place }) ?? true { (mark, markID) = (place, id) }
        }

        var unread: Int { entries.count { $0.isUnread } }
        var mentioned: Int { entries.count { $0.isUnread && $0.mentions } }
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>) func agreesAfterEveryStepAndEveryStart(seed: UInt64) throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/store.sqlite"
        var f = try StoreFixture(path: path)
        var random = SeededRandom(seed: seed)
        let sessions = [f.peer, f.group]
        var models: [SessionID: Model] = [f.peer: Model(), f.group: Model()]
        var number = 0
        var trail: [String] = []

        func arrived(_ message: Message, in session: SessionID, counts: Bool, isOwnNews: Bool) {
            let place = (
                message.order == 0 ? Int64(message.id.rawValue) ?? 0 : message.order, Int64(message.id.rawValue) ?? 0
            )
            var entry = Entry(
                id: message.id, place: place, isUnread: counts, mentions: message.mentionsMe,
                origin: message.originID ?? "", sender: message.sender.id.rawValue)
            if models[session]?.revokes[entry.origin]?.contains(entry.sender) == true {
                entry.isUnread = false
                entry.isRevoked = true
            }
            models[session]?.entries.append(entry)
            if isOwnNews { models[session]?.read(through: place, entry.id) }
            if models[session]?.reads.remove(entry.origin) != nil { models[session]?.read(through: place, entry.id) }
        }

        for step in 0..<220 {
            let session = sessions.randomElement(using: &random) ?? f.peer
            let entries = models[session]?.entries ?? []
            let any = entries.indices.randomElement(using: &random)
            let kind = Int.random(in: 0..<16, using: &random)
            trail.append("\(step): \(kind) \(session.kind)")
            switch kind {
            case 0...4:
                number += 1
                // Ids that something waits for come up now and then.
                let waiting = (models[session]?.reads ?? []).union(models[session]?.revokes.keys.map { $0 } ?? [])
                let used = Set(entries.map(\.origin))
                let origin =
                    Int.random(in: 0..<3, using: &random) == 0
                    ? waiting.subtracting(used).sorted().first ?? "o\(number)" : "o\(number)"
                let sender = ["1", "2", "3"].randomElement(using: &random) ?? "2"
                var message = f.text(
                    "m\(number)", from: sender, in: session, origin: origin, mentions: Bool.random(using: &random))
                let isNotice = Int.random(in: 0..<6, using: &random) == 0
                if isNotice { message.content = .call(CallContent(event: .accept, channel: "c")) }
                let isHistory = Int.random(in: 0..<5, using: &random) == 0
                try f.receive([message], isHistory: isHistory)
                arrived(
                    message, in: session, counts: sender != "1" && !isNotice && !isHistory,
                    isOwnNews: sender == "1" && !isHistory)
            case 5:
                // Written here; reading is the screen's to tell.
                number += 1
                let message = f.own("own", in: session, origin: "o\(number)")
                _ = try f.wait { f.store.insertOwn(message, completion: $0) }
                arrived(message, in: session, counts: false, isOwnNews: false)
            case 6, 7:
                guard let any, !entries[any].isGone else { continue }
                _ = try f.wait { f.store.markRead(session, through: entries[any].id, completion: $0) }
                models[session]?.read(through: entries[any].place, entries[any].id)
            case 8:
                // Read on another device; perhaps its target is still to come.
                let isKnown = Bool.random(using: &random)
                let origin = isKnown ? any.map { entries[$0].origin } ?? "w\(step)" : "w\(step)"
                try f.effect(.read, on: origin, from: "1", in: session)
                if let target = entries.first(where: { $0.origin == origin }) {
                    models[session]?.read(through: target.place, target.id)
                } else {
                    models[session]?.reads.insert(origin)
                }
            case 9, 10:
                let isKnown = Bool.random(using: &random)
                let origin = isKnown ? any.map { entries[$0].origin } ?? "w\(step)" : "w\(step)"
                let author = ["1", "2", "3"].randomElement(using: &random) ?? "2"
                try f.effect(.revoke, on: origin, from: author, in: session)
                if let index = entries.firstIndex(where: { $0.origin == origin }) {
                    if entries[index].sender == author {
                        models[session]?.entries[index].isUnread = false
                        models[session]?.entries[index].isRevoked = true
                    } else {
                        models[session]?.revokes[origin, default: []].insert(author)
                    }
                } else {
                    models[session]?.revokes[origin, default: []].insert(author)
                }
            case 11:
                guard let any else { continue }
                _ = try f.wait { f.store.delete(entries[any].id, completion: $0) }
                models[session]?.entries[any].isUnread = false
                models[session]?.entries[any].isGone = true
            case 12:
                let value = Bool.random(using: &random)
                if Bool.random(using: &random) {
                    _ = try f.wait { f.store.setMuted(value, in: session, completion: $0) }
                    models[session]?.isMuted = value
                } else {
                    _ = try f.wait { f.store.setPinned(value, in: session, completion: $0) }
                    models[session]?.isPinned = value
                }
            case 13:
                // A page of old messages, own ones and mentions among them.
                number += 1
                let page = ["2", "1"].map {
                    f.text("old", from: $0, in: session, origin: "h\(number)-\($0)", at: 10, mentions: true)
                }
                let span = HistorySpan(reachesOldest: true)
                let items = page.map { ReceivedBatch.Item.message($0, isHistory: true) }
                let outcome = try f.wait {
                    f.store.insert(ReceivedBatch(items: items, history: span), completion: $0)
                }
                for message in outcome.inserted { arrived(message, in: session, counts: false, isOwnNews: false) }
            case 14:
                _ = try f.wait { f.store.markRead(session, through: nil, completion: $0) }
                let last = entries.filter { !$0.isGone }.max { $0.place < $1.place }
                if let last { models[session]?.read(through: last.place, last.id) }
            default:
                f.store.close()
                f = try StoreFixture(path: path)
            }
            for session in sessions {
                let kept = try f.session(session)
                let model = models[session] ?? Model()
                let context = "seed \(seed) \(session.kind) after \(trail.suffix(6))"
                #expect(kept?.unreadCount ?? 0 == model.unread, "\(context)")
                #expect(kept?.mentionCount ?? 0 == model.mentioned, "\(context)")
                #expect(
                    kept?.isMuted ?? false == model.isMuted && kept?.isPinned ?? false == model.isPinned, "\(context)")
                #expect(kept?.lastRead == model.markID, "\(context)")
            }
        }
    }
}
