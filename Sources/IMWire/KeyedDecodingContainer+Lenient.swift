/// Reading that loses only the field that is wrong: a missing key, `null` and a value of another kind are all `nil`.
extension KeyedDecodingContainer {
    /// Whether the key is there and not `null`.
    func has(_ key: Key) -> Bool { contains(key) && (try? decodeNil(forKey: key)) == false }

    /// A string.
    func string(_ key: Key) -> String? { try? decodeIfPresent(String.self, forKey: key) }

    /// A whole number that fits, also when written as `1.0`.
    func integer(_ key: Key) -> Int64? { try? decodeIfPresent(Int64.self, forKey: key) }

    /// A finite number.
    func double(_ key: Key) -> Double? { try? decodeIfPresent(Double.self, forKey: key) }

    /// A count that is 0 where it is not told or below 0. Fractions occur (a duration of 3.2 s) and are rounded.
    func count(_ key: Key) -> Int {
        guard let value = double(key), value > 0 else { return 0 }
        return Int(exactly: value.rounded()) ?? 0
    }

    /// `true`, `false`, or a number that is not 0.
    func flag(_ key: Key) -> Bool? {
        if let flag = try? decodeIfPresent(Bool.self, forKey: key) { return flag }
        return double(key).map { $0 != 0 }
    }

    /// An id that is a string or a number; the usual string costs no decoder of its own.
    func identifier(_ key: Key) -> JSONIdentifier? {
        (string(key) ?? integer(key).map(String.init)).map { JSONIdentifier($0) }
    }

    /// A value of its own shape.
    func nested<T: Decodable>(_ key: Key, _ type: T.Type = T.self) -> T? { try? decodeIfPresent(type, forKey: key) }

    /// The elements of a list, `nil` in the place of one that is wrong. A list without fault is read at once.
    func list<T: Decodable>(_ key: Key, _ type: T.Type = T.self) -> [T?]? {
        if let all = try? decodeIfPresent([T].self, forKey: key) { return all }
        return (try? decodeIfPresent([LenientElement<T>].self, forKey: key))?.map(\.value)
    }
}
