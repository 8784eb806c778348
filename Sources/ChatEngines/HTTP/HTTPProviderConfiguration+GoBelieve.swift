import IMModel

extension HTTPProviderConfiguration {
    /// The history calls of a real server's operator port (protocol document, section 10.1): the user's personal
    /// queue. The port knows no authentication: use it where nobody else can reach it.
    ///
    /// The server answers with the last messages of all sessions, and has no pages: `tail` of them are fetched and a
    /// session's pages are cut out of them.
    public static func goBelieveOperator(
        base: String, appID: Int64, uid: Int64, tail: Int = 1000
    ) -> HTTPProviderConfiguration {
        let query = "?appid=\(appID)&uid=\(uid)"
        let latest = Call(URLTemplate(base + "/load_latest_message\(query)&limit=\(tail)"), answer: .everything)
        var configuration = HTTPProviderConfiguration(
            me: ContactID(String(uid)), latest: latest, older: latest, mapping: goBelieveMapping(uid: uid))
        configuration.around = latest
        configuration.newer = Call(
            URLTemplate(base + "/load_history_message\(query)&last_id={anchor}"), answer: .everything)
        return configuration
    }

    /// The history call of the public interface (protocol document, section 10.2): the user's latest 1024 messages.
    public static func goBelieveClient(base: String, uid: Int64, token: String) -> HTTPProviderConfiguration {
        let latest = Call(URLTemplate(base + "/messages"), answer: .everything)
        var configuration = HTTPProviderConfiguration(
            me: ContactID(String(uid)), latest: latest, older: latest, mapping: goBelieveMapping(uid: uid))
        configuration.newer = latest
        configuration.around = latest
        configuration.headers = [Header("Authorization", "Bearer \(token)")]
        return configuration
    }

    /// `{"data":[{command, content, id, sender, receiver, timestamp, (sender_appid, receiver_appid)}]}`
    private static func goBelieveMapping(uid: Int64) -> HTTPMessageMapping {
        var mapping = HTTPMessageMapping(
            messages: "data", id: "id", sender: "sender", time: "timestamp", content: "content")
        mapping.contentKind = .goBelieve
        let me = String(uid)
        mapping.adjust = { message, value, session in belongs(value, to: session, me: me) ? message : nil }
        return mapping
    }

    /// Whether a message of the personal queue is one of the session's, by its command (protocol document, section 4).
    private static func belongs(_ value: JSONValue, to session: SessionID, me: String) -> Bool {
        guard let sender = value["sender"].text, let receiver = value["receiver"].text else { return false }
        switch (value["command"].integer, session.kind) {
        case (4, .peer): return (sender == me ? receiver : sender) == session.target
        case (8, .group): return receiver == session.target
        case (64, .customer):
            let isOwn = sender == me
            let app = value[isOwn ? "receiver_appid" : "sender_appid"].text ?? "0"
            return "\(app)/\(isOwn ? receiver : sender)" == session.target
        default: return false
        }
    }
}
