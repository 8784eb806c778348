import Cells
import IMModel
package import MessageFlow

extension FlowStrings {
    /// The words of message rows in a language of the interface.
    package static func table(_ language: Strings.Language) -> FlowStrings {
        switch language {
        case .english: .english
        case .simplifiedChinese: .simplifiedChinese
        }
    }

    /// Simplified Chinese.
    package static let simplifiedChinese: FlowStrings = {
        var strings = FlowStrings()
        strings.newMessages = "以下为新消息"
        strings.gap = { chineseGap($0, $1) }
        strings.more = { "\($1 ? "约 " : SafeText.empty)还有 \(grouped($0)) 行\(hint($2.open, " 打开"))" }
        strings.day = { chineseDay($0, showsYear: $1) }
        strings.time = { chineseTime($0, uses24Hours: $1) }
        strings.missingQuote = "不在此处的消息"
        strings.emptyMessage = "（空消息）"
        strings.image = "图片"
        strings.audio = "语音消息"
        strings.video = "视频"
        strings.file = "文件"
        strings.location = "位置"
        strings.link = "链接"
        strings.unnamedFile = "未命名文件"
        strings.byteCount = { chineseByteCount($0) }
        strings.revoked = { "\($0) 撤回了一条消息" }
        strings.revokedByMe = "你撤回了一条消息"
        strings.unknown = { key in
            if let key, !key.isEmpty { return "无法识别的消息类型（\(key)）" }
            return "无法识别的消息类型"
        }
        strings.notification = { chineseNotification($0, $1) }
        strings.call = { chineseCall($0, $1, $2) }
        strings.failure = { chineseRowFailure($0, $1) }
        strings.readers = { "\($0) 人已读" }
        return strings
    }()

    private static func chineseDay(_ time: LocalTime, showsYear: Bool) -> SafeText {
        let names: [SafeText] = ["星期日", "星期一", "星期二", "星期三", "星期四", "星期五", "星期六"]
        let weekday = names.indices.contains(time.weekday) ? names[time.weekday] : .empty
        let day: SafeText = "\(time.month)月\(time.day)日 \(weekday)"
        return showsYear ? "\(time.year)年\(day)" : day
    }

    private static func chineseGap(_ gap: GapLine, _ keys: FlowKeys) -> SafeText {
        let again: SafeText = keys.open.map { " · 按 \($0) 重试" } ?? SafeText.empty
        return switch gap {
        case .missing: "此处缺少消息\(keys.open.map { " · 按 \($0) 加载" } ?? SafeText.empty)"
        case .loading: "此处缺少消息 · 正在加载…"
        case .failed(.offline): "此处缺少消息（未连接）\(again)"
        case .failed(.timedOut): "此处缺少消息（无应答）\(again)"
        case .failed(.failed(let reason)): "此处缺少消息（\(TextSanitizer.line(reason))）\(again)"
        case .failed(.unknownAnchor), .failed(.cancelled): "此处缺少消息\(again)"
        case .unavailable: "此处缺少消息，服务器上也没有"
        case .removed: "更早的消息已按设置删除"
        }
    }

    private static func chineseTime(_ time: LocalTime, uses24Hours: Bool) -> SafeText {
        let minute: SafeText = time.minute < 10 ? "0\(time.minute)" : SafeText(time.minute)
        guard !uses24Hours else {
            return time.hour < 10 ? "0\(time.hour):\(minute)" : "\(time.hour):\(minute)"
        }
        let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
        return time.hour < 12 ? "上午 \(hour):\(minute)" : "下午 \(hour):\(minute)"
    }

    private static func chineseByteCount(_ bytes: Int64) -> SafeText {
        bytes < 1000 && bytes >= 0 ? "\(bytes) 字节" : englishByteCount(bytes)
    }

    private static func chineseNotification(_ notification: GroupNotification, _ me: ContactID?) -> SafeText {
        func name(_ contact: Contact) -> SafeText {
            contact.id == me ? "你" : TextSanitizer.line(contact.displayName)
        }
        let actor: SafeText = notification.actor.map { " \(name($0)) " } ?? ""
        let by: SafeText = actor.isEmpty ? "" : "由\(actor)"
        let from: SafeText = actor.isEmpty ? "" : "（来自\(actor)）"
        switch notification.change {
        case .create(let master, let title, let members):
            let group = TextSanitizer.line(title.isEmpty ? notification.groupName ?? "" : title)
            let created: SafeText = "\(name(master)) 创建了群“\(group)”"
            guard !members.isEmpty else { return created }
            let names = SafeText.joined(members.prefix(8).map(name), separator: "、")
            return members.count > 8 ? "\(created)，成员有\(names)等 \(members.count) 人" : "\(created)，成员有\(names)"
        case .disband: return "群已\(by)解散"
        case .rename(let title): return "群名\(by)改为“\(TextSanitizer.line(title))”"
        case .notice(""): return "群公告已\(by)撤下"
        case .notice(let text): return "群公告\(from)：\(TextSanitizer.line(text))"
        case .addMember(let member, let inviter):
            if let inviter, inviter.id != member.id { return "\(name(inviter)) 邀请 \(name(member)) 加入" }
            return "\(name(member)) 加入了群"
        case .removeMember(let member) where notification.actor?.id == member.id: return "\(name(member)) 退出了群"
        case .removeMember(let member) where notification.actor != nil: return "\(name(member)) 被\(actor)移出了群"
        case .removeMember(let member): return "\(name(member)) 不再是群成员"
        case .upgrade: return "群已\(by)升级为超级群"
        case .nickname(let member, let nick): return "\(name(member)) 的群昵称改为 \(TextSanitizer.line(nick))"
        case .mute(let member, let muted): return muted ? "\(name(member)) 被\(actor)禁言" : "\(name(member)) 已解除禁言"
        case .other(let key): return "群有变更（\(TextSanitizer.line(key))）"
        }
    }

    private static func chineseCall(_ call: CallContent, _ isOwn: Bool, _ keys: FlowKeys) -> SafeText {
        switch call.event {
        case .dial(let video):
            let kind: SafeText = video ? "视频通话" : "语音通话"
            return isOwn ? "\(kind)…" : "\(kind)，这里无法接听\(hint(keys.menu, " 拒绝"))"
        case .accept: return "已接听"
        case .connected: return "通话已接通"
        case .refuse, .refused: return "已拒绝通话"
        case .hangUp: return "通话已结束"
        case .reset: return "通话中断"
        case .talking: return "对方正在通话"
        case .record(let seconds, let video):
            let kind: SafeText = video ? "视频通话" : "语音通话"
            return seconds > 0 ? "\(kind)，\(seconds / 60) 分 \(seconds % 60) 秒" : "\(kind)，未接听"
        case .other(let number): return "通话信号 \(number)"
        }
    }

    private static func chineseRowFailure(_ failure: SendFailure, _ keys: FlowKeys) -> SafeText {
        let reason = Strings.simplifiedChinese.messages.sendFailure(failure)
        switch failure {
        case .blacklisted, .noSuchGroup, .tooLarge, .unsupported, .refused, .notStored: return "未发送：\(reason)"
        case .timedOut, .disconnected, .notMyFriend, .notTheirFriend, .notMember, .rejected, .cancelled:
            return "未发送：\(reason)\(hint(keys.resend, " 重发"))"
        }
    }
}
