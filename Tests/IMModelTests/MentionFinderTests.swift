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

    private let group = MentionFinder(
        [
            Contact(id: ContactID("1"), name: "bob"), Contact(id: ContactID("3"), name: "张三"),
            Contact(id: ContactID("4"), name: "张三丰"), Contact(id: ContactID("5"), name: "李"),
            Contact(id: ContactID("6"), name: "さくら"), Contact(id: ContactID("7"), name: "민수"),
        ],
        members: ["1", "3", "4", "6", "7"].map { Contact(id: ContactID($0)) })

    @Test(arguments: [
        ("@张三你好", ["3"]), ("@张三丰你好", ["4"]), ("@张三，在吗", ["3"]), ("@张三ok", ["3"]), ("@张", []),
        ("@李四你好", []), ("@李 你好", ["5"]), ("@李", ["5"]), ("@さくらちゃん", ["6"]), ("@민수야", ["7"]),
        ("@bob你好", ["1"]), ("@bobby你好", []), ("@bobé", []), ("你好@张三@bob", ["3", "1"]),
    ])
    func namesWithoutBlanksEndAnywhere(_ text: String, _ expected: [String]) {
        #expect(group.mentions(in: text).map(\.id.rawValue) == expected)
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
