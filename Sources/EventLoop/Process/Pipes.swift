internal import CPosix
internal import Glibc

/// The three pipes of a child process.
struct Pipes {
    struct Ends {
        var read: Int32 = -1
        var write: Int32 = -1
    }

    private(set) var input = Ends()
    private(set) var output = Ends()
    private(set) var error = Ends()

    init() throws(SystemError) {
        do throws(SystemError) {
            input = try Self.make()
            output = try Self.make()
            error = try Self.make()
        } catch {
            closeChildEnds()
            closeOurEnds()
            throw error
        }
    }

    func closeChildEnds() { Self.close([input.read, output.write, error.write]) }

    func closeOurEnds() { Self.close([input.write, output.read, error.read]) }

    private static func close(_ descriptors: [Int32]) {
        for descriptor in descriptors where descriptor >= 0 { Glibc.close(descriptor) }
    }

    private static func make() throws(SystemError) -> Ends {
        var ends: [Int32] = [-1, -1]
        let code = cposix_pipe(&ends)
        guard code == 0 else { throw SystemError(operation: "make a pipe", code: -code) }
        return Ends(read: ends[0], write: ends[1])
    }
}
