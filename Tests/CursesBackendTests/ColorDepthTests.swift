import Cells
import CursesBackend
import Testing

@Suite struct ColorDepthTests {
    @Test func depthFollowsTheDescriptionAndTheEnvironment() {
        #expect(ColorDepth.detect(colors: 256, colorTerm: nil, noColor: nil) == .palette)
        #expect(ColorDepth.detect(colors: 256, colorTerm: "truecolor", noColor: nil) == .trueColor)
        #expect(ColorDepth.detect(colors: 256, colorTerm: "24bit", noColor: "") == .trueColor)
        #expect(ColorDepth.detect(colors: 0x100_0000, colorTerm: nil, noColor: nil) == .trueColor)
        #expect(ColorDepth.detect(colors: 16, colorTerm: nil, noColor: nil) == .sixteen)
        #expect(ColorDepth.detect(colors: 8, colorTerm: nil, noColor: nil) == .eight)
        #expect(ColorDepth.detect(colors: -1, colorTerm: "truecolor", noColor: nil) == .none)
        #expect(ColorDepth.detect(colors: 256, colorTerm: "truecolor", noColor: "1") == .none)
    }

    @Test func coloursAreBroughtDown() {
        #expect(ColorDepth.palette.index(of: .rgb(255, 0, 0)) == 196)
        #expect(ColorDepth.palette.index(of: .rgb(8, 8, 8)) == 232)
        #expect(ColorDepth.sixteen.index(of: .rgb(250, 5, 5)) == 9)
        #expect(ColorDepth.eight.index(of: .indexed(12)) == 4)
        #expect(ColorDepth.eight.index(of: .indexed(196)) == 1)
        #expect(ColorDepth.palette.index(of: .indexed(200)) == 200)
        for depth in ColorDepth.allCases { #expect(depth.index(of: .default) == -1) }
        #expect(ColorDepth.none.index(of: .rgb(1, 2, 3)) == -1)
    }
}
