/// Sockets that listen and are accepted on by code that is not the loop's.
package struct ListeningSocket {
    /// Where it listens; a port of 0 has become the real one.
    package let endpoint: Endpoint
    /// The listening sockets, non-blocking; a host name may have several addresses.
    package let descriptors: [Int32]
    private let file: SocketFile?

    init(endpoint: Endpoint, descriptors: [Int32], file: SocketFile?) {
        self.endpoint = endpoint
        self.descriptors = descriptors
        self.file = file
    }

    /// Removes the file of a Unix socket if it is still ours; the descriptors are left to their owner.
    package func removeFile() { file?.removeIfOurs() }
}
