import IMModel

extension RowFacts {
    /// What a row takes from its neighbours under a session's configuration. `joins` tells whether rows of a type may
    /// share avatar and name with the row above.
    init(_ row: RowContext, configuration: SessionConfiguration, joins: (MessageType) -> Bool) {
        self.init()
        let message = row.message
        let display = configuration.timeDisplay
        isOwn = message.isOutgoing
        isSending = message.state == .sending
        startsUnread = row.startsUnread
        gap = row.gap
        if let time = configuration.time(of: message) {
            if let previous = row.previous, let before = configuration.time(of: previous) {
                startsDay = display.dayLines && !time.isSameDay(as: before)
                showsYear = startsDay && time.year != before.year
                let silence = (message.timestamp - previous.timestamp) / 60_000
                endsSilence = !startsDay && display.gapMinutes > 0 && silence >= Int64(display.gapMinutes)
            } else {
                startsDay = display.dayLines
            }
            if startsDay, let thisYear = display.thisYear { showsYear = time.year != thisYear }
        }
        guard let previous = row.previous, !hasTimeline, configuration.groupingSeconds > 0 else { return }
        let distance = message.timestamp.subtractingReportingOverflow(previous.timestamp)
        isGrouped =
            previous.session == message.session && previous.isOutgoing == message.isOutgoing
            && previous.sender.id == message.sender.id && joins(previous.type) && joins(message.type)
            && !distance.overflow && distance.partialValue.magnitude / 1000 < UInt64(configuration.groupingSeconds)
    }
}
