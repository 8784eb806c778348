/// Finds who is mentioned in a text: an `@` that begins a word, directly followed by a name, directly followed by what
/// is no part of a word. Of several names that fit, the longest counts.
package struct MentionFinder: Sendable {
    private let people: [Substring: [Contact]]
    private let longest: Int

    /// Finds these people by their display names. Of several with one name each is found. O(people).
    package init(_ people: some Sequence<Contact>) {
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
            let isWhole = name.endIndex == text.endIndex || !Self.isWord(text[name.endIndex])
            if isWhole, let found = people[name] { return found }
            name.removeLast()
        }
        return []
    }

    private static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "-"
    }

    private static let nameLimit = 64
    private static let placeLimit = 200
    private static let mentionLimit = 100
}
