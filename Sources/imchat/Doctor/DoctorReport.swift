/// What the doctor found, as lines that are safe to paste: facts and numbers, no names, texts, paths or tokens.
struct DoctorReport: Equatable {
    /// How well something is.
    enum Health: String, Equatable {
        case well = "ok"
        case poor = "poor"
        case wrong = "WRONG"
    }

    /// One line.
    struct Line: Equatable {
        var health: Health
        var subject: String
        var finding: String
        /// What to do about it.
        var advice: String?
    }

    private(set) var lines: [Line] = []

    mutating func add(_ subject: String, _ finding: String, _ health: Health = .well, advice: String? = nil) {
        lines.append(Line(health: health, subject: subject, finding: finding, advice: advice))
    }

    /// 0 where nothing is wrong, else 1.
    var exitCode: Int32 { lines.contains { $0.health == .wrong } ? 1 : 0 }

    /// The report as text.
    var text: String {
        let width = lines.map(\.subject.count).max() ?? 0
        var out: [String] = []
        for line in lines {
            let mark = line.health.rawValue + String(repeating: " ", count: max(0, 6 - line.health.rawValue.count))
            let subject = line.subject + String(repeating: " ", count: width - line.subject.count)
            out.append("\(mark) \(subject)  \(line.finding)")
            if let advice = line.advice { out.append(String(repeating: " ", count: 9 + width) + "→ \(advice)") }
        }
        let wrong = lines.count { $0.health == .wrong }
        let poor = lines.count { $0.health == .poor }
        out.append(wrong == 0 && poor == 0 ? "all is well" : "\(wrong) wrong, \(poor) poor")
        return out.joined(separator: "\n")
    }
}
