/// Reads `YYYY-MM-DD[THH:MM[:SS[.mmm]][Z|±HH:MM]]`.
struct TimeScan {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The moment as if at Greenwich, and the zone's seconds where the text tells one.
    mutating func run() -> (milliseconds: Int64, zone: Int?)? {
        let isNegative = take("-")
        guard let years = number(atLeast: 4, atMost: 9), take("-"), let month = number(atLeast: 2, atMost: 2),
            take("-"),
            let day = number(atLeast: 2, atMost: 2)
        else { return nil }
        let year = isNegative ? -years : years
        guard (1...12).contains(month), (1...Self.days(month, year)).contains(day) else { return nil }
        var milliseconds = Self.dayNumber(year, month, day) * 86_400_000
        guard position < bytes.count else { return (milliseconds, nil) }
        guard take("T") || take(" "), let hour = number(atLeast: 2, atMost: 2), take(":"),
            let minute = number(atLeast: 2, atMost: 2), hour < 24, minute < 60
        else { return nil }
        milliseconds += (hour * 3600 + minute * 60) * 1000
        if take(":") {
            guard let second = number(atLeast: 2, atMost: 2), second <= 60 else { return nil }
            milliseconds += second * 1000
            if take(".") {
                guard let rest = number(atLeast: 3, atMost: 3) else { return nil }
                milliseconds += rest
            }
        }
        guard let zone = zone(), position == bytes.count else { return nil }
        return (milliseconds, zone.seconds)
    }

    private mutating func zone() -> (seconds: Int?, Void)? {
        if position == bytes.count { return (nil, ()) }
        if take("Z") { return (0, ()) }
        let sign: Int64 = take("+") ? 1 : take("-") ? -1 : 0
        guard sign != 0, let hours = number(atLeast: 2, atMost: 2), hours < 24 else { return nil }
        _ = take(":")
        guard let minutes = number(atLeast: 2, atMost: 2), minutes < 60 else { return nil }
        return (Int(sign * (hours * 3600 + minutes * 60)), ())
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func number(atLeast: Int, atMost: Int) -> Int64? {
        var value: Int64 = 0
        var count = 0
        while count < atMost, position < bytes.count, (48...57).contains(bytes[position]) {
            value = value * 10 + Int64(bytes[position] - 48)
            position += 1
            count += 1
        }
        return count >= atLeast ? value : nil
    }

    private static func days(_ month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01, proleptic Gregorian calendar.
    private static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
