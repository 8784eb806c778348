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
        var parts: [(handler: any MessageHandler, share: SyncBatch)] = []
        func part(of handler: any MessageHandler) -> Int {
            if let index = parts.firstIndex(where: { $0.handler === handler }) { return index }
            parts.append((handler, SyncBatch(queue: batch.queue, messages: [], key: batch.key)))
            return parts.count - 1
        }
        let placing = handlers.first { $0.handler.keepsOwnPlaces }?.handler
        var places = batch.ownPlaces[...]
        for index in 0...batch.messages.count {
            while let place = places.first, place.precededBy <= index {
                places.removeFirst()
                guard let placing else { continue }
                let own = part(of: placing)
                let count = parts[own].share.messages.count
                parts[own].share.ownPlaces.append(SyncBatch.OwnPlace(receipt: place.receipt, precededBy: count))
            }
            guard index < batch.messages.count else { break }
            let message = batch.messages[index]
            guard let handler = handlers.first(where: { $0.accepts(message) })?.handler else { continue }
            parts[part(of: handler)].share.messages.append(message)
        }
        guard !parts.isEmpty else {
            finished(true)
            return
        }
        let countdown = CommitCountdown(count: parts.count, finished: finished)
        for (number, part) in parts.enumerated() {
            part.handler.handle(part.share) { countdown.answered(number, $0) }
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
