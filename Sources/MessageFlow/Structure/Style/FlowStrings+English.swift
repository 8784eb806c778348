public import Cells
public import IMModel

/// The English sentences.
extension FlowStrings {
    private static let weekdays: [SafeText] = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let months: [SafeText] = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// "Monday 30 November", with the year where it must be told.
    public static func englishDay(_ time: LocalTime, _ showsYear: Bool) -> SafeText {
        let weekday = weekdays.indices.contains(time.weekday) ? weekdays[time.weekday] : "?"
        let month = months.indices.contains(time.month - 1) ? months[time.month - 1] : "?"
        return showsYear ? "\(weekday) \(time.day) \(month) \(time.year)" : "\(weekday) \(time.day) \(month)"
    }

    /// "09:12" or "9:12 am".
    public static func englishTime(_ time: LocalTime, _ uses24Hours: Bool) -> SafeText {
        let minute = twoDigits(time.minute)
        if uses24Hours { return "\(twoDigits(time.hour)):\(minute)" }
        let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
        return time.hour < 12 ? "\(hour):\(minute) am" : "\(hour):\(minute) pm"
    }

    /// "812 B", "1.2 MB": powers of 1000, one decimal below ten.
    public static func englishByteCount(_ bytes: Int64) -> SafeText {
        guard bytes >= 1000 else { return "\(max(0, bytes)) B" }
        let units: [SafeText] = ["kB", "MB", "GB", "TB", "PB", "EB"]
        var unit = 0
        var value = bytes
        var tenths = value % 1000 / 100
        value /= 1000
        while value >= 1000, unit + 1 < units.count {
            tenths = value % 1000 / 100
            value /= 1000
            unit += 1
        }
        return value < 10 ? "\(value).\(tenths) \(units[unit])" : "\(value) \(units[unit])"
    }

    /// What is said where messages are missing, and what can be done.
    public static func englishGap(_ gap: GapLine, keys: FlowKeys) -> SafeText {
        let again = hint(keys.open, " tries again")
        return switch gap {
        case .missing: "messages are missing here\(hint(keys.open, " loads them"))"
        case .loading: "messages are missing here · loading them…"
        case .failed(.offline): "messages are missing here (no connection)\(again)"
        case .failed(.timedOut): "messages are missing here (no answer)\(again)"
        case .failed(.failed(let reason)): "messages are missing here (\(TextSanitizer.line(reason)))\(again)"
        case .failed(.unknownAnchor), .failed(.cancelled): "messages are missing here\(again)"
        case .unavailable: "messages are missing here, and the server does not have them"
        case .removed: "older messages were removed, as the settings say"
        }
    }

    /// "1,240 more lines · Enter opens".
    public static func englishMore(_ lines: Int, isAbout: Bool, keys: FlowKeys) -> SafeText {
        let count: SafeText = lines == 1 ? "1 more line" : "\(grouped(lines)) more lines"
        return "\(isAbout ? "about " : SafeText.empty)\(count)\(hint(keys.open, " opens"))"
    }

    /// "1,240": decimal digits in groups of three.
    public static func grouped(_ number: Int) -> SafeText {
        guard number.magnitude >= 1000 else { return SafeText(number) }
        let tail = number.magnitude % 1000
        let zeros: SafeText = tail < 10 ? "00" : tail < 100 ? "0" : .empty
        return "\(grouped(number / 1000)),\(zeros)\(tail)"
    }

    /// What a key does, behind a sentence; nothing where no key does it.
    public static func hint(_ key: SafeText?, _ deed: SafeText) -> SafeText {
        key.map { " · \($0)\(deed)" } ?? .empty
    }

    /// "3:07", "1:02:03".
    public static func duration(seconds: Int) -> SafeText {
        let seconds = max(0, seconds)
        let tail: SafeText = "\(twoDigits(seconds % 60))"
        if seconds < 3600 { return "\(seconds / 60):\(tail)" }
        return "\(seconds / 3600):\(twoDigits(seconds / 60 % 60)):\(tail)"
    }

