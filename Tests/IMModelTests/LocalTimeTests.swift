import Foundation
import IMModel
import TestSupport
import Testing

@Suite struct LocalTimeTests {
    @Test func agreesWithTheCalendarOfFoundation() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        var random = SeededRandom(seed: 7)
        // 1900 to 2100: beyond it Foundation's calendar and the proleptic one may differ.
        let moments =
            (0..<2000).map { _ in Int64.random(in: -2_208_988_800_000...4_102_444_800_000, using: &random) }
            + [0, -1, 951_782_400_000, 951_868_799_999, 4_107_542_399_000]
        for moment in moments {
            let time = LocalTime.utc(milliseconds: moment)
            let date = Date(timeIntervalSince1970: (Double(moment) / 1000).rounded(.down))
            let parts = calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute, .second], from: date)
            let expected = LocalTime(
                year: try #require(parts.year), month: try #require(parts.month), day: try #require(parts.day),
                weekday: try #require(parts.weekday) - 1, hour: try #require(parts.hour),
                minute: try #require(parts.minute), second: try #require(parts.second))
            #expect(time == expected, "at \(moment)")
        }
    }

    @Test func daysAreComparedByTheCalendar() {
        let evening = LocalTime.utc(milliseconds: 86_399_999)
        let morning = LocalTime.utc(milliseconds: 86_400_000)
        #expect(!evening.isSameDay(as: morning))
        #expect(evening.isSameDay(as: LocalTime.utc(milliseconds: 0)))
    }
}
