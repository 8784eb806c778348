import IMWire

/// Joins a METADATA frame with the frame right behind it: the next one, with the next seq (protocol document,
/// section 5.7).
struct MetadataPairing {
    private var last: (seq: Int32, position: QueuePosition)?

    /// The place of this frame, if the frame just before was METADATA for it.
    mutating func position(for frame: Frame) -> QueuePosition? {
        let before = last
        last = nil
        if case .metadata(let key, let previous) = frame.body {
            last = (frame.seq, QueuePosition(key: key, previous: previous))
            return nil
        }
        guard let before, before.seq &+ 1 == frame.seq else { return nil }
        return before.position
    }
}
