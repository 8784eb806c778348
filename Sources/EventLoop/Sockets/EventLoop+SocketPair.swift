internal import CPosix

extension EventLoop {
    func socketPair() throws(SystemError) -> (Int32, Int32) {
        var ends: (Int32, Int32) = (-1, -1)
        let code = withUnsafeMutablePointer(to: &ends) { pointer in
            pointer.withMemoryRebound(to: Int32.self, capacity: 2) { cposix_socket_pair($0) }
        }
        guard code == 0 else { throw SystemError(operation: "make a socket pair", code: -code) }
        return ends
    }
}
