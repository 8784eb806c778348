import IMModel
import TestSupport
import Testing

@testable import MessageStore

/// A store in use, and what it has reported as kept: every step is done and noted, and `check` compares.
///
/// Steps that failed may have been kept all the same, but only as a whole.
final class Talk {
    /// What was offered, oldest first, and what became of it.
    struct Report {
        struct Batch {
            /// Texts by origin id, and the sync key that goes with them.
            let texts: [String: String]
            let key: Int64
            var isKept = false
            var hasFailed = false
        }

        struct Own {
            let origin: String
            var isKept = false
            var mayBeSent = false
        }

        var batches: [Batch] = []
        var own: [Own] = []
        /// The drafts that may be there: the last that was kept, and those that were tried since.
        var drafts: [String?] = [nil]
        var number = 0

        /// What may be there if everything stopped when this had been reported, and the rest of `all` was yet to come.
        func followed(by all: Report) -> Report {
            var result = self
            result.number = all.number
            result.batches += all.batches.dropFirst(batches.count).map { Batch(texts: $0.texts, key: $0.key) }
            for index in all.own.indices {
                if index >= own.count { result.own.append(Own(origin: all.own[index].origin)) }
                result.own[index].mayBeSent = all.own[index].mayBeSent
            }
            result.drafts += all.everyDraft
            return result
        }

        /// All drafts there ever were.
        var everyDraft: [String?] = []
    }

    let fixture: StoreFixture
    var store: MessageStore { fixture.store }
    /// What was reported so far.
    private(set) var report: Report
    /// Called after each step that was reported as kept.
    var onStep: (() -> Void)?

    init(path: String, disk: FaultyDisk? = nil, report: Report = Report()) throws {
        fixture = try StoreFixture(path: path, disk: disk)
        self.report = report
    }

    func close() { store.close() }

    /// Everything once; nothing may fail.
    func run() throws { try tryAll { throw $0 } }

    /// Everything once; the errors.
    func attempt() -> [StoreError] {
        var errors: [StoreError] = []
        try? tryAll { errors.append($0) }
        return errors
    }

    private func tryAll(_ failed: (StoreError) throws -> Void) throws {
        for work in [receive, write, draft, receiveMany, send, read] {
            do {
                try work()
                onStep?()
            } catch let error as StoreError {
                try failed(error)
            }
        }
    }

    private func receive() throws { try receive(count: 3, bytes: 20) }

    /// Several pages.
    private func receiveMany() throws { try receive(count: 12, bytes: 900) }

    private func receive(count: Int, bytes: Int) throws {
        var texts: [String: String] = [:]
        var messages: [Message] = []
        for _ in 0..<count {
            report.number += 1
            let text = "text \(report.number) " + String(repeating: "x", count: bytes)
            texts["origin-\(report.number)"] = text
            messages.append(fixture.text(text, origin: "origin-\(report.number)", at: Int64(report.number)))
        }
        report.batches.append(Report.Batch(texts: texts, key: Int64(report.number), hasFailed: true))
        try fixture.receive(messages, keys: [.personal: Int64(report.number)])
        report.batches[report.batches.count - 1].isKept = true
        report.batches[report.batches.count - 1].hasFailed = false
    }

    private func write() throws {
        report.number += 1
        let origin = "own-\(report.number)"
        report.own.append(Report.Own(origin: origin))
        _ = try fixture.wait { store.insertOwn(fixture.own("words", origin: origin), completion: $0) }
        report.own[report.own.count - 1].isKept = true
    }

    private func draft() throws {
        report.number += 1
        let text = "draft \(report.number)"
        report.drafts.append(text)
        report.everyDraft.append(text)
        _ = try fixture.wait { store.setDraft(Draft(text: text, caret: 1), in: fixture.peer, completion: $0) }
        report.drafts = [text]
    }

    /// The oldest that waits is sent.
    private func send() throws {
        let waiting = try fixture.wait { store.outbox(completion: $0) }
        guard let first = waiting.first?.message else { return }
        if let index = report.own.firstIndex(where: { $0.origin == first.originID }) {
            report.own[index].mayBeSent = true
        }
        _ = try fixture.wait { store.update(first.id, state: .sent, completion: $0) }
    }

    private func read() throws {
        _ = try fixture.wait { store.markRead(fixture.peer, through: nil, completion: $0) }
        _ = try fixture.wait { store.sessions(completion: $0) }
    }

    /// Whether what is there is what was reported.
    ///
    /// - Parameter isCut: whether the power was cut: what was received last may be missing, with its key.
    func check(_ what: Comment, isCut: Bool = false) throws {
        let messages = try fixture.all()
        let texts = Dictionary(grouping: messages) { $0.originID ?? "" }
        #expect(texts.allSatisfy { $0.value.count == 1 }, what)
        let key = try fixture.wait { store.syncKeys(completion: $0) }[.personal] ?? 0
        for batch in report.batches {
            let found = batch.texts.filter { texts[$0.key]?.first?.rawContent == $0.value }.count
            #expect(found == 0 || found == batch.texts.count, what)
            #expect(found > 0 || !batch.isKept || isCut, what)
            // The key never says more than the rows, nor the rows more than the key.
            #expect(batch.key > key || found > 0 || batch.hasFailed, what)
            #expect(batch.key <= key || found == 0, what)
        }
        let waiting = Set(try fixture.wait { store.outbox(completion: $0) }.compactMap { $0.message.originID })
        for message in report.own {
            let state = texts[message.origin]?.first?.state
            #expect(state != nil || !message.isKept, what)
            #expect((state == .waiting) == waiting.contains(message.origin), what)
            #expect(state == nil || state == .waiting || message.mayBeSent, what)
        }
        let draft = try fixture.session()?.draft?.text
        #expect(report.drafts.contains(draft), what)
        let offered = Set(report.batches.flatMap { $0.texts.keys } + report.own.map { $0.origin })
        #expect(Set(texts.keys).isSubset(of: offered), what)
        let unread = try fixture.session()?.unreadCount ?? 0
        #expect(unread <= messages.count { !$0.isOutgoing }, what)
    }
}
