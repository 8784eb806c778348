import EventLoop

/// What `curl` is told and what it says.
enum CurlOptions {
    /// The options for a request, in the format of `--config`.
    static func text(_ request: HTTPRequest) throws(HTTPProviderError) -> String {
        guard isFetchable(request.url) else { throw .badURL(request.url) }
        let seconds = max(1, (request.timeout + 999) / 1000)
        var lines = [
            "url = \(quoted(request.url))", "globoff", "silent", "show-error", "proto = \"=http,https\"",
            "max-filesize = \(request.maximumBytes)", "max-time = \(seconds)",
            "write-out = \"\\n%{http_code}\"",
        ]
        for header in request.headers {
            guard isSendable(header) else { throw .badHeader(header.name) }
            // A semicolon in place of the colon sends an empty value; a colon alone would remove the line.
            lines.append(
                "header = " + quoted(header.value.isEmpty ? header.name + ";" : "\(header.name): \(header.value)"))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What the program's end means.
    static func answer(
        _ result: ProcessResult, maximumBytes: Int
    ) -> Result<HTTPAnswer, HTTPProviderError> {
        let words = String(decoding: result.errorOutput.prefix(400), as: UTF8.self)
            .split(whereSeparator: \.isNewline).joined(separator: " ")
        switch result.ending {
        case .exited(0): break
        case .exited(63): return .failure(.tooLarge(limit: maximumBytes))
        case .exited(28): return .failure(.timedOut)
        // Name, connection, TLS hand-shake, empty or broken answer (man curl, EXIT CODES).
        case .exited(let code) where [5, 6, 7, 16, 18, 35, 52, 55, 56, 92, 95].contains(code):
            return .failure(.unreachable(words))
        case .exited(let code): return .failure(.program(Int(code), words))
        case .signalled(let signal):
            if result.wasKilled, result.output.count > maximumBytes { return .failure(.tooLarge(limit: maximumBytes)) }
            return .failure(.program(-Int(signal), words))
        }
        guard let end = result.output.lastIndex(of: UInt8(ascii: "\n")),
            let status = Int(String(decoding: result.output[(end + 1)...], as: UTF8.self))
        else { return .failure(.program(0, "no status")) }
        guard end <= maximumBytes else { return .failure(.tooLarge(limit: maximumBytes)) }
        return .success(HTTPAnswer(status: status, body: Array(result.output[..<end])))
    }

    private static func isFetchable(_ url: String) -> Bool {
        let start = url.prefix(8).lowercased()
        return (start.hasPrefix("http://") || start == "https://") && url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    private static func isSendable(_ header: HTTPProviderConfiguration.Header) -> Bool {
        // A name that is a token (RFC 9110, section 5.6.2) cannot begin with curl's `@`, which would read a file.
        let signs = Array("!#$%&'*+-.^_`|~".utf8)
        let isToken =
            !header.name.isEmpty
            && header.name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || signs.contains(byte)
            }
        return isToken && header.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for character in text {
            if character == "\"" || character == "\\" { result.append("\\") }
            result.append(character)
        }
        return result + "\""
    }
}
