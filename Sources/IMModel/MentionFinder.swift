/// Finds who is mentioned in a text: an `@` that begins a word, directly followed by a name. Of several names that fit,
/// the longest counts. A name ends where its word ends; scripts that are written without blanks have no such place, so
/// that a member's name in one may be followed by anything: `@张三你好`.
package struct MentionFinder: Sendable {
    private let people: [Substring: [Contact]]
    /// Whose names need no end of a word behind them.
    private let members: Set<ContactID>
    private let longest: Int

    /// Finds these people by their display names; `members` are those of the session and are among them. Of several
    /// with one name each is found. O(people).
    package init(_ people: some Sequence<Contact>, members: some Sequence<Contact> = []) {
        var found: [Substring: [Contact]] = [:]
        var longest = 0
        for contact in people {
            let name = contact.displayName
            // Bounded, so that a long name costs every search no more than a short one.
            guard name.count <= Self.nameLimit else { continue }
            longest = max(longest, name.count)
            if found[name[...]]?.contains(where: { $0.id == contact.id }) != true {
                found[name[...], default: []].append(Contact(id: contact.id, name: name))
            }
        }
        self.people = found
        self.members = Set(members.lazy.map(\.id))
        self.longest = longest
    }

    /// Who is mentioned, in the order of the text, each once, at most 100. O(text) for the first 200 places with an `@`.
    package func mentions(in text: String) -> [Contact] {
        var result: [Contact] = []
        var known: Set<ContactID> = []
        var places = 0
        var before: Character = " "
        var index = text.startIndex
        while index < text.endIndex, places < Self.placeLimit, result.count < Self.mentionLimit {
            let character = text[index]
            let next = text.index(after: index)
            if character == "@", !(before.isASCII && Self.isWord(before)) {
                places += 1
                for contact in named(text[next...]) where known.insert(contact.id).inserted { result.append(contact) }
            }
            before = character
            index = next
        }
        return result
    }

    /// Those whose name stands at the start of a text, and ends there with a word.
    private func named(_ text: Substring) -> [Contact] {
        var name = text.prefix(longest)
        while !name.isEmpty {
            if var found = people[name] {
                let end = name[name.index(before: name.endIndex)]
                if name.endIndex < text.endIndex, !Self.isEnd(end, before: text[name.endIndex]) {
                    found = Self.isUnspaced(end) ? found.filter { members.contains($0.id) } : []
                }
                if !found.isEmpty { return found }
            }
            name.removeLast()
        }
        return []
    }

    /// Whether a word ends between two characters: at a blank or sign, and where the writing changes.
    private static func isEnd(_ last: Character, before next: Character) -> Bool {
        !isWord(next) || isUnspaced(next) && !isUnspaced(last)
    }

    /// Whether words of the script follow each other, or their endings follow names, without blanks: Thai and its
    /// neighbours, kana, Han, Hangul (Unicode 15, Blocks).
    private static func isUnspaced(_ character: Character) -> Bool {
        switch character.unicodeScalars.first?.value ?? 0 {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    private static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "-"
    }

    private static let nameLimit = 64
    private static let placeLimit = 200
    private static let mentionLimit = 100
}
