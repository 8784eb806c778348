package import Cells

extension Strings {
    /// Words of the program around the screen: results of commands, files, the configuration.
    package struct Host: Sendable {
        /// “done”
        package let done: SafeText
        /// “open the group first”
        package let openGroup: SafeText
        /// “this group has no notice”
        package let noNotice: SafeText
        /// ““…” is no address”
        package let noAddress: @Sendable (SafeText) -> SafeText
        /// “nobody is called “…” here”
        package let nobody: @Sendable (SafeText) -> SafeText
        /// “several have that name: …”
        package let several: @Sendable (SafeText) -> SafeText
        /// “counters”
        package let counters: SafeText
        /// “configuration”
        package let configuration: SafeText
        /// “logged in elsewhere (…) at …”
        package let elsewhere: @Sendable (SafeText, SafeText) -> SafeText
        /// “the message store is well again”
        package let storeIsWell: SafeText
        /// “kept in your collection”
        package let kept: SafeText
        /// “the editor gave up”
        package let editorGaveUp: SafeText
        /// “the edited file could not be read”
        package let editedUnreadable: SafeText
        /// “set EDITOR to a program that is there”
        package let noEditor: @Sendable (SafeText) -> SafeText
        /// “no program opens links here”
        package let noOpener: SafeText
        /// “This terminal takes no copies; …”
        package let noClipboard: SafeText
        /// “Copied, if this terminal allows it; …”, behind what was copied
        package let copiedByTerminal: @Sendable (_ said: SafeText) -> SafeText
        /// “Copied into tmux’s buffer; …”, behind what was copied
        package let copiedByTmux: @Sendable (_ said: SafeText) -> SafeText
        /// “Not copied: …”
        package let notCopied: @Sendable (_ reason: SafeText) -> SafeText
        /// “only web addresses are opened”
        package let noWebAddress: @Sendable (SafeText) -> SafeText
        /// “the messages cannot be searched now”
        package let cannotSearch: SafeText
        /// “the messages cannot be read now”
        package let cannotRead: SafeText
        /// “no shell is there that could continue this program”
        package let noShell: SafeText
        /// “1 message is not sent yet; …”
        package let unsent: @Sendable (Int) -> SafeText
        /// “What you wrote to … could not be kept:”
        package let unkept: @Sendable (_ session: SafeText) -> SafeText
        /// “saving …”
        package let saving: @Sendable (SafeText, SafeText) -> SafeText
        /// “saved as …”
        package let savedAs: @Sendable (SafeText) -> SafeText
        /// “not saved: …”
        package let notSaved: @Sendable (SafeText) -> SafeText
        /// “the program curl is missing”
        package let noFetcher: SafeText
        /// “it is being saved already”
        package let isSaving: SafeText
        /// “it is larger than …”
        package let tooLarge: @Sendable (SafeText) -> SafeText
        /// “the server answers with an error”
        package let fetchFailed: @Sendable (Int, SafeText) -> SafeText
        /// “there is no theme “…”; there are …”, raw
        package let noTheme: @Sendable (_ name: String, _ all: String) -> String
        /// “there is no setting “…”; there are …”, raw
        package let noSetting: @Sendable (_ name: String, _ all: String) -> String
    }
}

extension Strings.Host {
    static let english = Strings.Host(
        done: "Done",
        openGroup: "Open the group first",
        noNotice: "This group has no notice",
        noAddress: { "“\($0)” is no address; use NAME, peer:NAME, group:ID or room:ID" },
        nobody: { "Nobody is called “\($0)” here" },
        several: { "Several have that name: \($0)" },
        counters: "counters and events",
        configuration: "configuration",
        elsewhere: { "Logged in elsewhere (\($0)) at \($1)" },
        storeIsWell: "The message store is well again",
        kept: "Kept in your collection",
        editorGaveUp: "The editor gave up; the text is as it was",
        editedUnreadable: "The edited file could not be read; the text is as it was",
        noEditor: { "\($0); set EDITOR to a program that is there" },
        noOpener: "No program opens links here: address copied",
        noClipboard: "This terminal takes no copies; /set copyProgram names a program that does",
        copiedByTerminal: { "\($0), if this terminal lets programs copy; else /set copyProgram" },
        copiedByTmux: { "\($0) into tmux’s buffer, and the clipboard if its terminal allows" },
        notCopied: { "Not copied: \($0)" },
        noWebAddress: { "this is no web address (http, https): \($0)" },
        cannotSearch: "The messages cannot be searched now",
        cannotRead: "The messages cannot be read now",
        noShell: "No shell is there that could continue this program",
        unsent: {
            $0 == 1
                ? "1 message is not sent yet; it goes out at the next start"
                : "\($0) messages are not sent yet; they go out at the next start"
        },
        unkept: { "What you wrote to \($0) could not be kept:" },
        saving: { "Saving \($0) · \($1)" },
        savedAs: { "Saved as \($0)" },
        notSaved: { "Not saved: \($0)" },
        noFetcher: "the program curl, which fetches files, is not there",
        isSaving: "it is being saved already",
        tooLarge: { "it is larger than \($0)" },
        fetchFailed: { code, words in
            code == 22 ? "the server has no such file (\(words))" : words.isEmpty ? "curl ended with \(code)" : words
        },
        noTheme: { "there is no theme “\($0)”; there are \($1)" },
        noSetting: { "there is no setting “\($0)”; there are \($1)" })

    static let simplifiedChinese = Strings.Host(
        done: "完成",
        openGroup: "请先打开该群组",
        noNotice: "此群没有公告",
        noAddress: { "“\($0)” 不是地址；请用 名字、peer:名字、group:号码 或 room:号码" },
        nobody: { "这里没有人叫“\($0)”" },
        several: { "有多个同名者：\($0)" },
        counters: "计数与事件",
        configuration: "配置",
        elsewhere: { "已在别处登录（\($0)），时间 \($1)" },
        storeIsWell: "消息存储已恢复正常",
        kept: "已收藏",
        editorGaveUp: "编辑器未正常结束；文字保持原样",
        editedUnreadable: "编辑后的文件无法读取；文字保持原样",
        noEditor: { "\($0)；请把 EDITOR 设为可用的程序" },
        noOpener: "没有可打开链接的程序：地址已复制",
        noClipboard: "此终端不支持复制；可用 /set copyProgram 指定一个程序",
        copiedByTerminal: { "\($0)（若此终端允许；否则请用 /set copyProgram）" },
        copiedByTmux: { "\($0)到 tmux 缓冲区，终端允许时也到剪贴板" },
        notCopied: { "未复制：\($0)" },
        noWebAddress: { "这不是网页地址（http、https）：\($0)" },
        cannotSearch: "现在无法搜索消息",
        cannotRead: "现在无法读取消息",
        noShell: "没有可以恢复此程序的 shell",
        unsent: { "还有 \($0) 条消息未发送；下次启动时发出" },
        unkept: { "写给 \($0) 的文字未能保存：" },
        saving: { "正在保存 \($0) · \($1)" },
        savedAs: { "已保存为 \($0)" },
        notSaved: { "未保存：\($0)" },
        noFetcher: "缺少用于下载文件的程序 curl",
        isSaving: "正在保存，请稍候",
        tooLarge: { "文件大于 \($0)" },
        fetchFailed: { code, words in
            code == 22 ? "服务器上没有此文件（\(words)）" : words.isEmpty ? "curl 以 \(code) 结束" : words
        },
        noTheme: { "没有主题“\($0)”；可用的有 \($1)" },
        noSetting: { "没有设置“\($0)”；可用的有 \($1)" })
}