    /// One sentence for each change of a group; `me` is "you".
    public static func englishNotification(_ notification: GroupNotification, me: ContactID?) -> SafeText {
        let group = notification.groupName.map { TextSanitizer.line($0) } ?? "the group"
        func name(_ contact: Contact) -> SafeText {
            contact.id == me ? "you" : TextSanitizer.line(contact.displayName)
        }
        let by: SafeText = notification.actor.map { " by \(name($0))" } ?? ""
        switch notification.change {
        case .create(let master, let title, let members):
            let shown = members.prefix(8).map(name)
            let names = SafeText.joined(shown, separator: ", ")
            let rest: SafeText = members.count > 8 ? " and \(members.count - 8) more" : ""
            let created: SafeText = "\(name(master)) created \(title.isEmpty ? group : TextSanitizer.line(title))"
            return members.isEmpty ? created : "\(created) with \(names)\(rest)"
        case .disband: return "the group was disbanded\(by)"
        case .rename(let title):
            let new = TextSanitizer.line(title)
            return notification.actor.map { "\(name($0)) named the group \(new)" } ?? "the group is now called \(new)"
        case .notice(""): return "the group's notice was taken away\(by)"
        case .notice(let text): return "the group's notice\(by): \(TextSanitizer.line(text))"
        case .addMember(let member, let inviter):
            if let inviter, inviter.id != member.id { return "\(name(inviter)) invited \(name(member))" }
            return "\(name(member)) joined"
        case .removeMember(let member) where notification.actor?.id == member.id:
            return "\(name(member)) left"
        case .removeMember(let member) where notification.actor != nil:
            return "\(name(member)) \(member.id == me ? "were" : "was") removed\(by)"
        // Nothing tells who did it: themselves, or the group's master.
        case .removeMember(let member): return "\(name(member)) \(member.id == me ? "are" : "is") out of the group"
        case .upgrade:
            return notification.actor.map { "\(name($0)) made this a super group" } ?? "the group became a super group"
        case .nickname(let member, let nick):
            return "\(name(member)) \(member.id == me ? "go" : "goes") by \(TextSanitizer.line(nick)) here"
        case .mute(let member, let muted):
            return muted
                ? "\(name(member)) \(member.id == me ? "were" : "was") muted\(by)" : "\(name(member)) may speak again"
        case .other(let key): return "the group changed (\(TextSanitizer.line(key)))"
        }
    }

    /// One sentence for each event of a call.
    public static func englishCall(_ call: CallContent, isOwn: Bool, keys: FlowKeys) -> SafeText {
        switch call.event {
        case .dial(let video):
            let kind: SafeText = video ? "video call" : "voice call"
            return isOwn ? "\(kind)…" : "\(kind), not possible here\(hint(keys.menu, " refuses"))"
        case .accept: return "call accepted"
        case .connected: return "call connected"
        case .refuse, .refused: return "call declined"
        case .hangUp: return "call ended"
        case .reset: return "call broken off"
        case .talking: return "busy in another call"
        case .record(let seconds, let video):
            let kind: SafeText = video ? "video call" : "voice call"
            return seconds > 0 ? "\(kind), \(duration(seconds: seconds))" : "\(kind), not answered"
        case .other(let number): return "call signal \(number)"
        }
    }

    /// One sentence for each reason.
    public static func englishFailure(_ failure: SendFailure, keys: FlowKeys) -> SafeText {
        let again = hint(keys.resend, "\u{A0}resends")
        return switch failure {
        case .timedOut: "not sent: no answer in time\(again)"
        case .disconnected: "not sent: the connection was lost\(again)"
        case .notMyFriend: "not sent: they are not among your contacts\(again)"
        case .notTheirFriend: "not sent: you are not among their contacts\(again)"
        case .blacklisted: "not sent: they do not take messages from you"
        case .notMember: "not sent: you are no member\(again)"
        case .noSuchGroup: "not sent: there is no such group"
        case .tooLarge(let size, let limit):
            "not sent: \(englishByteCount(Int64(size))) is more than the \(englishByteCount(Int64(limit))) allowed"
        case .unsupported: "not sent: not possible here"
        case .refused(let reason): "not sent: \(TextSanitizer.line(reason))"
        case .rejected(let status): "not sent: the server refused (status \(status))\(again)"
        case .notStored(let reason): "not sent, not stored: \(TextSanitizer.line(reason))"
        case .cancelled: "not sent: given up\(again)"
        }
    }

    private static func twoDigits(_ number: Int) -> SafeText { number < 10 ? "0\(number)" : "\(number)" }
}
