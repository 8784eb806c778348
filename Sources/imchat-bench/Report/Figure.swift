/// How a measured value is written.
enum Figure {
    /// A number with as many digits as say something.
    static func digits(_ value: Double) -> String {
        guard value.isFinite else { return "\(value)" }
        let size = value.magnitude
        let decimals = size >= 100 || value == value.rounded() ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (value * scale).rounded()
        guard scaled.magnitude < 9e15 else { return "\(value)" }
        let whole = Int64(scaled)
        let sign = whole < 0 ? "-" : ""
        let number = String(whole.magnitude)
        guard decimals > 0 else { return sign + grouped(number) }
        let padded = String(repeating: "0", count: max(0, decimals + 1 - number.count)) + number
        return sign + grouped(String(padded.dropLast(decimals))) + "." + padded.suffix(decimals)
    }

    private static func grouped(_ number: String) -> String {
        var result = ""
        for (index, digit) in number.enumerated() {
            if index > 0, (number.count - index).isMultiple(of: 3) { result += "," }
            result.append(digit)
        }
        return result
    }
}
