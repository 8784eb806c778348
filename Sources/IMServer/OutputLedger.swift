/// Counts what the server holds for others to take, in bytes: of each account, and of all.
struct OutputLedger {
    /// Of everybody, who has not logged in too.
    private(set) var total = 0
    private var byAccount: [UserKey: Int] = [:]

    /// Of one account.
    func held(by account: UserKey) -> Int { byAccount[account] ?? 0 }

    /// Notes a growth, or with a negative number a fall.
    mutating func change(_ account: UserKey?, by bytes: Int) {
        guard bytes != 0 else { return }
        total += bytes
        guard let account else { return }
        let held = (byAccount[account] ?? 0) + bytes
        byAccount[account] = held == 0 ? nil : held
    }
}
