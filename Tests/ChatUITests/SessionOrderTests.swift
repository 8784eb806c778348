import IMModel
import TestSupport
import Testing

@testable import ChatUI

@Suite struct SessionOrderTests {
    private func session(
        _ kind: SessionKind, _ target: String, unread: Int = 0, mentions: Int = 0, muted: Bool = false,
        pinned: Bool = false, at activity: Int64 = 0
    ) -> Session {
        Session(
            id: Stage.id(kind, target), unreadCount: unread, mentionCount: mentions, isMuted: muted, isPinned: pinned,
            lastActivity: activity)
    }

    @Test func pinnedFirstThenLatestWhateverTheInput() {
        let expected = [
            session(.room, "1", pinned: true, at: 5), session(.peer, "1", pinned: true, at: 1),
            session(.peer, "2", at: 9),
            session(.group, "4", at: 3), session(.peer, "4", at: 3), session(.peer, "5"),
        ]
        var random = SeededRandom(seed: 0x5EED_0003)
        for _ in 0..<50 { #expect(SessionOrder.sorted(expected.shuffled(using: &random)) == expected) }
    }

    @Test func mentionsThenPeersThenGroupsThenRooms() {
        let ranked = [
            session(.room, "1", unread: 3, mentions: 1, muted: true, at: 1), session(.peer, "2", unread: 1, at: 20),
            session(.customer, "3/1", unread: 1, at: 10), session(.group, "4", unread: 9, at: 90),
            session(.room, "5", unread: 90, at: 99),
        ]
        var left = ranked
        while let first = left.first {
            #expect(SessionOrder.nextUnread(in: left.reversed(), current: nil) == first.id)
            left.removeFirst()
        }
        #expect(SessionOrder.nextUnread(in: [session(.peer, "1", unread: 4, muted: true)], current: nil) == nil)
        #expect(SessionOrder.nextUnread(in: [ranked[1]], current: ranked[1].id) == nil)
    }

    @Test func unreadElsewhereLeavesOutTheCurrentAndTheMuted() {
        let all = [
            session(.peer, "1", unread: 3), session(.group, "2", unread: 4, muted: true),
            session(.room, "3", unread: 5),
        ]
        #expect(SessionOrder.unread(in: all, except: nil) == 8)
        #expect(SessionOrder.unread(in: all, except: all[2].id) == 3)
    }

    @Test func fuzzyMatching() {
        #expect(FuzzyMatch.score("", in: "anything") == 0)
        #expect(FuzzyMatch.score("dc", in: "design-crew") != nil)
        #expect(FuzzyMatch.score("xq", in: "design-crew") == nil)
        #expect(FuzzyMatch.score("设计", in: "设计组 design-crew") != nil)
        let whole = FuzzyMatch.score("crew", in: "design-crew")
        let spread = FuzzyMatch.score("dgnr", in: "design-crew")
        #expect((whole ?? 0) > (spread ?? 0))
        #expect(FuzzyMatch.score("crew design", in: "design-crew") != nil)
        #expect(FuzzyMatch.score("group", in: "design-crew") == nil)
        #expect(FuzzyMatch.score("group des", in: "design-crew", also: "group") != nil)
        #expect(FuzzyMatch.score("ab", in: "a long way until b") == nil)
    }
}
