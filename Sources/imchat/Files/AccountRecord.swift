/// An account of the embedded server, kept so that a start needs no answer from anybody.
struct AccountRecord: Codable, Equatable {
    var name: String
    var uid: Int64
    var appID: Int64
    var token: String
}
