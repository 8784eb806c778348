import Glibc
import Testing

@testable import EventLoop

/// The zone is the process's: one test at a time changes it.
@Suite(.serialized)
struct LocalClockTests {
    private func with(zone: String, _ body: () -> Void) {
        let before = getenv("TZ").map { String(cString: $0) }
        setenv("TZ", zone, 1)
        tzset()
        body()
        // Not unset: that would move the list under the eyes of other threads.
        setenv("TZ", before ?? ":/etc/localtime", 1)
        tzset()
    }

    private func text(_ milliseconds: Int64) -> String {
        let fields = LocalClock.fields(milliseconds: milliseconds)
        return "\(fields.year)-\(fields.month)-\(fields.day) \(fields.weekday) "
            + "\(fields.hour):\(fields.minute):\(fields.second) \(fields.offsetFromUTC / 3600)"
    }

    @Test func shanghai() {
        with(zone: "Asia/Shanghai") {
            #expect(text(0) == "1970-1-1 4 8:0:0 8")
            #expect(text(-1) == "1970-1-1 4 7:59:59 8")
            #expect(text(1_796_054_400_999) == "2026-12-1 2 0:0:0 8")
        }
    }

    @Test func daylightSavingStartsAndEnds() {
        // A rule of its own, so that no zone file is needed: last Sunday of March 2:00 to last Sunday of October 3:00.
        with(zone: "CET-1CEST,M3.5.0,M10.5.0/3") {
            #expect(text(1_774_745_999_000) == "2026-3-29 0 1:59:59 1")
            #expect(text(1_774_746_000_000) == "2026-3-29 0 3:0:0 2")
            #expect(text(1_792_889_999_000) == "2026-10-25 0 2:59:59 2")
            #expect(text(1_792_890_000_000) == "2026-10-25 0 2:0:0 1")
        }
    }

    @Test(arguments: [Int64.min, Int64.max])
    func aForgedTimestampIsHarmless(milliseconds: Int64) {
        #expect(LocalClock.fields(milliseconds: milliseconds).month >= 1)
    }
}
