import IMModel
import IMService
package import MessageStore

/// What the store cannot know about contents: how to read them again, and how to tell them in a few words.
package enum GoBelieveStoreCodec {
    /// For `MessageStore.open`.
    package static let codec = StoreCodec(decode: decode, preview: preview, searchText: searchText)

    @Sendable
    private static func decode(_ stored: StoredMessage) -> MessageContent {
        switch stored.type {
        case .system: .system(stored.rawContent)
        case .notification: .notification(GroupNotice(content: RawContent(stored.rawContent)).notification)
        default: RawContent(stored.rawContent).details.content
        }
    }

    @Sendable
    private static func preview(_ message: Message) -> String? {
        switch message.content {
        case .text(let text): text.text
        case .file(_, let name, _): name
        case .link(let link): link.title
        case .location(_, _, let address): address
        case .system(let text): text
        default: nil
        }
    }

    @Sendable
    private static func searchText(_ message: Message) -> String? {
        switch message.content {
        case .text(let text): text.text
        case .file(_, let name, _): name
        case .link(let link): [link.title, link.summary, link.url].joined(separator: " ")
        case .location(_, _, let address): address
        case .system(let text): text
        default: nil
        }
    }
}
