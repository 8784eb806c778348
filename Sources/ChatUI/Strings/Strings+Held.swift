package import Cells

extension Strings {
    /// Words about an account that another client holds, or that nobody can write to.
    package struct Held: Sendable {
        /// “… is open in another imchat”
        package let title: @Sendable (_ name: SafeText) -> SafeText
        /// “The messages of … cannot be written”
        package let unwritable: @Sendable (_ name: SafeText) -> SafeText
        /// What being open elsewhere means.
        package let explanation: SafeText
        /// What the key r does.
        package let readOnly: SafeText
        /// What the key t does.
        package let takeOver: SafeText
        /// What the key q does.
        package let leave: SafeText
        /// “asking the other one to end…”
        package let asking: SafeText
        /// “the other one does not answer”
        package let silent: SafeText
        /// “the other one goes on: …”
        package let goesOn: @Sendable (_ reason: SafeText) -> SafeText
        /// “Not sent: read-only”
        package let notSent: SafeText
        /// “The other imchat has ended…”
        package let free: SafeText
    }
}

extension Strings.Held {
    static let english = Strings.Held(
        title: { "\($0) is open in another imchat" },
        unwritable: { "The messages of \($0) cannot be written" },
        explanation: "Two at once would send everything twice.",
        readOnly: "read along here; nothing is sent or marked as read",
        takeOver: "take over: the other one keeps its drafts and ends",
        leave: "leave it as it is",
        asking: "asking the other one to end…",
        silent: "the other one does not answer; continue it where it was suspended, or end it there",
        goesOn: { "the other one goes on: \($0)" },
        notSent: "Not sent: this window only reads along",
        free: "The other imchat has ended; /connect goes on here")

    static let simplifiedChinese = Strings.Held(
        title: { "\($0) 已在另一个 imchat 中打开" },
        unwritable: { "\($0) 的消息无法写入" },
        explanation: "同时打开两个会把每条消息发送两次。",
        readOnly: "在此只读查看：不发送，也不标为已读",
        takeOver: "接管：另一个保存草稿后退出",
        leave: "保持原样并退出",
        asking: "正在请另一个退出…",
        silent: "另一个没有回应；若它被挂起，请先恢复它，或在那里退出",
        goesOn: { "另一个仍在运行：\($0)" },
        notSent: "未发送：此窗口只读",
        free: "另一个 imchat 已退出；输入 /connect 在此继续")
}
