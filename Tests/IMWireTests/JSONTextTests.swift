import Testing

@testable import IMWire

@Suite struct JSONTextTests {
    @Test(arguments: [
        "{}", " {\n}\t", #"{"a":1,"b":[1,"2",null,true,{"c":-1.5e3}]}"#, #"{"a":"\ud83d\ude00 \ud83d \"\u0000"}"#,
        #"{"a":[],"a":{}}"#, #"{"":""}"#, #"{"n":123456789012345678901234567890}"#, "{\"a\":\"é\u{7F}\"}",
    ]) func wholeObjects(_ text: String) { #expect(JSONText.isObject(Array(text.utf8))) }

    @Test(arguments: [
        "", "x", "[1]", "1", "{", "}", "{}}", "{} x", "{}{}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{,}",
        #"{"a":[1,]}"#,
        #"{"a":[1}"#, #"{"a":01}"#, #"{"a":1.}"#, #"{"a":-}"#, #"{"a":1.2.3}"#, #"{"a":+1}"#, #"{"a":1e999}"#,
        #"{"a":nul}"#, #"{"a":True}"#, #"{'a':1}"#, #"{a:1}"#, #"{"a":"\x"}"#, #"{"a":"\u12"}"#, "{\"a\":\"\n\"}",
        "{\"a\":1 /**/}", "{\"a\":NaN}", #"{"a" 1}"#, #"{"a":1 "b":2}"#, "{\"\u{0}\":1}", #"{"a":[1 2]}"#, #"{"a":.5}"#,
        #"{"\q":1}"#,
    ]) func whatIsNone(_ text: String) { #expect(!JSONText.isObject(Array(text.utf8))) }

    @Test func depthIsBounded() {
        func nested(_ depth: Int) -> [UInt8] {
            Array(
                (String(repeating: #"{"a":"#, count: depth - 1) + "{}" + String(repeating: "}", count: depth - 1)).utf8)
        }
        #expect(JSONText.isObject(nested(JSONOutline.maximumDepth)))
        #expect(!JSONText.isObject(nested(JSONOutline.maximumDepth + 1)))
        #expect(JSONText.isObject(nested(3), withinDepth: 3))
        #expect(!JSONText.isObject(nested(4), withinDepth: 3))
    }

    @Test func valuesOfAKeyAreFoundAtTheTopOnly() throws {
        let bytes = Array(#"{"x":{"content":1},"content" : {"content":2} ,"y":"content","\u0063ontent":"3"}"#.utf8)
        let outline = try #require(JSONOutline(bytes, valuesOf: "content"))
        #expect(
            outline.values.map { String(decoding: bytes[$0], as: UTF8.self) } == [#"{"content":2}"#, #""3""#])
    }
}
