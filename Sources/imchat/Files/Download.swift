import EventLoop
import Glibc

/// Fetches a file from the web into a folder with the `curl` program, and puts it there under a name that nobody has.
/// Nothing that is there is written over, and no link is followed. Keep it; one that is let go of is given up.
final class Download {
    /// Why there is no file.
    enum Failure: Error, Equatable {
        /// The address is none that may be fetched; it is raw.
        case noWebAddress(String)
        /// There is no curl.
        case noProgram
        /// Larger than so many bytes.
        case tooLarge(Int64)
        /// The program's exit code and its words, raw.
        case program(Int, String)
        /// The folder or the file, in the system's words.
        case file(String)
    }

    /// The largest file, in bytes.
    static let sizeLimit: Int64 = 512 << 20
    private static let lookInterval: Int64 = 500

    /// Bytes that are there.
    private(set) var bytes: Int64 = 0
    /// Told about as often as people look.
    var onProgress: (() -> Void)?
    let name: String

    private let loop: EventLoop
    private let folder: String
    private let partial: String
    private let limit: Int64
    private var runner: ProcessRunner?
    private var timer: TimerID?
    private var isTooLarge = false
    private var completion: ((Result<String, Failure>) -> Void)?

    /// Starts to fetch; `completion` gets the file's path, once, on the loop.
    init(
        _ url: String, named name: String, into folder: String, loop: EventLoop, program: String = "curl",
        limit: Int64 = sizeLimit, completion: @escaping (Result<String, Failure>) -> Void
    ) throws(Failure) {
        guard WebAddress.isPlain(url) else { throw .noWebAddress(url) }
        self.name = SafeFileName.make(named: name, url: url)
        self.loop = loop
        self.folder = folder
        self.limit = limit
        self.completion = completion
        // A name that nobody can guess: nothing waits there to be written through.
        partial = Paths.join(folder, ".imchat-\(UUIDv4.make()).part")
        do throws(FileError) {
            try Paths.makeFolder(folder, mode: 0o755)
        } catch {
            throw .file("\(error)")
        }
        do throws(SystemError) {
            let command = ProcessRunner.Command(
                program, ["--disable", "--config", "-"], input: Array(Self.options(url, partial, limit).utf8),
                outputLimit: 4_096)
            runner = try ProcessRunner(command, on: loop) { [weak self] in self?.ended($0) }
        } catch {
            if error.code == ENOENT { throw .noProgram }
            throw .file("\(error)")
        }
        look()
    }

    deinit {
        if let timer { loop.cancel(timer) }
        // The program goes first, so that it cannot make the file anew.
        runner = nil
        unlink(partial)
    }

    /// In the format of `--config`: the address is in no argument list, where every user of the machine could read it.
    /// It is a web address of plain characters without quotation marks; the folder may hold anything.
    static func options(_ url: String, _ path: String, _ limit: Int64) -> String {
        var quoted = ""
        for character in path {
            if character == "\"" || character == "\\" { quoted.append("\\") }
            quoted.append(character)
        }
        return """
            url = "\(url)"
            output = "\(quoted)"
            globoff
            silent
            show-error
            fail
            location
            max-redirs = 5
            proto = "=http,https"
            proto-redir = "=http,https"
            connect-timeout = 20
            speed-limit = 1
            speed-time = 60
            max-filesize = \(limit)

            """
    }

    /// The program may not know the size before: it is looked at while it grows.
    private func look() {
        timer = loop.schedule(after: Self.lookInterval) { [weak self] in
            guard let self, completion != nil else { return }
            var facts = stat()
            if lstat(partial, &facts) == 0, Int64(facts.st_size) != bytes {
                bytes = Int64(facts.st_size)
                onProgress?()
            }
            if bytes > limit {
                isTooLarge = true
                runner?.kill()
            } else {
                look()
            }
        }
    }

    private func ended(_ result: ProcessResult) {
        guard let completion else { return }
        self.completion = nil
        if let timer { loop.cancel(timer) }
        defer { unlink(partial) }
        let words = String(decoding: result.errorOutput.prefix(300), as: UTF8.self)
            .split(whereSeparator: \.isNewline).joined(separator: " ")
        switch result.ending {
        case .exited(63): completion(.failure(.tooLarge(limit)))
        case _ where isTooLarge: completion(.failure(.tooLarge(limit)))
        case .exited(0): completion(place())
        case .exited(let code): completion(.failure(.program(Int(code), words)))
        case .signalled(let signal): completion(.failure(.program(-Int(signal), words)))
        }
    }

    /// Gives the file its name: the first of `a.png`, `a (2).png`, … that is free.
    private func place() -> Result<String, Failure> {
        var facts = stat()
        guard lstat(partial, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            // An empty answer leaves no file with some versions.
            return .failure(.program(0, "nothing came"))
        }
        guard Int64(facts.st_size) <= limit else { return .failure(.tooLarge(limit)) }
        for number in 1...999 {
            let path = Paths.join(folder, SafeFileName.numbered(name, number))
            // A second name for a file is never put in another one's place.
            if link(partial, path) == 0 { return .success(path) }
            if errno == EEXIST { continue }
            // File systems without second names: the name is taken first.
            if [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) {
                let taken = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
                if taken >= 0 {
                    close(taken)
                    if rename(partial, path) == 0 { return .success(path) }
                } else if errno == EEXIST {
                    continue
                }
            }
            return .failure(.file("\(path): \(SystemError.words(errno))"))
        }
        return .failure(.file("\(folder): \(SystemError.words(EEXIST))"))
    }
}
