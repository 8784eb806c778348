/// What a bad middle does to the server's acknowledgements: it leaves some out, repeats some, and lets some come late, so
/// that they overtake each other or never come. Every other frame passes as it is.
struct FrameTamper {
    /// What becomes of an ACK.
    enum Fate {
        case pass, drop, double
        /// Comes behind so many later frames of the stream.
        case late(Int)
    }

    private let fate: () -> Fate
    private var held: [(frames: Int, bytes: ArraySlice<UInt8>)] = []

    init(fate: @escaping () -> Fate) { self.fate = fate }

    /// Passes on what a server writes in one piece: whole frames.
    mutating func pass(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while rest.count >= 12 {
            let start = rest.startIndex
            let length = rest[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            let frame = rest.prefix(12 + length)
            rest = rest.dropFirst(frame.count)
            guard frame[start + 8] == 5 else {
                result += frame
                release(into: &result)
                continue
            }
            switch fate() {
            case .pass: result += frame
            case .drop: break
            case .double: result += frame + frame
            case .late(let frames): held.append((frames, frame))
            }
        }
        return result + rest
    }

    private mutating func release(into result: inout [UInt8]) {
        for index in held.indices { held[index].frames -= 1 }
        for late in held where late.frames <= 0 { result += late.bytes }
        held.removeAll { $0.frames <= 0 }
    }
}
