public import IMModel

extension SessionDataManager {
    /// Where a jump goes.
    public enum JumpGoal: Sendable, Hashable {
        /// To a message, with what is around it.
        case around(Message)
        /// To the newest messages.
        case latest
        /// To the very first messages.
        case first
    }

    struct Jump {
        var token: UInt64
        var goal: JumpGoal
        var timer: FlowTimer
        var completion: (Result<Void, ProviderError>) -> Void
    }

    /// Makes the window the piece of the session around a goal. A jump under way is cancelled. `completion` is called
    /// exactly once, when the window has changed (or did not); a failed jump leaves the window as it is.
    public func jump(to goal: JumpGoal, completion: @escaping (Result<Void, ProviderError>) -> Void) {
        cancelJump()
        guard !isClosed else { return completion(.failure(.cancelled)) }
        let token = nextToken()
        let timer = scheduler.runLater(after: Self.requestTimeout) { [weak self] in
            self?.endJump(token, .failure(.timedOut))
        }
        if !hasNewer { forgetArrivals() }
        jumping = Jump(token: token, goal: goal, timer: timer, completion: completion)
        counters.pagesRequested += 1
        let (anchor, direction): (Message?, PageDirection) =
            switch goal {
            case .around(let message): (message, .around)
            case .latest: (nil, .older)
            case .first: (nil, .newer)
            }
        provider.messages(in: session, anchor: anchor, direction: direction, limit: pageSize) { [weak self] result in
            guard let self else { return }
            guard !isClosed, jumping?.token == token else {
                counters.answersIgnored += 1
                return
            }
            switch result {
            case .success(let page): enqueue(.jump(token: token, page))
            case .failure(let error): endJump(token, .failure(error))
            }
        }
    }

    /// Gives a jump up; its completion is told.
    public func cancelJump() {
        guard let jumping else { return }
        endJump(jumping.token, .failure(.cancelled))
    }

    private func endJump(_ token: UInt64, _ result: Result<Void, ProviderError>) {
        guard let jump = jumping, jump.token == token else { return }
        scheduler.cancel(jump.timer)
        jumping = nil
        jump.completion(result)
    }

    func applyJump(_ page: MessagePage, _ token: UInt64) {
        guard let jump = jumping, jump.token == token else {
            counters.answersIgnored += 1
            return
        }
        counters.pagesReceived += 1
        isLocalOnly = page.isLocalOnly
        let messages = ours(page.messages)
        let isEnd: (first: Bool, last: Bool)
        switch jump.goal {
        case .around(let target):
            guard messages.contains(where: { $0.id == target.id }) else {
                return endJump(token, .failure(.unknownAnchor))
            }
            isEnd = (page.isFirst, page.isLast)
        case .latest:
            guard page.isLast || messages.contains(where: { $0.type != .control }) else {
                return endJump(token, .failure(.failed("a page without messages")))
            }
            isEnd = (page.isLast, true)
        case .first:
            // A provider that does not know this request may have answered the newest ones: only its word counts.
            guard page.isFirst else { return endJump(token, .failure(.unknownAnchor)) }
            isEnd = (true, page.isLast)
        }
        counters.diffsComputed += 1
        deliver(window.replaceAll(messages), .window)
        takeGaps(page)
        let reachesEnd = isEnd.last ? joinArrivals() : false
        becomes(hasOlder: !isEnd.first, hasNewer: !reachesEnd)
        endJump(token, .success(()))
    }
}
