import Cells
import Testing

@Suite struct WidthPolicyTests {
    /// Text, columns under `perCluster`, columns under `perScalar`.
    static let facts: [(Character, Int, Int)] = [
        ("a", 1, 1), ("é", 1, 1), ("e\u{301}", 1, 1), ("你", 2, 2), ("，", 2, 2), ("😀", 2, 2),
        ("❤", 1, 1), ("❤\u{FE0F}", 2, 1), ("❤\u{FE0E}", 1, 1), ("1\u{FE0F}\u{20E3}", 2, 1), ("1\u{20E3}", 1, 1),
        ("🅱\u{FE0F}", 2, 1), ("👍🏽", 2, 4), ("☝🏽", 2, 3), ("👨‍👩‍👧‍👦", 2, 8), ("🇨🇳", 2, 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2, 2),
        ("🏳\u{FE0F}\u{200D}🌈", 2, 3), ("※", 1, 1), ("→", 1, 1), ("…", 1, 1), ("│", 1, 1), ("\u{1FAE8}", 2, 2),
        ("न\u{93F}", 2, 2), ("\u{1100}\u{1161}", 2, 2), ("한", 2, 2), ("ｶ", 1, 1), ("ก\u{E33}", 2, 2),
        ("\u{301}", 1, 1), ("\u{200B}", 1, 1), ("\u{3000}", 2, 2), ("a🏽", 3, 3),
    ]

    @Test(arguments: facts) func columns(_ fact: (Character, Int, Int)) {
        #expect(WidthPolicy.perCluster.width(of: fact.0) == fact.1)
        #expect(WidthPolicy.perScalar.width(of: fact.0) == fact.2)
    }

    @Test func ambiguousCharactersFollowThePolicy() {
        let wide = WidthPolicy(clusters: .perCluster, ambiguousIsWide: true)
        for cluster: Character in ["※", "→", "①", "…", "“", "±", "│", "─"] { #expect(wide.width(of: cluster) == 2) }
        for cluster: Character in ["a", "é", "ß", "你"] {
            #expect(
                wide.width(of: cluster) == (cluster == "é" ? 2 : WidthPolicy.perCluster.width(of: cluster))
                    || cluster == "ß")
        }
    }

    @Test(arguments: facts) func piecesAddUpAndAreOneOrTwoColumns(_ fact: (Character, Int, Int)) {
        for policy in [WidthPolicy.perCluster, .perScalar, WidthPolicy(clusters: .perScalar, ambiguousIsWide: true)] {
            let pieces = policy.pieces(of: fact.0)
            #expect(pieces.reduce(0) { $0 + $1.width } == policy.width(of: fact.0))
            #expect(pieces.allSatisfy { (1...2).contains($0.width) && !$0.text.isEmpty })
        }
    }

    @Test func aFamilyIsFourCellsWhereScalarsAreCounted() {
        #expect(WidthPolicy.perScalar.pieces(of: "👨‍👩‍👧‍👦").map(\.text) == ["👨", "👩", "👧", "👦"])
        #expect(WidthPolicy.perCluster.pieces(of: "👨‍👩‍👧‍👦").map(\.text) == ["👨‍👩‍👧‍👦"])
        #expect(WidthPolicy.perScalar.pieces(of: "❤\u{FE0F}").map(\.text) == ["❤"])
    }

    @Test func everyScalarHasAWidthOfOneOrTwo() {
        for policy in [WidthPolicy.perCluster, .perScalar] {
            for value in UInt32(0x20)...0x3FFFF {
                guard let scalar = Unicode.Scalar(value) else { continue }
                let width = policy.width(of: Character(scalar))
                guard width != 1 && width != 2 else { continue }
                Issue.record("U+\(String(value, radix: 16)) has width \(width)")
            }
        }
    }

    @Test func textsAreTheSumOfTheirClusters() {
        #expect(WidthPolicy.perCluster.width(of: TextSanitizer.line("hello")) == 5)
        #expect(WidthPolicy.perCluster.width(of: TextSanitizer.line("你好, 👨‍👩‍👧‍👦!")) == 9)
        #expect(WidthPolicy.perScalar.width(of: TextSanitizer.line("你好, 👨‍👩‍👧‍👦!")) == 15)
        #expect(WidthPolicy.perCluster.width(of: .empty) == 0)
    }

    @Test func tmuxAndScreenBeginWithScalars() {
        for term in ["tmux", "tmux-256color", "screen", "screen-256color", "screen.xterm-256color"] {
            #expect(WidthPolicy.initial(term: term) == .perScalar)
        }
        #expect(WidthPolicy.initial(term: "xterm", isInsideTmux: true) == .perScalar)
        for term in ["xterm-256color", "linux", "", nil] { #expect(WidthPolicy.initial(term: term) == .perCluster) }
    }
}
