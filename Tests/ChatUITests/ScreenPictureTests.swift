import Cells
import IMModel
import TestSupport
import Testing

@testable import ChatUI

/// The whole screen as pictures.
@Suite struct ScreenPictureTests {
    private func stage() -> FlowStage {
        let flow = FlowStage(messages: FlowStage.talk)
        flow.settle()
        return flow
    }

    @Test func eightyByTwentyFour() {
        let flow = stage()
        flow.stage.screen.typing(true, name: "Maria", in: FlowStage.crew, now: flow.stage.now)
        expectScreen(
            flow.stage.draw(80, 24),
            """
             imchat                 │ 设计组 design-crew                         12 members
            ────────────────────────┼───────────────────────────────────────────────────────
             ▸ & 设计组 design-crew │
                 which list?        │
             ⌀ & build-bots       5 │
                                    │
             ● # lobby           48 │
                                    │                ── Monday 30 November ──
             ● 陈晓 Chen Xiao     2 │ CX  陈晓 Chen Xiao                               00:53
                 see you            │     新的布局快照合进来了，滚动时 CPU 降了一半 🎉
             ✎ Maria                │     see https://example.org/r/118 for the numbers
                 draft: half a      │ MA  Maria                                        00:53
               ? Order 7731         │     > 新的布局快照合进来了，滚动时 CPU 降了一半 🎉
                                    │     half? on which list?
               * system             │ CX  陈晓 Chen Xiao                               00:53
                                    │     100k rows, 120×40. @alice can you try it?
                                    │                                                  alice
                                    │             trying now, give me five minutes  ✓✓ 00:53
                                    │             and this one will not go out yet  ⚠  00:53
                                    │                not sent: you are no member · R resends
                                    ├─ Maria is typing… ────────────────────────────────────
                                    │ > Write a message
            ────────────────────────┴───────────────────────────────────────────────────────
             ● online as alice · 50 unread elsewhere (F3) · Space on a message: menu
            """)
    }

    @Test func hundredTwentyByForty() {
        let flow = stage()
        flow.stage.press("\"multi-line drafts live here, one per session, and survive everything", "Ctrl-J", "\"中文")
        expectScreen(
            flow.stage.draw(120, 40),
            """
             imchat                           │ 设计组 design-crew                                                       12 members
            ──────────────────────────────────┼─────────────────────────────────────────────────────────────────────────────────────
             ▸ & 设计组 design-crew           │
                 which list?                  │
             ⌀ & build-bots                 5 │
                                              │
             ● # lobby                     48 │
                                              │
             ● 陈晓 Chen Xiao               2 │
                 see you                      │
             ✎ Maria                          │
                 draft: half a                │
               ? Order 7731                   │
                                              │
               * system                       │
                                              │
                                              │
                                              │
                                              │
                                              │
                                              │
                                              │
                                              │                               ── Monday 30 November ──
                                              │ CX  陈晓 Chen Xiao                                                             00:53
                                              │     新的布局快照合进来了，滚动时 CPU 降了一半 🎉
                                              │     see https://example.org/r/118 for the numbers
                                              │ MA  Maria                                                                      00:53
                                              │     > 新的布局快照合进来了，滚动时 CPU 降了一半 🎉
                                              │     half? on which list?
                                              │ CX  陈晓 Chen Xiao                                                             00:53
                                              │     100k rows, 120×40. @alice can you try it?
                                              │                                                                                alice
                                              │                                           trying now, give me five minutes  ✓✓ 00:53
                                              │                                           and this one will not go out yet  ⚠  00:53
                                              │                                              not sent: you are no member · R resends
                                              ├─────────────────────────────────────────────────────────────────────────────────────
                                              │ > multi-line drafts live here, one per session, and survive everything
                                              │   中文
            ──────────────────────────────────┴─────────────────────────────────────────────────────────────────────────────────────
             ● online as alice · 50 unread elsewhere (F3) · Space on a message: menu · F1 help
            """)
    }

