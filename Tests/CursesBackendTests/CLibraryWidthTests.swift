import Cells
import CursesBackend
import Testing

@Suite struct CLibraryWidthTests {
    /// Where the C library has another width than `EastAsianWidth.txt` of Unicode 15.0: it takes these as wide as the
    /// ideographs they come with.
    static let deviations: [ClosedRange<UInt32>] = [0x3248...0x324F, 0x4DC0...0x4DFF]

    /// Every scalar that the sanitiser lets through alone is as wide for us as for the C library, where that knows it:
    /// ncurses paints it itself. What it does not know (newer than its Unicode) is painted over.
    @Test func everyScalarIsAsWideAsForTheCLibrary() throws {
        try #require(CLibraryWidth.setLocale("C.UTF-8") == "UTF-8")
        var different: [String] = []
        for value in UInt32(0x20)...0x3FFFF {
            guard let scalar = Unicode.Scalar(value), !Self.deviations.contains(where: { $0.contains(value) }) else {
                continue
            }
            let text = TextSanitizer.line(String(scalar)).string
            guard Array(text.unicodeScalars) == [scalar] else { continue }
            let theirs = CLibraryWidth.columns(of: scalar)
            guard theirs >= 0, theirs != WidthPolicy.perScalar.width(of: Character(scalar)) else { continue }
            different.append(String(value, radix: 16))
        }
        #expect(different == [])
    }
}
