/// What begins with ESC: sequences of xterm, vt, linux, rxvt, tmux and kitty, replies, and keys typed with Alt.
enum SequenceParser {
    private static let escape: UInt8 = 0x1B

    /// Reads what is at the front of the input, which begins with ESC. With `final` nothing more will come: what is not
    /// whole is taken as keys.
    static func parse(_ input: ArraySlice<UInt8>, final: Bool) -> InputDecoder.Step {
        let start = input.startIndex
        let rest = input.dropFirst()
        guard let second = rest.first else {
            return final ? .events([.key(KeyPress(.escape))], next: start + 1) : .more
        }
        switch second {
        case escape: return doubled(input, final: final)
        case 0x5B: return controlSequence(input, final: final)
        case 0x4F: return shiftedThree(input, final: final)
        case 0x50, 0x58, 0x5D, 0x5E, 0x5F: return string(input, final: final)
        default: return alt(input, final: final)
        }
    }

    /// ESC ESC: a sequence with Alt (rxvt), or ESC and whatever follows.
    private static func doubled(_ input: ArraySlice<UInt8>, final: Bool) -> InputDecoder.Step {
        let alone = InputDecoder.Step.events([.key(KeyPress(.escape))], next: input.startIndex + 1)
        let rest = input.dropFirst()
        guard rest.count > 1 else { return final ? alone : .more }
        guard rest.dropFirst().first == 0x5B || rest.dropFirst().first == 0x4F else { return alone }
        switch parse(rest, final: final) {
        case .more: return .more
        case .events(let events, let next):
            guard case .key(var press)? = events.first, events.count == 1 else { return alone }
            if case .character = press.key { return alone }
            press.modifiers.insert(.alt)
            return .events([.key(press)], next: next)
        case .pasteBegins: return alone
        }
    }

    /// ESC and a key: the key with Alt.
    private static func alt(_ input: ArraySlice<UInt8>, final: Bool) -> InputDecoder.Step {
        let rest = input.dropFirst()
        guard let byte = rest.first else { return .more }
        if var press = ControlKeys.press(for: byte) {
            press.modifiers.insert(.alt)
            return .events([.key(press)], next: rest.startIndex + 1)
        }
        guard let (scalar, length) = TypedText.scalar(rest, final: final) else { return .more }
        return .events([.key(KeyPress(.character(Character(scalar)), .alt))], next: rest.startIndex + length)
    }

    // MARK: CSI

    private static func controlSequence(_ input: ArraySlice<UInt8>, final: Bool) -> InputDecoder.Step {
        let body = input.dropFirst(2)
        guard let first = body.first else { return final ? alt(input, final: true) : .more }
        if first == 0x5B {
            // The Linux console's F1 to F5.
            guard let letter = body.dropFirst().first else { return incomplete(input, final: final) }
            guard (0x41...0x45).contains(letter) else { return unknown(input, to: body.startIndex + 1) }
            return .events([.key(KeyPress(.function(Int(letter) - 0x40)))], next: body.startIndex + 2)
        }
        if first == 0x4D {
            // A mouse report of the oldest kind, never asked for.
            guard body.count >= 4 else { return incomplete(input, final: final) }
            return .events([], next: body.startIndex + 4)
        }
        var at = body.startIndex
        while at < body.endIndex, (0x30..<0x40).contains(body[at]) { at += 1 }
        let parameters = body[body.startIndex..<at]
        while at < body.endIndex, (0x20..<0x30).contains(body[at]) {
            at += 1
            // rxvt ends the keys with Shift in a dollar.
            let isNumber = !parameters.isEmpty && parameters.allSatisfy { (0x30..<0x3A).contains($0) }
            if isNumber, body[at - 1] == 0x24, let press = NumberedKeys.tilde(Int(text(parameters)) ?? 0) {
                return .events([.key(KeyPress(press.key, .shift))], next: at)
            }
        }
        guard at < body.endIndex else { return incomplete(input, final: final) }
        let ending = body[at]
        guard (0x40..<0x7F).contains(ending) else { return unknown(input, to: at) }
        let sequence = ControlSequence(
            parameters: parameters, intermediates: body[parameters.endIndex..<at], final: ending)
        if sequence.isPasteBegin { return .pasteBegins(next: at + 1) }
        let events = sequence.events ?? [.reply(.other(text(input[...at].dropFirst())))]
        return .events(events, next: at + 1)
    }

    // MARK: SS3

    private static func shiftedThree(_ input: ArraySlice<UInt8>, final: Bool) -> InputDecoder.Step {
        let body = input.dropFirst(2)
        guard !body.isEmpty else { return final ? alt(input, final: true) : .more }
        var at = body.startIndex
        while at < body.endIndex, (0x30..<0x3A).contains(body[at]) || body[at] == 0x3B { at += 1 }
        guard at < body.endIndex else { return incomplete(input, final: final) }
        // Not a final: Alt-O was typed and then something else.
        guard (0x20..<0x7F).contains(body[at]) else { return alt(input, final: true) }
        let modifiers = text(body[..<at]).split(separator: ";").last.flatMap { Int($0) } ?? 1
        guard var press = NumberedKeys.shiftedThree(body[at]) else { return unknown(input, to: at + 1) }
        press.modifiers.formUnion(NumberedKeys.modifiers(modifiers))
        return .events([.key(press)], next: at + 1)
    }

    // MARK: OSC, DCS, APC, PM, SOS

    private static func string(_ input: ArraySlice<UInt8>, final: Bool) -> InputDecoder.Step {
        let body = input.dropFirst(2)
        if body.isEmpty { return final ? alt(input, final: true) : .more }
        guard let end = body.firstIndex(where: { $0 == 0x07 || $0 == escape || $0 == 0x18 || $0 == 0x1A }) else {
            return incomplete(input, final: final)
        }
        var next = end + 1
        if body[end] == escape {
            guard end + 1 < body.endIndex else { return incomplete(input, final: final) }
            // ESC and something else breaks the string off and begins anew.
            guard body[end + 1] == 0x5C else { return unknown(input, to: end) }
            next = end + 2
        }
        let content = text(body[..<end])
        guard input[input.startIndex + 1] == 0x5D else {
            return .events([.reply(.other(text(input[..<end].dropFirst())))], next: next)
        }
        let digits = content.prefix { $0.isASCII && $0.isNumber }
        let value = content.dropFirst(digits.count)
        guard let number = Int(digits), value.isEmpty || value.first == ";" else {
            return .events([.reply(.other("]" + content))], next: next)
        }
        return .events([.reply(.osc(number, String(value.dropFirst())))], next: next)
    }

    // MARK: Odds and ends

    /// A sequence of which nothing more came: told as what it is, never as keys.
    private static func incomplete(_ input: ArraySlice<UInt8>, final: Bool) -> InputDecoder.Step {
        final ? unknown(input, to: input.endIndex) : .more
    }

    private static func unknown(_ input: ArraySlice<UInt8>, to end: Int) -> InputDecoder.Step {
        .events([.reply(.other(text(input[..<end].dropFirst())))], next: end)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The parameter that stands for the modifiers (1 and the bits).
    static func parameter(of modifiers: KeyModifiers) -> Int {
        1 + (modifiers.contains(.shift) ? 1 : 0) + (modifiers.contains(.alt) ? 2 : 0)
            + (modifiers.contains(.control) ? 4 : 0)
    }
}
