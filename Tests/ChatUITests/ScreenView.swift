import Cells
import IMModel
import MessageFlow
import Testing

@testable import ChatUI

/// One view of the program: how it comes about, for pictures at many sizes and laws at all small ones.
struct ScreenView: Sendable, CustomTestStringConvertible {
    let name: String
    var messages = FlowStage.talk
    var hasSessions = true
    /// By the names of keys; one that starts with `"` is typed.
    var keys: [String] = []
    /// What happens besides the keys, after them.
    var then: @Sendable (FlowStage) -> Void = { _ in }

    var testDescription: String { name }

    /// The view on a screen of a size.
    func stage(
        _ width: Int, _ height: Int, theme: Theme = .standard, strings: Strings = .english
    ) -> FlowStage {
        var configuration = ChatConfiguration()
        configuration.theme = theme
        configuration.strings = strings
        let flow = FlowStage(
            messages: messages, sessions: hasSessions ? FlowStage.sessions : [], configuration: configuration)
        flow.stage.screen.update(contacts: Self.contacts)
        flow.stage.send(.resize(Size(width: width, height: height)))
        flow.settle(width, height)
        for key in keys {
            flow.stage.press(key)
            flow.settle(width, height)
        }
        then(flow)
        flow.settle(width, height)
        return flow
    }

    private static let contacts = [
        Contact(id: ContactID("2"), name: "陈晓 Chen Xiao"), Contact(id: ContactID("3"), name: "Maria"),
        Contact(id: ContactID("4"), name: "Mark"), Contact(id: ContactID("5"), name: "小林"),
    ]

