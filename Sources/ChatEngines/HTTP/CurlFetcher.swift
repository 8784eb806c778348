import EventLoop

/// Makes GETs with the `curl` program, a process for each: nothing is loaded and nothing runs when there are none.
///
/// URL and headers go to its standard input, never into the argument list, where every user of the machine could read
/// a token. The user's own `.curlrc` is not read.
final class CurlFetcher: HTTPFetching {
    private let loop: EventLoop
    private let program: String

    init(loop: EventLoop, program: String) {
        self.loop = loop
        self.program = program
    }

    func fetch(
        _ request: HTTPRequest, completion: @escaping (Result<HTTPAnswer, HTTPProviderError>) -> Void
    ) throws(HTTPProviderError) -> AnyObject {
        let options = try CurlOptions.text(request)
        // The status line follows the body.
        let command = ProcessRunner.Command(
            program, ["--disable", "--config", "-"], input: Array(options.utf8),
            outputLimit: request.maximumBytes + 16)
        do throws(SystemError) {
            return try ProcessRunner(command, on: loop) { result in
                completion(CurlOptions.answer(result, maximumBytes: request.maximumBytes))
            }
        } catch {
            if error.code == SystemError.notFound { throw .missingProgram(program) }
            throw .program(Int(error.code), error.description)
        }
    }
}

extension SystemError {
    /// `ENOENT`, on every Linux.
    fileprivate static let notFound: Int32 = 2
}
