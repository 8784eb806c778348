import Cells
import ChatEngines
import ChatUI
import EventLoop
import IMModel
import MessageStore

/// A start without a store that can be written to: the disk is full, say. What is there can be read meanwhile, and room on
/// a disk comes without a sign, so it is looked for now and then.
extension ChatApplication {
    private static let firstPause: Int64 = 3_000
    private static let longestPause: Int64 = 30_000

    /// The engine has no store: says why, once.
    func startFailed(_ reason: String) {
        engine = nil
        screen.update(connection: .refused(reason: reason))
        if startTrouble != reason { screen.notify(reason, isTrouble: true, now: now) }
        startTrouble = reason
        update()
    }

    /// Reads what can be read, and looks again after a while.
    func waitForStore() {
        if reader == nil { readMeanwhile() }
        let pause = min(Self.longestPause, Self.firstPause << min(Int64(startTries), 8))
        startTries += 1
        if let storeTimer { loop.cancel(storeTimer) }
        storeTimer = loop.schedule(after: pause) { [weak self] in self?.tryStore() }
    }

    /// What was written and is kept nowhere is at least shown once more.
    func noteUnkept(_ engine: any ChatEngine) {
        for (id, draft) in engine.unkeptDrafts.sorted(by: { $0.key < $1.key }) where !draft.text.isEmpty {
            let name = engine.sessions.first { $0.id == id }?.displayName ?? id.address
            unkept.append((words.unkept(TextSanitizer.line(name)), draft.text))
        }
    }

    private func readMeanwhile() {
        let reader = makeReader()
        reader.start { [weak self] result in
            // Nothing is there yet, or nothing that could be read.
            guard case .success = result, let self, engine == nil, !isStarting, !isEnding else { return reader.stop {} }
            (self.reader, engine) = (reader, reader)
            reader.onEvent = { [weak self] in self?.handle($0) }
            screen.update(connection: .readOnly)
            openFirst(reader)
        }
    }

    /// Starts anew if the store can be written to by now.
    func tryStore() {
        guard !isEnding, !isStarting else { return }
        if let reader {
            guard canWriteStore else { return waitForStore() }
            reader.onEvent = nil
            reader.stop {}
            (self.reader, engine) = (nil, nil)
            flows.removeAll()
        }
        startAccount()
    }

    /// Whether a start would get so far; where one has more to do than to open the store, only the start itself can tell.
    private var canWriteStore: Bool {
        let path = makeReader().storePath
        guard MessageStore.isReady(path: path) else { return true }
        let store = try? MessageStore.openInline(
            path: path, account: source.accountName, codec: GoBelieveStoreCodec.codec, makeDeviceID: { UUIDv4.make() })
        store?.close()
        return store != nil
    }
}
