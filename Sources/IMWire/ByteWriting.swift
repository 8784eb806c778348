extension [UInt8] {
    /// Appends an integer in network order.
    mutating func appendBigEndian(_ value: some FixedWidthInteger) {
        var shift = value.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
