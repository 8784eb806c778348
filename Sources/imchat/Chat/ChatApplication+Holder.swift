import Cells
import ChatEngines
import ChatUI
import EventLoop
import HeadlessCommands

/// A window that only reads along, once the client that held the account has ended: it can go on in that one's place.
extension ChatApplication {
    /// How often the lock is looked at, in milliseconds; nothing tells when somebody else's lock is free.
    private static let holderPause: Int64 = 2_000

    /// Looks now and then whether the account is still held, and says when it is not any more.
    func watchHolder(wasHeld: Bool) {
        guard isReadOnly, !isEnding else { return }
        let isHeld = source.isHeld
        if wasHeld, !isHeld {
            isHolderGone = true
            screen.notify(screen.configuration.strings.held.free.string, staysUntilKey: true, now: now)
            update()
        } else if isHeld {
            isHolderGone = false
        }
        loop.schedule(after: Self.holderPause) { [weak self] in self?.watchHolder(wasHeld: isHeld) }
    }

    /// The user wants to write here: possible where the other client has ended. Answers whether it is.
    func succeedHolder() -> Bool {
        guard isHolderGone, !isStarting else { return false }
        do throws(ProgramError) {
            guard let lock = try source.lock() else { return false }
            hold(lock)
        } catch {
            say(error.line, isTrouble: true)
            return true
        }
        engine?.onEvent = nil
        engine?.stop {}
        engine = nil
        flows.removeAll()
        screen.configuration = screenConfiguration()
        startAccount()
        return true
    }
}
