/// A file with a long history in one session.
struct LargeStore {
    /// The text of the last message, to be recognised on a screen.
    static let lastText = "the very last word of them all"

    let path: String
    let count: Int
    let filling: StoreFiles.Filling

    init(_ bench: Bench) throws {
        path = bench.workplace.file("large.sqlite")
        count = bench.count(short: 50_000, full: 1_000_000)
        filling = try StoreFiles.fill(path, count: count, last: Self.lastText)
    }
}
