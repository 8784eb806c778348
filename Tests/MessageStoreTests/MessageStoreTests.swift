import Glibc
import IMModel
import Synchronization
import TestSupport
import Testing

@testable import MessageStore

@Suite struct MessageStoreTests {
    @Test func aMessageComesBackWhole() throws {
        let f = try StoreFixture()
        let origins: [String?] = [
            nil, "0f8fad5b-d9cb-469f-a165-70867728950e", "0F8FAD5B-D9CB-469F-A165-70867728950E",
            "0F8fad5b-d9cb-469f-a165-70867728950e", "not a uuid", "", "设计",
        ]
        for origin in origins {
            let raw = "{\"text\":\"设计 👩‍👩‍👧‍👦\",\"uuid\":\"\(origin ?? "")\",\"again\":\"\(origin ?? "")\"}"
            var message = f.text(raw, origin: origin, order: 5)
            message.serverID = "77"
            message.replyTo = origin
            message.anchor = "k1"
            message.tags = ["+1", "x"]
            message.readerCount = 3
            message.mentionsMe = true
            message.version = 4
            try f.receive([message])
            #expect(try f.message(message.id) == message)
            if let origin {
                #expect(try f.wait { f.store.message(originID: origin, in: f.peer, completion: $0) } == message)
            }
        }
        #expect(try f.all().count == origins.count)
    }

    @Test func contentsAreVerbatim() throws {
        let id = "0f8fad5b-d9cb-469f-a165-70867728950e"
        let contents = [
            "", id, "{}", "{\"text\":\"\",\"uuid\":\"\(id)\"}", "{\"text\":\"设 é e\u{301}\",\"uuid\":\"\(id)\"}",
            "{\"uuid\":\"\(id)\",\"text\":\"x\"}", "{\"uuid\":\"\(id)\",\"text\":\"\"}", "{\"uuid\":\"\(id)\"}",
            "{\"text\":\"\(id)\",\"uuid\":\"\(id)\"}", "{ \"text\":\"x\",\"uuid\":\"\(id)\"}", "\u{1}\(id)", "\u{2}x",
            "\u{3}x",
            "\(id)\u{1}", "\u{301}\(id)\u{301}", "{\"text\":\"\u{301}x\",\"uuid\":\"\(id)\"}",
        ]
        let f = try StoreFixture()
        for (number, content) in contents.enumerated() {
            for origin in [id, id.uppercased(), "x", nil] {
                let message = f.text(
                    content, from: "\(number + 10)\(origin == nil ? "n" : "")", origin: origin)
                try f.receive([message])
                #expect(Array(try f.message(message.id)?.rawContent.utf8 ?? "lost".utf8) == Array(content.utf8))
            }
        }
    }

    @Test func everyStateComesBack() throws {
        let f = try StoreFixture()
        let failures: [SendFailure] = [
            .timedOut, .disconnected, .notMyFriend, .notTheirFriend, .blacklisted, .notMember, .noSuchGroup,
            .tooLarge(size: 40_000, limit: 32_713), .unsupported, .refused("a:b:\u{1B}"), .refused(""),
            .rejected(status: -7), .notStored("x"), .cancelled,
        ]
        for state in [.waiting, .sending, .sent, .delivered, .read] + failures.map({ DeliveryState.failed($0) }) {
            var message = f.own("x")
            message.state = state
            try f.receive([message])
            #expect(try f.message(message.id)?.state == state)
        }
    }

    @Test func doublesAreDroppedBySenderAndOrigin() throws {
        let f = try StoreFixture()
        let first = f.text("one", origin: "o")
        let forged = f.text("forged", from: "3", origin: "o")
        let double = f.text("one", origin: "o")
        let elsewhere = f.text("one", in: f.group, origin: "o")
        let outcome = try f.receive([first, forged, double, elsewhere, f.text("a"), f.text("a")])
        #expect(outcome.inserted.map(\.rawContent) == ["one", "forged", "one", "a", "a"])
        #expect(outcome.duplicates == [double.id: first.id])
        #expect(outcome.sessions.first { $0.id == f.peer }?.unreadCount == 4)
        let again = try f.receive([f.text("one", origin: "o")])
        #expect(again.inserted.isEmpty && again.duplicates.count == 1)
        #expect(try f.session()?.unreadCount == 4)
    }

    @Test func anEchoOfAnOwnMessageProvesItSent() throws {
        let f = try StoreFixture()
        let own = f.own("hello", origin: "o")
        _ = try f.wait { f.store.insertOwn(own, completion: $0) }
        _ = try f.wait { f.store.update(own.id, state: .failed(.timedOut), completion: $0) }
        let outcome = try f.receive([f.text("hello", from: "1", origin: "o")])
        #expect(outcome.inserted.isEmpty)
        #expect(outcome.changed.map(\.id) == [own.id])
        #expect(try f.message(own.id)?.state == .sent)
        #expect(try f.wait { f.store.outbox(completion: $0) }.isEmpty)
    }

