extension Color {
    /// Red, green and blue; `nil` for the terminal's own colour. Palette entries as xterm has them.
    public var components: (red: Int, green: Int, blue: Int)? {
        switch self {
        case .default: nil
        case .rgb(let red, let green, let blue): (Int(red), Int(green), Int(blue))
        case .indexed(let index): Self.components(of: Int(index))
        }
    }

    private static func components(of index: Int) -> (Int, Int, Int) {
        if index >= 232 {
            let grey = 8 + (index - 232) * 10
            return (grey, grey, grey)
        }
        if index >= 16 {
            let level = { (step: Int) in step == 0 ? 0 : 55 + step * 40 }
            let cube = index - 16
            return (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
        }
        if index == 7 { return (229, 229, 229) }
        if index == 8 { return (127, 127, 127) }
        let full = index > 8 ? 255 : 205
        return (index & 1 != 0 ? full : 0, index & 2 != 0 ? full : 0, index & 4 != 0 ? full : 0)
    }
}
