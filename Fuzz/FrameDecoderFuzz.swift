import Fuzzed

/// The first byte chooses direction, dialect and how the rest is cut; whatever decodes must encode to a frame that
/// decodes to the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFrames(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    guard let data, size > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    let direction: FrameDirection = bytes[0] & 1 == 0 ? .fromClient : .fromServer
    let dialect: FrameDialect = bytes[0] & 2 == 0 ? .today : .server2016
    let step = max(1, Int(bytes[0] >> 2) * 7)
    var decoder = FrameDecoder(direction: direction, dialect: dialect)
    var start = 1
    while start < bytes.count {
        let end = min(bytes.count, start + step)
        decoder.append(bytes[start..<end])
        start = end
        while true {
            do {
                guard let frame = try decoder.next() else { break }
                check(frame, direction, dialect)
            } catch {
                if !error.isRecoverable { return 0 }
            }
        }
    }
    return 0
}

private func check(_ frame: Frame, _ direction: FrameDirection, _ dialect: FrameDialect) {
    // A log-in without token and device is below the size that servers demand of the body.
    if case .authToken(_, "", "") = frame.body { return }
    // Texts with a one-byte length may grow when they are repaired to UTF-8; then encoding may refuse.
    guard let bytes = try? frame.encoded() else { return }
    var decoder = FrameDecoder(direction: direction, dialect: dialect)
    decoder.append(bytes)
    guard let back = try? decoder.next(), back == frame else { fatalError("not the same frame: \(frame)") }
}
