/// The inner object of `location` (protocol document, section 8).
struct LocationBody: Codable {
    /// Degrees.
    var latitude: Double?
    /// Degrees.
    var longitude: Double?
    var address: String?

    /// Makes a body of our own; what JSON cannot write becomes 0.
    init(latitude: Double, longitude: Double, address: String?) {
        self.latitude = latitude.isFinite ? latitude : 0
        self.longitude = longitude.isFinite ? longitude : 0
        self.address = address
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        latitude = fields.double(.latitude)
        longitude = fields.double(.longitude)
        address = fields.string(.address)
    }
}
