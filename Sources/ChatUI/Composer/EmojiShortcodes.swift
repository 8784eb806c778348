/// Names of common emoji, as `:name:` in many chat programs.
enum EmojiShortcodes {
    /// One name with its emoji.
    struct Code: Sendable, Hashable {
        let name: String
        let emoji: String
    }

    static let all: [Code] = [
        ("+1", "👍"), ("-1", "👎"), ("100", "💯"), ("angry", "😠"), ("apple", "🍎"), ("beer", "🍺"), ("birthday", "🎂"),
        ("blush", "😊"), ("boom", "💥"), ("bug", "🐛"), ("bulb", "💡"), ("check", "✅"), ("clap", "👏"), ("coffee", "☕"),
        ("confused", "😕"), ("cry", "😢"), ("eyes", "👀"), ("facepalm", "🤦"), ("fire", "🔥"), ("gift", "🎁"),
        ("grin", "😁"), ("handshake", "🤝"), ("heart", "❤️"), ("heart_eyes", "😍"), ("hourglass", "⏳"), ("hug", "🤗"),
        ("joy", "😂"), ("kiss", "😘"), ("laughing", "😆"), ("lock", "🔒"), ("memo", "📝"), ("moon", "🌙"), ("muscle", "💪"),
        ("ok", "👌"), ("party", "🥳"), ("pray", "🙏"), ("question", "❓"), ("rocket", "🚀"), ("rofl", "🤣"), ("sad", "😞"),
        ("scream", "😱"), ("shrug", "🤷"), ("skull", "💀"), ("sleepy", "😴"), ("smile", "😄"), ("smirk", "😏"),
        ("sob", "😭"), ("sparkles", "✨"), ("star", "⭐"), ("sun", "☀️"), ("sunglasses", "😎"), ("sweat", "😅"),
        ("tada", "🎉"), ("thinking", "🤔"), ("thumbsdown", "👎"), ("thumbsup", "👍"), ("tongue", "😛"), ("warning", "⚠️"),
        ("wave", "👋"), ("wink", "😉"), ("x", "❌"), ("zap", "⚡"),
    ].map { Code(name: $0.0, emoji: $0.1) }

    /// Those whose name begins so; a closing colon is allowed.
    static func matching(_ typed: Substring) -> [Code] {
        let isClosed = typed.last == ":"
        let name = (isClosed ? typed.dropLast() : typed).lowercased()
        return all.filter { isClosed ? $0.name == name : $0.name.hasPrefix(name) }
    }
}
