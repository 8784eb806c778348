import Foundation
import IMModel
import IMWire
import TestSupport
import Testing

@Suite struct ContentCodecTests {
    static func decode(_ text: String) -> DecodedContent { ContentCodec.decode(WireText(text)) }

    @Test(arguments: [
        "", "hello", "{", "{}x", "[1,2]", "42", "\"text\"", "null", "{\"text\":\"a\"", "{'text':'a'}",
        "{\"text\":\"a\" \"b\"}", "{\"text\":\"a\nb\"}", "{\"text\":+1}", "{\"te\u{0}xt\":1}", "{} {}", "{\"text\":[}",
        "\u{FEFF}{\"text\":\"a\"}",
    ])
    func whatIsNoJSONObjectIsShownAsItIs(_ text: String) {
        let decoded = Self.decode(text)
        #expect(decoded.content == .text(TextContent(text)))
        #expect(decoded.envelope == ContentEnvelope())
    }

    @Test func everyKnownKind() {
        let cases: [(String, MessageContent)] = [
            (
                #"{"text":"hi","at":[2,"x"],"at_name":["Bob"]}"#,
                .text(
                    TextContent(
                        "hi", mentions: [Contact(id: ContactID("2"), name: "Bob"), Contact(id: ContactID("x"))]))
            ),
            (#"{"image2":{"url":"u","width":3,"height":4}}"#, .image(url: "u", width: 3, height: 4)),
            (#"{"image":"u"}"#, .image(url: "u", width: 0, height: 0)),
            (#"{"audio":{"url":"u","duration":3.4}}"#, .audio(url: "u", seconds: 3)),
            (#"{"location":{"latitude":1.5,"longitude":-2}}"#, .location(latitude: 1.5, longitude: -2, address: nil)),
            (
                #"{"link":{"image":"i","url":"u","title":"t","content":"c"}}"#,
                .link(LinkContent(url: "u", title: "t", summary: "c", image: "i"))
            ),
            (
                #"{"video":{"url":"u","thumbnail":"t","width":1,"height":2,"duration":3,"size":4}}"#,
                .video(VideoContent(url: "u", thumbnail: "t", width: 1, height: 2, seconds: 3, size: 4))
            ),
            (#"{"file":{"url":"u","filename":"f","size":-1}}"#, .file(url: "u", name: "f", size: nil)),
            (#"{"revoke":{"msgid":"m"}}"#, .revoke(originID: "m")),
            (#"{"readed":{"msgid":"m"}}"#, .readMark(originID: "m")),
            (#"{"tag":{"msgid":"m","add_tag":"t"}}"#, .tag(originID: "m", tag: "t", added: true)),
            (#"{"tag":{"msgid":"m","delete_tag":"t"}}"#, .tag(originID: "m", tag: "t", added: false)),
            (#"{"voip":{"command":9,"channel_id":"c"}}"#, .call(CallContent(event: .dial(video: true), channel: "c"))),
            (
                #"{"voip":{"flag":1,"duration":7,"video_enabled":true}}"#,
                .call(CallContent(event: .record(seconds: 7, video: true)))
            ),
            (#"{"secret":{"ciphertext":"x"}}"#, .unknown(kind: "secret")),
            (#"{"newkind":{}}"#, .unknown(kind: "newkind")),
            (#"{"uuid":"a"}"#, .unknown(kind: nil)),
            ("{}", .unknown(kind: nil)),
            (
                #"{"notification":"{\"disband\":{\"group_id\":7}}"}"#,
                .notification(GroupNotification(groupID: "7", change: .disband))
            ),
        ]
        for (text, expected) in cases { #expect(Self.decode(text).content == expected, "\(text)") }
    }

    @Test func theEnvelope() {
        let decoded = Self.decode(
            #"{"text":"a","uuid":"U","reference":"R","group_id":5,"store_id":9,"store_name":"S","session_id":"3","#
                + #""name":"N","app_name":"A"}"#)
        #expect(
            decoded.envelope
                == ContentEnvelope(
                    uuid: "U", reference: "R", groupID: "5", storeID: "9", storeName: "S", sessionID: "3", name: "N",
                    appName: "A"))
        #expect(Self.decode(#"{"text":"a","uuid":"","group_id":0}"#).envelope == ContentEnvelope())
    }

    @Test func oddInputIsDefined() {
        #expect(
            Self.decode(#"{"text":5,"uuid":"U"}"#)
                == DecodedContent(content: .unknown(kind: "text"), envelope: ContentEnvelope(uuid: "U")))
        #expect(Self.decode(#"{"text":5,"image":"u"}"#).content == .image(url: "u", width: 0, height: 0))
        #expect(Self.decode(#"{"image":"u","text":"t"}"#).content == .text(TextContent("t")))
        #expect(Self.decode(#"{"text":null,"image":"u"}"#).content == .image(url: "u", width: 0, height: 0))
        #expect(Self.decode(#"{"text":"a","text":"b"}"#).content == .text(TextContent("a")))
        #expect(Self.decode(#"{"zeta":1,"beta":2,"uuid":"U"}"#).content == .unknown(kind: "beta"))
        #expect(Self.decode(#"{"te\u0078t":"a"}"#).content == .text(TextContent("a")))
        #expect(Self.decode(#"{"text":"a\ud800b"}"#).content == .text(TextContent("a\u{FFFD}b")))
        #expect(Self.decode(#"{"text":"\udc00\ud83d\ude00\ud83d"}"#).content == .text(TextContent("\u{FFFD}😀\u{FFFD}")))
        #expect(Self.decode(#"{"text":"a","uuid":7,"at":{},"at_name":3}"#).envelope.uuid == "7")
        #expect(
            Self.decode(#"{"image2":{"url":"u","width":1e400,"height":99999999999999999999999}}"#).content
                == .image(url: "u", width: 0, height: 0))
        #expect(Self.decode(#"{"audio":{"url":"u","duration":"x"}}"#).content == .audio(url: "u", seconds: 0))
        #expect(Self.decode(#"{"inputing":{"state":1}}"#).isTyping == true)
        #expect(Self.decode(#"{"inputing":{"state":0}}"#).isTyping == false)
        let invalid: [UInt8] = Array(#"{"text":"a"#.utf8) + [0xFF] + Array(#"b"}"#.utf8)
        #expect(ContentCodec.decode(WireText(bytes: invalid)).content == .text(TextContent("a\u{FFFD}b")))
    }

    @Test func theDecoderForgivesASlipOfItsOwn() {
        #expect(Self.decode(#"{"text":"a",}"#).content == .text(TextContent("a")))
        #expect(Self.decode(#"{"text":01,"image":"u"}"#).content == .image(url: "u", width: 0, height: 0))
        #expect(Self.decode(#"{"text":"\x","uuid":"U"}"#).envelope.uuid == "U")
        #expect(
            ContentCodec.replacingUUID(in: #"{"text":"a",}"#, with: "new").string == #"{"uuid":"new","text":"a",}"#)
    }

    @Test func aMillionNestedArraysDoNoHarm() {
        let deep = "{\"text\":" + String(repeating: "[", count: 1_000_000) + "}"
        #expect(Self.decode(deep).content == .text(TextContent(deep)))
        let fits =
            "{\"text\":\"a\",\"x\":" + String(repeating: "[", count: 127) + String(repeating: "]", count: 127) + "}"
        #expect(Self.decode(fits).content == .text(TextContent("a")))
    }

    @Test func whatWeEncodeReadsBackTheSame() {
        let envelope = ContentEnvelope(
            uuid: "U", reference: "R", groupID: "5", storeID: "9", storeName: "S", name: "\"\\\n")
        let contents: [MessageContent] = [
            .text(
                TextContent("a \u{0}\u{1F}\"\\/\t\r\n\u{2028}😀", mentions: [Contact(id: ContactID("2"), name: "Bob")])),
            .image(url: "u", width: 1, height: 2), .audio(url: "u", seconds: 3),
            .video(VideoContent(url: "u", thumbnail: nil, width: 1, height: 2, seconds: 3, size: 4)),
            .file(url: "u", name: "名.txt", size: nil), .location(latitude: -1.25, longitude: 2e-7, address: "here"),
            .link(LinkContent(url: "u", title: "t", summary: "s", image: nil)), .readMark(originID: "m"),
            .tag(originID: "m", tag: "t", added: true), .tag(originID: "m", tag: "t", added: false),
            .call(CallContent(event: .hangUp, channel: "c")),
        ]
        for content in contents {
            let text = ContentCodec.encode(content, envelope: envelope)
            #expect(text.map { ContentCodec.decode($0) } == DecodedContent(content: content, envelope: envelope))
        }
        #expect(
            ContentCodec.encode(.revoke(originID: "m"), envelope: ContentEnvelope(uuid: "U"))?.string
                == #"{"revoke":{"msgid":"m"}}"#)
        #expect(
            ContentCodec.encode(
                .text(TextContent("hi", mentions: [Contact(id: ContactID("2"))])),
                envelope: ContentEnvelope(uuid: "U", reference: "R"))?.string
                == #"{"at":[2],"at_name":[""],"reference":"R","text":"hi","uuid":"U"}"#)
        #expect(ContentCodec.encodeTyping(true).string == #"{"inputing":{"state":1}}"#)
        for content in [MessageContent.revoked, .system("s"), .unknown(kind: nil)] {
            #expect(ContentCodec.encode(content) == nil)
        }
    }

    @Test func everyScalarSurvivesTheRoundTrip() {
        var text = String.UnicodeScalarView()
        for value in UInt32(0)...0x10FFFF { if let scalar = Unicode.Scalar(value) { text.append(scalar) } }
        let all = String(text)
        let encoded = ContentCodec.encode(.text(TextContent(all)))
        guard case .text(let back)? = encoded.map({ ContentCodec.decode($0) })?.content else {
            Issue.record("no text came back")
            return
        }
        #expect(Array(back.text.utf8) == Array(all.utf8))
    }

    @Test func aNewUUIDLeavesEveryOtherByte() {
        let cases = [
            (#"{"text":"a","uuid":"old"}"#, #"{"text":"a","uuid":"new"}"#),
            (
                #" { "uuid" : "old" , "x":{"uuid":"in"}, "n":1.50 } "#,
                #" { "uuid" : "new" , "x":{"uuid":"in"}, "n":1.50 } "#
            ),
            (#"{"uuid":1,"uu\u0069d":null}"#, #"{"uuid":"new","uu\u0069d":"new"}"#),
            (#"{"text":"a" }"#, #"{"uuid":"new","text":"a" }"#), ("{ }", #"{"uuid":"new" }"#),
            (#"{"uuid":{"a":[1,"}"]} ,"text":"\"uuid\":1"}"#, #"{"uuid":"new" ,"text":"\"uuid\":1"}"#),
            ("{}", #"{"uuid":"new"}"#), ("plain", "plain"), ("[]", "[]"),
        ]
        for (text, expected) in cases {
            #expect(ContentCodec.replacingUUID(in: WireText(text), with: "new").string == expected)
        }
    }

    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// The walk before the decoder turns nothing away that the decoder takes for an object, and a copy under a new
    /// uuid reads the same but for it, for texts put together at random.
    @Test func theOutlineAgreesWithTheDecoder() {
        var random = SeededRandom(seed: 7)
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"text\"", "\"a\"", "\"uuid\"", "\"uu\\u0069d\"", "1", "-0", "0.5", "1e3",
            "true", "false", "null", " ", "{\"text\":\"a\"", "}", "\"\\u00e9\"", "\"\\\"\"",
        ]
        var objects = 0
        for round in 0..<20_000 {
            var text = round % 2 == 0 ? "{" : "{\"text\":\"x\","
            for _ in 0..<Int.random(in: 0..<9, using: &random) { text += pieces.randomElement(using: &random) ?? "" }
            if round % 3 != 0 { text += "}" }
            let isObject = (try? JSONDecoder().decode([String: Anything].self, from: Data(text.utf8))) != nil
            let decoded = Self.decode(text)
            let isText = decoded.content == .text(TextContent(text))
            #expect(isText != isObject, "\(text)")
            guard isObject else { continue }
            objects += 1
            var expected = decoded
            expected.envelope.uuid = "new"
            let copy = ContentCodec.replacingUUID(in: WireText(text), with: "new")
            #expect(ContentCodec.decode(copy) == expected, "\(text)")
        }
        #expect(objects > 500)
    }
}
