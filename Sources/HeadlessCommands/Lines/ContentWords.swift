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
        case .notification(let notification): "[group] " + words(notification)
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

    private static func words(_ notification: GroupNotification) -> String {
        let by = notification.actor.map { " by \($0.displayName)" } ?? ""
        return switch notification.change {
        case .create(let master, let name, _): "\(master.displayName) made the group \(name)"
        case .disband: "the group is no more" + (by.isEmpty ? "" : ", ended\(by)")
        case .rename(let name): "the group is called \(name) now" + (by.isEmpty ? "" : ", named\(by)")
        case .notice(let notice): "notice\(by): \(notice)"
        case .addMember(let member, _): "\(member.displayName) is in"
        case .removeMember(let member):
            notification.actor?.id == member.id
                ? "\(member.displayName) left" : "\(member.displayName) is out" + (by.isEmpty ? "" : ", removed\(by)")
        case .upgrade: "the group is a super group now" + (by.isEmpty ? "" : ", made one\(by)")
        case .nickname(let member, let name): "\(member.displayName) is called \(name) here"
        case .mute(let member, let muted): "\(member.displayName) " + (muted ? "is muted\(by)" : "may speak again")
        case .other(let key): key
        }
    }
}
