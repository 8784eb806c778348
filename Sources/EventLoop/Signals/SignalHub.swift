internal import CPosix
internal import Glibc

/// The signals of one loop: the C handler writes their numbers to a pipe, the loop reads it and calls the handlers.
final class SignalHub {
    private let slot: Int32
    private let pipe: Int32
    private var watch: Watch?
    private var watches: [SignalWatch] = []

    init(loop: EventLoop) throws(SystemError) {
        let slot = cposix_signal_slot_take()
        guard slot >= 0 else { throw SystemError(operation: "watch signals", code: -slot) }
        self.slot = slot
        pipe = cposix_signal_slot_fd(slot)
        watch = loop.watch(pipe, .readable) { [weak self] _ in self?.deliver() }
    }

    deinit {
        watch?.cancel()
        cposix_signal_slot_return(slot)
    }

    func add(_ signal: SignalWatch) throws(SystemError) {
        let code = cposix_signal_watch(slot, signal.signal)
        guard code == 0 else {
            throw SystemError(operation: "watch signal", subject: "\(signal.signal)", code: -code)
        }
        watches.append(signal)
    }

    func remove(_ signal: SignalWatch) {
        watches.removeAll { $0 === signal }
        if !watches.contains(where: { $0.signal == signal.signal }) { cposix_signal_unwatch(slot, signal.signal) }
    }

    private func deliver() {
        var numbers = [UInt8](repeating: 0, count: 256)
        let count = numbers.withUnsafeMutableBytes { cposix_read(pipe, $0.baseAddress, UInt64($0.count)) }
        guard count > 0 else { return }
        // A signal that came many times is told once, as the kernel itself does with pending ones.
        var told: Set<UInt8> = []
        for number in numbers[..<Int(count)] where told.insert(number).inserted {
            for watch in watches where watch.signal == Int32(number) { watch.handler?() }
        }
    }
}

extension EventLoop {
    /// Calls a handler on the loop's thread when the process gets the signal; its default action no longer happens.
    /// Keep the watch. Several arrivals before the loop gets to it may be told once.
    ///
    /// Throws for signals that cannot be caught (SIGKILL, SIGSTOP).
    public func watchSignal(_ signal: Int32, _ handler: @escaping () -> Void) throws(SystemError) -> SignalWatch {
        let hub: SignalHub
        if let signals {
            hub = signals
        } else {
            hub = try SignalHub(loop: self)
            signals = hub
        }
        let watch = SignalWatch(signal: signal, loop: self, handler: handler)
        try hub.add(watch)
        return watch
    }
}
