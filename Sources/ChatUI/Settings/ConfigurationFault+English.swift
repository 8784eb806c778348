extension ConfigurationFault {
    var english: String {
        switch self {
        case .notUTF8: "the file is not UTF-8"
        case .noValue: "the file holds no value; write { } at least"
        case .moreBehind: "there is more behind the end of the value"
        case .openComment: "this comment has no end (*/)"
        case .tooDeep: "values are nested too deep"
        case .noSuchValue(let a): "“\(a)” is no value; text stands in quotation marks"
        case .valueMissing(let a): "a value is missing before \(Self.next(a, "the end of the file"))"
        case .openObject: "this object has no end (})"
        case .openList: "this list has no end (])"
        case .openText: "this text has no end (a quotation mark is missing)"
        case .nameMissing(let a): "a name is missing before \(Self.next(a, "the end of the file"))"
        case .doubleName(let a): "“\(a)” is there a second time"
        case .colonMissing(let a): "a colon is missing behind “\(a)”"
        case .commaMissing(let a): "a comma is missing before \(Self.next(a, "the end of the file"))"
        case .escapedName: "a name with escapes stands in quotation marks"
        case .noNumber(let a): "“\(a)” is no number"
        case .digitEscape: "an escape cannot be a digit"
        case .halfPair: "half of a surrogate pair is missing"
        case .hexadecimal(let a): "\(a) hexadecimal digits are missing here"
        case .objectExpected(let a): "\(Self.english(a)) stands where an object { … } is expected"
        case .takes(let a): "this takes \(a)"
        case .noAccount(let a): "there is no account “\(a)” under accounts"
        case .noSetting(let a): "there is no such setting\(a.map { "; did you mean “\($0)”?" } ?? "")"
        case .noFocus(let a): "there is no such focus; there are \(a)"
        case .stranded(let a): "no key without Alt would be left for \(a); all keys stay as they are built in"
        case .noKey: "there is no such key; keys are written like Ctrl-N, Alt-↑, F3, PgUp, Space, g"
        case .boundAbove(let a): "this key is bound above already, as \(a)"
        case .bindingExpected: "this takes the name of an action, a /command, \"insert TEXT\" or \"none\""
        case .notRunnable(let a): "“\(a)” is no command that can run as it stands"
        case .noAction(let a, let b):
            "there is no action “\(a)”\(b.map { "; did you mean “\($0)”?" } ?? ""); imchat keys --dump shows them all"
        case .accountFields: "an account has server, uid, appid, tokenFile and directory"
        case .serverMissing: "server is missing: HOST:PORT, unix:PATH or tls://HOST:PORT"
        case .tokenFileMissing: "tokenFile is missing: the file that holds the token"
        case .themeFields: "a theme has base, lines, styles, messages and senders"
        case .noPart(let a, let b): "there is no such part\(a.map { "; did you mean “\($0)”?" } ?? "; there are \(b)")"
        case .noLook(let a, let b): "“\(a)” is not understood; this takes \(b)"
        }
    }

    static func english(_ kind: JSON5Value.Kind) -> String {
        switch kind {
        case .null: "null"
        case .boolean: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
