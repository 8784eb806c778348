import IMModel
import MessageFlow

@testable import ChatEngines

/// A source of plain messages `{"items":[{"n":…, "from":…, "at":…, "say":…}], "more":…}` and pages of it.
enum HTTPFixture {
    static let session = SessionID(account: "a", kind: .peer, target: "bob & co")

    static func configuration(base: String) -> HTTPProviderConfiguration {
        var mapping = HTTPMessageMapping(messages: "items", id: "n", sender: "from", time: "at", content: "say")
        mapping.hasMore = "more"
        var configuration = HTTPProviderConfiguration(
            me: ContactID("me"), latest: .init(URLTemplate(base + "/h?of={target}&n={limit}")),
            older: .init(URLTemplate(base + "/h?of={target}&n={limit}&before={anchor}")), mapping: mapping)
        configuration.newer = .init(URLTemplate(base + "/h?of={target}&n={limit}&after={anchor}"))
        return configuration
    }

    static func items(_ range: Range<Int>, more: Bool) -> String {
        let items = range.map {
            #"{"n":\#($0),"from":"\#($0 % 2 == 0 ? "me" : "bob")","at":\#(1000 + $0),"say":"m\#($0)"}"#
        }
        return #"{"items":[\#(items.joined(separator: ","))],"more":\#(more)}"#
    }

    static func texts(_ page: MessagePage?) -> [String] {
        (page?.messages ?? []).map { if case .text(let text) = $0.content { text.text } else { "?" } }
    }

    static func message(_ id: String, anchor: String? = nil, order: Int64 = 0) -> Message {
        Message(
            id: MessageID(id), session: session, sender: Contact(id: ContactID("bob")), order: order,
            content: .text(TextContent(id)), anchor: anchor)
    }
}
