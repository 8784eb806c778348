/// A place in a text file, counted from 1 as editors do; columns are characters.
package struct JSON5Place: Sendable, Hashable {
    /// The line.
    package var line: Int
    /// The column.
    package var column: Int

    /// Makes a place.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
