/// The order in which a name's addresses are tried: one after the other, each with its own time-out. Pure.
struct ConnectPlan {
    enum Action: Equatable {
        /// Try this address.
        case attempt(index: Int)
        /// None answered; why.
        case giveUp(TransportError)
    }

    private let count: Int
    private var index = 0
    private var worst: TransportError?

    init(addressCount: Int) { count = addressCount }

    /// The first thing to do.
    func start() -> Action { count == 0 ? .giveUp(.unreachable) : .attempt(index: 0) }

    /// What to do after the present address has failed.
    mutating func failed(_ error: TransportError) -> Action {
        // "Refused" says most to the user: somebody was reached. An unusable IPv6 route says least.
        if let worst, Self.weight(worst) > Self.weight(error) {} else { worst = error }
        index += 1
        return index < count ? .attempt(index: index) : .giveUp(worst ?? error)
    }

    private static func weight(_ error: TransportError) -> Int {
        switch error {
        case .refused: 4
        case .timedOut: 3
        case .reset, .tls, .cannotResolve: 2
        case .system: 1
        case .unreachable: 0
        }
    }
}
