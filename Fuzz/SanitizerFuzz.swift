import Fuzzed

/// Sanitises any bytes in each way: nothing that a terminal acts on may be left, and a second pass may change nothing.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSanitizer(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    guard let data else { return 0 }
    let raw = String(decoding: UnsafeBufferPointer(start: data, count: size), as: UTF8.self)
    let policy = WidthPolicy()
    for (name, sanitize, breaks) in ways {
        let once = sanitize(raw)
        for scalar in once.string.unicodeScalars {
            if scalar == "\n", breaks { continue }
            if scalar.properties.generalCategory == .control { fatalError("\(name): a control character is left") }
        }
        guard sanitize(once.string).string == once.string else { fatalError("\(name): not idempotent") }
        guard policy.width(of: once) >= 0 else { fatalError("\(name): a negative width") }
    }
    return 0
}

private let ways: [(String, @Sendable (String) -> SafeText, Bool)] = [
    ("line", { TextSanitizer.line($0) }, false), ("multiline", { TextSanitizer.multiline($0) }, true),
    ("fileName", { TextSanitizer.fileName($0) }, false), ("json", { TextSanitizer.json($0) }, true),
]
