/// A descriptor that the loop watches, level triggered: the handler is called in every turn in which the descriptor is
/// ready for what `interest` names. Cancel before closing the descriptor.
public final class Watch {
    /// The watched descriptor.
    public let descriptor: Int32
    /// What to wait for; empty suspends the watch, at no cost for the loop.
    public var interest: Readiness {
        didSet { if interest != oldValue { loop?.apply(self) } }
    }

    let token: UInt64
    /// The kernel knows the descriptor.
    var isRegistered = false
    /// The kernel refuses to poll it (a regular file): it counts as always ready.
    var isUnpollable = false
    var handler: ((Readiness) -> Void)?
    private weak var loop: EventLoop?

    init(descriptor: Int32, interest: Readiness, token: UInt64, loop: EventLoop, handler: @escaping (Readiness) -> Void)
    {
        self.descriptor = descriptor
        self.interest = interest
        self.token = token
        self.loop = loop
        self.handler = handler
    }

    /// Ends the watch; the handler is not called again, not even for what this turn has already seen.
    public func cancel() {
        loop?.remove(self)
        handler = nil
    }
}
