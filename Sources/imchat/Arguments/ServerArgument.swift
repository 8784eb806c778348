import EventLoop
import IMService

/// A chat server as users name it: an endpoint, behind `2016+` where it is one of 2016. Nothing on the wire tells that.
struct ServerArgument: Equatable {
    static let expected = EndpointArgument.expected + ", or 2016+ in front of one for a server of 2016"
    private static let mark = "2016+"

    var endpoint: Endpoint
    var generation = ServiceConfiguration.ServerGeneration.today

    /// Reads a server; `nil` when the text is none.
    static func parse(_ text: String) -> ServerArgument? {
        let isOld = text.hasPrefix(mark)
        return EndpointArgument.parse(isOld ? String(text.dropFirst(mark.count)) : text).map {
            ServerArgument(endpoint: $0, generation: isOld ? .year2016 : .today)
        }
    }
}
