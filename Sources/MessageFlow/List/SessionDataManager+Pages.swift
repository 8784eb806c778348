import IMModel

extension SessionDataManager {
    /// Asks for a page of older messages, unless one is on its way, the beginning is reached or fetching was given up.
    public func loadOlder(limit: Int? = nil) {
        guard hasOlder, !isClosed else { return }
        let token = nextToken()
        guard older.ask(token: token) else { return }
        olderEnd.limit = limit
        send(.older, token)
    }

    /// Asks for a page of newer messages, if the window does not reach the end.
    public func loadNewer() {
        guard hasNewer, !isClosed else { return }
        if window.count == 0 {
            // Nothing is left to go on from: the end of the session is as good a place as any.
            becomes(hasOlder: true, hasNewer: false)
            return loadOlder()
        }
        let token = nextToken()
        guard newer.ask(token: token) else { return }
        send(.newer, token)
    }

    /// Tries at once what failed or waits for its next try.
    public func retryNow() {
        guard !isClosed else { return }
        forgiveGaps()
        let olderToken = nextToken()
        if older.retryNow(token: olderToken) {
            olderEnd.skip = 0
            send(.older, olderToken)
        }
        let newerToken = nextToken()
        if newer.retryNow(token: newerToken) {
            newerEnd.skip = 0
            send(.newer, newerToken)
        }
    }

    private func anchor(_ end: WindowEnd) -> Message? {
        switch end {
        case .older:
            if olderEnd.skip > 0 { return window.message(at: olderEnd.skip) ?? window.last }
            return olderEnd.edge ?? window.first
        case .newer:
            if newerEnd.skip > 0 { return window.message(at: window.count - 1 - newerEnd.skip) ?? window.first }
            return newerEnd.edge ?? window.last
        }
    }

    private func send(_ end: WindowEnd, _ token: UInt64) {
        setTimer(end, after: Self.requestTimeout) { [weak self] in self?.answered(end, token, .failure(.timedOut)) }
        counters.pagesRequested += 1
        onStatusChange?()
        let limit = end == .older ? olderEnd.limit ?? pageSize : pageSize
        provider.messages(
            in: session, anchor: anchor(end), direction: end == .older ? .older : .newer, limit: limit
        ) { [weak self] result in self?.answered(end, token, result) }
    }

    private func setTimer(_ end: WindowEnd, after delay: Int64, _ action: @escaping () -> Void) {
        let timer = scheduler.runLater(after: delay, action)
        switch end {
        case .older:
            olderEnd.stopTimer(scheduler)
            olderEnd.timer = timer
        case .newer:
            newerEnd.stopTimer(scheduler)
            newerEnd.timer = timer
        }
    }

    private func answered(_ end: WindowEnd, _ token: UInt64, _ result: Result<MessagePage, ProviderError>) {
        guard !isClosed, end == .older ? older.expects(token) : newer.expects(token) else {
            counters.answersIgnored += 1
            return
        }
        switch result {
        case .success(let page): enqueue(.page(token: token, end: end, page))
        case .failure(let error):
            if error == .unknownAnchor {
                if end == .older { olderEnd.skip += 1 } else { newerEnd.skip += 1 }
            }
            conclude(end, token, .failure(error))
        }
    }

    private func conclude(_ end: WindowEnd, _ token: UInt64, _ outcome: PageFetch.Outcome) {
        let action =
            switch end {
            case .older: older.answered(token: token, outcome)
            case .newer: newer.answered(token: token, outcome)
            }
        switch action {
        case .ignore: counters.answersIgnored += 1
        case .none: if end == .older { olderEnd.stopTimer(scheduler) } else { newerEnd.stopTimer(scheduler) }
        case .retry(let delay):
            setTimer(end, after: delay) { [weak self] in
                guard let self, !isClosed else { return }
                let token = nextToken()
                guard end == .older ? older.retryDue(token: token) : newer.retryDue(token: token) else { return }
                send(end, token)
            }
        }
        onStatusChange?()
    }

    func applyPage(_ page: MessagePage, _ token: UInt64, _ end: WindowEnd) {
        guard end == .older ? older.expects(token) : newer.expects(token) else {
            counters.answersIgnored += 1
            return
        }
        counters.pagesReceived += 1
        isLocalOnly = page.isLocalOnly
        let messages = ours(page.messages)
        let inside = messages.filter { message in
            let isOutside =
                end == .older
                ? hasNewer && message.order > window.last?.order ?? .max
                : hasOlder && message.order < window.first?.order ?? .min
            if isOutside { counters.outsideWindow += 1 }
            return !isOutside
        }
        let before = window.count
        deliver(window.insert(inside, end == .older ? .earlier : .later), .window)
        takeGaps(page)
        let moved = moveEdge(end, messages)
        var isLast = page.isLast
        switch end {
        case .older:
            olderEnd.isTouched = true
            hasOlder = !isLast
        case .newer:
            if isLast { isLast = joinArrivals() }
            hasNewer = !isLast
        }
        conclude(end, token, isLast || window.count > before || moved ? .progress(isLast: isLast) : .noProgress)
    }

    /// Takes the outermost message of a page as the next anchor, and tells whether a message without a row moved it.
    private func moveEdge(_ end: WindowEnd, _ messages: [Message]) -> Bool {
        switch end {
        case .older:
            guard let outermost = messages.min(by: { $0.order < $1.order }) else { return false }
            let edge = olderEnd.edge ?? window.first
            guard outermost.type == .control, outermost.order < edge?.order ?? .max else {
                olderEnd.edge = nil
                return false
            }
            olderEnd.edge = outermost
        case .newer:
            guard let outermost = messages.max(by: { $0.order < $1.order }) else { return false }
            let edge = newerEnd.edge ?? window.last
            guard outermost.type == .control, outermost.order > edge?.order ?? .min else {
                newerEnd.edge = nil
                return false
            }
            newerEnd.edge = outermost
        }
        return true
    }

    /// The window reaches the end: what came in meanwhile belongs to it. Answers whether that is all.
    func joinArrivals() -> Bool {
        let isAll = !forgotArrivals
        let lastOrder = window.last?.order ?? .min
        let missing = arrivals.filter { $0.order >= lastOrder || window[$0.id] != nil }
        forgetArrivals()
        if isAll { deliver(window.insert(missing, .later), .window) }
        return isAll
    }
}
