/// What a figure may be; committed beside the code.
struct Bar: Decodable {
    /// The figure's name, as the report prints it.
    let name: String
    /// It may not be more.
    let atMost: Double?
    /// It may not be less.
    let atLeast: Double?
    /// Where it is to come, if that is farther than the bar; only told.
    let goal: Double?

    /// Whether a value keeps to the bar. What is no number does not.
    func allows(_ value: Double) -> Bool {
        guard value.isFinite else { return false }
        if let atMost, value > atMost { return false }
        if let atLeast, value < atLeast { return false }
        return true
    }

    /// The bar in a few characters.
    var text: String {
        switch (atMost, atLeast) {
        case (let most?, nil): "≤ \(Figure.digits(most))"
        case (nil, let least?): "≥ \(Figure.digits(least))"
        case (let most?, let least?): "\(Figure.digits(least))…\(Figure.digits(most))"
        case (nil, nil): "-"
        }
    }
}
