public import EventLoop
import IMWire

/// Asks a server's directory (protocol document, section 10.2): who one is, who others are, groups and rooms.
///
/// Each call is one short connection to the directory's endpoint (the second socket of the embedded server); calls run
/// beside each other, at most eight at a time, the others wait in order. Everything happens on the loop's thread.
public final class DirectoryClient {
    /// The token that proves who asks; `nil` before the grant.
    public var token: String?
    /// Where the directory is.
    public let place: DirectoryPlace

    private let scheduler: any Scheduling
    private let connector: any Connecting
    private let timeout: Int64
    private var running: [Int: DirectoryExchange] = [:]
    private var waiting: [DirectoryExchange] = []
    private var lastNumber = 0

    /// Makes a client; `timeout` is for each call, in milliseconds.
    public init(
        place: DirectoryPlace, scheduler: any Scheduling, connector: any Connecting, token: String? = nil,
        timeout: Int64 = 5_000
    ) {
        self.place = place
        self.scheduler = scheduler
        self.connector = connector
        self.token = token
        self.timeout = timeout
    }

    /// Makes a client of a directory on a socket or port of its own.
    public convenience init(
        endpoint: Endpoint, scheduler: any Scheduling, connector: any Connecting, token: String? = nil,
        timeout: Int64 = 5_000
    ) {
        self.init(
            place: DirectoryPlace(endpoint: endpoint), scheduler: scheduler, connector: connector, token: token,
            timeout: timeout)
    }

    /// Asks for a token for a name; the server chooses the user's number where `uid` is `nil`.
    public func grant(
        name: String, uid: Int64? = nil, platform: Int8 = 6, deviceID: String,
        completion: @escaping (Result<Grant, DirectoryError>) -> Void
    ) {
        ask(.grant(uid: uid, name: name, platform: platform, deviceID: deviceID)) { result in
            completion(
                result.flatMap { answer in
                    guard case .granted(let grant) = answer else { return .failure(.unexpectedAnswer) }
                    return .success(Grant(appID: grant.appID, uid: grant.uid, token: grant.token))
                })
        }
    }

    /// The user with a number; `nil` where there is none.
    public func user(_ uid: Int64, completion: @escaping (Result<User?, DirectoryError>) -> Void) {
        ask(.user(uid)) { completion(Self.users($0).map(\.first)) }
    }

    /// The users with a name.
    public func users(named name: String, completion: @escaping (Result<[User], DirectoryError>) -> Void) {
        ask(.userNamed(name)) { completion(Self.users($0)) }
    }

    /// The asker's groups with their members.
    public func groups(completion: @escaping (Result<[Group], DirectoryError>) -> Void) {
        ask(.groups) { completion(Self.groups($0)) }
    }

    /// The groups with a name of which the asker is a member or may be one.
    public func groups(named name: String, completion: @escaping (Result<[Group], DirectoryError>) -> Void) {
        ask(.groupsNamed(name)) { completion(Self.groups($0)) }
    }

    /// The rooms that have a name.
    public func rooms(completion: @escaping (Result<[Room], DirectoryError>) -> Void) {
        ask(.rooms) { result in
            completion(
                result.flatMap { answer in
                    guard case .rooms(let rooms) = answer else { return .failure(.unexpectedAnswer) }
                    return .success(rooms.map { Room(id: $0.id, name: $0.name) })
                })
        }
    }

    /// Who answers customers.
    public func supporters(completion: @escaping (Result<[User], DirectoryError>) -> Void) {
        ask(.supporters) { completion(Self.users($0)) }
    }

    /// Makes a group with the asker as master.
    public func createGroup(
        name: String, members: [Int64], completion: @escaping (Result<[Group], DirectoryError>) -> Void
    ) {
        ask(.createGroup(name: name, members: members, isSuper: false)) { completion(Self.groups($0)) }
    }

    /// Changes a group.
    public func change(_ change: GroupChange, completion: @escaping (Result<Void, DirectoryError>) -> Void) {
        let call: DirectoryCall =
            switch change {
            case .rename(let group, let name): .renameGroup(group, name: name)
            case .disband(let group): .disbandGroup(group)
            case .addMembers(let group, let members): .addMembers(group: group, members: members)
            case .removeMember(let group, let uid): .removeMember(group: group, uid: uid)
            case .mute(let group, let uid, let muted): .muteMember(group: group, uid: uid, muted: muted)
            case .open(let group, let isOpen): .openGroup(group, isOpen: isOpen)
            case .notice(let group, let notice): .noticeGroup(group, notice: notice)
            case .upgrade(let group): .upgradeGroup(group)
            case .nickname(let group, let uid, let name): .nameMember(group: group, uid: uid, name: name)
            case .quieten(let group, let uid, let isQuiet): .quietenGroup(group, uid: uid, isQuiet: isQuiet)
            }
        ask(call) { completion($0.map { _ in () }) }
    }

    /// Gives up all calls; each completes with `cancelled`.
    public func cancelAll() {
        for exchange in Array(running.values) + waiting { exchange.finish(.failure(.cancelled)) }
    }

    // MARK: Calls

    private static let callsAtOnce = 8

    private func ask(_ call: DirectoryCall, completion: @escaping (Result<DirectoryAnswer, DirectoryError>) -> Void) {
        lastNumber += 1
        let number = lastNumber
        let exchange = DirectoryExchange(
            call: call, request: call.request(token: token, at: place.path, of: place.host)
        ) { [weak self] result in
            self?.ended(number)
            completion(result)
        }
        exchange.number = number
        waiting.append(exchange)
        startWaiting()
    }

    private func startWaiting() {
        while running.count < Self.callsAtOnce, !waiting.isEmpty {
            let exchange = waiting.removeFirst()
            running[exchange.number] = exchange
            exchange.start(on: connector.connect(to: place.endpoint), scheduler: scheduler, timeout: timeout)
        }
    }

    private func ended(_ number: Int) {
        running[number] = nil
        waiting.removeAll { $0.number == number }
        startWaiting()
    }

    private static func users(
        _ result: Result<DirectoryAnswer, DirectoryError>
    ) -> Result<[User], DirectoryError> {
        switch result {
        case .success(.users(let users)):
            .success(users.map { User(uid: $0.uid, appID: $0.appID, name: $0.name.isEmpty ? nil : $0.name) })
        case .success: .failure(.unexpectedAnswer)
        // Nobody by that name or number is an answer, not a failure.
        case .failure(.refused(404, _)): .success([])
        case .failure(let error): .failure(error)
        }
    }

    private static func groups(
        _ result: Result<DirectoryAnswer, DirectoryError>
    ) -> Result<[Group], DirectoryError> {
        result.flatMap { answer in
            guard case .groups(let groups) = answer else { return .failure(.unexpectedAnswer) }
            return .success(
                groups.map { group in
                    Group(
                        id: group.id, name: group.name, notice: group.notice, master: group.master,
                        isSuper: group.isSuper,
                        members: group.members.map { member in
                            User(uid: member.uid, name: member.name.isEmpty ? nil : member.name)
                        })
                })
        }
    }
}
