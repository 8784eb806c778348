import EventLoop
import HeadlessCommands

/// Takes an account from the client that holds it: that one is asked to keep its drafts and end, and only once its lock
/// is free the account is ours. There are never two that write.
enum TakeOver {
    /// Why the account stays where it is.
    enum Refusal: Error, Equatable {
        /// Nobody answers: a client that is suspended or stuck, or a program that takes no requests.
        case silent
        /// The client goes on; its words, raw.
        case goesOn(String)
        case failed(ProgramError)
    }

    /// How long the other one may take, in milliseconds.
    static let patience: Int64 = 5_000
    /// How often the lock is looked at; nothing tells when somebody else's lock is free.
    private static let interval: Int64 = 30

    /// Asks, waits, and takes the lock. Runs the loop meanwhile.
    static func run(
        _ source: AccountSource, _ loop: EventLoop, patience: Int64 = patience
    ) throws(Refusal) -> FileLock {
        var lock: FileLock?
        var refusal: Refusal?
        var request: HandOver?
        var isAnswered = false
        func ask() {
            let socket = source.locations.controlSocket(of: source.folder)
            request = HandOver(.end, socket: socket, connector: loop) { outcome in
                request = nil
                switch outcome {
                case .answered(let answer) where answer.ok: isAnswered = true
                case .answered(let answer): refusal = .goesOn(answer.reason ?? "")
                case .lost, .nobody: break
                }
            }
        }
        loop.run(atMost: patience) {
            do throws(ProgramError) {
                lock = try source.lock()
            } catch {
                refusal = .failed(error)
            }
            if lock != nil || refusal != nil { return true }
            if request == nil, !isAnswered { ask() }
            loop.schedule(after: interval) {}
            return false
        }
        withExtendedLifetime(request) {}
        if let lock { return lock }
        throw refusal ?? .silent
    }
}
