public import Cells

/// Solves box trees: gives every box its cells. Pure; O(text + boxes).
public enum BoxSolver {
    /// The layout of a tree within a width; never wider than it.
    public static func solve(
        _ box: Box, width: Int, policy: WidthPolicy, glyphs: FlowGlyphs = FlowGlyphs()
    ) -> BoxLayout {
        guard width > 0 else { return .empty }
        return Solver(policy: policy, glyphs: glyphs).solve(box, width)
    }

    private struct Solver {
        let policy: WidthPolicy
        let glyphs: FlowGlyphs

        func solve(_ box: Box, _ width: Int) -> BoxLayout {
            guard width > 0 else { return .empty }
            switch box {
            case .empty: return .empty
            case .text(let blocks, let maxLines):
                let text = TextLayout(
                    blocks, width: width, policy: policy, maxLines: maxLines, ellipsis: glyphs.ellipsis)
                return BoxLayout(
                    size: Size(width: text.width, height: text.lines.count), rows: text.lines.map(\.runs), regions: [])
            case .line(let runs):
                let line = TextLayout.truncated(runs, width: width, policy: policy, ellipsis: glyphs.ellipsis)
                return BoxLayout(size: Size(width: line.width, height: 1), rows: [line.runs], regions: [])
            case .rule(let sign, let role): return rule(sign, role, width)
            case .spacer: return BoxLayout(size: Size(width: width, height: 1), rows: [[]], regions: [])
            case .horizontal(let boxes, let spacing, let alignment): return horizontal(boxes, spacing, alignment, width)
            case .vertical(let boxes, let spacing, let alignment): return vertical(boxes, spacing, alignment, width)
            case .padded(let inner, let insets): return padded(inner, insets, width)
            case .bounded(let inner, let bounds, let horizontal, let vertical):
                return bounded(inner, bounds, horizontal, vertical, width)
            case .flexible(let inner): return solve(inner, width)
            case .region(let inner, let name):
                var layout = solve(inner, width)
                layout.regions.append(
                    BoxLayout.Region(
                        rect: Rect(x: 0, y: 0, width: layout.size.width, height: layout.size.height),
                        target: .named(name)))
                return layout
            }
        }

        private func rule(_ sign: SafeText, _ role: FlowRole, _ width: Int) -> BoxLayout {
            let columns = max(1, policy.width(of: sign))
            let text = SafeText.joined(Array(repeating: sign, count: width / columns))
            let run = PlacedRun(x: 0, width: width / columns * columns, run: TextRun(text, role))
            return BoxLayout(size: Size(width: width, height: 1), rows: [text.isEmpty ? [] : [run]], regions: [])
        }

        private func horizontal(
            _ boxes: [Box], _ spacing: Int, _ alignment: Box.VerticalAlignment, _ width: Int
        ) -> BoxLayout {
            var layouts: [BoxLayout?] = Array(repeating: nil, count: boxes.count)
            let reserved = boxes.reduce(0) { sum, box in
                if case .spacer(let minimum) = box { return sum + max(0, minimum) }
                return sum
            }
            var left = width - reserved
            var placed = 0
            for pass in 0..<2 {
                for (index, box) in boxes.enumerated() where Solver.pass(of: box) == pass {
                    let gap = placed > 0 ? max(0, spacing) : 0
                    guard left - gap > 0 else { continue }
                    let layout = solve(box, left - gap)
                    guard layout.size.width > 0 else { continue }
                    left -= layout.size.width + gap
                    placed += 1
                    layouts[index] = layout
                }
            }
            let elastic = boxes.indices.filter { Solver.pass(of: boxes[$0]) == 2 }
            var shares = max(0, left + reserved)
            for (number, index) in elastic.enumerated() {
                let share = shares / (elastic.count - number)
                shares -= share
                layouts[index] = solve(boxes[index], share)
            }
            let height = layouts.reduce(0) { max($0, $1?.size.height ?? 0) }
            var result = BoxLayout(size: .zero, rows: Array(repeating: [], count: height), regions: [])
            var x = 0
            var isFirst = true
            for (index, layout) in layouts.enumerated() {
                guard let layout, layout.size.width > 0 else { continue }
                if Solver.pass(of: boxes[index]) != 2 {
                    if !isFirst { x += max(0, spacing) }
                    isFirst = false
                }
                let y: Int
                switch alignment {
                case .top: y = 0
                case .middle: y = (height - layout.size.height) / 2
                case .bottom: y = height - layout.size.height
                }
                result.add(layout, x: x, y: y)
                x += layout.size.width
            }
            result.size = Size(width: min(x, width), height: height)
            return result
        }

