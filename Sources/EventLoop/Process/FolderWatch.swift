internal import Glibc

/// Tells when files of a folder are written to, made, or moved there, by whichever process; costs nothing while nothing
/// happens. What is told may be nothing new: whoever is told looks.
public final class FolderWatch {
    private let descriptor: Int32
    private var watch: Watch?

    /// Watches a folder until `cancel` or the end of the value.
    ///
    /// - Parameters:
    ///   - prefix: only files whose names begin so count.
    ///   - changed: called on the loop, once for everything that came together.
    public init(
        folder: String, prefix: String, on loop: EventLoop, changed: @escaping () -> Void
    ) throws(SystemError) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { throw SystemError(operation: "watch", subject: folder, code: errno) }
        self.descriptor = descriptor
        guard inotify_add_watch(descriptor, folder, UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO)) >= 0 else {
            let code = errno
            close(descriptor)
            throw SystemError(operation: "watch", subject: folder, code: code)
        }
        let wanted = Array(prefix.utf8)
        watch = loop.watch(descriptor, .readable) { [descriptor] _ in
            var matches = false
            while let names = Self.names(descriptor) { matches = matches || names.contains { $0.starts(with: wanted) } }
            if matches { changed() }
        }
    }

    /// Ends the watch.
    public func cancel() {
        guard let watch else { return }
        watch.cancel()
        self.watch = nil
        close(descriptor)
    }

    deinit { cancel() }

    /// The names in what the kernel has to tell (inotify(7)); `nil` where it has nothing more.
    private static func names(_ descriptor: Int32) -> [ArraySlice<UInt8>]? {
        var buffer = [UInt8](repeating: 0, count: 8_192)
        let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return nil }
        let headSize = 16
        var names: [ArraySlice<UInt8>] = []
        var at = 0
        while at + headSize <= count {
            let length = buffer.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: at + 12, as: UInt32.self)) }
            let end = min(count, at + headSize + length)
            names.append(buffer[(at + headSize)..<end].prefix { $0 != 0 })
            at = end
        }
        return names
    }
}
