/// What `imchat tail` does.
package struct TailOptions: Sendable, Hashable {
    /// JSON lines instead of lines for people.
    package var json: Bool
    /// Only this session; every one without it.
    package var address: String?
    /// Where to start.
    package var start: TailStart

    /// Whether what was said before is left out.
    var startsAtEnd: Bool {
        if case .time = start { false } else { true }
    }

    /// Makes options.
    package init(json: Bool = false, address: String? = nil, start: TailStart = .now) {
        self.json = json
        self.address = address
        self.start = start
    }
}