    @Test func theOutboxKeepsTheOrderOfWriting() throws {
        let f = try StoreFixture()
        let messages = (0..<6).map { f.own("m\($0)", in: $0 % 2 == 0 ? f.peer : f.group, origin: "o\($0)") }
        for message in messages { _ = try f.wait { f.store.insertOwn(message, completion: $0) } }
        f.store.countAttempt(messages[1].id)
        _ = try f.wait { f.store.update(messages[0].id, state: .sent, serverID: "9", completion: $0) }
        _ = try f.wait { f.store.update(messages[2].id, state: .failed(.notMember), completion: $0) }
        _ = try f.wait { f.store.update(messages[3].id, state: .sending, completion: $0) }
        let entries = try f.wait { f.store.outbox(completion: $0) }
        #expect(entries.map(\.message.id) == [messages[1], messages[3], messages[4], messages[5]].map(\.id))
        #expect(entries.map(\.attempts) == [1, 0, 0, 0])
        // Sent again, it goes to the end, with the same ids.
        let again = try f.wait { f.store.requeue(messages[2].id, completion: $0) }
        #expect(again.state == .waiting && again.originID == "o2")
        #expect(try f.wait { f.store.outbox(completion: $0) }.last?.message.id == messages[2].id)
        #expect(try f.message(messages[0].id)?.serverID == "9")
        // What was sent cannot fail or wait any more.
        let late = try f.wait { f.store.update(messages[0].id, state: .failed(.timedOut), completion: $0) }
        #expect(late.state == .sent)
        #expect(try f.wait { f.store.requeue(messages[0].id, completion: $0) }.state == .sent)
        #expect(throws: StoreError.unknownMessage) {
            try f.wait { f.store.update(MessageID("999999"), state: .sent, completion: $0) }
        }
        #expect(throws: StoreError.unknownMessage) {
            try f.wait { f.store.update(MessageID("x"), state: .sent, completion: $0) }
        }
    }

    @Test func everyPairOfStatesGoesForwardOnly() throws {
        let states: [DeliveryState] = [.waiting, .sending, .sent, .delivered, .read, .failed(.timedOut)]
        func rank(_ state: DeliveryState) -> Int {
            switch state {
            case .sent: 1
            case .delivered: 2
            case .read: 3
            default: 0
            }
        }
        let f = try StoreFixture()
        for before in states {
            for after in states {
                let message = f.own("x")
                _ = try f.wait { f.store.insertOwn(message, completion: $0) }
                _ = try f.wait { f.store.update(message.id, state: before, completion: $0) }
                let now = try f.wait { f.store.update(message.id, state: after, completion: $0) }
                let expected = rank(before) == 0 || rank(after) > rank(before) ? after : before
                #expect(now.state == expected, "\(before) then \(after)")
            }
        }
    }

    @Test func aRestartKeepsEverything() throws {
        let folder = TemporaryFolder()
        let path = folder.file("store.db")
        let own: Message
        let draft = Draft(text: "unsent 设", caret: 3, replyTo: "r")
        do {
            let f = try StoreFixture(path: path)
            try f.receive([f.text("in", origin: "i")], keys: [.personal: 41, .group("7"): 9])
            own = f.own("out", in: f.group, origin: "o")
            _ = try f.wait { f.store.insertOwn(own, completion: $0) }
            _ = try f.wait { f.store.update(own.id, state: .sending, completion: $0) }
            _ = try f.wait { f.store.setDraft(draft, in: f.peer, completion: $0) }
            _ = try f.wait { f.store.setMuted(true, in: f.group, completion: $0) }
            _ = try f.wait { f.store.setPinned(true, in: f.group, completion: $0) }
            _ = try f.wait { f.store.setName("crew", of: f.group, completion: $0) }
            _ = try f.wait {
                f.store.setContact(Contact(id: ContactID("2"), name: "Bob"), source: .alias, completion: $0)
            }
            f.store.close()
        }
        let f = try StoreFixture(path: path)
        #expect(f.store.storePath == path)
        #expect(f.store.deviceID == "dev-1")
        #expect(f.store.syncKeysAtStart == [.personal: 41, .group("7"): 9])
        let sessions = try f.wait { f.store.sessions(completion: $0) }
        #expect(sessions.map(\.id) == [f.group, f.peer])
        #expect(sessions[0].isMuted && sessions[0].isPinned && sessions[0].name == "crew")
        #expect(sessions[0].preview == "out" && sessions[0].unreadCount == 0)
        #expect(sessions[1].draft == draft && sessions[1].unreadCount == 1 && sessions[1].preview == "in")
        let outbox = try f.wait { f.store.outbox(completion: $0) }
        #expect(outbox.map(\.message.id) == [own.id])
        #expect(outbox[0].message.state == .waiting && outbox[0].message.originID == "o")
        #expect(try f.all().first?.sender.name == "Bob")
        _ = try f.wait { f.store.setDraft(nil, in: f.peer, completion: $0) }
        #expect(try f.session()?.draft == nil)
    }

    /// Super groups have keys of their own, and may have one before the account's queue has: that is no damage.
    @Test func messagesWithoutTheirQueuesKeyAreAPatchwork() throws {
        let folder = TemporaryFolder()
        let path = folder.file("store.db")
        let steps: [(keys: [SyncQueue: Int64], isPeer: Bool, isPatchwork: Bool)] = [
            ([.group("7"): 5], false, false), ([:], true, true), ([.personal: 9], true, false),
        ]
        for step in steps {
            let f = try StoreFixture(path: path)
            let text = f.text("x", in: step.isPeer ? f.peer : f.group)
            try f.receive([text], keys: step.keys)
            f.store.close()
            #expect(try StoreFixture(path: path).store.isPatchwork == step.isPatchwork, "\(step.keys)")
        }
    }

    /// The files as a kill leaves them: database and log copied while the store is open.
    @Test func whatWasAnsweredSurvivesAKill() throws {
        let folder = TemporaryFolder()
        let f = try StoreFixture(path: folder.file("store.db"))
        var owns: [MessageID] = []
        for round in 0..<12 {
            try f.receive([f.text("in \(round)", origin: "i\(round)")], keys: [.personal: Int64(round)])
            let own = f.own("out \(round)", origin: "o\(round)")
            _ = try f.wait { f.store.insertOwn(own, completion: $0) }
            _ = try f.wait { f.store.setDraft(Draft(text: "d\(round)", caret: 1), in: f.peer, completion: $0) }
            owns.append(own.id)
            if round % 3 == 0 {
                _ = try f.wait { f.store.update(own.id, state: .sent, completion: $0) }
                owns.removeLast()
            }
            for suffix in ["", "-wal"] {
                FileFacts.copy(folder.file("store.db") + suffix, to: folder.file("k\(round).db") + suffix)
            }
            let killed = try StoreFixture(path: folder.file("k\(round).db"))
            #expect(killed.store.syncKeysAtStart == [.personal: Int64(round)])
            #expect(try killed.all().count == 2 * (round + 1))
            #expect(try killed.session()?.draft?.text == "d\(round)")
            #expect(try killed.session()?.unreadCount == round + 1)
            #expect(try killed.wait { killed.store.outbox(completion: $0) }.map(\.message.id) == owns)
            #expect(try killed.receive([f.text("in \(round)", origin: "i\(round)")]).inserted.isEmpty)
        }
    }

    @Test func idsNeverRepeatAfterACrash() throws {
        let folder = TemporaryFolder()
        let path = folder.file("store.db")
        var seen: Set<MessageID> = []
        for round in 0..<6 {
            // Dropped without close, and nothing that was reserved is drained.
            let f = try StoreFixture(path: path)
            var last: Int64 = 0
            for _ in 0..<(round == 2 ? 20_000 : 5) {
                let id = f.store.nextLocalID()
                #expect(seen.insert(id).inserted)
                let number = try #require(Int64(id.rawValue))
                #expect(number > last)
                last = number
            }
        }
    }

    @Test func aFullDiskLosesNothingAndPasses() throws {
        let folder = TemporaryFolder()
        let path = folder.file("store.db")
        _ = try StoreFixture(path: path)
        var unsent: [Message] = []
        do {
            let f = try StoreFixture(path: path, maximumPages: 60)
            var troubles: [StoreError?] = []
            f.store.onTroubleChange = { troubles.append($0) }
            try f.receive([f.text("first", origin: "f")], keys: [.personal: 1])
            let big = String(repeating: "x", count: 30_000)
            unsent = (0..<20).map { f.text(big, origin: "b\($0)") }
            #expect(throws: StoreError.diskFull) { try f.receive(unsent, keys: [.personal: 2]) }
            #expect(f.store.trouble == .diskFull)
            #expect(try f.wait { f.store.syncKeys(completion: $0) } == [.personal: 1])
            #expect(try f.all().map(\.rawContent) == ["first"])
            #expect(try f.session()?.unreadCount == 1)
            // A small one still fits, which proves no room for what was refused.
            try f.receive([f.text("small")])
            #expect(throws: StoreError.diskFull) { try f.wait { f.store.tryWriting(completion: $0) } }
            #expect(troubles == [.diskFull])
        }
        let f = try StoreFixture(path: path)
        let outcome = try f.receive(unsent, keys: [.personal: 2])
        #expect(outcome.inserted.count == 20)
        #expect(try f.wait { f.store.syncKeys(completion: $0) } == [.personal: 2])
    }

    @Test func aFolderThatCannotBeMadeIsToldAtOnce() {
        #expect {
            _ = try StoreFixture(path: "/proc/none/store.db")
        } throws: { error in
            guard case .cannotOpen? = error as? StoreError else { return false }
            return true
        }
    }

    @Test func aStoreOnAThreadDoesTheSame() throws {
        let folder = TemporaryFolder()
        let store = try MessageStore.open(
            path: folder.file("store.db"), account: "a", codec: StoreFixture.codec, makeDeviceID: { "d" }, notify: {})
        let session = SessionID(account: "a", kind: .peer, target: "2")
        var inserted = 0
        for number in 0..<500 {
            let message = Message(
                id: store.nextLocalID(), session: session, originID: "o\(number)",
                sender: Contact(id: ContactID("2"), name: "n"), content: .text(TextContent("t")), rawContent: "t")
            let batch = ReceivedBatch(
                items: [.message(message, isHistory: false)], syncKeys: [.personal: Int64(number)])
            store.insert(batch) { result in
                if case .success(let outcome) = result { inserted += outcome.inserted.count }
            }
        }
        store.close()
        #expect(inserted == 500)
        var late: StoreError?
        store.sessions { if case .failure(let error) = $0 { late = error } }
        store.drain()
        #expect(late == .closed)
        let f = try StoreFixture(path: folder.file("store.db"))
        #expect(try f.session()?.unreadCount == 500)
        #expect(f.store.syncKeysAtStart == [.personal: 499])
    }

    @Test func contactsAndMembersKeepTheBestName() throws {
        let f = try StoreFixture()
        func set(_ name: String?, _ source: ContactSource) throws -> String? {
            try f.wait {
                f.store.setContact(Contact(id: ContactID("2"), name: name), source: source, completion: $0)
            }.name
        }
        var message = f.text("x", in: f.group)
        message.sender.name = "from message"
        try f.receive([message])
        #expect(try f.all(f.group).first?.sender.name == "from message")
        #expect(try set("directory", .directory) == "directory")
        message = f.text("y", in: f.group)
        message.sender.name = "other"
        try f.receive([message])
        #expect(try f.all(f.group).map(\.sender.name) == ["directory", "directory"])
        #expect(try set("mine", .alias) == "mine")
        #expect(try set("directory 2", .directory) == "mine")
        #expect(try set(nil, .alias) == nil)
        #expect(try set("directory 3", .directory) == "directory 3")

        let members = [Contact(id: ContactID("2")), Contact(id: ContactID("3"), name: "Tri")]
        var session = try f.wait { f.store.setMembers(members, of: f.group, completion: $0) }
        #expect(session.memberCount == 2)
        session = try f.wait { f.store.addMember(Contact(id: ContactID("4")), to: f.group, completion: $0) }
        session = try f.wait { f.store.addMember(Contact(id: ContactID("3")), to: f.group, completion: $0) }
        #expect(session.memberCount == 3)
        session = try f.wait { f.store.removeMember(ContactID("2"), from: f.group, completion: $0) }
        session = try f.wait { f.store.removeMember(ContactID("99"), from: f.group, completion: $0) }
        #expect(session.memberCount == 2)
        #expect(
            try f.wait { f.store.members(of: f.group, completion: $0) }.map(\.displayName).sorted() == ["#4", "Tri"])
        #expect(try f.wait { f.store.contacts(completion: $0) }.count == 3)
    }

    @Test func savedMessagesStayWhenTheRestIsDeleted() throws {
        let f = try StoreFixture()
        let messages = (0..<5).map { f.text("m\($0)", origin: "o\($0)") }
        try f.receive(messages)
        for (time, message) in messages.enumerated() {
            _ = try f.wait { f.store.save(message.id, at: Int64(time / 2), completion: $0) }
        }
        _ = try f.wait { f.store.save(messages[0].id, at: 99, completion: $0) }
        _ = try f.wait { f.store.delete(messages[3].id, completion: $0) }
        let first = try f.wait { f.store.savedMessages(limit: 2, completion: $0) }
        #expect(first.map(\.rawContent) == ["m4", "m3"])
        let second = try f.wait { f.store.savedMessages(before: first[1].id, limit: 9, completion: $0) }
        #expect(second.map(\.rawContent) == ["m2", "m1", "m0"])
        try f.wait { f.store.unsave(messages[4].id, completion: $0) }
        #expect(try f.wait { f.store.savedMessages(limit: 9, completion: $0) }.count == 4)
    }
}
