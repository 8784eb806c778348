internal import Database
internal import IMWire

/// The operator interface of the real server (protocol document, section 10.1). It asks nobody who he is, as there: it
/// belongs where only the operator can reach it.
package final class OperatorService {
    private let core: ServerCore

    /// Makes the service of a server.
    package init(core: ServerCore) { self.core = core }

    /// Answers a request; false where the path is not one of the operator's.
    package func answer(_ request: HTTPRequest, _ send: @escaping (HTTPResponse) -> Void) -> Bool {
        switch OperatorCall.parse(request, appID: core.configuration.appID) {
        case nil: return false
        case .failure(let fault): send(HTTPResponse(fault))
        case .success(let call): act(call, send)
        }
        return true
    }

    /// The body of an answer that has data.
    private struct Answer<Value: Encodable>: Encodable { var data: Value }
    private struct Nothing: Encodable {}
    private struct Count: Encodable { var count: Int }

    private func act(_ call: OperatorCall, _ send: @escaping (HTTPResponse) -> Void) {
        let report: (PostOutcome) -> Void = { send(HTTPResponse($0)) }
        switch call {
        case .postPeer(let sender, let receiver, let content):
            core.postSilently(from: sender, to: receiver, content: content, done: report)
        case .postGroup(let sender, let group, let content):
            core.postGroup(from: sender, group: group, content: content, isSilentIfSuper: true, done: report)
        case .postRoom(let sender, let room, let content):
            report(core.postRoom(from: sender, room: room, content: content))
        case .postRealTime(let sender, let receiver, let content):
            report(core.postRealTime(from: sender, to: receiver, content: content))
        case .postNotification(let user, let text): report(core.postNotification(to: user, text: text))
        case .postSystem(let users, let text): core.postSystem(to: users, text: text, done: report)
        case .postGroupNotification(let appID, let id, let text, let members, let isSuper):
            guard let group = core.directory.group(id, appID: appID) ?? stranger(id, appID, members, isSuper) else {
                return report(.refused)
            }
            let others = members.filter { group.member($0) == nil }
            core.postGroupNotification(text, to: group, others: others, done: report)
        case .postCustomer(let sender, let receiver, let content):
            core.postCustomer(from: sender, to: receiver, content: content, isSilent: true) { outcome in
                send(
                    outcome == .done
                        ? HTTPResponse(body: JSONText.encode(Answer(data: Nothing()))) : HTTPResponse(outcome))
            }
        case .offlineCount(let user, let key):
            core.countOffline(user, after: key) { send(Self.response($0.map { Count(count: $0) })) }
        case .latest(let user, let limit):
            tell(send) { core.messages(of: user, after: 0, limit: limit, side: .newest, for: nil, completion: $0) }
        case .history(let user, let key):
            tell(send) { core.messages(of: user, after: key, limit: .max, side: .oldest, for: nil, completion: $0) }
        case .stack: send(HTTPResponse(contentType: "text/plain", body: Array(core.stackText.utf8)))
        case .summary: send(HTTPResponse(body: JSONText.encode(OperatorSummary(core.statistics))))
        }
    }

    /// A group that this server does not know, for the members that the operator names.
    private func stranger(_ id: Int64, _ appID: Int64, _ members: [Int64], _ isSuper: Bool) -> ServerGroup? {
        guard !isSuper, !members.isEmpty else { return nil }
        return ServerGroup(id: id, appID: appID, name: "", master: 0, members: [])
    }

    private func tell(
        _ send: @escaping (HTTPResponse) -> Void,
        _ read: (@escaping (Result<QueueBatch, DatabaseError>) -> Void) -> Bool
    ) {
        if !read({ send(Self.messages($0)) }) { send(.noRoom) }
    }

    static func messages(_ result: Result<QueueBatch, DatabaseError>) -> HTTPResponse {
        response(result.map { $0.entries.compactMap { OperatorMessage($0) } })
    }

    static func response(_ result: Result<some Encodable, DatabaseError>) -> HTTPResponse {
        switch result {
        case .success(let value): HTTPResponse(body: JSONText.encode(Answer(data: value)))
        case .failure: HTTPResponse(PostOutcome.failed)
        }
    }
}

extension HTTPResponse {
    /// What is answered while what others have not taken fills the server's limit.
    static let noRoom = HTTPResponse(
        DirectoryFault(status: 503, message: "too many answers wait to be taken; try again"))

    /// A refusal in the real server's form: JSON, but a line for a path that is not there.
    init(_ fault: DirectoryFault) {
        if fault == .noSuchCall {
            self.init(status: 404, contentType: "text/plain; charset=utf-8", body: Array("404 page not found\n".utf8))
        } else {
            self.init(DirectoryAnswer.refused(status: fault.status, message: fault.message))
        }
    }

    /// What the directory answers.
    init(_ answer: DirectoryAnswer, isSingle: Bool = false) {
        self.init(status: answer.status, body: answer.body(isSingle: isSingle))
    }

    /// What a post answers: nothing, or why not.
    init(_ outcome: PostOutcome) {
        switch outcome {
        case .done: self.init(contentType: "text/plain")
        case .refused: self.init(DirectoryFault.parameter)
        case .failed: self.init(DirectoryFault(status: 500, message: "the server cannot read or write its data"))
        }
    }
}
