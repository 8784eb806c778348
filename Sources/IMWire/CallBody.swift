internal import IMModel

/// The inner object of `voip`: a call command (protocol document, section 6.10) or the record of a call (section 8).
struct CallBody: Codable {
    private enum CodingKeys: String, CodingKey {
        case command, duration, flag
        case channelID = "channel_id"
        case isVideo = "video_enabled"
    }

    var command: Int64?
    var channelID: String?
    /// Seconds.
    var duration: Int?
    var isVideo: Bool?
    /// Whether a key of a record is there.
    private var isRecord = false

    /// Makes a command of our own.
    init(command: Int, channelID: String?) {
        self.command = Int64(command)
        self.channelID = channelID
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        command = fields.integer(.command)
        channelID = fields.identifier(.channelID)?.text
        isVideo = fields.flag(.isVideo)
        duration = fields.count(.duration)
        isRecord = fields.has(.duration) || fields.has(.flag) || fields.has(.isVideo)
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encodeIfPresent(command, forKey: .command)
        try fields.encodeIfPresent(channelID, forKey: .channelID)
    }

    /// What it tells, or `nil` where it is neither.
    var content: CallContent? {
        if let command { return CallContent(event: ContentCodec.event(command), channel: channelID) }
        guard isRecord else { return nil }
        return CallContent(event: .record(seconds: duration ?? 0, video: isVideo ?? false), channel: channelID)
    }
}
