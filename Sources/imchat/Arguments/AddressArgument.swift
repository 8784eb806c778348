import HeadlessCommands

/// An address on the command line.
enum AddressArgument {
    /// The address as it is, if it can be one. The account in front of it is looked at later, when it is known.
    static func checked(_ text: String) throws(UsageError) -> String {
        var rest = Substring(text)
        // ACCOUNT/kind:target; a customer's own slash comes after its colon.
        for kind in ["/peer:", "/group:", "/room:", "/customer:"] {
            if let range = rest.range(of: kind) { rest = rest[rest.index(after: range.lowerBound)...] }
        }
        guard ChatAddress(String(rest)) != nil else { throw .badAddress(text) }
        return text
    }
}

extension Substring {
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
