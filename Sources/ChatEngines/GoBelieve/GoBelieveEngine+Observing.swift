import EventLoop
public import IMModel
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
    /// Rooms have no queue: what is heard is kept at once. The sender is what the frame says; nobody has checked it, so
    /// a line with our own number is no own message either. What this device said comes from its outbox, not from here;
    /// what another device of ours said cannot be told from what somebody says in our name, and stands as received.
    public func roomMessageReceived(_ message: RoomMessage) {
        let details = message.content.details
        guard details.isTyping == nil, details.content.type != .control else { return }
        let sender = contact(ContactID(String(message.sender)))
        let received = self.message(
            sessionID(.room, String(message.room)), sender: sender, seconds: 0, details, raw: message.content.string,
            isOwn: false, isLive: true)
        if let received { keepLive(received) }
    }

    /// Remembers the room for the next start.
    public func currentRoomChanged(to room: Int64?) { rememberRoom(room) }
}

extension GoBelieveEngine: SystemMessageObserver {
    /// A line that is never stored; not to be taken for one of this program.
    public func notificationReceived(_ text: RawContent) { emit(.notice("the server says: \(text.string)")) }
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
            MessageDetails(content: content), raw: raw, isOwn: false, isLive: true)
        if let received { keepLive(received) }
    }
}

extension GoBelieveEngine {
    /// Refusing needs no answer: the caller's side hears it, or is not there any more.
    public func refuseCall(_ message: Message) -> Bool {
        guard case .call(let call) = message.content, message.session.kind == .peer,
            let caller = Int64(message.session.target)
        else { return false }
        return service?.sendCallControl(
            CallControl(
                sender: configuration.uid, receiver: caller, command: 4, channelID: call.channel, payload: [0, 0, 0, 4])
        )
            ?? false
    }

    /// Keeps what is heard live, in order: one lot at a time, and what comes meanwhile makes up the next. No server has
    /// it, so it is offered again while the store fails.
    func keepLive(_ item: ReceivedBatch.Item) {
        guard live.count < Self.liveLimit else { return }
        live.append(item)
        if !isKeepingLive { keepNextLive() }
    }

    private func keepNextLive() {
        guard let store, !live.isEmpty else {
            isKeepingLive = false
            return
        }
        isKeepingLive = true
        let items = live
        live = []
        learnNames(of: items) { [weak self] in
            guard let self, self.store === store else { return }
            store.insert(ReceivedBatch(items: items)) { [weak self] result in
                guard let self else { return }
                switch result {
                case .success(let outcome): committed(outcome)
                case .failure(let error) where error.isTransient && self.store === store:
                    live = items + live
                    scheduler.schedule(after: 2_000) { [weak self] in
                        if let self, self.store === store { keepNextLive() }
                    }
                    return
                case .failure(let error): emit(.notice(StoreTrouble.words(error)))
                }
                if self.store === store { keepNextLive() }
            }
        }
    }

    private static let liveLimit = 2_000
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
