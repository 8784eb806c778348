import Cells
import IMModel
import Testing

@testable import ChatUI

@Suite struct NewsTests {
    private func away(_ change: (inout NotificationSettings) -> Void = { _ in }) -> Stage {
        var configuration = ChatConfiguration()
        change(&configuration.notifications)
        let stage = Stage(configuration: configuration)
        stage.send(.focus(false))
        return stage
    }

    /// What is told when sessions grow: by the indices of the sessions.
    private func told(_ stage: Stage, _ places: Int..., preview: String = "hi\u{7}") -> [ChatEffect] {
        var sessions = Stage.sessions
        for place in places {
            sessions[place].unreadCount += 1
            sessions[place].preview = preview
        }
        stage.screen.update(sessions: sessions)
        return stage.screen.tick(now: stage.now + NewsRinger.interval).filter { effect in
            switch effect {
            case .bell, .notify: true
            default: false
            }
        }
    }

    @Test func whatWasSaidToTheUserAloneIsTold() {
        #expect(told(away(), 0) == [.bell, .notify(title: "陈晓 Chen Xiao", body: "1 new message")])
        #expect(told(away(), 1) == [])
        #expect(told(away(), 0, 3) == [.bell, .notify(title: "imchat", body: "2 new messages in 2 sessions")])
    }

    @Test func theRulesDecide() {
        #expect(told(away { $0.rule = .all }, 1).count == 2)
        // Muted, and the rule for all says nothing of it; its own rule does.
        #expect(told(away { $0.rule = .all }, 4) == [])
        #expect(told(away { $0.sessions = ["group:8": .all] }, 4).count == 2)
        #expect(told(away { $0.rule = .none }, 0) == [])
        #expect(told(away { $0.sessions = ["peer:2": .none] }, 0) == [])
        #expect(told(away { $0.rings = false }, 0).count == 1)
        #expect(told(away { $0.tellsDesktop = false }, 0) == [.bell])
    }

    @Test func textsAreShownOnlyWhenAskedForAndClean() {
        #expect(told(away { $0.showsText = true }, 0).last == .notify(title: "陈晓 Chen Xiao", body: "hi␇"))
    }

    @Test func aFocusedWindowIsToldNothing() {
        let stage = Stage()
        #expect(told(stage, 0) == [])
    }

    @Test func whatComesTooSoonIsToldTogetherLater() {
        let stage = away()
        var sessions = Stage.sessions
        sessions[0].unreadCount += 1
        stage.screen.update(sessions: sessions)
        stage.press()
        stage.wait(1)
        #expect(stage.effects.contains(.bell))
        for _ in 0..<5 {
            sessions[0].unreadCount += 1
            stage.screen.update(sessions: sessions)
            stage.press()
            stage.wait(10)
            #expect(!stage.effects.contains(.bell))
        }
        #expect(stage.screen.nextDeadline != nil)
        stage.wait(NewsRinger.interval)
        #expect(stage.effects.contains(.notify(title: "陈晓 Chen Xiao", body: "5 new messages")))
        #expect(stage.screen.nextDeadline == nil)
    }

    @Test func comingBackForgetsWhatWaits() {
        let stage = away()
        var sessions = Stage.sessions
        sessions[0].unreadCount += 1
        stage.screen.update(sessions: sessions)
        stage.send(.focus(true))
        stage.press()
        stage.wait(10_000)
        #expect(!stage.effects.contains(.bell))
    }

    @Test func theSecondsToTheNextTryCountDown() {
        let stage = Stage()
        stage.screen.update(connection: .waiting(seconds: 5, reason: "refused"))
        stage.wait(0)
        #expect(picture(stage.draw(80, 24)).contains("next try in 5 s"))
        let deadline = stage.screen.nextDeadline
        #expect(deadline == stage.now + 1000)
        stage.wait(1000)
        #expect(picture(stage.draw(80, 24)).contains("next try in 4 s"))
        stage.wait(9000)
        #expect(picture(stage.draw(80, 24)).contains("next try in 0 s"))
        // Nothing is left to count, and nobody is woken.
        #expect(stage.screen.nextDeadline == nil)
        stage.screen.update(connection: .online(synchronizing: false))
        #expect(stage.screen.nextDeadline == nil)
    }

    @Test func theFirstPageClosesAtAnyKeyWhichCountsAllTheSame() {
        let stage = Stage()
        stage.screen.showWelcome()
        #expect(picture(stage.draw(80, 24)).contains("welcome to imchat"))
        stage.press("\"h")
        #expect(!stage.screen.hasOverlay)
        #expect(picture(stage.draw(80, 24)).contains("> h"))
        stage.screen.showWelcome()
        stage.press("Space")
        #expect(!stage.screen.hasOverlay && picture(stage.draw(80, 24)).contains("> h"))
    }

    @Test func keysRunFunctionsWithArguments() throws {
        var configuration = ChatConfiguration()
        try configuration.keys.bind(key: "F12", to: "/mute on", in: "global")
        try configuration.keys.bind(key: "F11", to: "insert on my way", in: "global")
        let stage = Stage(configuration: configuration)
        stage.press("F12")
        #expect(stage.deeds.contains(.setMuted(Stage.id(.group, "7"), true)))
        stage.press("F11")
        #expect(picture(stage.draw(80, 24)).contains("> on my way"))
    }

    @Test func theListGrowsAndShrinksByKeysAndThatIsKept() {
        let stage = Stage()
        stage.draw(90, 24)
        stage.press("F9", ">")
        #expect(
            stage.deeds.contains(.runCommand(.set(key: "sessionListWidth", value: "29"), in: Stage.id(.group, "7"))))
        #expect(picture(stage.draw(90, 24)).split(separator: "\n")[0].firstIndex(of: "│") != nil)
        for _ in 0..<40 { stage.press("<") }
        stage.draw(90, 24)
        #expect(stage.screen.configuration.sessionListWidth == 10)
    }

    @Test func oneCommandIsExplained() {
        let stage = Stage()
        stage.press("\"/help set", "Enter")
        let shown = picture(stage.draw(90, 30))
        #expect(shown.contains("/set [KEY [VALUE]]") && shown.contains("notifications.bell"))
        stage.press("Esc", "\"/help do", "Enter")
        #expect(picture(stage.draw(90, 30)).contains("next-session"))
        stage.press("Esc", "\"/help nonsense", "Enter")
        #expect(picture(stage.draw(90, 30)).contains("/help [COMMAND]"))
    }
}
