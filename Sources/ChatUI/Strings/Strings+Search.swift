package import Cells

extension Strings {
    /// Why a search was not made. What the user typed comes in as text that is safe to show.
    package struct Search: Sendable {
        /// “before: takes a date …, not “…””
        package let badTime: @Sendable (_ key: SafeText, _ value: SafeText) -> SafeText
        /// “there is no kind “…”: …”
        package let badKind: @Sendable (_ value: SafeText, _ known: SafeText) -> SafeText
        /// “nothing stands behind …:”
        package let noValue: @Sendable (_ key: SafeText) -> SafeText
        /// “nothing to search for”: no word, or signs alone.
        package let nothing: SafeText
        /// “nobody called “…” ever wrote here”
        package let unknownSender: @Sendable (_ name: SafeText) -> SafeText
        /// “several are called “…”: …”
        package let ambiguousSender: @Sendable (_ name: SafeText, _ ids: SafeText) -> SafeText
        /// “there is no session “…””
        package let unknownSession: @Sendable (_ name: SafeText) -> SafeText
    }
}

extension Strings.Search {
    static let english = Strings.Search(
        badTime: { "\($0): takes a date like 2026-11-30 or 2d ago, not “\($1)”" },
        badKind: { "There is no kind “\($0)”; there are \($1)" },
        noValue: { "Nothing stands behind \($0):" },
        nothing: "Nothing to search for: it takes a letter, a digit, an ideograph or an emoji",
        unknownSender: { "Nobody called “\($0)” ever wrote here" },
        ambiguousSender: { "Several are called “\($0)”: \($1)" },
        unknownSession: { "There is no session “\($0)”" })

    static let simplifiedChinese = Strings.Search(
        badTime: { "\($0): 后应为日期（如 2026-11-30）或 2d 这样的时长，而不是“\($1)”" },
        badKind: { "没有类型“\($0)”；可用的有 \($1)" },
        noValue: { "\($0): 后没有内容" },
        nothing: "没有可搜索的内容：需要文字、数字或表情",
        unknownSender: { "没有叫“\($0)”的人在这里发过消息" },
        ambiguousSender: { "有多个人叫“\($0)”：\($1)" },
        unknownSession: { "没有会话“\($0)”" })
}
