/// A signal that the loop watches; cancel it to let the signal do again what it did before.
public final class SignalWatch {
    /// The signal's number.
    public let signal: Int32
    var handler: (() -> Void)?
    private weak var loop: EventLoop?

    init(signal: Int32, loop: EventLoop, handler: @escaping () -> Void) {
        self.signal = signal
        self.loop = loop
        self.handler = handler
    }

    /// Ends the watch.
    public func cancel() {
        handler = nil
        loop?.signals?.remove(self)
    }
}
