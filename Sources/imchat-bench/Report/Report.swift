/// Prints the figures as they are measured, beside their bars, and remembers what went over.
final class Report {
    private let bars: [String: Bar]
    private var measured: Set<String> = []
    private(set) var failures: [String] = []

    init(bars: [Bar]) { self.bars = Dictionary(bars.map { ($0.name, $0) }) { first, _ in first } }

    /// Starts a group of figures.
    func heading(_ title: String) { Output.line("\n\(title)") }

    /// A figure; judged if it has a bar.
    func add(_ name: String, _ value: Double, _ unit: String) {
        measured.insert(name)
        let bar = bars[name]
        let isGood = bar?.allows(value) ?? true
        if !isGood { failures.append(name) }
        Output.line(
            "  " + Self.pad(name, 64) + Self.padLeft(Figure.digits(value), 12) + " " + Self.pad(unit, 10)
                + Self.pad(bar?.text ?? "-", 12) + (bar == nil ? "" : isGood ? "ok" : "OVER")
                + (bar?.goal.map { "  (goal \(Figure.digits($0)))" } ?? ""))
    }

    /// A figure that is a count.
    func add(_ name: String, _ value: Int, _ unit: String) { add(name, Double(value), unit) }

    /// Something could not be measured at all.
    func fail(_ name: String, _ reason: String) {
        measured.insert(name)
        failures.append(name)
        Output.line("  \(name): \(reason)")
    }

    /// Ends the report; a bar that nothing was measured against is a mistake in the file of bars.
    func finish(isComplete: Bool) -> Bool {
        if isComplete {
            for name in bars.keys.sorted() where !measured.contains(name) {
                failures.append(name)
                Output.line("  \(name): has a bar but was not measured")
            }
        }
        Output.line(failures.isEmpty ? "\nall within their bars" : "\nOVER: \(failures.joined(separator: "; "))")
        return failures.isEmpty
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func padLeft(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
