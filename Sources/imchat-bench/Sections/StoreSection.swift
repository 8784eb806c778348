import Database
import IMModel
import MessageStore

/// The store with a long history.
enum StoreSection: Section {
    static let name = "store"
    static let title = "The store, with a long history in one session"

    static func measure(_ bench: Bench) throws {
        let large = try bench.largeStore.get()
        let report = bench.report
        report.add("messages in the store", large.count, "messages")
        report.add("text of a message in the mean", Double(large.filling.textBytes) / Double(large.count), "bytes")
        report.add("insert with search index, in a flood: CPU", large.filling.cpu / Double(large.count), "µs")
        report.add("… each in a job of its own, one of three from us", try singly(bench), "µs")
        report.add("file against text", Double(try Workplace.size(large.path)) / Double(large.filling.textBytes), "×")
        try opening(large, bench)
        try paging(large, bench)
        try searching(large, bench)
        try marking(bench)
        try parts(large, bench)
    }

    /// Messages as they come from a server that has much to tell: each is a job, and the store's thread puts many jobs
    /// into a commit. What comes from another device of ours marks as read what stood before.
    private static func singly(_ bench: Bench) throws -> Double {
        let count = bench.count(short: 10_000, full: 50_000)
        return try StoreFiles.fillSingly(bench.workplace.file("singly.sqlite"), count: count) / Double(count)
    }

    /// A new start: file, sessions and the last page.
    private static func opening(_ large: LargeStore, _ bench: Bench) throws {
        let small = bench.workplace.file("small.sqlite")
        _ = try StoreFiles.fill(small, count: 100)
        func start(_ path: String) throws -> (open: Double, page: Double) {
            var best = (Double.infinity, Double.infinity)
            for _ in 0..<7 {
                var store: MessageStore?
                let open = try Meter.cpu {
                    store = try StoreFiles.open(path)
                    store?.sessions { _ in }
                    store?.drain()
                }
                guard let store else { continue }
                var count = 0
                let page = Meter.cpu {
                    store.page(EngineStage.peer, anchor: nil, direction: .older, limit: 50) { result in
                        count = (try? result.get().messages.count) ?? 0
                    }
                    store.drain()
                }
                store.close()
                guard count == 50 else { throw BenchError("the last page has \(count) messages") }
                best = (min(best.0, open), min(best.1, page))
            }
            return best
        }
        let (few, many) = (try start(small), try start(large.path))
        bench.report.add("opening the file and reading the sessions: CPU", many.open / 1_000, "ms")
        bench.report.add("… against a store of 100 messages", many.open / few.open, "×")
        bench.report.add("the last page of 50: CPU", many.page / 1_000, "ms")
    }

    /// Page after page to the very first message.
    private static func paging(_ large: LargeStore, _ bench: Bench) throws {
        let store = try StoreFiles.open(large.path)
        defer { store.close() }
        var anchor: MessageID?
        var seen = 0
        var stretches: [Double] = []
        while seen < large.count {
            var added = 0
            let cpu = Meter.cpu {
                for _ in 0..<100 where seen < large.count {
                    store.page(EngineStage.peer, anchor: anchor, direction: .older, limit: 50) { result in
                        guard case .success(let page) = result else { return }
                        anchor = page.messages.first?.id
                        added += page.messages.count
                        seen += page.messages.count
                    }
                    store.drain()
                }
            }
            guard added > 0 else { throw BenchError("paging ended after \(seen) messages") }
            stretches.append(cpu / 100_000)
        }
        bench.report.add("a page further up, in the mean: CPU", stretches.reduce(0, +) / Double(stretches.count), "ms")
        bench.report.add("a page further up, the dearest hundred: CPU", stretches.max() ?? .nan, "ms")
    }

    /// The first page of hits for words of every kind; the dearest counts.
    private static func searching(_ large: LargeStore, _ bench: Bench) throws {
        let store = try StoreFiles.open(large.path)
        defer { store.close() }
        let words = ["ka", "lo mi", "very last word", "nepol", "一", "一丁", "丁七 一", "ter", "zzzz", "\"last word\""]
        var dearest = 0.0
        var hits = 0
        for text in words {
            let cpu = Meter.leastCPU(of: 3) {
                store.search(SearchQuery(words: text), limit: 50) { result in
                    hits += (try? result.get().messages.count) ?? 0
                }
                store.drain()
            }
            bench.report.add("search for \(text): CPU", cpu / 1_000, "ms")
            dearest = max(dearest, cpu / 1_000)
        }
        guard hits > 0 else { throw BenchError("nothing was found") }
        bench.report.add("first page of a search, the dearest: CPU", dearest, "ms")
    }

    /// Marks everything as read, where nothing was; the flags follow in steps, of which the dearest counts.
    private static func marking(_ bench: Bench) throws {
        let path = bench.workplace.file("unread.sqlite")
        let count = bench.count(short: 30_000, full: 500_000)
        _ = try StoreFiles.fill(path, count: count, isUnread: true)
        let store = try StoreFiles.open(path)
        defer { store.close() }
        var unread = 0
        store.sessions { unread = (try? $0.get().first?.unreadCount) ?? 0 }
        store.drain()
        guard unread == count else { throw BenchError("\(unread) of \(count) messages are unread") }
        var marked: Int?
        let cpu = Meter.cpu {
            store.markRead(EngineStage.peer, through: nil) { marked = try? $0.get().unreadCount }
        }
        store.drain()
        guard marked == 0 else { throw BenchError("not everything is read") }
        var dearest = 0.0
        while true {
            var done = 0
            dearest = max(dearest, Meter.cpu { done = store.drain() })
            if done == 0 { break }
        }
        bench.report.add("messages marked read", count, "messages")
        bench.report.add("marking a long session read: CPU", cpu / 1_000, "ms")
        bench.report.add("… the dearest step behind it: CPU", dearest / 1_000, "ms")
    }

    /// What the file consists of.
    private static func parts(_ large: LargeStore, _ bench: Bench) throws {
        let connection = try DatabaseConnection(path: large.path)
        let rows = try connection.all(
            "SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT 6"
        ) { row in (name: row.string(0), bytes: row.int(1)) }
        for row in rows {
            bench.report.add(
                "of it \(row.name)", Double(row.bytes) / Double(large.filling.textBytes), "×")
        }
    }
}