    static let all: [ScreenView] = [
        ScreenView(name: "conversation") {
            $0.stage.screen.typing(true, name: "Maria", in: FlowStage.crew, now: $0.stage.now)
        },
        ScreenView(name: "draft", keys: ["\"a draft of several lines: 中文 and more", "Ctrl-J", "\"the second one"]),
        ScreenView(name: "reply", keys: ["↑", "k", "k", "r", "\"yes"]),
        ScreenView(name: "start", hasSessions: false),
        ScreenView(name: "welcome") { $0.stage.screen.showWelcome() },
        ScreenView(name: "kinds", messages: kinds),
        ScreenView(name: "call", messages: kinds, keys: ["↑", "Space"]),
        ScreenView(name: "menu", keys: ["↑", "Space"]),
        ScreenView(name: "switcher", keys: ["F2"]),
        ScreenView(name: "switcher-filtered", keys: ["F2", "\"ma"]),
        ScreenView(name: "search-here", keys: ["Ctrl-S", "\"布局 snapshot"]),
        ScreenView(name: "search-everywhere", keys: ["Ctrl-F"]),
        ScreenView(name: "found") {
            $0.stage.screen.showHits(Array(FlowStage.talk.prefix(4)), for: "the", now: $0.stage.now)
        },
        ScreenView(name: "help", keys: ["F1"]),
        ScreenView(name: "help-end", keys: ["F1", "End"]),
        ScreenView(name: "help-command", keys: ["\"/help set", "Enter"]),
        ScreenView(name: "details", keys: ["↑", "k", "i"]),
        ScreenView(name: "whole", messages: kinds, keys: ["↑", "g", "Enter"]),
        ScreenView(name: "folded", messages: long, keys: ["↑"]),
        ScreenView(name: "folded-whole", messages: long, keys: ["↑", "Enter", "PgDn"]),
        ScreenView(name: "folded-found", messages: long) {
            $0.stage.screen.showHits([long[1]], for: "line 1000 from:Maria", now: $0.stage.now)
            $0.stage.press("Enter")
        },
        ScreenView(name: "selected", keys: ["↑", "k"]),
        ScreenView(name: "several", keys: ["↑", "k", "k", "v", "v"]),
        ScreenView(name: "forward", keys: ["↑", "f"]),
        ScreenView(name: "delete", keys: ["↑", "d"]),
        ScreenView(name: "copy-question", messages: kinds, keys: ["↑", "g", "j", "j", "y"]),
        ScreenView(name: "paste") { $0.stage.paste((1...40).map { "line \($0) of a paste" }.joined(separator: "\n")) },
        ScreenView(name: "mistyped", keys: ["\"/qiut", "Enter"]),
        ScreenView(name: "quit", keys: ["Ctrl-C"]),
        ScreenView(name: "settings", keys: ["\"/set", "Enter"]),
        ScreenView(name: "values", keys: ["\"/set notifications.rule", "Enter"]),
        ScreenView(name: "themes", keys: ["\"/theme", "Enter"]),
        ScreenView(name: "debug") {
            $0.stage.screen.showPanel(title: "counters", lines: (1...30).map { "loop turns: \($0)" })
        },
        ScreenView(name: "history", keys: sent + ["Ctrl-R", "\"s"]),
        ScreenView(name: "offer-commands", keys: ["\"/"]),
        ScreenView(name: "offer-names", keys: ["\"hello @ma", "↓"]),
        ScreenView(name: "offer-emoji", keys: ["\"well done :sm"]),
        ScreenView(name: "sessions", keys: ["F9", "j"]),
        ScreenView(name: "sessions-filter", keys: ["F9", "/", "\"ma"]),
        ScreenView(name: "number", keys: ["Alt-J"]),
        ScreenView(name: "notice", keys: ["\"zzz", "Tab"]),
        ScreenView(name: "trouble") {
            $0.stage.screen.update(connection: .waiting(seconds: 12, reason: "nobody listens there"))
            $0.stage.screen.notify("the disk is full", isTrouble: true, now: $0.stage.now)
        },
        ScreenView(name: "notices", keys: ["\"/notices", "Enter"]) { view in
            view.stage.press("Esc")
            for text in [
                "Kept on top", "Saved as /home/alice/Downloads/the numbers of the second quarter.pdf", "Muted",
            ] {
                view.stage.screen.notify(text, now: view.stage.now)
            }
            view.stage.press("\"/notices", "Enter")
        },
        ScreenView(
            name: "last-messages",
            then: { view in
                var sessions = FlowStage.sessions
                let kinds: [MessageType] = [.revoked, .image, .text, .call, .notification, .unknown]
                for (index, kind) in kinds.enumerated() {
                    sessions[index].preview = nil
                    sessions[index].draft = nil
                    sessions[index].lastType = kind
                }
                view.stage.screen.update(sessions: sessions)
            }),
        ScreenView(name: "below", messages: (1...60).map { FlowStage.message($0, "line \($0)") }, keys: ["PgUp"]) {
            $0.flows[FlowStage.crew]?.messagesInserted([FlowStage.message(61, "fresh")])
        },
        ScreenView(name: "large") {
            $0.stage.screen.replaceDraft(String(repeating: "many words ", count: 2_950), in: FlowStage.crew)
            $0.stage.press("End", "Enter")
        },
    ]

    private static let sent = ["first", "second", "something else"].flatMap { ["\"" + $0, "Enter"] }

    /// A message that is far too long for a list, between two others.
    private static let long: [Message] = [
        FlowStage.message(1, "before"),
        FlowStage.message(2, "\n" + (1...1_260).map { "line \($0) of a log" }.joined(separator: "\n") + "\n\n"),
        FlowStage.message(3, "after\n"),
    ]

    /// One message of each kind that looks like nothing else.
    private static let kinds: [Message] = {
        func message(_ number: Int, _ content: MessageContent, own: Bool = false) -> Message {
            var message = FlowStage.message(number, "", own: own, state: own ? .read : nil)
            message.content = content
            return message
        }
        var read = FlowStage.message(6, "read by some", own: true, state: .read)
        read.readerCount = 3
        return [
            FlowStage.message(1, (1...30).map { "line \($0) of a long message" }.joined(separator: "\n")),
            message(2, .image(url: "https://example.org/a.png", width: 640, height: 480)),
            FlowStage.message(3, "looks \u{202E}harmless\u{202C}\u{1B}[31m"),
            FlowStage.message(4, "\u{200B}\u{200B}"),
            FlowStage.message(5, "   ", own: true, state: .waiting),
            read,
            message(7, .revoked),
            message(8, .file(url: "https://example.org/f", name: "报告.pdf", size: 1_234_567)),
            message(9, .call(CallContent(event: .dial(video: false)))),
        ]
    }()
}
