package import IMModel
import MessageFlow

/// Saving what messages carry.
extension ChatScreen {
    /// Does a menu entry. To save a message that carries a file is to fetch the file, which the host does.
    func perform(_ entry: MenuEntry, on id: MessageID, in flow: MessageFlowController) {
        guard entry.id == .builtIn(.save), let current, flow.message(id)?.content.fileAddress != nil else {
            return flow.perform(entry, on: id)
        }
        effects.append(.save(id, current))
    }
}

extension MessageContent {
    /// Where the file of an image, voice, video or file message is; `nil` for all that carries none.
    package var fileAddress: String? {
        switch self {
        case .image(let url, _, _), .audio(let url, _), .file(let url, _, _): url
        case .video(let video): video.url
        default: nil
        }
    }
}
