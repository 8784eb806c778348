import Testing

@testable import EventLoop

/// Writes down what a transport tells.
final class EventLog {
    private(set) var events: [TransportEvent] = []
    private(set) var bytes: [UInt8] = []
    private(set) var closings: [TransportError?] = []
    private(set) var largestRead = 0
    var onConnected: (() -> Void)?
    var isConnected: Bool { events.contains(.connected) }

    init(_ transport: any Transport) {
        transport.onEvent = { event in self.take(event) }
    }

    private func take(_ event: TransportEvent) {
        switch event {
        case .received(let more):
            bytes += more
            largestRead = max(largestRead, more.count)
            if events.last != .received([]) { events.append(.received([])) }
            return
        case .closed(let error): closings.append(error)
        default: break
        }
        events.append(event)
        if event == .connected { onConnected?() }
    }

    /// The laws of `Transport` that hold for every finished stream.
    func checkLaws() {
        #expect(events.filter { $0 == .connected }.count <= 1)
        #expect(closings.count == 1)
        if case .closed? = events.last {} else { Issue.record("closed is not last: \(events)") }
        if let first = events.firstIndex(of: .received([])), let connected = events.firstIndex(of: .connected) {
            #expect(connected < first)
        }
    }
}
