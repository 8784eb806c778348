import Cells
import IMModel
import MessageFlow
import Testing

struct FlowStringsTests {
    @Test(
        arguments: [
            (0, "0 B"), (-5, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (12_345, "12 kB"), (1_250_000, "1.2 MB"),
            (999_999_999, "999 MB"), (Int64.max, "9.2 EB"),
        ] as [(Int64, String)])
    func byteCounts(bytes: Int64, text: String) {
        #expect(FlowStrings.englishByteCount(bytes).string == text)
    }

    @Test(arguments: [(0, "0:00"), (67, "1:07"), (3723, "1:02:03"), (-1, "0:00"), (Int.max, nil)] as [(Int, String?)])
    func durations(seconds: Int, text: String?) {
        let shown = FlowStrings.duration(seconds: seconds).string
        if let text { #expect(shown == text) }
    }

    @Test func everyChangeOfAGroupHasASentence() {
        let a = Contact(id: ContactID("1"), name: "Ann")
        let b = Contact(id: ContactID("2"))
        let sentences: [(GroupNotification.Change, String)] = [
            (.create(master: a, name: "crew", members: [a, b]), "Ann created crew with Ann, #2"),
            (.create(master: a, name: "", members: []), "Ann created the group"),
            (.disband, "the group was disbanded"), (.rename("x"), "the group is now called x"),
            (.notice("hi\nyou"), "the group's notice: hi you"), (.addMember(b, inviter: a), "Ann invited #2"),
            (.addMember(b, inviter: nil), "#2 joined"), (.addMember(b, inviter: b), "#2 joined"),
            (.removeMember(a), "Ann is out of the group"), (.upgrade, "the group became a super group"),
            (.nickname(member: a, name: "A"), "Ann goes by A here"), (.mute(member: a, muted: true), "Ann was muted"),
            (.mute(member: a, muted: false), "Ann may speak again"), (.other("k"), "the group changed (k)"),
        ]
        for (change, sentence) in sentences {
            #expect(
                FlowStrings.english.notification(GroupNotification(groupID: "7", change: change), nil).string
                    == sentence)
        }
        let mine: [(GroupNotification.Change, String)] = [
            (.addMember(a, inviter: b), "#2 invited you"), (.removeMember(a), "you are out of the group"),
            (.nickname(member: a, name: "A"), "you go by A here"), (.mute(member: a, muted: true), "you were muted"),
            (.mute(member: a, muted: false), "you may speak again"), (.mute(member: b, muted: true), "#2 was muted"),
        ]
        for (change, sentence) in mine {
            #expect(
                FlowStrings.english.notification(GroupNotification(groupID: "7", change: change), a.id).string
                    == sentence)
        }
    }

    @Test func whatTellsWhoDidItSaysSo() {
        let a = Contact(id: ContactID("1"), name: "Ann")
        let b = Contact(id: ContactID("2"), name: "Bob")
        let sentences: [(GroupNotification.Change, Contact, ContactID?, String)] = [
            (.removeMember(a), b, nil, "Ann was removed by Bob"),
            (.removeMember(a), b, a.id, "you were removed by Bob"),
            (.removeMember(a), b, b.id, "Ann was removed by you"), (.removeMember(a), a, nil, "Ann left"),
            (.removeMember(a), a, a.id, "you left"), (.disband, b, nil, "the group was disbanded by Bob"),
            (.rename("x"), b, nil, "Bob named the group x"), (.notice("hi"), b, nil, "the group's notice by Bob: hi"),
            (.notice(""), b, b.id, "the group's notice was taken away by you"),
            (.upgrade, b, nil, "Bob made this a super group"),
            (.mute(member: a, muted: true), b, nil, "Ann was muted by Bob"),
        ]
        for (change, actor, me, sentence) in sentences {
            let notification = GroupNotification(groupID: "7", change: change, actor: actor)
            #expect(FlowStrings.english.notification(notification, me).string == sentence)
        }
        let hostile = Contact(id: ContactID("2"), name: "B\u{1B}[2J\nob")
        let notification = GroupNotification(groupID: "7", change: .removeMember(a), actor: hostile)
        let words = FlowStrings.english.notification(notification, nil).string
        #expect(words.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }

    @Test func daysAndTimes() {
        let time = LocalTime(year: 2026, month: 11, day: 30, weekday: 1, hour: 0, minute: 5, second: 0)
        #expect(FlowStrings.englishDay(time, true).string == "Monday 30 November 2026")
        #expect(FlowStrings.englishTime(time, true).string == "00:05")
        #expect(FlowStrings.englishTime(time, false).string == "12:05 am")
        let wrong = LocalTime(year: 1, month: 0, day: 0, weekday: 9, hour: 99, minute: 99, second: 0)
        #expect(FlowStrings.englishDay(wrong, false).string == "? 0 ?")
    }

    @Test(arguments: [
        ("陈晓 Chen Xiao", "CX"), ("Maria", "MA"), ("陈晓", "陈"), ("#1007", "10"), ("", "?"), ("🎉", "🎉"), ("a", "A"),
        ("ß", "ß"), ("(bot) helper", "BH"), ("—", "?"), ("👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"),
    ])
    func initials(name: String, initials: String) {
        #expect(Initials.of(TextSanitizer.line(name), policy: .perCluster).string == initials)
    }

    @Test func summariesSayWhatTheMessageSays() {
        let lines = Sample.everyKind.map { MessageSummary.line(of: $0, strings: .english).string }
        #expect(lines[0].hasPrefix("hello"))
        #expect(lines[1] == "[picture]")
        #expect(lines[4] == "[file] quarterly report.pdf")
        #expect(Set(lines).count == lines.count)
        #expect(MessageLinks.links(of: Sample.everyKind[0]).map(\.url) == ["https://example.org/r/118"])
        #expect(MessageLinks.links(of: Sample.everyKind[4]).map(\.url) == ["https://example.org/r.pdf"])
        #expect(MessageLinks.links(of: Sample.everyKind[8]) == [])
    }
}
