import IMModel

extension IMService {
    /// Registers a handler for kinds of message. Held until it is removed: what persists messages must not vanish.
    ///
    /// The first registered handler that accepts a message gets it; register special ones before general ones. A message
    /// that nobody takes counts as committed at once.
    public func addHandler(_ handler: any MessageHandler, for kinds: Set<MessageKind> = Set(MessageKind.allCases)) {
        addHandler(handler) { kinds.contains($0.kind) }
    }

    /// Registers a handler for messages of one's own choice, for example by a key of the content.
    public func addHandler(_ handler: any MessageHandler, accepting: @escaping (IncomingMessage) -> Bool) {
        handlers.append(HandlerRegistration(handler: handler, accepts: accepting))
    }

    /// Removes all registrations of a handler.
    public func removeHandler(_ handler: any MessageHandler) {
        handlers.removeAll { $0.handler === handler }
    }

    /// Gives a batch to the handlers and answers once all have stored their parts.
    func commit(_ batch: SyncBatch, finished: @escaping (Bool) -> Void) {
        var parts: [(handler: any MessageHandler, messages: [IncomingMessage])] = []
        for message in batch.messages {
            guard let handler = handlers.first(where: { $0.accepts(message) })?.handler else { continue }
            if let index = parts.firstIndex(where: { $0.handler === handler }) {
                parts[index].messages.append(message)
            } else {
                parts.append((handler, [message]))
            }
        }
        guard !parts.isEmpty else {
            finished(true)
            return
        }
        let countdown = CommitCountdown(count: parts.count, finished: finished)
        for (number, part) in parts.enumerated() {
            let share = SyncBatch(queue: batch.queue, messages: part.messages, key: batch.key)
            part.handler.handle(share) { countdown.answered(number, $0) }
        }
    }

    /// Each handler once, in order of registration.
    func forEachHandler(_ tell: (any MessageHandler) -> Void) {
        var told: Set<ObjectIdentifier> = []
        for registration in handlers where told.insert(ObjectIdentifier(registration.handler)).inserted {
            tell(registration.handler)
        }
    }
}
