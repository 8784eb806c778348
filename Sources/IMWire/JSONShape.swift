/// Any JSON value, read for its grammar alone: the decoder judges numbers and escapes only where somebody asks for them.
struct JSONShape: Decodable {
    init(from decoder: any Decoder) throws {
        if let single = try? decoder.singleValueContainer() {
            // Strings first, they are the most.
            if (try? single.decode(String.self)) != nil || single.decodeNil() { return }
            if (try? single.decode(Double.self)) != nil || (try? single.decode(Bool.self)) != nil { return }
        }
        if let object = try? decoder.container(keyedBy: JSONKey.self) {
            for key in object.allKeys { _ = try object.decode(JSONShape.self, forKey: key) }
        } else {
            var array = try decoder.unkeyedContainer()
            while !array.isAtEnd { _ = try array.decode(JSONShape.self) }
        }
    }
}
