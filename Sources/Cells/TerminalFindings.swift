/// What a terminal was found to do; each fact is `nil` as long as nothing is known about it. Can be stored.
public struct TerminalFindings: Sendable, Hashable, Codable {
    /// A colour as the terminal told it, 8 bits a channel.
    public struct Background: Sendable, Hashable, Codable {
        /// Red.
        public var red: UInt8
        /// Green.
        public var green: UInt8
        /// Blue.
        public var blue: UInt8

        /// Makes a colour.
        public init(red: UInt8, green: UInt8, blue: UInt8) {
            self.red = red
            self.green = green
            self.blue = blue
        }

        /// Whether dark text reads better on it (Rec. 709 luma above a half).
        public var isLight: Bool { Int(red) * 2126 + Int(green) * 7152 + Int(blue) * 722 > 127 * 10_000 }
    }

    /// Whether an emoji with a skin tone takes the columns of one emoji.
    public var joinsClusters: Bool?
    /// Whether U+FE0F makes a narrow character take two columns.
    public var widensSelected: Bool?
    /// Whether East Asian ambiguous characters take two columns.
    public var ambiguousIsWide: Bool?
    /// Whether characters of Unicode 15 are shown; a terminal that does not know them may drop them.
    public var showsNewest: Bool?
    /// Whether frames can be wrapped in mode 2026.
    public var synchronizesOutput: Bool?
    /// Whether cluster widths can be turned on with mode 2027.
    public var hasClusterMode: Bool?
    /// The background.
    public var background: Background?

    /// Nothing is known.
    public init() {}

    /// The policy that fits what was found; what was not found is taken from another one.
    ///
    /// A terminal that joins skin tones is counted by clusters even where it leaves U+FE0F aside: such clusters are
    /// painted with the cursor set anew behind them, so that nothing shifts.
    public func policy(otherwise given: WidthPolicy) -> WidthPolicy {
        var policy = given
        if let joinsClusters { policy.clusters = joinsClusters ? .perCluster : .perScalar }
        if let ambiguousIsWide { policy.ambiguousIsWide = ambiguousIsWide }
        return policy
    }

    /// These facts, with those of a newer look in place of what is known in both.
    public func updated(by newer: TerminalFindings) -> TerminalFindings {
        var all = self
        all.joinsClusters = newer.joinsClusters ?? joinsClusters
        all.widensSelected = newer.widensSelected ?? widensSelected
        all.ambiguousIsWide = newer.ambiguousIsWide ?? ambiguousIsWide
        all.showsNewest = newer.showsNewest ?? showsNewest
        all.synchronizesOutput = newer.synchronizesOutput ?? synchronizesOutput
        all.hasClusterMode = newer.hasClusterMode ?? hasClusterMode
        all.background = newer.background ?? background
        return all
    }
}

extension TerminalFindings.Background {
    /// Reads the answer to OSC 10 or 11: `rgb:RRRR/GGGG/BBBB` with one to four digits a channel, `rgba:`, `#RRGGBB`
    /// (XParseColor).
    public init?(answer: String) {
        var channels: [UInt8] = []
        if answer.hasPrefix("#") {
            let digits = Array(answer.dropFirst())
            guard digits.count % 3 == 0, (1...4).contains(digits.count / 3) else { return nil }
            let size = digits.count / 3
            channels = (0..<3).compactMap { Self.channel(String(digits[$0 * size..<($0 + 1) * size])) }
        } else {
            guard let colon = answer.firstIndex(of: ":"), ["rgb", "rgba"].contains(answer[..<colon]) else {
                return nil
            }
            let fields = answer[answer.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false)
            guard fields.count == 3 || fields.count == 4 else { return nil }
            channels = fields.prefix(3).compactMap { Self.channel(String($0)) }
        }
        guard channels.count == 3 else { return nil }
        self.init(red: channels[0], green: channels[1], blue: channels[2])
    }

    private static func channel(_ digits: String) -> UInt8? {
        guard (1...4).contains(digits.utf8.count), digits.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        let limit = UInt32(1) << UInt32(4 * digits.utf8.count) - 1
        return UInt8(value * 255 / limit)
    }
}
