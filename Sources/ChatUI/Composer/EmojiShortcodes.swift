/// Names of common emoji, as `:name:` in many chat programs.
enum EmojiShortcodes {
    /// One name with its emoji.
    struct Code: Sendable, Hashable {
        let name: String
        let emoji: String
    }

    static let all: [Code] = [
        ("+1", "👍"), ("-1", "👎"), ("100", "💯"), ("alien", "👽"), ("anchor", "⚓"), ("angry", "😠"), ("apple", "🍎"),
        ("arrow_down", "⬇️"), ("arrow_left", "⬅️"), ("arrow_right", "➡️"), ("arrow_up", "⬆️"), ("balloon", "🎈"),
        ("beer", "🍺"), ("bell", "🔔"), ("bike", "🚲"), ("birthday", "🎂"), ("blush", "😊"), ("book", "📖"),
        ("boom", "💥"), ("broken_heart", "💔"), ("bug", "🐛"), ("bulb", "💡"), ("cake", "🍰"), ("calendar", "📅"),
        ("car", "🚗"), ("cat", "🐱"), ("chart", "📈"), ("check", "✅"), ("clap", "👏"), ("clock", "🕐"), ("cloud", "☁️"),
        ("coffee", "☕"), ("computer", "💻"), ("confused", "😕"), ("construction", "🚧"), ("crossed_fingers", "🤞"),
        ("crown", "👑"), ("cry", "😢"), ("dog", "🐶"), ("earth", "🌍"), ("email", "📧"), ("eyes", "👀"),
        ("facepalm", "🤦"), ("fire", "🔥"), ("flag", "🚩"), ("flushed", "😳"), ("gear", "⚙️"), ("gem", "💎"),
        ("ghost", "👻"), ("gift", "🎁"), ("green_heart", "💚"), ("grin", "😁"), ("hammer", "🔨"), ("handshake", "🤝"),
        ("heart", "❤️"), ("heart_eyes", "😍"), ("hourglass", "⏳"), ("house", "🏠"), ("hug", "🤗"), ("idea", "💡"),
        ("information", "ℹ️"), ("innocent", "😇"), ("joy", "😂"), ("key", "🔑"), ("kiss", "😘"), ("laughing", "😆"),
        ("link", "🔗"), ("lock", "🔒"), ("mag", "🔍"), ("mask", "😷"), ("medal", "🏅"), ("memo", "📝"), ("money", "💰"),
        ("monkey", "🐵"), ("moon", "🌙"), ("muscle", "💪"), ("music", "🎵"), ("neutral", "😐"), ("no_entry", "⛔"),
        ("ok", "👌"), ("ok_hand", "👌"), ("package", "📦"), ("palm_tree", "🌴"), ("panda", "🐼"), ("paperclip", "📎"),
        ("party", "🥳"), ("pencil", "✏️"), ("phone", "📞"), ("pizza", "🍕"), ("plane", "✈️"), ("point_down", "👇"),
        ("point_left", "👈"), ("point_right", "👉"), ("point_up", "👆"), ("poop", "💩"), ("pray", "🙏"),
        ("printer", "🖨️"), ("pushpin", "📌"), ("question", "❓"), ("rainbow", "🌈"), ("raised_hands", "🙌"),
        ("recycle", "♻️"), ("relieved", "😌"), ("robot", "🤖"), ("rocket", "🚀"), ("rofl", "🤣"), ("rose", "🌹"),
        ("sad", "😞"), ("salute", "🫡"), ("scream", "😱"), ("see_no_evil", "🙈"), ("ship", "🚢"), ("shrug", "🤷"),
        ("skull", "💀"), ("sleepy", "😴"), ("smile", "😄"), ("smirk", "😏"), ("snowflake", "❄️"), ("sob", "😭"),
        ("sparkles", "✨"), ("star", "⭐"), ("stop", "🛑"), ("sun", "☀️"), ("sunglasses", "😎"), ("sweat", "😅"),
        ("tada", "🎉"), ("tea", "🍵"), ("thinking", "🤔"), ("thumbsdown", "👎"), ("thumbsup", "👍"), ("tired", "😫"),
        ("tongue", "😛"), ("train", "🚆"), ("trophy", "🏆"), ("truck", "🚚"), ("umbrella", "☂️"), ("unlock", "🔓"),
        ("upside_down", "🙃"), ("warning", "⚠️"), ("watch", "⌚"), ("wave", "👋"), ("wine", "🍷"), ("wink", "😉"),
        ("worried", "😟"), ("wrench", "🔧"), ("x", "❌"), ("yawn", "🥱"), ("yum", "😋"), ("zap", "⚡"),
    ].map { Code(name: $0.0, emoji: $0.1) }

    /// Those whose name begins so; a closing colon is allowed.
    static func matching(_ typed: Substring) -> [Code] {
        let isClosed = typed.last == ":"
        let name = (isClosed ? typed.dropLast() : typed).lowercased()
        return all.filter { isClosed ? $0.name == name : $0.name.hasPrefix(name) }
    }
}
