package import Cells
import MessageFlow

extension Strings {
    /// Words of the interface that only prints lines.
    package struct Lines: Sendable {
        /// What to type.
        package let greeting: SafeText
        /// “TERM is not set”
        package let noTerm: SafeText
        /// “there is no description of TERM=…”
        package let unknownTerm: @Sendable (_ term: SafeText) -> SafeText
        /// “… unread elsewhere; /go lists the sessions”
        package let unreadElsewhere: @Sendable (Int) -> SafeText
        /// “…: … unread: …”
        package let unreadIn: @Sendable (_ name: SafeText, _ count: Int, _ preview: SafeText) -> SafeText
        /// “These … lines came at once. Send them as one message?”
        package let severalLines: @Sendable (Int) -> SafeText
        /// “… more lines; /do tap prints the last message whole”
        package let more: @Sendable (Int) -> SafeText
        /// The prompt behind a question.
        package let yesOrNo: SafeText
        /// The prompt behind a list.
        package let number: SafeText
        /// “sessions; /go NUMBER or NAME opens one”
        package let sessions: SafeText
        /// “commands”
        package let help: SafeText
    }
}

extension Strings.Lines {
    static let english = Self(
        greeting:
            "plain lines: what you type goes to the session named before the >. /go lists the sessions, "
            + "/go NAME opens one, /help lists the commands, Ctrl-D ends.",
        noTerm: "TERM is not set",
        unknownTerm: { "there is no description of TERM=\($0)" },
        unreadElsewhere: { "\($0) unread elsewhere; /go lists the sessions" },
        unreadIn: { $2.isEmpty ? "\($0): \($1) unread" : "\($0): \($1) unread: \($2)" },
        severalLines: { "These \($0) lines came at once. Send them as one message?" },
        more: { "\(FlowStrings.grouped($0)) more lines; /do tap prints the newest message whole" },
        yesOrNo: "(y/n) ",
        number: "(number, or Enter for none) ",
        sessions: "sessions (/go NUMBER or /go NAME opens one)",
        help: "a line is sent as it is; one that starts with / is a command:")

    static let simplifiedChinese = Self(
        greeting: "纯文本行模式：输入的内容发到 > 之前的会话。/go 列出会话，/go 名称 打开会话，/help 列出命令，Ctrl-D 结束。",
        noTerm: "没有设置 TERM",
        unknownTerm: { "系统中没有 TERM=\($0) 的描述" },
        unreadElsewhere: { "别处有 \($0) 条未读；/go 列出会话" },
        unreadIn: { $2.isEmpty ? "\($0)：\($1) 条未读" : "\($0)：\($1) 条未读：\($2)" },
        severalLines: { "同时来了 \($0) 行。作为一条消息发送？" },
        more: { "还有 \(FlowStrings.grouped($0)) 行；/do tap 完整显示最新的消息" },
        yesOrNo: "（y/n）",
        number: "（编号，回车取消）",
        sessions: "会话（/go 编号 或 /go 名称 打开）",
        help: "一行即一条消息；以 / 开头的是命令：")
}
