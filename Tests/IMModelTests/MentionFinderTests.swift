import Testing

@testable import IMModel

@Suite struct MentionFinderTests {
    private let finder = MentionFinder([
        Contact(id: ContactID("1"), name: "bob"), Contact(id: ContactID("2"), name: "bob stone"),
        Contact(id: ContactID("3"), name: "张三"), Contact(id: ContactID("4")),
        Contact(id: ContactID("5"), name: "twin"), Contact(id: ContactID("6"), name: "twin"),
        Contact(id: ContactID("1"), name: "bobby"), Contact(id: ContactID("1"), name: "bob"),
        Contact(id: ContactID("7"), name: ""),
    ])

    @Test(arguments: [
        ("@bob", ["1"]), ("hi @bob, and (@bob)", ["1"]), ("@bob stone: see", ["2"]), ("@bob stones", ["1"]),
        ("@bobby", ["1"]), ("@bobb", []), ("@Bob", []), ("me@bob", []), ("@@bob", ["1"]), ("@bob-x @bob_x", []),
        ("@bob's", ["1"]), ("你好@张三", ["3"]), ("@张三丰", []), ("@#4!", ["4"]), ("@twin @bob", ["5", "6", "1"]),
        ("@", []), ("", []), ("bob", []), ("@ bob", []), ("@#7", ["7"]),
    ])
    func aNameAfterTheSignIsFound(_ text: String, _ expected: [String]) {
        #expect(finder.mentions(in: text).map(\.id.rawValue) == expected)
    }

    @Test func theNamesAreTheOnesWritten() {
        #expect(finder.mentions(in: "@bobby").map(\.name) == ["bobby"])
        #expect(finder.mentions(in: "@bobby @bob stone").map(\.name) == ["bobby", "bob stone"])
    }

    @Test func mentionsAreBounded() {
        let crowd = MentionFinder((0..<300).map { Contact(id: ContactID(String($0)), name: "n\($0)") })
        #expect(crowd.mentions(in: (0..<300).map { "@n\($0)" }.joined(separator: " ")).count == 100)
        #expect(MentionFinder([]).mentions(in: "@bob").isEmpty)
    }
}
