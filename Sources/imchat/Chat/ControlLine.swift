import EventLoop
import HeadlessCommands

/// One connection to the control socket.
final class ControlLine {
    /// The request, once; `nil` for what is none.
    var onRequest: ((ControlRequest?) -> Void)?
    /// The connection is over.
    var onEnd: (() -> Void)?
    private let transport: any Transport
    private var bytes: [UInt8] = []
    private var hasRequest = false

    init(_ transport: any Transport) {
        self.transport = transport
        transport.onEvent = { [weak self] event in
            switch event {
            case .received(let more): self?.received(more)
            case .closed: self?.onEnd?()
            case .resolving, .connecting, .connected, .drained: break
            }
        }
    }

    /// Answers and ends.
    func answer(_ answer: ControlAnswer) {
        transport.send(answer.line)
        transport.close()
    }

    /// Ends without an answer.
    func close() { transport.close() }

    private func received(_ more: [UInt8]) {
        guard !hasRequest else { return }
        bytes += more
        if let end = bytes.firstIndex(of: 0x0A) {
            hasRequest = true
            onRequest?(ControlRequest(line: Array(bytes[..<end])))
        } else if bytes.count > ControlRequest.sizeLimit {
            hasRequest = true
            onRequest?(nil)
        }
    }
}
