import Cells
import IMModel
import MessageFlow

extension Strings {
    /// Simplified Chinese.
    package static let simplifiedChinese = Strings(
        language: .simplifiedChinese,
        sessions: Sessions(
            kind: { kind in
                switch kind {
                case .peer: "私聊"
                case .group: "群"
                case .room: "聊天室"
                case .customer: "客服"
                case .system: "系统"
                }
            },
            members: { "\($0) 位成员" },
            none: "还没有会话",
            noneChosen: "请选择一个会话",
            startHint: "/msg NAME 给某人发消息，/join ROOM 进入聊天室",
            noMatch: "没有匹配项",
            muted: "静音",
            filter: "筛选",
            readOnly: "这里不能发消息",
            unknown: { "没有会话“\($0)”" },
            nothingUnread: "其他会话没有未读",
            pinned: "已置顶",
            unpinned: "已取消置顶",
            mutedNow: "已静音",
            unmutedNow: "已取消静音",
            takenBack: "消息已撤回",
            draftMark: "草稿：",
            newMessages: { count, sessions in
                sessions > 1 ? "\(sessions) 个会话中有 \(count) 条新消息" : "\(count) 条新消息"
            }),
        status: Status(
            offline: "离线",
            resolving: "正在查找服务器…",
            connecting: "正在连接…",
            authenticating: "正在登录…",
            online: { "在线：\($0)" },
            synchronizing: "正在同步…",
            waiting: { $1.isEmpty ? "离线，\($0) 秒后重试" : "离线，\($0) 秒后重试：\($1)" },
            refused: { $0.isEmpty ? "登录被拒绝" : "登录被拒绝：\($0)" },
            readOnly: "只读",
            unreadElsewhere: { "别处 \($0) 条未读（\($1)）" },
            help: { "\($0) 帮助" },
            menu: { "在消息上按 \($0)：菜单" },
            messageKeys: { "\($0) 菜单 · \($1) 回复 · \($2) 返回" },
            sessionKeys: { "\($0) 打开 · \($1) 筛选 · \($2) 返回" },
            typing: { names in
                switch names.count {
                case 0: ""
                case 1: "\(names[0]) 正在输入…"
                case 2: "\(names[0]) 和 \(names[1]) 正在输入…"
                default: "\(names.count) 人正在输入…"
                }
            },
            offerKeys: { "\($0) 补全 · \($1) 隐藏" },
            listKeys: { "\($0) 移动 · \($1) 选择 · \($2) 关闭" },
            historyKeys: { "\($0) 更早 · \($1) 选用 · \($2) 关闭" },
            panelKeys: { "\($0) 滚动 · \($1) 关闭" },
            dialogKeys: { "\($0) 确定 · \($1) 取消" },
            questionKeys: { $0 ? "y/\($1) 是 · n/\($2) 否" : "y 是 · n/\($1)/\($2) 否" },
            marked: { "已标记 \($0) 条：\($1) 复制 · \($2) 转发" },
            newBelow: { "↓ 下方 \($0) 条新消息" },
            loadingOlder: "正在加载更早的消息…",
            loadFailed: { "无法加载更早的消息：\($0)" },
            onlyHeardHere: "聊天室不保存历史：这里只有本机收到的消息"),
        composer: Composer(
            placeholder: "输入消息",
            replyTo: { "回复 \($0)：\($1)" },
            unknownOriginal: "不在此处的消息",
            size: { "\($0) / \($1) 字节" },
            tooLarge: { "未发送：\($0) 字节，最多可投递 \($1) 字节。请缩短内容。" },
            holdsNoMore: { "未插入：输入框最多容纳 \($0) 字节" },
            pasteQuestion: { "粘贴 \($0) 行、\($1) 字节？" },
            mistypedQuestion: { "“/\($0)”不是命令。作为消息发送？" },
            didYouMean: { "是否想输入 \($0)？（以 // 开头可发送以 / 开头的文字）" },
            usage: { "用法：\($0)" },
            nothingToComplete: "这里没有可补全的内容",
            noHistory: "这里还没有发送过内容",
            closedGroup: "此群已关闭：已解散，或你已不是成员",
            leftRoom: { "你已离开此聊天室 · /join \($0) 重新进入" },
            noRoomToLeave: "这里没有可离开的聊天室或群",
            roomByNumber: { "“\($0)” 不是聊天室号码；例如 /join 7" },
            noAction: { word, nearest in
                nearest.map { "没有操作“\(word)”；是否指 \($0)？" } ?? "没有操作“\(word)”；用 /help do 查看"
            }),
        overlays: Overlays(
            yes: "是",
            no: "否",
            quitQuestion: "退出？",
            revokeQuestion: "为所有人撤回这条消息？",
            deleteQuestion: "在本机删除这条消息？",
            actionQuestion: "确定？",
            leaveGroupQuestion: "退出此群？",
            disbandGroupQuestion: "为所有成员解散此群？",
            upgradeGroupQuestion: "将此群永久升级为超级群？",
            menuTitle: "消息",
            forwardTitle: "转发到",
            switcherTitle: "前往",
            historyTitle: "发送过的内容",
            noticeTitle: "提示",
            noticesTitle: "提示，最近的在前",
            noNotices: "还没有提示",
            detailsTitle: "详情",
            helpTitle: "帮助",
            searchHere: "在此会话搜索",
            searchEverywhere: "搜索所有会话",
            searchHint: { everywhere in
                everywhere
                    ? "词头* from:姓名 in:会话 kind:image before:2026-11-30 after:2d"
                    : "词头* from:姓名 kind:image before:2026-11-30 after:2d"
            },
            goTo: "会话编号",
            noMatch: "没有匹配项",
            themesTitle: "配色",
            settingsTitle: "设置",
            welcomeTitle: "欢迎使用 imchat",
            welcome: { key in
                [
                    WelcomeLine(text: "无需账号：本机会为你运行服务器。"),
                    WelcomeLine(text: "给 echo 写点什么，它会回答；或读一读 guide 的介绍。"),
                    WelcomeLine(text: .empty),
                    WelcomeLine(label: key(.send, .composer), text: "发送"),
                    WelcomeLine(label: key(.newLine, .composer), text: "在消息中换行"),
                    WelcomeLine(
                        label: "\(key(.nextSession, .global)) \(key(.previousSession, .global))",
                        text: "下一个、上一个会话"),
                    WelcomeLine(label: key(.switcher, .global), text: "跳转到任意处：输入几个字母"),
                    WelcomeLine(label: key(.nextUnread, .global), text: "下一个未读，再按返回"),
                    WelcomeLine(label: key(.selectMessages, .emptyComposer), text: "选择消息，然后："),
                    WelcomeLine(label: key(.messageMenu, .messages), text: "可对它做的一切"),
                    WelcomeLine(label: key(.help, .always), text: "所有按键和命令"),
                    WelcomeLine(label: key(.quit, .always), text: "退出；写下的内容不会丢失"),
                    WelcomeLine(text: .empty),
                    WelcomeLine(text: "/theme 更换配色，/set 更改其他设置。"),
                    WelcomeLine(text: "第二个用户：在另一个终端运行 imchat --as bob。"),
                    WelcomeLine(text: .empty),
                    WelcomeLine(text: "按任意键开始。此页只显示一次。"),
                ]
            },
            commandsHeading: "命令",
            entry: { entry in
                switch entry {
                case .reply: "回复"
                case .quote: "引用"
                case .copy: "复制"
                case .copyLink: "复制链接"
                case .open: "打开"
                case .save: "收藏"
                case .forward: "转发…"
                case .resend: "重新发送"
                case .revoke: "撤回…"
                case .delete: "在本机删除…"
                case .details: "详情"
                }
            },
            context: { context in
                switch context {
                case .emptyComposer: "输入框为空时"
                case .composer: "输入时"
                case .messages: "选中消息时"
                case .sessions: "会话列表中"
                case .overlay: "菜单和对话框中"
                case .global: "会话与历史"
                case .always: "任何地方"
                }
            },
            action: { chineseAction($0) },
            command: { chineseCommand($0) }),
        messages: Messages(
            copied: "已复制",
            noText: "这条消息里没有文字",
            jumpFailed: "无法到达那条消息",
            notPossible: "这条消息不支持该操作",
            noneHere: "这里没有消息",
            copiedSeveral: { "已复制 \($0) 条消息" },
            hiddenQuestion: "这段文字含有不显示的字符。仍要复制吗？",
            refuseCall: "拒绝通话",
            refuseAndWrite: "拒绝并回复",
            callAnswer: "我在这里无法接听，请发文字。",
            callRefused: "已拒绝通话",
            callNotRefused: "没有连接：未能通知对方",
            noHits: { "没有找到“\($0)”" },
            hitsTitle: { "搜索结果：\($0)" },
            indexed: { "正在建立索引，\($0) %" },
            savedTitle: "收藏的消息",
            nothingSaved: "还没有收藏",
            done: { action in
                switch action {
                case .send: "已发送"
                case .resend: "已重新发送"
                case .forward: "已转发"
                case .revoke: "已撤回"
                case .save: "已收藏"
                case .delete: "已在本机删除"
                }
            },
            failed: { action, reason in
                switch action {
                case .send: "未发送：\(reason)"
                case .resend: "未能重新发送：\(reason)"
                case .forward: "未转发：\(reason)"
                case .revoke: "未撤回：\(reason)"
                case .save: "未收藏：\(reason)"
                case .delete: "未删除：\(reason)"
                }
            },
            actionError: { error in
                switch error {
                case .unsupported: "此会话不支持该操作"
                case .refused(let why), .preparationFailed(let why), .failed(let why): TextSanitizer.line(why)
                case .cancelled: "已取消"
                case .notSent(let failure): chineseFailure(failure)
                case .unknownMessage: "消息已不存在"
                case .tooLate: "已超过时限"
                }
            },
            sendFailure: { chineseFailure($0) },
            state: { state in
                switch state {
                case .incoming: "已收到"
                case .waiting: "等待连接"
                case .sending: "发送中"
                case .sent: "已发送"
                case .delivered: "已送达"
                case .read: "已读"
                case .failed(let failure): "未发送：\(chineseFailure(failure))"
                }
            },
            content: { type in
                switch type {
                case .text: "文字"
                case .image: "图片"
                case .audio: "语音消息"
                case .video: "视频"
                case .file: "文件"
                case .location: "位置"
                case .link: "链接"
                case .notification: "群通知"
                case .system: "系统消息"
                case .revoked: "已撤回"
                case .call: "通话"
                default: TextSanitizer.line(type.rawValue)
                }
            },
            sender: "发送者", time: "时间", stateLabel: "状态", kindLabel: "类型", readers: "已读人数",
            localID: "本地编号", originID: "来源编号", serverID: "服务器编号", size: "大小",
            bytes: { "\($0) 字节" }),
        held: .simplifiedChinese, host: .simplifiedChinese,
        search: .simplifiedChinese, lines: .simplifiedChinese)

