/// A group of figures that can be measured on its own.
protocol Section: SendableMetatype {
    /// Its name on the command line.
    static var name: String { get }
    /// What it is about.
    static var title: String { get }

    /// Measures.
    static func measure(_ bench: Bench) throws
}
