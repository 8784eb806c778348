public import Cells
public import IMModel

/// What a card says about what a message points at. All texts are sanitised.
public struct MessageCard: Sendable, Hashable {
    /// Its sign.
    public let icon: SafeText
    /// Its name.
    public let title: SafeText
    /// Where it is, if that can be opened.
    public let link: LinkTarget?
    /// A sentence about it.
    public let summary: SafeText
    /// Size, duration, measures.
    public let details: [SafeText]
    /// The link if it is to be spelled out, so that nobody is led elsewhere than a title says.
    public let shownLink: LinkTarget?

    /// The card of a content; `nil` for contents that are none.
    public init?(_ content: MessageContent, strings: FlowStrings, glyphs: FlowGlyphs) {
        var title = SafeText.empty
        var details: [SafeText] = []
        var summary = SafeText.empty
        var shownLink: LinkTarget?
        let icon: SafeText
        let url: String
        switch content {
        case .image(let target, let width, let height):
            (icon, url, title) = (glyphs.image, target, strings.image)
            details = MessageCard.measures(width, height, glyphs)
        case .audio(let target, let seconds):
            (icon, url, title) = (glyphs.audio, target, strings.audio)
            if seconds > 0 { details.append(FlowStrings.duration(seconds: seconds)) }
        case .video(let video):
            (icon, url, title) = (glyphs.video, video.url, strings.video)
            if video.seconds > 0 { details.append(FlowStrings.duration(seconds: video.seconds)) }
            details += MessageCard.measures(video.width, video.height, glyphs)
            if let size = video.size { details.append(strings.byteCount(size)) }
        case .file(let target, let name, let size):
            (icon, url) = (glyphs.file, target)
            title = name.isEmpty ? strings.unnamedFile : MessageCard.short(name)
            if let size { details.append(strings.byteCount(size)) }
        case .location(let latitude, let longitude, let address):
            let place = MessageCard.coordinates(latitude, longitude)
            icon = glyphs.location
            url = place.map { "geo:\($0.string)" } ?? ""
            title = address.map(MessageCard.short) ?? strings.location
            if let place { details.append(place) }
        case .link(let link):
            (icon, url) = (glyphs.link, link.url)
            title = link.title.isEmpty ? strings.link : MessageCard.short(link.title)
            summary = MessageCard.short(link.summary)
            shownLink = LinkTarget(link.url)
            if shownLink == nil { details.append(MessageCard.short(link.url)) }
        default: return nil
        }
        if shownLink == nil, title.string.contains("://") || title.string.contains("www.") {
            shownLink = LinkTarget(url)
        }
        self.icon = icon
        self.title = title.isEmpty ? strings.unnamedFile : title
        self.link = LinkTarget(url)
        self.summary = summary
        self.details = details
        self.shownLink = shownLink
    }

    private static func short(_ raw: String) -> SafeText { TextSanitizer.line(String(raw.prefix(600))) }

    private static func measures(_ width: Int, _ height: Int, _ glyphs: FlowGlyphs) -> [SafeText] {
        width > 0 && height > 0 ? ["\(width)\(glyphs.times)\(height)"] : []
    }

    /// Degrees with five decimals (about a metre); `nil` where they are no place on Earth.
    private static func coordinates(_ latitude: Double, _ longitude: Double) -> SafeText? {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        return "\(degrees(latitude)),\(degrees(longitude))"
    }

    private static func degrees(_ value: Double) -> SafeText {
        let scaled = Int((abs(value) * 100_000).rounded())
        var fraction = String(scaled % 100_000)
        while fraction.count < 5 { fraction = "0" + fraction }
        let sign: SafeText = value < 0 && scaled > 0 ? "-" : ""
        return "\(sign)\(scaled / 100_000).\(TextSanitizer.line(fraction))"
    }
}
