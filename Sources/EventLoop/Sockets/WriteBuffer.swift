/// Bytes on their way to the operating system. Appending and taking cost amortised O(1) a byte.
struct WriteBuffer {
    private var bytes: [UInt8] = []
    private var head = 0

    var count: Int { bytes.count - head }

    mutating func append(_ more: [UInt8]) {
        if count == 0, more.count > bytes.capacity {
            bytes = more
            head = 0
        } else {
            bytes.append(contentsOf: more)
        }
    }

    /// Shows at most `limit` bytes to `write`, which answers how many it took.
    mutating func drain(limit: Int, _ write: (UnsafeRawBufferPointer) -> Int) {
        let taken = bytes.withUnsafeBytes { all in
            write(UnsafeRawBufferPointer(rebasing: all[head..<min(all.count, head + limit)]))
        }
        head += taken
        if head == bytes.count {
            removeAll()
        } else if head > 65_536 && head > bytes.count / 2 {
            bytes.removeFirst(head)
            head = 0
        }
    }

    mutating func removeAll() {
        // A burst must not hold its memory for the life of the connection.
        bytes.removeAll(keepingCapacity: bytes.capacity <= 16_384)
        head = 0
    }
}