    @Test func fortyByTen() {
        let flow = stage()
        flow.stage.press("↑", "k", "k", "r", "\"yes")
        expectScreen(
            flow.stage.draw(40, 10),
            """
             设计组 design-crew          12 members
            ────────────────────────────────────────
                     and this one will not
                     go out yet             ⚠  00:53
                       not sent: you are no member ·
                       R resends
            ────────────────────────────────────────
             reply to 陈晓 Chen Xiao: 100k rows, 1…
             > yes
             ● online as alice · F1 help
            """)
    }

    @Test func twentyBySix() {
        let flow = stage()
        expectScreen(
            flow.stage.draw(20, 6),
            """
             设计组 design-crew
               not sent: you are
               no member ·
               R resends
            > Write a message
             ● online as alice
            """)
    }

    @Test func theMenu() {
        let flow = stage()
        flow.stage.press("↑", "Space")
        expectScreen(
            flow.stage.draw(50, 16),
            """
             设计组 design-crew                    12 members
            ──────────────────────────────────────────────────
                 > 新的布局快照合进来了，滚动时 CPU 降了一半 …
                 half? o┌ message ───────────────┐
             CX  陈晓 Ch│ >  quote               │       00:53
                 100k ro│ y  copy                │ try it?
                        │ s  save                │       alice
                        │ f  forward…            │ve
                        │ R  send again          │    ✓✓ 00:53
                        │ d  delete here…        │ut
                        │ i  details             │    ⚠  00:53
                       n└────────────────────────┘ · R resends
            ──────────────────────────────────────────────────
             > Write a message
            ──────────────────────────────────────────────────
             ● online as alice · 50 unread elsewhere (F3)
            """)
    }

    @Test func theSwitcher() {
        let flow = stage()
        flow.stage.press("F2", "\"de")
        expectScreen(
            flow.stage.draw(60, 12),
            """
            ┌ go to ──────────────────────────────────────────────────┐
            │ > de                                                    │─
            │ Order 7731                                      support │e
            │ /disconnect                      disconnect and stay so │
            │                                                         │3
            │                                                         │
            │                                                         │3
            │                                                         │·
            │                                                         │
            │                                                         │─
            │                                                         │
            └─────────────────────────────────────────────────────────┘
            """)
    }

    @Test func inChinese() {
        var configuration = ChatConfiguration()
        configuration.strings = .simplifiedChinese
        let flow = FlowStage(messages: FlowStage.talk, configuration: configuration)
        flow.settle()
        flow.stage.press("↑", "d")
        expectScreen(
            flow.stage.draw(60, 14),
            """
             imchat               │ 设计组 design-crew        12 位成员
            ──────────────────────┼─────────────────────────────────────
             ▸ & 设计组 design-c… │ CX  陈晓 Chen Xiao             00:53
             ⌀ & build-bots     5 │     100k rows, 120×40. @alice can
             ● # lobby  ┌──────────────────────────────────┐
             ● 陈晓 Chen│ 在本机删除这条消息？             │       alice
             ✎ Maria    │ and this one will not go out yet │me
               ? Order 7│  y 是   n 否                     │    ✓✓ 00:53
               * system └──────────────────────────────────┘ll
                                  │          not go out yet     ⚠  00:53
                                  │        未发送：你不是群成员 · R 重发
                                  ├─────────────────────────────────────
                                  │ > 输入消息
             ● 在线：alice · 别处 50 条未读（F3） · F1 帮助
            """)
    }

    @Test func withoutColoursNothingHasOne() {
        var configuration = ChatConfiguration()
        configuration.theme = .monochrome
        let stage = Stage(configuration: configuration)
        stage.press("F1")
        for cell in stage.draw(80, 24).cells {
            #expect(cell.style.foreground == .default && cell.style.background == .default)
        }
    }

    @Test func thePlainThemeHasNoLines() {
        var configuration = ChatConfiguration()
        configuration.theme = .plain
        let flow = FlowStage(messages: [], configuration: configuration)
        flow.settle()
        flow.stage.press("F2")
        let shown = picture(flow.stage.draw(80, 24))
        #expect(!shown.contains { "│─┌┐└┘┼┴├".contains($0) })
    }
}
