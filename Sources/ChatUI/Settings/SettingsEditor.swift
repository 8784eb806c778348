/// Changes one setting in a configuration file's text and leaves everything else, comments included, as it is.
package enum SettingsEditor {
    /// The text with a setting set; an empty text becomes a file. O(bytes).
    ///
    /// - Parameters:
    ///   - path: the names, with dots between them.
    ///   - literal: the value as JSON5 text.
    package static func set(
        _ path: String, to literal: String, in bytes: [UInt8]
    ) throws(JSON5Reader.Problem) -> [UInt8] {
        let isEmpty = bytes.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        let bytes = isEmpty ? Array("{\n}\n".utf8) : bytes
        var names = path.split(separator: ".").map(String.init)
        var value = try JSON5Reader.read(bytes)
        while let name = names.first, case .object(let members) = value.content,
            let member = members.first(where: { $0.name == name })
        {
            value = member.value
            names.removeFirst()
        }
        var changed = bytes
        if names.isEmpty {
            changed.replaceSubrange(value.range, with: Array(literal.utf8))
        } else {
            guard case .object(let members) = value.content else {
                throw JSON5Reader.Problem(
                    place: value.place, reason: .objectExpected(value.kind))
            }
            var text = literal
            for name in names.dropFirst().reversed() { text = "{ \(name): \(text) }" }
            // A blank behind the comma, or what a one-line object goes on with.
            let isOnOneLine = !bytes[value.range].contains(0x0A)
            let entry =
                isOnOneLine ? " \(names[0]): \(text)\(members.isEmpty ? " " : ",")" : "\n    \(names[0]): \(text),"
            let start = value.range.lowerBound + 1
            changed.replaceSubrange(start..<start, with: Array(entry.utf8))
        }
        _ = try JSON5Reader.read(changed)
        return changed
    }
}
