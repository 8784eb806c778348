public import Cells
public import IMModel

extension MessageFlowController {
    /// Where the row of a message stood in the last drawing into a rectangle, cut to it; `nil` if it is not seen. For
    /// the real cursor, which screen readers follow. O(rows seen).
    public func rowFrame(of id: MessageID, in rect: Rect) -> Rect? {
        guard let row = placed.first(where: { $0.id == id }) else { return nil }
        let frame = Rect(x: rect.x, y: rect.y + row.y, width: rect.width, height: row.height).intersection(rect)
        return frame.isEmpty ? nil : frame
    }
}
