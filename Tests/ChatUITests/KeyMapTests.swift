import Cells
import Testing

@testable import ChatUI

@Suite struct KeyMapTests {
    @Test func everyActionIsReachableWithoutAlt() {
        #expect(KeyMap().actionsNeedingAlt == [])
    }

    @Test func everyDefaultNameIsAKeyAndTakesNoOtherPlace() {
        for (context, rows) in KeyMap.defaults {
            var seen: Set<KeyPress> = []
            for (action, names) in rows {
                #expect(!names.isEmpty, "\(action)")
                for name in names {
                    guard let key = KeyName.parse(name) else {
                        Issue.record("\(name) in \(context) is no key")
                        continue
                    }
                    #expect(seen.insert(key).inserted, "\(name) is bound twice in \(context)")
                }
            }
        }
    }

    @Test func everyActionIsBoundOrHasACommand() {
        let map = KeyMap()
        for action in KeyAction.allCases {
            #expect(!map.keys(for: action).isEmpty || action.slashCommand != nil, "\(action)")
        }
    }

    @Test func tabNeverSwitchesSessions() {
        let map = KeyMap()
        let switching: Set<KeyAction> = [.nextSession, .previousSession, .nextUnread, .previousInTime]
        for context in KeyContext.allCases {
            for key in [Key.tab, .backTab] {
                let action = map.action(for: KeyPress(key), in: [context])
                #expect(action.map { !switching.contains($0) } ?? true)
            }
        }
    }

    @Test func theFocusDecides() {
        let map = KeyMap()
        let controlK = KeyPress(.character("k"), .control)
        #expect(map.action(for: controlK, in: [.emptyComposer, .composer, .global]) == .switcher)
        #expect(map.action(for: controlK, in: [.composer, .global]) == .killToEnd)
        #expect(map.action(for: KeyPress(.character("r")), in: [.messages]) == .reply)
        #expect(map.action(for: KeyPress(.character("r")), in: [.composer, .global, .always]) == nil)
    }

    @Test func keysCanBeRebound() throws {
        var map = KeyMap()
        try map.bind(key: "F12", to: "switcher", in: "global")
        #expect(map.action(for: KeyPress(.function(12)), in: [.global]) == .switcher)
        #expect(map.keys(for: .switcher).contains(KeyPress(.function(12))))
        try map.bind(key: "F12", to: "none", in: "global")
        #expect(map.action(for: KeyPress(.function(12)), in: [.global]) == nil)
    }

    @Test func badBindingsAreNamedAndChangeNothing() {
        var map = KeyMap()
        let before = map
        #expect(throws: KeyMap.BindingError.unknownKey("Hyper-X")) {
            try map.bind(key: "Hyper-X", to: "help", in: "global")
        }
        #expect(throws: KeyMap.BindingError.unknownAction("fly")) { try map.bind(key: "F1", to: "fly", in: "global") }
        #expect(throws: KeyMap.BindingError.unknownContext("moon")) { try map.bind(key: "F1", to: "help", in: "moon") }
        #expect(throws: KeyMap.BindingError.needsPathWithoutAlt(.nextUnread)) {
            try map.bind(key: "F3", to: "none", in: "global")
        }
        #expect(throws: KeyMap.BindingError.needsPathWithoutAlt(.nextUnread)) {
            try map.bind(key: "F3", to: "switcher", in: "global")
        }
        #expect(map == before)
    }

    @Test func theDumpHoldsEveryBinding() {
        let map = KeyMap()
        let lines = map.dump.split(separator: "\n")
        #expect(lines.count == map.bindings.count)
        #expect(lines.contains("global\tCtrl-N\tnext-session"))
        #expect(Set(lines).count == lines.count)
    }
}
