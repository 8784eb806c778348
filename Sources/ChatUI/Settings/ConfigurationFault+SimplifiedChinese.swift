extension ConfigurationFault {
    var simplifiedChinese: String {
        switch self {
        case .notUTF8: "文件不是 UTF-8 编码"
        case .noValue: "文件是空的；至少写 { }"
        case .moreBehind: "值的后面还有多余内容"
        case .openComment: "这个注释没有结尾（*/）"
        case .tooDeep: "嵌套过深"
        case .noSuchValue(let a): "“\(a)” 不是值；文字要放在引号里"
        case .valueMissing(let a): "\(Self.next(a, "文件结尾")) 前缺少一个值"
        case .openObject: "这个对象没有结尾（}）"
        case .openList: "这个列表没有结尾（]）"
        case .openText: "这段文字没有结尾（缺少引号）"
        case .nameMissing(let a): "\(Self.next(a, "文件结尾")) 前缺少名称"
        case .doubleName(let a): "“\(a)” 出现了两次"
        case .colonMissing(let a): "“\(a)” 后面缺少冒号"
        case .commaMissing(let a): "\(Self.next(a, "文件结尾")) 前缺少逗号"
        case .escapedName: "含转义的名称要放在引号里"
        case .noNumber(let a): "“\(a)” 不是数字"
        case .digitEscape: "转义不能是数字"
        case .halfPair: "代理对缺少一半"
        case .hexadecimal(let a): "这里缺少 \(a) 位十六进制数字"
        case .objectExpected(let a): "这里应为对象 { … }，而不是\(Self.chinese(a))"
        case .takes(let a): "此项可取：\(Self.chineseExpected(a))"
        case .noAccount(let a): "accounts 中没有账号“\(a)”"
        case .noSetting(let a): "没有这个设置\(a.map { "；是否想写“\($0)”？" } ?? "")"
        case .noFocus(let a): "没有这个焦点；可用的有 \(a)"
        case .stranded(let a): "\(a) 将没有不带 Alt 的键；所有键保持内置设置"
        case .noKey: "没有这个键；键的写法如 Ctrl-N、Alt-↑、F3、PgUp、Space、g"
        case .boundAbove(let a): "此键在上面已绑定，写作 \(a)"
        case .bindingExpected: "此处应为动作名、/命令、\"insert 文字\" 或 \"none\""
        case .notRunnable(let a): "“\(a)” 不是可直接执行的命令"
        case .noAction(let a, let b): "没有动作“\(a)”\(b.map { "；是否想写“\($0)”？" } ?? "")；imchat keys --dump 列出全部"
        case .accountFields: "账号有 server、uid、appid、tokenFile 和 directory"
        case .serverMissing: "缺少 server：HOST:PORT、unix:PATH 或 tls://HOST:PORT"
        case .tokenFileMissing: "缺少 tokenFile：存放令牌的文件"
        case .themeFields: "主题有 base、lines、styles、messages 和 senders"
        case .noPart(let a, let b): "没有这个部分\(a.map { "；是否想写“\($0)”？" } ?? "；可用的有 \(b)")"
        case .noLook(let a, let b): "无法理解“\(a)”；可用 \(Self.chineseExpected(b))"
        }
    }

    static func chinese(_ kind: JSON5Value.Kind) -> String {
        switch kind {
        case .null: " null"
        case .boolean: "真假值"
        case .number: "数字"
        case .string: "文字"
        case .array: "列表"
        case .object: "对象"
        }
    }

    /// What settings take is mostly words of the file itself.
    private static func chineseExpected(_ english: String) -> String {
        switch english {
        case "true or false": "true 或 false"
        case "24 or 12": "24 或 12"
        case "a text": "文字"
        case "a whole number above 0": "大于 0 的整数"
        case "a list of looks": "样式列表"
        case "the name of one of the accounts": "账号名之一"
        case "\"auto\" or a number of columns from 10 to 80": "\"auto\" 或 10 到 80 的列数"
        case "a program, with its arguments, that takes a text on its input, or \"\"":
            "从标准输入读取文字的程序及其参数，或 \"\""
        default: english
        }
    }
}
