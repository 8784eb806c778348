/// Why a line is no message of an export, in words (raw).
struct ImportFault: Error, Equatable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
