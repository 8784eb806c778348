import EventLoop
import IMServer
import IMWire

/// Tells a running server what its owner wants, over the directory's socket.
final class ManagementClient {
    private static let patience: Int64 = 10_000
    private let loop: EventLoop
    private let transport: any Transport
    private var decoder = HTTPDecoder(bodyLimit: 8 << 20)
    private var completion: ((Result<ManagementAnswer, DirectoryFault>) -> Void)?

    /// Sends a command; `completion` hears the answer once. Keep the value until then.
    init(
        _ command: ManagementCommand, socket: String, loop: EventLoop,
        completion: @escaping (Result<ManagementAnswer, DirectoryFault>) -> Void
    ) {
        self.loop = loop
        self.completion = completion
        transport = loop.connect(to: .unix(path: socket))
        transport.onEvent = { [weak self] event in
            guard let self else { return }
            switch event {
            case .connected: transport.send(ManagementCall.request(command).bytes)
            case .received(let bytes): receive(bytes)
            case .closed: finish(.failure(DirectoryFault(status: 0, message: "the server does not answer")))
            case .resolving, .connecting, .drained: break
            }
        }
        loop.schedule(after: Self.patience) { [weak self] in
            self?.finish(.failure(DirectoryFault(status: 0, message: "the server does not answer")))
        }
    }

    private func receive(_ bytes: [UInt8]) {
        decoder.append(bytes)
        do throws(HTTPError) {
            guard let message = try decoder.next() else { return }
            finish(ManagementCall.answer(message))
        } catch {
            finish(.failure(DirectoryFault(status: 0, message: "the answer cannot be read")))
        }
    }

    private func finish(_ result: Result<ManagementAnswer, DirectoryFault>) {
        guard let completion else { return }
        self.completion = nil
        transport.close()
        completion(result)
    }

    /// Runs a command to its end and prints what it answers. Answers the exit code.
    static func run(
        _ command: ManagementCommand, locations: DataLocations, loop: EventLoop, indent: String = ""
    ) -> Int32 {
        var code: Int32 = 1
        let client = ManagementClient(command, socket: locations.directorySocket, loop: loop) { result in
            switch result {
            case .success(let answer):
                for line in answer.lines { CommandOutput.say(indent + CommandOutput.clean(line)) }
                code = 0
            case .failure(let fault): CommandOutput.complain(fault.message)
            }
            loop.stop()
        }
        loop.run()
        withExtendedLifetime(client) {}
        return code
    }
}
