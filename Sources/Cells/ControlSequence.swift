/// A whole CSI sequence from the terminal.
struct ControlSequence {
    /// `<`, `=`, `>` or `?` before the parameters, or nothing.
    let mark: Character?
    /// The parameters, each with its parts between colons; an empty one is `nil`.
    let parameters: [[Int?]]
    /// The bytes before the final one.
    let intermediates: String
    /// The final byte.
    let final: Character

    init(parameters: ArraySlice<UInt8>, intermediates: ArraySlice<UInt8>, final: UInt8) {
        var bytes = parameters
        if let first = bytes.first, (0x3C...0x3F).contains(first) {
            mark = Character(Unicode.Scalar(first))
            bytes = bytes.dropFirst()
        } else {
            mark = nil
        }
        self.parameters =
            bytes.isEmpty
            ? []
            : bytes.split(separator: 0x3B, omittingEmptySubsequences: false).map { field in
                field.split(separator: 0x3A, omittingEmptySubsequences: false).map {
                    Int(String(decoding: $0, as: UTF8.self))
                }
            }
        self.intermediates = String(decoding: intermediates, as: UTF8.self)
        self.final = Character(Unicode.Scalar(final))
    }

    /// Whether a bracketed paste begins here.
    var isPasteBegin: Bool { mark == nil && final == "~" && intermediates.isEmpty && number(0) == 200 }

    /// What the sequence says; `nil` if it is none that we know.
    var events: [InputEvent]? {
        switch (mark, intermediates, final) {
        case (nil, "", "I") where parameters.isEmpty: return [.focus(true)]
        case (nil, "", "O") where parameters.isEmpty: return [.focus(false)]
        case (nil, "", "R") where !isThirdFunctionKey: return cursor.map { [.reply(.cursor($0))] }
        case (nil, "", "t") where number(0) == 48:
            guard let height = number(1), let width = number(2), height > 0, width > 0 else { return nil }
            return [.resize(Size(width: width, height: height))]
        case (nil, "", "u"): return codeKey(number(0), modifiers: number(1), event: part(1, 1), shifted: part(0, 1))
        case (nil, "", "~") where number(0) == 27 && parameters.count == 3:
            return codeKey(number(2), modifiers: number(1), event: nil, shifted: nil)
        case (nil, "", "~") where number(0) == 201: return []
        case (nil, "", _): return key.map { part(1, 1) == 3 ? [] : [.key($0)] }
        case ("<", "", "M"), ("<", "", "m"): return mouse
        case ("?", "", "c"): return [.reply(.attributes(parameters.map { ($0.first ?? nil) ?? 0 }))]
        case ("?", "$", "y"):
            guard let mode = number(0), let state = number(1) else { return nil }
            return [.reply(.mode(mode, state))]
        case ("?", "", "R"): return cursor.map { [.reply(.cursor($0))] }
        default: return nil
        }
    }

    private func number(_ index: Int) -> Int? { part(index, 0) }

    private func part(_ index: Int, _ part: Int) -> Int? {
        guard index < parameters.count, part < parameters[index].count else { return nil }
        return parameters[index][part]
    }

    /// F3 with modifiers has the bytes of an answer about the first row; nobody's cursor is asked for there unawaited.
    private var isThirdFunctionKey: Bool {
        parameters.isEmpty || (parameters.count == 2 && number(0) == 1 && (2...16).contains(number(1) ?? 0))
    }

    private var cursor: Point? {
        guard let row = number(0), let column = number(1), row > 0, column > 0 else { return nil }
        return Point(x: column - 1, y: row - 1)
    }

    private var key: KeyPress? {
        let base: KeyPress?
        if final == "~" || final == "^" || final == "@" {
            base = NumberedKeys.tilde(number(0) ?? 0)
        } else {
            base = NumberedKeys.letter(final)
        }
        guard var press = base else { return nil }
        if final == "^" || final == "@" { press.modifiers.insert(.control) }
        if final == "@" { press.modifiers.insert(.shift) }
        press.modifiers.formUnion(NumberedKeys.modifiers(number(1) ?? 1))
        if press.key == .tab, press.modifiers.contains(.shift) { press.key = .backTab }
        if press.key == .backTab { press.modifiers.remove(.shift) }
        return press
    }

    /// A key told by its code point (CSI u, modifyOtherKeys).
    private func codeKey(_ code: Int?, modifiers: Int?, event: Int?, shifted: Int?) -> [InputEvent]? {
        guard let code else { return nil }
        if event == 3 { return [] }
        let held = NumberedKeys.modifiers(modifiers ?? 1)
        return NumberedKeys.code(code, held: held, shifted: shifted).map { [.key($0)] }
    }

    private var mouse: [InputEvent]? {
        guard let code = number(0), let column = number(1), let row = number(2), column > 0, row > 0 else { return nil }
        var modifiers: KeyModifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        let button = code & 3
        let action: MouseEvent.Action
        if code & 64 != 0 {
            // The wheel to the sides is nothing to us.
            if button > 1 { return [] }
            action = button == 0 ? .wheelUp : .wheelDown
        } else if code & 128 != 0 || button == 3 {
            return []
        } else if code & 32 != 0 {
            action = .drag
        } else {
            action = final == "M" ? .press : .release
        }
        let wheel = code & 64 != 0
        let point = Point(x: column - 1, y: row - 1)
        return [.mouse(MouseEvent(button: wheel ? 0 : button, action: action, position: point, modifiers: modifiers))]
    }
}
