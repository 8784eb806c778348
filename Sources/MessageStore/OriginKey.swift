import Database

/// The short keys by which the file finds origin ids.
///
/// Origin ids are random, so an index of them is touched everywhere by every commit: it must be small. It holds 32 bits
/// of a keyed hash; whoever asks compares the id itself in the row. The key is the file's own, so that nobody can write
/// ids that all meet in one place. It is made from the device id, and stays with the file.
struct OriginKey: Sendable {
    private let seed: UInt64

    init(deviceID: String) {
        var seed: UInt64 = 0x9E37_79B9_7F4A_7C15
        for byte in deviceID.utf8 { seed = Self.mix(seed ^ UInt64(byte)) }
        self.seed = seed
    }

    /// The key of an id; null for none.
    func value(_ id: String?) -> SQLValue {
        guard var id else { return .null }
        let hash = id.withUTF8 { bytes in
            var hash = seed ^ UInt64(bytes.count)
            var word: UInt64 = 0
            for (index, byte) in bytes.enumerated() {
                word = word << 8 | UInt64(byte)
                if index & 7 == 7 {
                    hash = Self.mix(hash ^ word)
                    word = 0
                }
            }
            return Self.mix(hash ^ word)
        }
        return .integer(Int64(Int32(truncatingIfNeeded: hash >> 32)))
    }

    /// The finisher of SplitMix64: every bit of the input changes half of the output's.
    private static func mix(_ value: UInt64) -> UInt64 {
        var value = value &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
