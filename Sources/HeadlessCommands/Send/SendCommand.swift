package import EventLoop
import IMModel
package import MessageStore

/// `imchat send`: one message, and the answer whether the server has it.
///
/// Whoever holds the account's lock sends: the running client, which gets the message over its control socket, or this
/// command itself, through the same outbox.
package final class SendCommand {
    private let account: HeadlessAccount
    private let loop: EventLoop
    private let codec: StoreCodec
    private let timeout: Int64
    private let notice: ((String) -> Void)?
    private var request = ControlRequest(address: "", text: "")
    private var deadline = Instant(milliseconds: 0)
    private var handOver: HandOver?
    private var direct: DirectSend?
    /// Why nobody has the message.
    private var trouble = SendCommand.lockHeld
    private var result: Result<Void, HeadlessFailure>?

    /// How often a lock is tried whose holder answers nothing: another `send`, or a client that starts or ends.
    private static let retryInterval: Int64 = 50

    /// How long nothing is said, in milliseconds.
    private static let silence: Int64 = 1_000

    /// Makes the command; `timeout` in milliseconds is for all of it. `notice` gets a line about what is waited for,
    /// where it takes longer than a second.
    package init(
        account: HeadlessAccount, loop: EventLoop, codec: StoreCodec, timeout: Int64 = 30_000,
        notice: ((String) -> Void)? = nil
    ) {
        self.notice = notice
        self.account = account
        self.loop = loop
        self.codec = codec
        self.timeout = timeout
    }

    /// Sends, and returns when the server has acknowledged or the message has failed. Runs the loop meanwhile.
    ///
    /// - Parameter originID: the message's id on the wire; whoever tries again with the same one cannot send twice.
    package func run(
        _ text: String, to address: String, originID: String = UUIDv4.make()
    ) -> Result<Void, HeadlessFailure> {
        let parsed: ChatAddress
        do throws(HeadlessFailure) {
            parsed = try ChatAddress.parse(address, of: account.name)
        } catch {
            return .failure(error)
        }
        guard parsed.kind != .system else { return .failure(.failed("nothing can be sent to system: it only tells")) }
        if parsed.kind == .customer, account.appID == 0 {
            return .failure(.usage("a customer: address needs the application: --appid N, or appid in the entry"))
        }
        guard !text.isEmpty else { return .failure(.usage("there is no text to send")) }
        request = ControlRequest(
            address: ChatAddress.withoutAccount(address, account: account.name), text: text, originID: originID)
        deadline = loop.now.advanced(by: timeout)
        attempt(parsed)
        loop.schedule(after: Self.silence) { [weak self] in
            guard let self, result == nil else { return }
            notice?("\(waitingFor); giving up in \((timeout - Self.silence) / 1_000) s")
        }
        loop.run(atMost: timeout + DirectSend.grace) { result != nil }
        // The lock is free before the command ends.
        direct?.close()
        return result ?? .failure(.failed(handOver == nil ? trouble : Self.noWord))
    }

    private static let lockHeld = "another program holds the account, and takes no messages"
    private static let noWord =
        "the running client has the message, but the server has not acknowledged it yet; it goes out once it can"

    private var waitingFor: String {
        if let direct { return direct.waitingFor }
        return handOver == nil ? trouble : "waiting for the running client, which waits for the server"
    }

    private static let clientEnded = "the running client ended before the server acknowledged the message"

    private func attempt(_ address: ChatAddress) {
        let lock: FileLock
        do throws(FileError) {
            try Paths.makeFolder(account.folder)
            lock = try FileLock(path: account.lockPath)
        } catch {
            if case .locked = error { return giveToClient(address) }
            result = .failure(.failed("\(error)"))
            return
        }
        let direct = DirectSend(account: account, lock: lock, loop: loop, codec: codec, deadline: deadline)
        self.direct = direct
        direct.send(request.text, originID: request.originID ?? UUIDv4.make(), to: address) { [weak self] in
            self?.result = $0
        }
    }

    private func giveToClient(_ address: ChatAddress) {
        handOver = HandOver(request, socket: account.controlSocket, connector: loop) { [weak self] outcome in
            guard let self else { return }
            switch outcome {
            case .answered(let answer):
                result = answer.ok ? .success(()) : .failure(.failed(answer.reason ?? "not sent"))
            case .lost:
                // The client ended. Whoever has the account next gets the message under the same id, so that nothing
                // is sent twice.
                handOver = nil
                trouble = Self.clientEnded
                guard loop.now < deadline else { return }
                loop.schedule(after: Self.retryInterval) { [weak self] in self?.attempt(address) }
            case .nobody:
                handOver = nil
                guard loop.now < deadline else { return }
                loop.schedule(after: Self.retryInterval) { [weak self] in self?.attempt(address) }
            }
        }
    }
}
