import Fuzzed

/// Decodes any bytes as a content and as a group notification; a new uuid must be found again, and what can be encoded
/// must read back the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzContent(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    guard let data else { return 0 }
    let text = WireText(bytes: Array(UnsafeBufferPointer(start: data, count: size)))
    let decoded = ContentCodec.decode(text)
    _ = GroupNotificationCodec.decode(text)
    let copy = ContentCodec.replacingUUID(in: text, with: "new")
    if copy != text {
        var expected = decoded
        expected.envelope.uuid = "new"
        guard ContentCodec.decode(copy) == expected else { fatalError("the copy reads differently") }
    }
    if let encoded = ContentCodec.encode(decoded.content, envelope: decoded.envelope) {
        guard ContentCodec.decode(encoded).content == decoded.content else { fatalError("not the same content") }
    }
    return 0
}
