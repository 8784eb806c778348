import IMModel
import MessageFlow
import TestSupport
import Testing

@testable import ChatEngines

/// Templates, JSON, mappings and cuts: values in, values out.
struct HTTPMappingTests {
    @Test func placesAreFilledOnceAndEncoded() {
        let template = URLTemplate("http://h/{kind}/{target}?a={anchor}&x={no}{&l={limit}")
        #expect(
            template.filled([.kind: "peer", .target: "{limit}/../é", .anchor: "a b", .limit: "5"])
                == "http://h/peer/%7Blimit%7D%2F..%2F%C3%A9?a=a%20b&x={no}{&l=5")
        #expect(template.contains(.anchor))
        #expect(!template.contains(.account))
    }

    @Test func jsonIsReadWithinItsBounds() {
        let value = JSONReader.value(Array(#"{"a":{"b":[1,"2",true,null,1.5,-9223372036854775808,"x"]}}"#.utf8))
        let elements = value?["a.b"].elements ?? []
        #expect(elements.map(\.integer) == [1, 2, nil, nil, 1, Int64.min, nil])
        #expect(elements.map(\.flag) == [true, nil, true, nil, nil, true, nil])
        #expect(value?["a.c.d"] == .null)
        #expect(value?["a.b.c"] == .null)
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(JSONReader.value(nested(JSONReader.maximumDepth)) != nil)
        #expect(JSONReader.value(nested(JSONReader.maximumDepth + 1)) == nil)
        let many = "[" + Array(repeating: "1", count: JSONReader.maximumValues + 1).joined(separator: ",") + "]"
        #expect(JSONReader.value(Array(many.utf8)) == nil)
        #expect(JSONReader.value(Array(#"["[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[,\"[[[["]"#.utf8)) != nil)
    }

    @Test func nonsenseNeverTraps() {
        var random = SeededRandom(seed: 11)
        let mapping = HTTPFixture.configuration(base: "http://h").mapping
        let good = Array(HTTPFixture.items(0..<3, more: true).utf8)
        for _ in 0..<400 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if let value = JSONReader.value(bytes) {
                _ = mapping.read(value, session: HTTPFixture.session, me: ContactID("me"))
            }
        }
    }

    @Test func fieldsOfOddKindsAreBorne() throws {
        let mapping = HTTPFixture.configuration(base: "http://h").mapping
        let text = """
            {"items":[{"n":"z","from":7,"at":"12","say":5}, {"n":{}}, 3, {"from":"x"}, {"n":""},
            {"n":9223372036854775807,"at":9223372036854775807,"say":null}, {"n":-5,"at":-1}]}
            """
        let value = try #require(JSONReader.value(Array(text.utf8)))
        let read = try #require(mapping.read(value, session: HTTPFixture.session, me: ContactID("7")))
        #expect(read.elements == 7)
        #expect(read.messages.map(\.id.rawValue) == ["http/-5", "http/z", "http/9223372036854775807"])
        #expect(read.messages.map(\.timestamp) == [0, 12_000, 0])
        #expect(read.messages.map(\.isOutgoing) == [false, true, false])
        #expect(read.messages.allSatisfy { $0.order < 0 })
    }

    @Test func newestFirstIsTurnedAndContentsAreRead() throws {
        var mapping = HTTPMessageMapping(messages: "", id: "id", sender: "s", time: "t", content: "c")
        mapping.pageOrder = .newestFirst
        mapping.contentKind = .goBelieve
        mapping.timeUnit = 1
        let text = #"[{"id":"b","t":2,"c":"{\"text\":\"two\",\"uuid\":\"u2\"}"},{"id":"a","t":1,"c":"plain"}]"#
        let value = try #require(JSONReader.value(Array(text.utf8)))
        let read = try #require(mapping.read(value, session: HTTPFixture.session, me: ContactID("me")))
        #expect(HTTPFixture.texts(MessagePage(messages: read.messages, isLast: true)) == ["plain", "two"])
        #expect(read.messages.last?.originID == "u2")
        #expect(read.messages.last?.rawContent == #"{"text":"two","uuid":"u2"}"#)
    }

    @Test func theOperatorPortsAnswersAreSortedIntoSessions() throws {
        let configuration = HTTPProviderConfiguration.goBelieveOperator(base: "http://h", appID: 7, uid: 1)
        #expect(configuration.latest.url.text == "http://h/load_latest_message?appid=7&uid=1&limit=1000")
        #expect(
            configuration.newer?.url.filled([.anchor: "9"]) == "http://h/load_history_message?appid=7&uid=1&last_id=9")
        let text = """
            {"data":[
            {"command":4,"content":"{\\"text\\":\\"hi\\"}","id":10,"sender":2,"receiver":1,"timestamp":100},
            {"command":4,"content":"{\\"text\\":\\"yo\\"}","id":11,"sender":1,"receiver":2,"timestamp":101},
            {"command":8,"content":"{\\"text\\":\\"all\\"}","id":12,"sender":2,"receiver":5,"timestamp":102},
            {"command":64,"content":"{\\"text\\":\\"help\\"}","id":13,"sender":2,"receiver":1,"timestamp":103,
             "sender_appid":8,"receiver_appid":7},
            {"command":4,"content":"{\\"text\\":\\"no\\"}","id":14,"sender":3,"receiver":1,"timestamp":104}]}
            """
        let value = try #require(JSONReader.value(Array(text.utf8)))
        func texts(_ kind: SessionKind, _ target: String) -> [String] {
            let session = SessionID(account: "a", kind: kind, target: target)
            let read = configuration.mapping.read(value, session: session, me: configuration.me)
            return HTTPFixture.texts(read.map { MessagePage(messages: $0.messages, isLast: true) })
        }
        #expect(texts(.peer, "2") == ["hi", "yo"])
        #expect(texts(.peer, "3") == ["no"])
        #expect(texts(.group, "5") == ["all"])
        #expect(texts(.customer, "8/2") == ["help"])
        #expect(texts(.room, "2") == [])
    }

    @Test func theClientInterfaceSendsItsToken() {
        let configuration = HTTPProviderConfiguration.goBelieveClient(base: "https://h/v2", uid: 1, token: "t")
        #expect(configuration.latest.url.text == "https://h/v2/messages")
        #expect(configuration.headers == [.init("Authorization", "Bearer t")])
    }

    @Test func pagesAreCutOutOfEverything() {
        let all = (1...10).map { HTTPFixture.message("\($0)", anchor: "\($0)", order: Int64($0)) }
        func cut(_ anchor: Message?, _ direction: PageDirection, _ limit: Int) -> (String, Bool, Bool)? {
            HTTPPageCut(anchor: anchor, direction: direction, limit: limit, answer: .everything)
                .page(all, elements: 10, hasMore: nil)
                .map { ($0.messages.map(\.id.rawValue).joined(separator: " "), $0.isLast, $0.isFirst) }
        }
        #expect(cut(nil, .older, 3)! == ("8 9 10", false, false))
        #expect(cut(nil, .older, 10)!.1)
        #expect(cut(all[7], .older, 3)! == ("5 6 7", false, false))
        #expect(cut(all[2], .older, 3)! == ("1 2", true, false))
        #expect(cut(all[0], .older, 3)! == ("", true, false))
        #expect(cut(all[7], .newer, 3)! == ("9 10", true, false))
        #expect(cut(all[1], .newer, 3)! == ("3 4 5", false, false))
        #expect(cut(all[9], .newer, 3)! == ("", true, false))
        #expect(cut(all[4], .around, 4)! == ("3 4 5 6", false, false))
        #expect(cut(all[0], .around, 4)! == ("1 2 3 4", false, true))
        #expect(cut(HTTPFixture.message("gone", order: 5), .around, 4) == nil)
        #expect(cut(HTTPFixture.message("gone", order: 5), .older, 2)! == ("3 4", false, false))
        #expect(cut(HTTPFixture.message("gone", order: 5), .newer, 2)! == ("6 7", false, false))
    }

    @Test func withoutAMarkAShortPageIsTheLast() {
        let cut = HTTPPageCut(anchor: nil, direction: .older, limit: 3, answer: .page)
        #expect(cut.page([], elements: 2, hasMore: nil)?.isLast == true)
        #expect(cut.page([], elements: 3, hasMore: nil)?.isLast == false)
        #expect(cut.page([], elements: 0, hasMore: true)?.isLast == false)
    }
}
