import IMModel

/// What a message says, on one line of plain text (raw).
enum ContentWords {
    static func words(_ content: MessageContent, raw: String) -> String {
        switch content {
        case .text(let text): text.text
        case .image(let url, _, _): "[image] \(url)"
        case .audio(let url, let seconds): "[voice message, \(seconds) s] \(url)"
        case .video(let video): "[video] \(video.url)"
        case .file(let url, let name, _): "[file] \(name) \(url)"
        case .location(let latitude, let longitude, let address):
            "[location] " + (address.map { "\($0) " } ?? "") + "\(latitude), \(longitude)"
        case .link(let link): "[link] \(link.title) \(link.url)"
        case .notification(let notification): "[group] " + words(notification.change)
        case .system(let text): text
        case .revoked: "[taken back]"
        case .revoke: "[takes a message back]"
        case .readMark: "[has read]"
        case .tag(_, let tag, let added): added ? "[tags a message] \(tag)" : "[takes a tag off] \(tag)"
        case .call: "[call]"
        case .custom(_, let payload): payload
        case .unknown: raw
        }
    }

    private static func words(_ change: GroupNotification.Change) -> String {
        switch change {
        case .create(let master, let name, _): "\(master.displayName) made the group \(name)"
        case .disband: "the group is no more"
        case .rename(let name): "the group is called \(name) now"
        case .notice(let notice): "notice: \(notice)"
        case .addMember(let member, _): "\(member.displayName) is in"
        case .removeMember(let member): "\(member.displayName) is out"
        case .upgrade: "the group is a super group now"
        case .nickname(let member, let name): "\(member.displayName) is called \(name) here"
        case .mute(let member, let muted): "\(member.displayName) " + (muted ? "is muted" : "may speak again")
        case .other(let key): key
        }
    }
}
