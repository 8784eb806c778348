import Database
import EventLoop
import MessageStore

/// What may take long before an account's store can be opened, done beside the loop.
final class StorePreparation {
    private let configuration: GoBelieveConfiguration
    private let loop: EventLoop
    private var work: BackgroundWork<Result<StoreRecovery?, StoreError>>?

    init(_ configuration: GoBelieveConfiguration, on loop: EventLoop) {
        (self.configuration, self.loop) = (configuration, loop)
    }

    /// Whether there is nothing to do, as far as can be seen at once.
    var isReady: Bool { MessageStore.isReady(path: configuration.storePath) }

    /// Does it; `completion` runs on the loop, with what was recovered.
    func run(completion: @escaping (Result<StoreRecovery?, StoreError>) -> Void) {
        let wakeup = loop.makeWakeup { [weak self] in
            guard let result = self?.work?.take() else { return }
            self?.work = nil
            completion(result)
        }
        let (path, account) = (configuration.storePath, configuration.account)
        work = BackgroundWork(notify: { wakeup.wake() }) {
            Result { () throws(StoreError) in
                try MessageStore.prepare(
                    path: path, account: account, codec: GoBelieveStoreCodec.codec, makeDeviceID: { UUIDv4.make() })
            }
        }
    }
}
