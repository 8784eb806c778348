import Cells
import IMModel
import MessageFlow
import Testing

struct FlowStyleTests {
    @Test func senderColoursCanBeReadOnLightAndDark() {
        for index in FlowStyle.senderPalette {
            let luminance = Self.luminance(index)
            #expect((luminance + 0.05) / 0.05 >= 3, "\(index) on black")
            #expect(1.05 / (luminance + 0.05) >= 3, "\(index) on white")
        }
        #expect(Set(FlowStyle.senderPalette).count == FlowStyle.senderPalette.count)
    }

    @Test func senderColoursAreStableAndSpread() {
        #expect(FlowStyle.senderRole(ContactID("2")) == FlowStyle.senderRole(ContactID("2")))
        let styles = Set((0..<200).map { FlowStyle.standard.style(of: FlowStyle.senderRole(ContactID("\($0)"))) })
        #expect(styles.count == FlowStyle.senderPalette.count)
        #expect(FlowStyle(senders: [], roles: [:]).style(of: .sender(.min)) == Style(attributes: .bold))
        #expect(FlowStyle.standard.style(of: .sender(.min)).foreground != .default)
    }

    @Test func theMonochromeThemeHasNoColour() {
        let style = FlowStyle.monochrome
        #expect(
            (Array(style.roles.values) + style.senders).allSatisfy {
                $0.foreground == .default && $0.background == .default
            })
    }

    @Test func highlightsCanBeToldApart() {
        let style = FlowStyle.standard
        let looks = [RowHighlight(), .selected, .marked, .found].map { style.highlighted(.plain, $0) }
        #expect(Set(looks).count == 4)
    }

    private static func luminance(_ index: UInt8) -> Double {
        let levels: [Double] = [0, 95, 135, 175, 215, 255]
        let cube = Int(index) - 16
        let steps: [Int] = [cube / 36, cube / 6 % 6, cube % 6]
        let channels: [Double] = steps.map { linear(levels[$0] / 255) }
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }

    private static func linear(_ channel: Double) -> Double {
        channel <= 0.03928 ? channel / 12.92 : power((channel + 0.055) / 1.055)
    }

    /// x to the 2.4, by Newton's fifth root of x to the 12.
    private static func power(_ x: Double) -> Double {
        let twelfth = (0..<12).reduce(1.0) { value, _ in value * x }
        var root = 1.0
        for _ in 0..<80 { root = (4 * root + twelfth / (root * root * root * root)) / 5 }
        return root
    }
}
