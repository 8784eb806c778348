/// A table of states and inputs as text: a line for each input, a column for each state, so that a difference can be read.
struct StateTable {
    /// The table as the machine answers it.
    let text: String

    /// Asks for each pair.
    init<State: CaseIterable & RawRepresentable, Input: CaseIterable & RawRepresentable>(
        _ states: State.Type, _ inputs: Input.Type, answer: (State, Input) -> String
    ) where State.RawValue == String, Input.RawValue == String {
        var rows: [[String]] = [[""] + State.allCases.map(\.rawValue)]
        for input in Input.allCases {
            rows.append([input.rawValue] + State.allCases.map { answer($0, input) })
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        text = rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return Self.trimmed(cells.joined(separator: " | "))
        }.joined(separator: "\n")
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
