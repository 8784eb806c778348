import ChatEngines
import Testing

@testable import imchat

@Suite struct DepartureTests {
    @Test func theEndWaitsOnlyForWhatCanStillArrive() {
        for connection in [ChatConnectionState.online(syncing: false), .online(syncing: true)] {
            #expect(Departure.waits(connection, unsent: 1))
            #expect(Departure.waits(connection, unsent: 300))
            #expect(!Departure.waits(connection, unsent: 0))
        }
        let others: [ChatConnectionState] = [
            .offline, .resolving, .connecting, .authenticating, .waiting(milliseconds: 10, reason: "lost"),
            .refused(reason: "no"), .readOnly,
        ]
        for connection in others { #expect(!Departure.waits(connection, unsent: 1)) }
    }
}
