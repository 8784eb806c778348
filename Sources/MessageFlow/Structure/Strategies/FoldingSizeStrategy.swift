public import Cells
import IMModel

/// Sizes the box tree of a text; one that is too long for a list is folded to its first rows and a line that says how
/// much more there is (`ContentView.foldRegion` in hit tests). O(rows of the limit), however long the text is.
public struct FoldingSizeStrategy: MessageLayoutSizeStrategy {
    /// Makes the strategy.
    public init() {}

    /// The size of what is shown.
    public func calculateSize(of view: MessageView, context: MessageViewContext, fittingSize: Size) -> Size {
        measure(view, context: context, fittingSize: fittingSize).size
    }

    /// The size with the solved tree.
    public func measure(_ view: MessageView, context: MessageViewContext, fittingSize: Size) -> ComponentSnapshot {
        let whole = AutoLayoutSizeStrategy().measure(view, context: context, fittingSize: fittingSize)
        let limit = context.configuration.foldsAboveRows
        guard limit > 0, let layout = whole.layout, case .text(let content) = context.message.content else {
            return whole
        }
        let rest = TextBeginning(of: content.text, rows: limit, width: context.geometry.width)
        // The answered line above is none of the text's.
        let above = layout.regions.first { $0.target == .named(ContentView.quoteRegion) }?.rect.maxY ?? 0
        guard rest.restBytes > 0 || layout.size.height - above > limit else { return whole }
        let shown = min(above + min(max(1, context.configuration.rowsOfFolded), limit), layout.size.height)
        let hidden = rest.restRows(width: fittingSize.width)
        let words = context.strings.more(
            layout.size.height - shown + hidden.count, hidden.isAbout, context.strings.keys)
        let mark = TextLayout.truncated(
            [TextRun("\(context.metrics.glyphs.ellipsis) \(words)", .notice)], width: fittingSize.width,
            policy: context.policy, ellipsis: context.metrics.glyphs.ellipsis)
        let folded = layout.folded(to: shown, mark: mark)
        return ComponentSnapshot(size: folded.size, layout: folded)
    }
}

extension BoxLayout {
    /// The first rows and below them a line that stands for the others.
    fileprivate func folded(to height: Int, mark: TextLayout.Line) -> BoxLayout {
        var result = BoxLayout.empty
        result.rows = Array(rows.prefix(height)) + [mark.runs]
        let width = result.rows.reduce(1) { width, row in row.reduce(width) { max($0, $1.x + $1.width) } }
        result.size = Size(width: width, height: result.rows.count)
        let room = Rect(x: 0, y: 0, width: size.width, height: height)
        result.regions = regions.compactMap { region in
            let rect = region.rect.intersection(room)
            return rect.isEmpty ? nil : Region(rect: rect, target: region.target)
        }
        let line = Rect(x: 0, y: height, width: max(1, mark.width), height: 1)
        result.regions.append(Region(rect: line, target: .named(ContentView.foldRegion)))
        return result
    }
}
