import IMModel
import IMService

/// Session ids to the numbers of the wire and back. Int64 stays below this file.
enum GoBelieveAddress {
    /// Where a send to a session goes; `nil` for sessions that nothing can be sent to.
    static func target(of session: SessionID) -> SendTarget? {
        switch session.kind {
        case .peer: number(session.target).map { .peer($0) }
        case .group: number(session.target).map { .group($0) }
        case .room: number(session.target).map { .room($0) }
        case .customer: customer(session.target).map { .customer(appID: $0.appID, uid: $0.uid) }
        case .system: nil
        }
    }

    /// The two numbers of a customer session.
    static func customer(_ target: String) -> (appID: Int64, uid: Int64)? {
        let parts = target.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let appID = Int64(parts[0]), appID >= 0, String(appID) == parts[0],
            let uid = number(String(parts[1]))
        else { return nil }
        return (appID, uid)
    }

    /// A positive decimal number in its one spelling, so that a session has one id only.
    static func number(_ text: String) -> Int64? {
        guard let number = Int64(text), number > 0, String(number) == text else { return nil }
        return number
    }
}
