/// Room for a C function's words.
struct ReasonBuffer {
    private var characters = [CChar](repeating: 0, count: 256)

    /// Calls a function with the buffer and its capacity.
    mutating func fill<Result>(_ body: (UnsafeMutablePointer<CChar>?, Int32) -> Result) -> Result {
        let capacity = Int32(characters.count)
        return characters.withUnsafeMutableBufferPointer { body($0.baseAddress, capacity) }
    }

    var text: String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
