import Cells
import IMModel
import MessageFlow

@testable import ChatUI

/// A screen with sessions, driven by key names.
final class Stage {
    let screen: ChatScreen
    private(set) var now: Int64 = 1000
    private(set) var effects: [ChatEffect] = []

    init(
        sessions: [Session] = Stage.sessions, opens: Bool = true,
        configuration: ChatConfiguration = ChatConfiguration(),
        makeFlow: @escaping (SessionID) -> MessageFlowController? = { _ in nil }
    ) {
        var configuration = configuration
        configuration.ownName = "alice"
        screen = ChatScreen(configuration: configuration, makeFlow: makeFlow)
        screen.update(sessions: sessions)
        screen.update(connection: .online(synchronizing: false))
        if opens, let first = screen.sessions.first { effects = screen.open(first.id, now: now) }
    }

    static func id(_ kind: SessionKind, _ target: String) -> SessionID {
        SessionID(account: "default", kind: kind, target: target)
    }

    static let sessions: [Session] = [
        Session(
            id: id(.peer, "2"), name: "陈晓 Chen Xiao", unreadCount: 2, preview: "see you", lastActivity: 900,
            capabilities: [.send, .reply, .typing]),
        Session(
            id: id(.group, "7"), name: "设计组 design-crew", isPinned: true, preview: "which list?", lastActivity: 500,
            memberCount: 12, capabilities: [.send]),
        Session(
            id: id(.room, "9"), name: "lobby", unreadCount: 48, lastActivity: 950, capabilities: [.send]),
        Session(
            id: id(.peer, "3"), name: "Maria", draft: Draft(text: "half a", caret: 6), lastActivity: 400,
            capabilities: [.send]),
        Session(
            id: id(.group, "8"), name: "build-bots", unreadCount: 5, isMuted: true, lastActivity: 999,
            capabilities: [.send]),
        Session(id: id(.customer, "17/4"), name: "Order 7731", lastActivity: 100, capabilities: [.send]),
        Session(id: id(.system, ""), name: nil, lastActivity: 50),
    ]

    /// Presses keys by their names; one that starts with `"` is typed text.
    @discardableResult
    func press(_ keys: String...) -> [ChatEffect] {
        effects = []
        for name in keys {
            if name.hasPrefix("\"") {
                for character in name.dropFirst() { send(.key(KeyPress(.character(character)))) }
            } else if let key = KeyName.parse(name) {
                send(.key(key))
            }
        }
        return effects
    }

    @discardableResult
    func paste(_ text: String) -> [ChatEffect] {
        effects = []
        send(.paste(text))
        return effects
    }

    /// What was asked for until now does not count.
    func forget() { effects = [] }

    func send(_ event: InputEvent) {
        now += 1
        effects += screen.handle(event, now: now)
    }

    func wait(_ milliseconds: Int64) {
        now += milliseconds
        effects += screen.tick(now: now)
    }

    @discardableResult
    func draw(_ width: Int, _ height: Int) -> CellBuffer {
        var buffer = CellBuffer(size: Size(width: width, height: height))
        _ = screen.draw(into: &buffer)
        return buffer
    }

    func cursor(_ width: Int, _ height: Int) -> Point? {
        var buffer = CellBuffer(size: Size(width: width, height: height))
        return screen.draw(into: &buffer)
    }

    /// The effects without notes about drafts and typing.
    var deeds: [ChatEffect] {
        effects.filter { effect in
            switch effect {
            case .draftChanged, .typing: false
            default: true
            }
        }
    }
}