        private func vertical(
            _ boxes: [Box], _ spacing: Int, _ alignment: Box.HorizontalAlignment, _ width: Int
        ) -> BoxLayout {
            let layouts = boxes.map { solve($0, width) }.filter { $0.size.height > 0 }
            let widest = layouts.reduce(0) { max($0, $1.size.width) }
            var result = BoxLayout.empty
            for layout in layouts {
                if result.size.height > 0 { result.grow(toHeight: result.size.height + max(0, spacing)) }
                let y = result.size.height
                result.grow(toHeight: y + layout.size.height)
                result.add(layout, x: offset(layout.size.width, in: widest, alignment), y: y)
            }
            result.size.width = widest
            return result
        }

        private func padded(_ inner: Box, _ insets: BoxInsets, _ width: Int) -> BoxLayout {
            // Where there is no room for the padding beside, the content comes first.
            let sides = insets.left + insets.right < width ? insets : BoxInsets(top: insets.top, bottom: insets.bottom)
            let layout = solve(inner, width - sides.left - sides.right)
            var result = BoxLayout.empty
            result.grow(toHeight: sides.top + layout.size.height + sides.bottom)
            result.add(layout, x: sides.left, y: sides.top)
            result.size.width = layout.size.width + sides.left + sides.right
            return result
        }

        private func bounded(
            _ inner: Box, _ bounds: BoxBounds, _ horizontal: Box.HorizontalAlignment,
            _ vertical: Box.VerticalAlignment, _ width: Int
        ) -> BoxLayout {
            let minimum = min(bounds.minWidth, width)
            let layout = solve(inner, max(minimum, min(bounds.maxWidth, width)))
            let columns = max(minimum, layout.size.width)
            let height = max(bounds.minHeight, min(layout.size.height, bounds.maxHeight))
            let y: Int
            switch vertical {
            case .top: y = 0
            case .middle: y = max(0, height - layout.size.height) / 2
            case .bottom: y = max(0, height - layout.size.height)
            }
            var result = BoxLayout.empty
            result.grow(toHeight: height)
            result.add(layout, x: offset(layout.size.width, in: columns, horizontal), y: y)
            result.size.width = columns
            return result
        }

        private func offset(_ width: Int, in whole: Int, _ alignment: Box.HorizontalAlignment) -> Int {
            switch alignment {
            case .leading: 0
            case .center: (whole - width) / 2
            case .trailing: whole - width
            }
        }

        /// When a box of a horizontal stack gets its columns.
        private static func pass(of box: Box) -> Int {
            switch box {
            case .spacer, .rule: 2
            case .flexible: 1
            default: 0
            }
        }
    }
}

extension BoxLayout {
    fileprivate mutating func grow(toHeight height: Int) {
        while rows.count < height { rows.append([]) }
        size.height = max(size.height, height)
    }

    /// Adds another layout's runs and regions at a place; what is below the last row is cut off.
    fileprivate mutating func add(_ other: BoxLayout, x: Int, y: Int) {
        for (index, row) in other.rows.enumerated() where rows.indices.contains(y + index) {
            rows[y + index] += x == 0 ? row : row.map { PlacedRun(x: $0.x + x, width: $0.width, run: $0.run) }
        }
        for region in other.regions {
            regions.append(Region(rect: region.rect.offset(x: x, y: y), target: region.target))
        }
    }
}
