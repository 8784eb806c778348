import IMModel
public import IMService
import MessageStore

extension GoBelieveEngine: PeerMessageObserver {
    /// Somebody types, or stopped.
    public func peerTyping(peer: Int64, isTyping: Bool) {
        let id = String(peer)
        emit(.typing(sessionID(.peer, id), contact(ContactID(id)), isTyping))
    }
}

extension GoBelieveEngine: RoomMessageObserver {
    /// Rooms have no queue: what is heard is kept at once. The sender is what the frame says; nobody has checked it.
    public func roomMessageReceived(_ message: RoomMessage) {
        let details = message.content.details
        guard details.isTyping == nil, details.content.type != .control else { return }
        let sender = contact(ContactID(String(message.sender)))
        let received = self.message(
            sessionID(.room, String(message.room)), sender: sender, seconds: 0, details, raw: message.content.string,
            isOwn: message.sender == configuration.uid)
        guard let received else { return }
        learnNames(of: [received]) { [weak self] in
            self?.store?.insert(ReceivedBatch(items: [received])) { [weak self] result in
                switch result {
                case .success(let outcome): self?.committed(outcome)
                case .failure(let error): self?.emit(.notice(StoreTrouble.words(error)))
                }
            }
        }
    }

    /// Remembers the room for the next start.
    public func currentRoomChanged(to room: Int64?) { rememberRoom(room) }
}

extension GoBelieveEngine: SystemMessageObserver {
    /// A line that is never stored.
    public func notificationReceived(_ text: RawContent) { emit(.notice(text.string)) }
}

extension GoBelieveEngine: RealTimeMessageObserver {
    /// For the debug view.
    public func realTimeMessageReceived(_ message: RealTimeMessage) {
        emit(.realTime(contact(ContactID(String(message.sender))), message.content.string))
    }
}

extension GoBelieveEngine: LoginPointObserver {
    /// Another device of ours logged in.
    public func loginPointAppeared(_ loginPoint: LoginPoint) {
        let platform =
            switch loginPoint.platform {
            case 1: "iOS"
            case 2: "Android"
            case 3: "web"
            case 4: "Windows"
            case 5: "macOS"
            default: "terminal"
            }
        emit(.loginElsewhere(platform: platform, timestamp: loginPoint.timestamp * 1000))
    }
}

extension GoBelieveEngine: CallObserver {
    /// Signalling is shown as a row of the peer's session; it is live and kept only here.
    public func callControlReceived(_ control: CallControl) {
        let event = CallContent.Event(command: control.command)
        guard event != .other(10) else { return }  // a ping of a running call
        let content = MessageContent.call(CallContent(event: event, channel: control.channelID))
        let raw = RawContent(MessageDetails(content: content))?.string ?? ""
        let received = message(
            sessionID(.peer, String(control.sender)), sender: contact(ContactID(String(control.sender))), seconds: 0,
            MessageDetails(content: content), raw: raw, isOwn: false)
        guard let received else { return }
        learnNames(of: [received]) { [weak self] in
            self?.store?.insert(ReceivedBatch(items: [received])) { [weak self] result in
                if case .success(let outcome) = result { self?.committed(outcome) }
            }
        }
    }
}

extension CallContent.Event {
    /// The wire's number of a step (protocol document, section 6.10).
    init(command: Int) {
        switch command {
        case 1: self = .dial(video: false)
        case 2: self = .accept
        case 3: self = .connected
        case 4: self = .refuse
        case 5: self = .refused
        case 6: self = .hangUp
        case 7: self = .reset
        case 8: self = .talking
        case 9: self = .dial(video: true)
        default: self = .other(command)
        }
    }
}
