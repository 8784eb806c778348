/// Turns the bytes of a terminal into keys, pastes, mouse reports and replies; pure, no clock inside.
///
/// Times are milliseconds of any monotonic clock; only their differences matter. The caller feeds bytes as they are read, and calls `expire` when `deadline` has come with nothing read.
///
/// Laws: any bytes may come in, cut anywhere; cutting a stream of sequences in other places gives the same events as
/// long as no deadline passes between the pieces. A paste never becomes keys before its end mark or its deadline.
/// Clusters typed as several scalars are one key when they come in one read. O(bytes).
public struct InputDecoder: Sendable {
    private enum Mode {
        /// Bytes are keys and replies.
        case keys
        /// Bytes are a paste, until its end mark.
        case paste
    }

    private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
    /// A sequence without end gives up at so many bytes.
    private static let sequenceLimit = 64 * 1024

    /// When bytes that were held back are to be given up as they are: ESC alone becomes the key, a paste without its
    /// end mark is delivered. `nil` when nothing is held back.
    public private(set) var deadline: Int64?

    /// How many answers to "where is the cursor" are awaited; while it is above 0, `CSI 1 ; n R` is such an answer and
    /// not F3 with modifiers. The decoder counts down.
    public var awaitedCursorReplies = 0

    private let keyStrings: KeyStrings
    private let escapeDelay: Int64
    private let pasteDelay: Int64
    private let pasteLimit: Int
    private var mode = Mode.keys
    private var held: [UInt8] = []
    private var paste: [UInt8] = []

    /// Makes a decoder.
    ///
    /// - Parameters:
    ///   - keys: key strings of the terminal's own description, which win over the built-in ones.
    ///   - escapeDelay: milliseconds that ESC waits for the rest of a sequence.
    ///   - pasteDelay: milliseconds that a paste waits for its next bytes.
    ///   - pasteLimit: bytes of a paste that are delivered as one; a longer one comes in parts.
    public init(
        keys: [[UInt8]: KeyPress] = [:], escapeDelay: Int64 = 30, pasteDelay: Int64 = 1000,
        pasteLimit: Int = 8 << 20
    ) {
        keyStrings = KeyStrings(keys)
        self.escapeDelay = escapeDelay
        self.pasteDelay = pasteDelay
        self.pasteLimit = max(16, pasteLimit)
    }

    /// Decodes what was read.
    public mutating func feed(_ bytes: some Sequence<UInt8>, now: Int64) -> [InputEvent] {
        held.append(contentsOf: bytes)
        var events: [InputEvent] = []
        decode(into: &events, final: false)
        switch mode {
        case .paste: deadline = now + pasteDelay
        case .keys: deadline = held.isEmpty ? nil : now + (isInString ? pasteDelay : escapeDelay)
        }
        return events
    }

    /// Gives up what was held back if the deadline has come.
    public mutating func expire(now: Int64) -> [InputEvent] {
        guard let deadline, now >= deadline else { return [] }
        return flush()
    }

    /// Gives up what was held back, at once: at the end of the input.
    public mutating func flush() -> [InputEvent] {
        var events: [InputEvent] = []
        if mode == .paste {
            paste.append(contentsOf: held)
            held = []
            endPaste(into: &events)
        }
        decode(into: &events, final: true)
        deadline = nil
        return events
    }

    /// Whether a reply has begun of which more must come.
    private var isInString: Bool { held.count > 2 }

    private mutating func decode(into events: inout [InputEvent], final: Bool) {
        var at = 0
        loop: while at < held.count {
            if mode == .paste {
                at = takePaste(from: at, into: &events)
                if mode == .paste { break }
                continue
            }
            switch step(from: at, final: final) {
            case .more: break loop
            case .events(let new, let next):
                events.append(contentsOf: new)
                at = next
            case .pasteBegins(let next):
                mode = .paste
                paste = []
                at = next
            }
        }
        held.removeFirst(at)
    }

    /// What the bytes from a position on are.
    private mutating func step(from at: Int, final: Bool) -> Step {
        let rest = held[at...]
        switch keyStrings.match(rest, final: final) {
        case .match(let press, let length): return .events([.key(press)], next: at + length)
        case .more: return .more
        case .none: break
        }
        let byte = held[at]
        if byte == 0x1B {
            let step = SequenceParser.parse(rest, final: final || rest.count > Self.sequenceLimit)
            if case .events(let events, let next) = step { return .events(events.map { told($0) }, next: next) }
            return step
        }
        if let press = ControlKeys.press(for: byte) { return .events([.key(press)], next: at + 1) }
        return TypedText.step(rest, final: final)
    }

    /// F3 with modifiers and an answer about row 1 have the same bytes; what is awaited decides.
    private mutating func told(_ event: InputEvent) -> InputEvent {
        switch event {
        case .reply(.cursor):
            awaitedCursorReplies = max(0, awaitedCursorReplies - 1)
            return event
        case .key(let press) where press.key == .function(3) && press.modifiers != [] && awaitedCursorReplies > 0:
            awaitedCursorReplies -= 1
            return .reply(.cursor(Point(x: SequenceParser.parameter(of: press.modifiers) - 1, y: 0)))
        default: return event
        }
    }

    /// Takes the bytes of a paste from a position on; answers the position behind what was taken.
    private mutating func takePaste(from start: Int, into events: inout [InputEvent]) -> Int {
        var at = start
        while at < held.count {
            // A long paste comes in parts, cut between characters.
            if paste.count >= pasteLimit, held[at] & 0xC0 != 0x80 {
                events.append(.paste(String(decoding: paste, as: UTF8.self)))
                paste.removeAll(keepingCapacity: true)
            }
            if held[at] != 0x1B {
                paste.append(held[at])
                at += 1
            } else if held[at...].starts(with: Self.pasteEnd) {
                endPaste(into: &events)
                return at + Self.pasteEnd.count
            } else if Self.pasteEnd.starts(with: held[at...]) {
                return at
            } else {
                paste.append(held[at])
                at += 1
            }
        }
        return at
    }

    private mutating func endPaste(into events: inout [InputEvent]) {
        events.append(.paste(String(decoding: paste, as: UTF8.self)))
        paste = []
        mode = .keys
    }
}

extension InputDecoder {
    /// What a stretch of bytes turned out to be.
    enum Step {
        /// Not to be told without more bytes.
        case more
        /// Events, perhaps none, and the index behind their bytes.
        case events([InputEvent], next: Int)
        /// The begin mark of a paste, and the index behind it.
        case pasteBegins(next: Int)
    }
}
