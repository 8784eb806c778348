package import EventLoop

/// Gives a request to the running client of the account, and waits for its word.
package final class HandOver {
    /// How it went.
    package enum Outcome: Equatable {
        /// The client's answer.
        case answered(ControlAnswer)
        /// Nobody listens: no client, or one that is only just starting or ending.
        case nobody
        /// The client went away without an answer.
        case lost
    }

    private var transport: (any Transport)?
    private var line: [UInt8] = []
    private var wasConnected = false
    private var completion: ((Outcome) -> Void)?

    /// Connects to the client's control socket; `completion` hears how it went, once. Keep the value until then.
    package init(
        _ request: ControlRequest, socket: String, connector: any Connecting,
        completion: @escaping (Outcome) -> Void
    ) {
        self.completion = completion
        let transport = connector.connect(to: .unix(path: socket))
        self.transport = transport
        let bytes = request.line
        transport.onEvent = { [weak self] event in
            switch event {
            case .connected:
                self?.wasConnected = true
                transport.send(bytes)
            case .received(let more): self?.received(more)
            case .closed: self?.finish(self?.wasConnected == true ? .lost : .nobody)
            case .resolving, .connecting, .drained: break
            }
        }
    }

    private func received(_ bytes: [UInt8]) {
        line += bytes
        if let end = line.firstIndex(of: 0x0A) {
            finish(ControlAnswer(line: Array(line[..<end])).map { .answered($0) } ?? .lost)
        } else if line.count > ControlRequest.sizeLimit {
            finish(.lost)
        }
    }

    private func finish(_ outcome: Outcome) {
        guard let completion else { return }
        self.completion = nil
        transport?.close()
        completion(outcome)
    }
}
