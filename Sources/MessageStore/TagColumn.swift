/// Tags as the file keeps them: one text, separated by U+001F.
enum TagColumn {
    private static let separator: Character = "\u{1F}"

    static func list(_ text: String?) -> [String] {
        guard let text, !text.isEmpty else { return [] }
        return text.split(separator: separator).map(String.init)
    }

    static func text(_ tags: [String]) -> String? {
        let kept = tags.map { tag in String(tag.filter { $0 != separator }) }.filter { !$0.isEmpty }
        return kept.isEmpty ? nil : kept.joined(separator: String(separator))
    }
}