    private static func chineseFailure(_ failure: SendFailure) -> SafeText {
        switch failure {
        case .timedOut: "服务器没有应答"
        case .disconnected: "连接已断开"
        case .notMyFriend: "对方不是你的好友"
        case .notTheirFriend: "你不是对方的好友"
        case .blacklisted: "对方已将你拉黑"
        case .notMember: "你不是群成员"
        case .noSuchGroup: "群已不存在"
        case .tooLarge(let size, let limit): "\(size) 字节，最多可投递 \(limit) 字节"
        case .unsupported: "此会话不能发送"
        case .refused(let why), .notStored(let why): TextSanitizer.line(why)
        case .rejected(let status): "服务器拒绝（状态 \(status)）"
        case .cancelled: "已放弃"
        }
    }

    private static func chineseCommand(_ command: CommandName) -> SafeText {
        switch command {
        case .alias: "给某个编号起名"
        case .connect: "立即连接"
        case .debug: "程序运行的计数"
        case .disconnect: "断开并保持离线"
        case .do: "按名称执行按键的操作"
        case .go: "按编号、名称或地址打开会话"
        case .group: "创建和管理群"
        case .help: "本帮助"
        case .join: "进入聊天室"
        case .keys: "当前按键"
        case .leave: "离开聊天室"
        case .mouse: "开关鼠标报告"
        case .msg: "给某人发一条消息"
        case .mute: "会话静音"
        case .notices: "再看状态行显示过的提示"
        case .pin: "会话置顶"
        case .query: "打开与某人的会话"
        case .quit: "退出 imchat"
        case .read: "全部标为已读"
        case .redraw: "重绘屏幕"
        case .save: "保存消息或其文件"
        case .saved: "收藏的消息"
        case .search: "搜索此会话"
        case .set: "修改设置"
        case .support: "打开客服会话"
        case .theme: "选择配色"
        }
    }

