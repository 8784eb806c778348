import Fuzzed

/// Feeds any bytes, whole and cut: nothing may be held back after a flush, and where no clusters can be cut (plain
/// ASCII without CR) the pieces give the same events as the whole.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    guard let data, size > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: data + 1, count: size - 1))
    let step = max(1, Int(data[0]))
    var whole = InputDecoder()
    let expected = whole.feed(bytes, now: 0) + whole.flush()
    var pieces = InputDecoder()
    var events: [InputEvent] = []
    var start = 0
    while start < bytes.count {
        let end = min(bytes.count, start + step)
        events += pieces.feed(bytes[start..<end], now: 0)
        start = end
    }
    events += pieces.flush()
    guard whole.deadline == nil, pieces.deadline == nil, whole.flush().isEmpty else { fatalError("bytes held back") }
    if bytes.allSatisfy({ $0 < 0x80 && $0 != 0x0D }), events != expected { fatalError("the pieces read differently") }
    return 0
}
