/// What a METADATA frame says of the frame behind it: its place in a queue and its predecessor's. Zero means unknown.
struct QueuePosition: Equatable {
    var key: Int64
    var previous: Int64
}
