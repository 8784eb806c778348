import EventLoop
import FoundationEssentials

/// One run: what was asked for, where its files are, and the report.
final class Bench {
    static let sections: [any Section.Type] = [
        ProgramSection.self, PathSection.self, ListSection.self, StoreSection.self, LoadSection.self,
    ]

    let options: Options
    let report: Report
    let workplace: Workplace
    /// A large store, filled once for all sections that want one.
    private(set) lazy var largeStore: Result<LargeStore, any Error> = Result { try LargeStore(self) }

    init(_ options: Options) throws {
        self.options = options
        report = Report(bars: try Self.bars(options.barsPath))
        workplace = try Workplace()
    }

    /// A number by the form of the run.
    func count(short: Int, full: Int) -> Int { options.isShort ? short : full }

    /// Measures what was asked for; whether all bars were kept.
    func run() throws -> Bool {
        for name in options.sections where !Self.sections.contains(where: { $0.name == name }) {
            throw BenchError("no section \(name); there are \(Self.sections.map { $0.name }.joined(separator: ", "))")
        }
        for section in Self.sections where options.sections.isEmpty || options.sections.contains(section.name) {
            report.heading(section.title)
            do {
                try section.measure(self)
            } catch {
                report.fail(section.name, "\(error)")
            }
        }
        return report.finish(isComplete: options.sections.isEmpty)
    }

    private static func bars(_ path: String) throws -> [Bar] {
        let bytes: [UInt8]
        do {
            bytes = try Files.read(path, limit: 1_048_576)
        } catch {
            throw BenchError("\(error); run it where the sources are, or give --thresholds FILE")
        }
        return try JSONDecoder().decode([Bar].self, from: Data(bytes))
    }
}
