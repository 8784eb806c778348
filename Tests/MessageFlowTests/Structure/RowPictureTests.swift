import Cells
import IMModel
import MessageFlow
import Testing

/// Rows as they look; the sample messages of a group.
struct RowPictureTests {
    private let talk: [RowContext] = {
        var contexts = Picture.chain([
            Sample.text("1", "新的布局快照合进来了，滚动时 CPU 降了一半 🎉\nsee https://example.org/r/118 for the numbers"),
            Sample.text("2", "half? on which list?", from: Sample.maria, minutes: 2, replyTo: "q"),
            Sample.text("3", "100k rows, 120×40. @alice can you try it on the old laptop?", minutes: 3),
            Sample.text("4", "trying now, give me five minutes", from: Sample.me, minutes: 4, state: .read),
            Sample.text("5", "the link on the second row opens with o", from: Sample.me, minutes: 4),
            Sample.text(
                "6", "and this one will not go out yet", from: Sample.me, minutes: 5, state: .failed(.notMember)),
        ])
        contexts[1].quoted = Sample.text("q", "新的布局快照合进来了，滚动时 CPU 降了一半 🎉")
        contexts[2].startsUnread = true
        return contexts
    }()

    @Test func aTalkAt64Columns() {
        #expect(
            Picture.rows(Picture.draw(talk, RowComposer(), width: 64)) == [
                "                    ── Monday 30 November ──",
                "CX  陈晓 Chen Xiao                                         09:12",
                "    新的布局快照合进来了，滚动时 CPU 降了一半 🎉",
                "    see https://example.org/r/118 for the numbers",
                "MA  Maria                                                  09:14",
                "    > 新的布局快照合进来了，滚动时 CPU 降了一半 🎉",
                "    half? on which list?",
                "─────────────────── new since you last read ────────────────────",
                "CX  陈晓 Chen Xiao                                         09:15",
                "    100k rows, 120×40. @alice can you try it on the old laptop?",
                "                                                           alice",
                "                      trying now, give me five minutes  ✓✓ 09:16",
                "               the link on the second row opens with o  ✓  09:16",
                "                      and this one will not go out yet  ⚠  09:17",
                "                         not sent: you are no member · R\u{A0}resends",
            ])
    }

    /// What is missing stands above the row behind it, in the middle, where no message can write; a message that says the
    /// same looks like a message.
    @Test func whatIsMissingIsSaidAboveTheRow() {
        var rows = Picture.chain([
            Sample.text("1", "── messages are missing here · Enter loads them ──"),
            Sample.text("2", "half?", minutes: 1),
        ])
        rows[1].gap = .missing
        #expect(
            Picture.rows(Picture.draw(rows, RowComposer(), width: 64)) == [
                "                    ── Monday 30 November ──",
                "CX  陈晓 Chen Xiao                                         09:12",
                "    ── messages are missing here · Enter loads them ──",
                "       ── messages are missing here · Enter loads them ──",
                "CX  陈晓 Chen Xiao                                         09:13",
                "    half?",
            ])
        let words: [GapLine: String] = [
            .loading: "loading them", .failed(.offline): "no connection", .unavailable: "does not have them",
            .removed: "as the settings say", .failed(.failed("no \u{1B}[31m")): "no",
        ]
        for (gap, word) in words {
            rows[1].gap = gap
            let lines = Picture.rows(Picture.draw(rows, RowComposer(), width: 90))
            #expect(lines.contains { $0.contains(word) } && !lines.joined().contains("\u{1B}"))
        }
    }

    @Test func aTalkAt20Columns() {
        #expect(
            Picture.rows(Picture.draw(Array(talk[2...4]), RowComposer(), width: 20)) == [
                " new since you last…",
                "  陈晓 Chen X… 09:15",
                "  100k rows, 120×40.",
                "  @alice can you try",
                "  it on the old",
                "  laptop?",
                "               alice",
                "    trying now, give",
                "    me five minutes",
                "            ✓✓ 09:16",
                "    the link on the",
                "    second row opens",
                "    with o",
                "            ✓  09:16",
            ])
    }

    @Test func ownMessagesAtTheLeft() {
        let composer = RowComposer()
        composer.configuration.ownMessagesAtRight = false
        #expect(
            Picture.rows(Picture.draw(Array(talk[3...4]), composer, width: 60)) == [
                "AL  alice",
                "    trying now, give me five minutes                ✓✓ 09:16",
                "    the link on the second row opens with o         ✓  09:16",
            ])
    }

    @Test func everyKindAt60Columns() {
        #expect(
            Picture.rows(Picture.draw(Picture.chain(Sample.everyKind), RowComposer(), width: 60)) == [
                "                  ── Monday 30 November ──",
                "CX  陈晓 Chen Xiao                                     09:12",
                "    hello 你好 https://example.org/r/118 @alice",
                "    ▣ picture",
                "      1280×720",
                "    ♪ voice message",
                "      1:07",
                "    ▶ video",
                "      1:02:03 · 640×480 · 12 MB",
                "    ▤ quarterly report.pdf",
                "      1.2 MB",
                "    ⌖ 上海市人民广场",
                "      31.23040,121.47370",
                "    ↗ News",
                "      What is new",
                "      https://example.org/news",
                "              陈晓 Chen Xiao invited Maria · 09:12",
                "              the server restarts at noon · 09:12",
                "           陈晓 Chen Xiao took back a message · 09:12",
                "CX  陈晓 Chen Xiao                                     09:12",
                "    ☏ video call, 3:12",
                "    ? a message of a kind that is not known here (sticker)",
                "    ? a message of a kind that is not known here (poll)",
                "    ? a message of a kind that is not known here (control)",
            ])
    }

    @Test func markedTexts() {
        let text =
            "- one item of a list that goes on\n> quoted words that go on and on\n```\nlet x =  1\n```\n*bold* `code`"
        #expect(
            Picture.of(RowContext(message: Sample.text("1", text), previous: Sample.text("0", "")), width: 26) == [
                "    - one item of a list",
                "      that goes on",
                "    > quoted words that go",
                "    > on and on",
                "      let x =  1",
                "    *bold* `code`",
            ])
    }

    @Test func daysTimesAndYears() {
        let composer = RowComposer()
        composer.configuration.timeDisplay = .init(gapMinutes: 30, uses24Hours: false)
        let day: Int64 = 24 * 60
        let contexts = Picture.chain([
            Sample.text("1", "a"), Sample.text("2", "b", minutes: 40), Sample.text("3", "c", minutes: 5 * 60),
            Sample.text("4", "d", minutes: 31 * day), Sample.text("5", "e", minutes: 32 * day),
        ])
        #expect(
            Picture.rows(Picture.draw(contexts, composer, width: 30)) == [
                "   ── Monday 30 November ──", "CX  陈晓 Chen Xiao     9:12 am", "    a",
                "           9:52 am", "CX  陈晓 Chen Xiao     9:52 am", "    b",
                "           2:12 pm", "CX  陈晓 Chen Xiao     2:12 pm", "    c",
                "  ── Thursday 31 December ──", "CX  陈晓 Chen Xiao     9:12 am", "    d",
                " ── Friday 1 January 2027 ──", "CX  陈晓 Chen Xiao     9:12 am", "    e",
            ])
        composer.configuration.timeDisplay = .init(dayLines: true, thisYear: 2027)
        #expect(Picture.of(contexts[0], composer, width: 40)[0] == "     ── Monday 30 November 2026 ──")
        #expect(Picture.of(contexts[4], composer, width: 40)[0] == "         ── Friday 1 January ──")
    }

    @Test func readersAndTags() {
        var message = Sample.text("1", "hello", from: Sample.me, state: .delivered)
        message.readerCount = 3
        message.tags = ["👍", "👍", "ok"]
        #expect(
            Picture.of(RowContext(message: message, previous: Sample.text("0", "")), width: 30) == [
                "                         alice", "               hello  ✓✓ 09:12", "                     read by 3",
                "                      👍 2  ok",
            ])
        var other = Sample.text("2", "hi")
        other.tags = ["👍"]
        #expect(
            Picture.of(RowContext(message: other, previous: Sample.text("0", "")), width: 30) == ["    hi", "    👍"])
    }

    /// Between two the ticks say who has read it.
    @Test func readersAreCountedInGroupsOnly() {
        var message = Message(
            id: MessageID("1"), session: SessionID(account: "a", kind: .peer, target: "2"), sender: Sample.me,
            isOutgoing: true, timestamp: Sample.start, content: .text(TextContent("hello")), state: .read)
        message.readerCount = 1
        #expect(
            Picture.of(RowContext(message: message, previous: Sample.text("0", "")), width: 30).count == 2)
    }

    @Test(arguments: ["", " ", "\u{200B}\u{2060}", "\n\n\t", "\u{3000}"])
    func aTextOfNothingIsSaidToBeSo(_ text: String) {
        let context = RowContext(message: Sample.text("1", text), previous: Sample.text("0", ""))
        #expect(Picture.of(context, width: 30) == ["    (empty message)"])
    }

    @Test func namesThatShowNothingAreTheirIDs() {
        for name in ["", "   ", "\u{200B}\u{200B}", "\u{3000}", "\n\t"] {
            let message = Sample.text("1", "hi", from: Contact(id: ContactID("77"), name: name))
            #expect(
                Picture.of(RowContext(message: message), width: 40)[1].hasPrefix("77  #77"), "\(name.debugDescription)")
        }
    }

    @Test func tinyWidthsShowSomething() {
        for width in 1...20 {
            for context in Picture.chain(Sample.everyKind) + talk {
                let rows = Picture.of(context, width: width)
                #expect(rows.contains { !$0.isEmpty }, "\(context.message.id) at \(width)")
            }
        }
        #expect(
            Picture.of(Picture.chain([Sample.text("0", ""), Sample.text("1", "你好 ab")])[1], width: 3) == [
                "你", "好", "ab",
            ])
        #expect(Picture.of(Picture.chain([Sample.text("0", ""), Sample.text("1", "你a")])[1], width: 1) == ["?", "a"])
    }

    @Test func hostileTextsStayText() {
        let hostile = "a\u{1B}[2Jb\u{9B}31mc\u{202E}d\u{07}\re\u{0}\u{85}"
        let name = Contact(id: ContactID("9"), name: "x\n── Monday ──\u{1B}]0;t\u{07}")
        let contents: [MessageContent] = [
            .text(TextContent(hostile)), .image(url: hostile, width: 1, height: 1),
            .file(url: hostile, name: hostile, size: 1),
            .link(LinkContent(url: "https://a\u{1B}]8;;", title: hostile, summary: hostile)),
            .location(latitude: .nan, longitude: .infinity, address: hostile), .system(hostile), .revoked,
            .notification(GroupNotification(groupID: "7", groupName: hostile, change: .rename(hostile))),
            .notification(GroupNotification(groupID: "7", change: .other(hostile))), .unknown(kind: hostile),
            .custom(type: MessageType(rawValue: hostile), payload: hostile),
            .call(CallContent(event: .other(9), channel: hostile)),
        ]
        for content in contents {
            var message = Sample.message("1", content, from: name)
            message.tags = [hostile]
            message.state = .failed(.refused(hostile))
            for isOwn in [true, false] {
                message.isOutgoing = isOwn
                let context = RowContext(message: message, quoted: message)
                for width in [80, 20, 3] {
                    let buffer = Picture.draw([context], RowComposer(), width: width)
                    for cell in buffer.cells {
                        #expect(
                            cell.cluster.unicodeScalars.allSatisfy {
                                $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && $0.value != 0x202E
                            })
                    }
                    #expect(buffer.links.allSatisfy { $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } })
                }
            }
        }
    }
}