    private static func chineseAction(_ action: KeyAction) -> SafeText {
        switch action {
        case .nextSession: "下一个会话"
        case .previousSession: "上一个会话"
        case .nextUnread: "下一个未读，然后返回"
        case .session1: "会话 1"
        case .session2: "会话 2"
        case .session3: "会话 3"
        case .session4: "会话 4"
        case .session5: "会话 5"
        case .session6: "会话 6"
        case .session7: "会话 7"
        case .session8: "会话 8"
        case .session9: "会话 9"
        case .session10: "会话 10"
        case .goToNumber: "按编号前往会话"
        case .switcher: "前往任意处"
        case .previousInTime: "之前的会话"
        case .toggleSessionList: "显示或隐藏列表"
        case .focusSessionList: "进入会话列表"
        case .widenSessionList: "加宽列表"
        case .narrowSessionList: "收窄列表"
        case .filterSessions: "筛选列表"
        case .pinSession: "置顶"
        case .muteSession: "静音"
        case .pageUp: "上一页"
        case .pageDown: "下一页"
        case .scrollUp: "上一行"
        case .scrollDown: "下一行"
        case .top: "到第一条消息"
        case .bottom: "到最新消息"
        case .toUnread: "到“新消息”线"
        case .previousMention: "上一个提及"
        case .nextMention: "下一个提及"
        case .selectMessages: "选择消息"
        case .up: "上移"
        case .down: "下移"
        case .first: "第一项"
        case .last: "最后一项"
        case .accept: "选定"
        case .close: "返回"
        case .tap: "打开，或转到被引用的消息"
        case .reply: "回复"
        case .messageMenu: "菜单"
        case .quote: "引用"
        case .copyMessage: "复制"
        case .copyLink: "复制链接"
        case .openMessage: "打开链接或卡片"
        case .saveMessage: "收藏"
        case .forwardMessage: "转发"
        case .resendMessage: "重新发送"
        case .revokeMessage: "撤回（会询问）"
        case .deleteMessage: "在本机删除（会询问）"
        case .messageDetails: "详情"
        case .markMessage: "标记，以便复制或转发多条"
        case .searchHere: "在此搜索"
        case .searchEverywhere: "搜索所有会话"
        case .send: "发送"
        case .newLine: "换行"
        case .editor: "外部编辑器"
        case .historySearch: "搜索发送过的内容"
        case .historyUp: "更早的输入"
        case .historyDown: "更晚的输入"
        case .complete: "补全"
        case .undo: "撤销"
        case .redo: "重做"
        case .caretUp: "上一行，或更早的输入"
        case .caretDown: "下一行"
        case .caretLeft: "左移"
        case .caretRight: "右移"
        case .wordLeft: "左移一词"
        case .wordRight: "右移一词"
        case .lineStart: "行首"
        case .lineEnd: "行尾"
        case .deleteBackward: "向前删除"
        case .deleteForward: "向后删除"
        case .killWordBackward: "剪切前一词"
        case .killWordForward: "剪切后一词"
        case .killToEnd: "剪切到行尾"
        case .killToStart: "剪切到行首"
        case .yank: "粘回剪切的内容"
        case .yankPop: "粘回更早剪切的内容"
        case .transpose: "交换两个字符"
        case .cancelReply: "取消回复"
        case .help: "帮助"
        case .redraw: "重绘"
        case .suspend: "挂起"
        case .clearOrQuit: "清空输入，再按退出"
        case .quit: "退出"
        }
    }
}
