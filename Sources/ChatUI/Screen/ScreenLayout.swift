import Cells

/// Where the parts of the screen stand for a size. Every size from 1×1 up has an answer; parts that do not fit are empty.
struct ScreenLayout: Hashable {
    /// Screens narrower than this have no session list.
    static let sessionListFrom = 60

    var sessions = Rect(x: 0, y: 0, width: 0, height: 0)
    /// The row above the list, with the program's name or the filter.
    var sessionsHeader = Rect(x: 0, y: 0, width: 0, height: 0)
    /// The column between list and messages.
    var divider = Rect(x: 0, y: 0, width: 0, height: 0)
    var header = Rect(x: 0, y: 0, width: 0, height: 0)
    var headerLine = Rect(x: 0, y: 0, width: 0, height: 0)
    var messages = Rect(x: 0, y: 0, width: 0, height: 0)
    /// The row between messages and composer: typing note, new below, and a line through both.
    var note = Rect(x: 0, y: 0, width: 0, height: 0)
    var banner = Rect(x: 0, y: 0, width: 0, height: 0)
    var composer = Rect(x: 0, y: 0, width: 0, height: 0)
    var statusLine = Rect(x: 0, y: 0, width: 0, height: 0)
    var status = Rect(x: 0, y: 0, width: 0, height: 0)

    /// Columns in front of the composer's text.
    static let promptWidth = 2

    init(
        size: Size, showsSessions: Bool, hasBanner: Bool, listWidth: Int? = nil,
        composerRows: (_ width: Int) -> Int
    ) {
        guard size.width > 0, size.height > 0 else { return }
        let height = size.height
        var bottom = height
        if height >= 2 {
            status = Rect(x: 0, y: height - 1, width: size.width, height: 1)
            bottom -= 1
        }
        if height >= 16 {
            statusLine = Rect(x: 0, y: bottom - 1, width: size.width, height: 1)
            bottom -= 1
        }
        var left = 0
        if showsSessions, size.width >= ScreenLayout.sessionListFrom, height >= 2 {
            let wanted = listWidth ?? min(34, max(22, size.width * 30 / 100))
            let width = min(max(10, wanted), size.width - 30)
            let top = height >= 10 ? 2 : (height >= 4 ? 1 : 0)
            sessionsHeader = Rect(x: 0, y: 0, width: width, height: min(1, top))
            sessions = Rect(x: 0, y: top, width: width, height: bottom - top)
            divider = Rect(x: width, y: 0, width: 1, height: bottom)
            left = width + 1
        }
        let width = size.width - left
        // Text does not stand right at the divider where there is room for a margin.
        let margin = width >= 30 ? 1 : 0
        var top = 0
        if height >= 4 {
            header = Rect(x: left, y: 0, width: width, height: 1)
            top = 1
        }
        if height >= 10 {
            headerLine = Rect(x: left, y: 1, width: width, height: 1)
            top = 2
        }
        let inner = max(1, width - margin - (width > 4 ? ScreenLayout.promptWidth : 0))
        let room = max(1, min(height / 3, bottom - top - (height >= 3 ? 1 : 0)))
        let rows = min(room, max(1, composerRows(inner)))
        composer = Rect(x: left + margin, y: bottom - rows, width: width - margin, height: rows)
        bottom -= rows
        if hasBanner, bottom - top >= 2 {
            banner = Rect(x: left, y: bottom - 1, width: width, height: 1)
            bottom -= 1
        }
        if height >= 8, bottom - top >= 2 {
            note = Rect(x: left, y: bottom - 1, width: width, height: 1)
            bottom -= 1
        }
        messages = Rect(x: left + margin, y: top, width: width - margin, height: max(0, bottom - top))
    }
}
