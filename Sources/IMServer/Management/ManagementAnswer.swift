/// What the server tells its owner.
package struct ManagementAnswer: Codable, Sendable, Hashable {
    /// Lines of raw text.
    package var lines: [String]

    /// Makes an answer.
    package init(lines: [String]) { self.lines = lines }
}
