/// What the program around the screen tells in the status line, in the interface's language. Names and reasons in it are
/// raw text, which the status line sanitises.
package enum HostNote: Sendable, Hashable {
    /// A group's command outside of a group.
    case groupFirst
    /// The server does not keep notices.
    case noNotices
    /// A group was changed.
    case groupChanged
    /// An address that cannot be read.
    case malformed(String)
    /// A name that nobody has.
    case nobody(String)
    /// A name that several have: their addresses.
    case several([String])
    /// An address that is not for a browser.
    case onlyWeb(String)
    /// No program opens links; the address was copied.
    case noOpener
    /// The search failed without a reason.
    case cannotSearch
    /// The kept messages cannot be had.
    case cannotRead
    /// The editor ended with a failure.
    case editorGaveUp
    /// The editor's file is not there or cannot be read.
    case editedUnreadable
    /// Suspending would stop the program for good.
    case noShell
    /// Another device came online.
    case loggedInElsewhere(platform: String, time: String)
    /// Writing to the store works again.
    case storeIsWell

    /// The words.
    package func words(_ language: Strings.Language) -> String {
        switch language {
        case .english: english
        case .simplifiedChinese: chinese
        }
    }

    private var english: String {
        switch self {
        case .groupFirst: "Open the group first"
        case .noNotices: "This server takes no notices"
        case .groupChanged: "Done"
        case .malformed(let text): "“\(text)” is no address; use NAME, peer:NAME, group:ID or room:ID"
        case .nobody(let name): "Nobody is called “\(name)” here"
        case .several(let addresses): "Several have that name: \(addresses.joined(separator: ", "))"
        case .onlyWeb(let url): "Only web addresses are opened: \(url)"
        case .noOpener: "No program opens links here; the address is in the clipboard"
        case .cannotSearch: "The messages cannot be searched now"
        case .cannotRead: "The messages cannot be read now"
        case .editorGaveUp: "The editor gave up; the text is as it was"
        case .editedUnreadable: "The edited file could not be read; the text is as it was"
        case .noShell: "No shell is there that could continue this program"
        case .loggedInElsewhere(let platform, let time): "Logged in elsewhere (\(platform)) at \(time)"
        case .storeIsWell: "The message store is well again"
        }
    }

    private var chinese: String {
        switch self {
        case .groupFirst: "请先打开群"
        case .noNotices: "此服务器不支持群公告"
        case .groupChanged: "已完成"
        case .malformed(let text): "“\(text)”不是地址；请用 NAME、peer:NAME、group:ID 或 room:ID"
        case .nobody(let name): "这里没有叫“\(name)”的人"
        case .several(let addresses): "有多个同名：\(addresses.joined(separator: "、"))"
        case .onlyWeb(let url): "只能打开网址：\(url)"
        case .noOpener: "没有可打开链接的程序；地址已复制"
        case .cannotSearch: "暂时无法搜索消息"
        case .cannotRead: "暂时无法读取消息"
        case .editorGaveUp: "编辑器异常退出；内容未变"
        case .editedUnreadable: "无法读取编辑后的文件；内容未变"
        case .noShell: "没有可恢复本程序的 shell"
        case .loggedInElsewhere(let platform, let time): "\(time) 在别处登录（\(platform)）"
        case .storeIsWell: "消息存储已恢复正常"
        }
    }
}
