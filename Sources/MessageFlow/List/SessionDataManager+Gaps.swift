public import IMModel

/// Gaps of the window: one is asked for at a time, none again and again.
extension SessionDataManager {
    /// What became of asking for a gap.
    enum GapState: Equatable {
        case loading
        case failed(ProviderError)
        /// An answer brought nothing.
        case fruitless
    }

    /// A fill on its way.
    struct Filling {
        var token: UInt64
        var gap: HistoryGap
        var timer: FlowTimer
    }

    /// Milliseconds that a source has to fill a gap; it may have to read far.
    public static let fillTimeout: Int64 = 60_000

    /// What the line above a message says; `nil` where nothing is missing.
    public func gapLine(above id: MessageID) -> GapLine? {
        guard let gap = gaps[id] else { return nil }
        if gap.kind == .removed { return .removed }
        return switch gapStates[gap.id] {
        case nil: .missing
        case .loading: .loading
        case .failed(let error): .failed(error)
        case .fruitless: .unavailable
        }
    }

    /// Asks for the gap above a message. `byItself`: because it came into view, and so only once, and only if the gap
    /// allows it. Answers whether a request went out.
    @discardableResult
    public func fillGap(above id: MessageID, byItself: Bool) -> Bool {
        guard !isClosed, filling == nil, jumping == nil, let gap = gaps[id] else { return false }
        guard case .missing(let fillsByItself) = gap.kind else { return false }
        if byItself, !fillsByItself || gapStates[gap.id] != nil { return false }
        let token = nextToken()
        let timer = scheduler.runLater(after: Self.fillTimeout) { [weak self] in
            self?.endFilling(token, .failed(.timedOut))
        }
        filling = Filling(token: token, gap: gap, timer: timer)
        set(.loading, for: gap)
        provider.fill(gap, in: session) { [weak self] result in
            guard let self else { return }
            guard !isClosed, filling?.token == token else {
                counters.answersIgnored += 1
                return
            }
            switch result {
            case .success(true): reload(around: id, token)
            case .success(false): endFilling(token, .fruitless)
            case .failure(let error): endFilling(token, .failed(error))
            }
        }
        return true
    }

    /// The source has other messages than it had (old ones came): the window is read again around a message.
    public func reload(around id: MessageID) {
        guard !isClosed, filling == nil, jumping == nil, window[id] != nil else { return }
        reload(around: id, 0)
    }

    private func reload(around id: MessageID, _ token: UInt64) {
        guard let anchor = window[id] else { return endFilling(token, nil) }
        counters.pagesRequested += 1
        let limit = max(2 * pageSize, min(window.count + pageSize, 400))
        provider.messages(in: session, anchor: anchor, direction: .around, limit: limit) { [weak self] result in
            guard let self, !isClosed else { return }
            switch result {
            case .success(let page): enqueue(.reload(token: token, around: id, page))
            case .failure(let error): endFilling(token, .failed(error))
            }
        }
    }

    func applyReload(_ page: MessagePage, around id: MessageID, _ token: UInt64) {
        guard token == 0 ? filling == nil : filling?.token == token, jumping == nil, window[id] != nil else {
            counters.answersIgnored += 1
            return endFilling(token, nil)
        }
        let messages = ours(page.messages)
        guard messages.contains(where: { $0.id == id }) else { return endFilling(token, .failed(.unknownAnchor)) }
        counters.pagesReceived += 1
        counters.diffsComputed += 1
        let before = window.count == 0 ? [] : Set(window.messages.map(\.id))
        // What came in while the page was on its way stands behind it.
        let tail = page.isLast ? window.messages.filter { $0.order > messages.last?.order ?? .max } : []
        deliver(window.replaceAll(messages + tail), .window)
        gaps = [:]
        takeGaps(page)
        if !page.isLast, !hasNewer { forgetArrivals() }
        let reachesEnd = page.isLast ? joinArrivals() : false
        becomes(hasOlder: !page.isFirst, hasNewer: !reachesEnd)
        let isNews = messages.contains { !before.contains($0.id) }
        endFilling(token, isNews ? nil : .fruitless)
    }

    private func endFilling(_ token: UInt64, _ state: GapState?) {
        guard let filling, filling.token == token else { return }
        scheduler.cancel(filling.timer)
        self.filling = nil
        let isStillThere = gaps.values.contains { $0.id == filling.gap.id }
        set(isStillThere ? state : nil, for: filling.gap)
    }

    func stopFilling() {
        guard let filling else { return }
        scheduler.cancel(filling.timer)
        self.filling = nil
    }

    private func set(_ state: GapState?, for gap: HistoryGap) {
        gapStates[gap.id] = state
        for (id, other) in gaps where other.id == gap.id { onGapChange?(id) }
        onStatusChange?()
    }

    /// The page's word on what is missing above its messages.
    func takeGaps(_ page: MessagePage) {
        for message in page.messages where gaps[message.id] != nil {
            guard !page.gaps.contains(where: { $0.before == message.id }) else { continue }
            gaps[message.id] = nil
            onGapChange?(message.id)
        }
        for gap in page.gaps where gaps[gap.before] != gap {
            gaps[gap.before] = gap
            onGapChange?(gap.before)
        }
    }

    /// The message behind a gap goes: the one behind that is it now.
    func moveGaps(from ids: [MessageID]) {
        guard !gaps.isEmpty else { return }
        let going = Set(ids)
        for id in ids {
            guard var gap = gaps.removeValue(forKey: id) else { continue }
            var next = window.next(id)
            while let message = next, going.contains(message.id) { next = window.next(message.id) }
            guard let heir = next, gaps[heir.id] == nil else { continue }
            gap.before = heir.id
            gaps[heir.id] = gap
            onGapChange?(heir.id)
        }
    }

    /// What failed may be tried again.
    func forgiveGaps() {
        for (id, state) in gapStates where state != .loading {
            gapStates[id] = nil
            for (message, gap) in gaps where gap.id == id { onGapChange?(message) }
        }
    }
}
