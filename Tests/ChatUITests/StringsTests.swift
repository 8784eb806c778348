import Cells
import IMModel
import MessageFlow
import Testing

@testable import ChatUI

@Suite struct StringsTests {
    /// Every plain word of a table, by its name.
    func words(_ strings: Strings) -> [(name: String, text: SafeText)] {
        var found: [(String, SafeText)] = []
        for part in Mirror(reflecting: strings).children {
            for child in Mirror(reflecting: part.value).children {
                if let text = child.value as? SafeText {
                    found.append(("\(part.label ?? "").\(child.label ?? "")", text))
                }
            }
        }
        let overlays = strings.overlays
        found += KeyAction.allCases.map { ("action \($0)", overlays.action($0)) }
        found += CommandName.allCases.map { ("command \($0)", overlays.command($0)) }
        found += KeyContext.allCases.map { ("context \($0)", overlays.context($0)) }
        found += BuiltInMenuEntry.allCases.map { ("entry \($0)", overlays.entry($0)) }
        found += SessionKind.allCases.map { ("kind \($0)", strings.sessions.kind($0)) }
        let failures: [SendFailure] = [
            .timedOut, .disconnected, .notMyFriend, .notTheirFriend, .blacklisted, .notMember, .noSuchGroup,
            .tooLarge(size: 2, limit: 1), .unsupported, .rejected(status: 3), .cancelled,
        ]
        found += failures.map { ("failure \($0)", strings.messages.sendFailure($0)) }
        found += MessageAction.allCases.map { ("done \($0)", strings.messages.done($0)) }
        found += MessageAction.allCases.map { ("failed \($0)", strings.messages.failed($0, "x")) }
        let errors: [MessageActionError] = [.unsupported, .cancelled, .unknownMessage, .tooLate, .notSent(.timedOut)]
        found += errors.map { ("error \($0)", strings.messages.actionError($0)) }
        let states: [DeliveryState] = [.incoming, .waiting, .sending, .sent, .delivered, .read, .failed(.timedOut)]
        found += states.map { ("state \($0)", strings.messages.state($0)) }
        return found
    }

    @Test func noWordIsMissingInALanguage() {
        for language in Strings.Language.allCases {
            for word in words(Strings.table(language)) { #expect(!word.text.isEmpty, "\(language) \(word.name)") }
        }
    }

    @Test func theLanguagesDiffer() {
        let english = words(.english)
        let chinese = words(.simplifiedChinese)
        #expect(english.count > 150)
        #expect(english.map(\.name) == chinese.map(\.name))
        for (a, b) in zip(english, chinese) { #expect(a.text != b.text, "\(a.name)") }
    }

    @Test func rowsHaveTheirWordsInBothLanguages() {
        let english = FlowStrings.table(.english)
        let chinese = FlowStrings.table(.simplifiedChinese)
        let time = LocalTime(year: 2026, month: 11, day: 30, weekday: 1, hour: 9, minute: 5, second: 0)
        let maria = Contact(id: ContactID("3"), name: "Maria")
        let ann = Contact(id: ContactID("4"), name: "Ann")
        let changes: [GroupNotification.Change] = [
            .create(master: maria, name: "crew", members: [maria]), .disband, .rename("x"), .notice("x"),
            .addMember(maria, inviter: nil), .removeMember(maria), .upgrade, .nickname(member: maria, name: "M"),
            .mute(member: maria, muted: true), .other("k"),
        ]
        let events: [CallContent.Event] = [
            .dial(video: true), .accept, .connected, .refuse, .hangUp, .reset, .talking,
            .record(seconds: 65, video: false),
            .other(9),
        ]
        func all(_ strings: FlowStrings) -> [SafeText] {
            var texts = Mirror(reflecting: strings).children.compactMap { $0.value as? SafeText }
            texts += [strings.day(time, true), strings.revoked("x"), strings.unknown(nil), strings.unknown("k")]
            texts += [
                strings.byteCount(12), strings.failure(.timedOut, strings.keys),
                strings.failure(.blacklisted, strings.keys), strings.readers(2), strings.gap(.missing, strings.keys),
                strings.more(12, true, strings.keys),
            ]
            texts += changes.map { strings.notification(GroupNotification(groupID: "7", change: $0), nil) }
            texts += changes.map { strings.notification(GroupNotification(groupID: "7", change: $0, actor: ann), nil) }
            texts.append(
                strings.notification(GroupNotification(groupID: "7", change: .removeMember(ann), actor: ann), nil))
            texts += events.map { strings.call(CallContent(event: $0), false, strings.keys) }
            return texts
        }
        #expect(all(english).count == all(chinese).count)
        for (a, b) in zip(all(english), all(chinese)) {
            #expect(!a.isEmpty && !b.isEmpty && a != b, "\(a.string)")
        }
        #expect(chinese.day(time, true) == "2026年11月30日 星期一")
        #expect(chinese.time(time, true) == "09:05")
    }

    @Test func theLocaleDecides() {
        #expect(Strings.Language(locale: "zh_CN.UTF-8") == .simplifiedChinese)
        #expect(Strings.Language(locale: "C.UTF-8") == .english)
        #expect(Strings.Language(locale: "") == .english)
    }

    @Test func remoteWordsInErrorsAreCleaned() {
        let text = Strings.english.messages.actionError(.refused("no\u{1B}]0;x\u{7}\nreally"))
        #expect(!text.string.unicodeScalars.contains { $0.value < 0x20 })
    }
}
