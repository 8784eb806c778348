/// Reads the rows out of a damaged file, page by page, without its schema and its trees.
///
/// Every page that looks like a leaf is taken apart; a cell that does not hold up is skipped. Rows of pages that are no
/// longer in use come too, so a row can come more than once, also in an older state.
package struct Salvage {
    /// Pages looked at.
    package private(set) var pages = 0
    /// Pages that are no page of a database, or have cells that do not hold up.
    package private(set) var damagedPages = 0
    /// Whether pages are missing at the end, as far as the file's first page can be believed.
    package private(set) var isCut = false

    /// Makes a salvage that has not looked at anything.
    package init() {}

    /// Hands out every row that can be read. O(file).
    package mutating func read(_ path: String, row: (SalvagedRow) throws(DatabaseError) -> Void) throws(DatabaseError) {
        guard let file = SalvagePages(path: path) else {
            throw DatabaseError(reason: .cannotOpen, message: "cannot read \(path)")
        }
        guard file.count > 0 else { return }
        // "Database File Format", section 1.3: the size is true if both change counters are the same.
        let header = file.page(1)
        let counters = [24, 92].map { SalvagePages.number(header, $0) }
        isCut = counters[0] == counters[1] && Int(SalvagePages.number(header, 28)) > file.count
        // An overflow page begins with the number of the next one and is nothing by itself.
        var overflow: Set<Int> = []
        var strange: [Int] = []
        for number in 1...file.count {
            pages += 1
            let page = file.page(number)
            let start = number == 1 ? 100 : 0
            let isShort = page.count < file.pageSize
            guard page.count > start + 8, !isShort || number == file.count else {
                strange.append(number)
                continue
            }
            switch page[start] {
            case 0x0D, 0x0A:
                if try !leaf(page, start, file, &overflow, row) { damagedPages += 1 }
            case 0x05, 0x02: break
            default: strange.append(number)
            }
        }
        // Free pages hold whatever stood on them before. The header names the first (file format, section 1.3).
        var free: Set<Int> = []
        if header.starts(with: "SQLite format 3\0".utf8) { free.insert(Int(SalvagePages.number(header, 32))) }
        for number in strange where file.page(number).count == file.pageSize {
            let page = file.page(number)
            guard isTrunk(page, file.count) else { continue }
            free.insert(number)
            for index in 0..<Int(SalvagePages.number(page, 4)) {
                free.insert(Int(SalvagePages.number(page, 8 + 4 * index)))
            }
        }
        damagedPages += strange.count { !overflow.contains($0) && !free.contains($0) }
    }

    /// Whether a page can be a list of free pages.
    private func isTrunk(_ page: [UInt8], _ count: Int) -> Bool {
        let (next, length) = (Int(SalvagePages.number(page, 0)), Int(SalvagePages.number(page, 4)))
        return next <= count && length > 0 && length <= page.count / 4 - 2
    }

    private func leaf(
        _ page: [UInt8], _ start: Int, _ file: borrowing SalvagePages, _ overflow: inout Set<Int>,
        _ row: (SalvagedRow) throws(DatabaseError) -> Void
    ) throws(DatabaseError) -> Bool {
        let isTable = page[start] == 0x0D
        let cells = Int(page[start + 3]) << 8 | Int(page[start + 4])
        var isWhole = start + 8 + cells * 2 <= page.count && page.count == file.pageSize
        for index in 0..<cells {
            let pointer = start + 8 + index * 2
            guard pointer + 2 <= page.count else { return false }
            var place = Int(page[pointer]) << 8 | Int(page[pointer + 1])
            guard place >= start + 8, let length = Self.varint(page, &place), length > 0, length < 1 << 26 else {
                isWhole = false
                continue
            }
            var id: Int64?
            if isTable { id = Self.varint(page, &place) }
            guard let payload = payload(page, place, Int(length), isTable, file, &overflow),
                let values = Self.record(payload), !isTable || id != nil
            else {
                isWhole = false
                continue
            }
            try row(SalvagedRow(id: id, values: values))
        }
        return isWhole
    }

    /// A cell's content, its overflow pages behind it.
    private func payload(
        _ page: [UInt8], _ place: Int, _ length: Int, _ isTable: Bool, _ file: borrowing SalvagePages,
        _ overflow: inout Set<Int>
    ) -> [UInt8]? {
        let usable = file.pageSize
        let most = isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
        guard length > most else {
            return place + length <= page.count ? Array(page[place..<place + length]) : nil
        }
        let least = (usable - 12) * 32 / 255 - 23
        let wanted = least + (length - least) % (usable - 4)
        let local = wanted <= most ? wanted : least
        guard place + local + 4 <= page.count else { return nil }
        var bytes = Array(page[place..<place + local])
        var next = Int(SalvagePages.number(page, place + local))
        while bytes.count < length {
            let more = file.page(next)
            // Zeros are what a lost page reads as, and no text.
            guard more.count == usable, more.contains(where: { $0 != 0 }) else { return nil }
            overflow.insert(next)
            bytes += more[4..<min(usable, 4 + length - bytes.count)]
            next = Int(SalvagePages.number(more, 0))
        }
        return bytes
    }

    /// The columns of a record; `nil` if the lengths do not add up.
    private static func record(_ bytes: [UInt8]) -> [SQLValue]? {
        var place = 0
        guard let headerLength = varint(bytes, &place), headerLength >= 1, headerLength <= bytes.count else {
            return nil
        }
        var body = Int(headerLength)
        var values: [SQLValue] = []
        while place < Int(headerLength) {
            guard let kind = varint(bytes, &place), kind >= 0 else { return nil }
            let length: Int
            switch kind {
            case 0, 8, 9: length = 0
            case 1...4: length = Int(kind)
            case 5: length = 6
            case 6, 7: length = 8
            case 10, 11: return nil
            default: length = Int((kind - 12) / 2)
            }
            guard body + length <= bytes.count else { return nil }
            let field = bytes[body..<body + length]
            body += length
            switch kind {
            case 0: values.append(.null)
            case 8: values.append(.integer(0 as Int64))
            case 9: values.append(.integer(1 as Int64))
            case 1...6:
                let sign: Int64 = (field.first ?? 0) >= 0x80 ? -1 : 0
                values.append(.integer(field.reduce(sign) { $0 << 8 | Int64($1) }))
            case 7: values.append(.real(Double(bitPattern: field.reduce(0) { $0 << 8 | UInt64($1) })))
            default:
                values.append(
                    kind.isMultiple(of: 2) ? .blob(Array(field)) : .text(String(decoding: field, as: UTF8.self)))
            }
        }
        return place == Int(headerLength) && body == bytes.count ? values : nil
    }

    private static func varint(_ bytes: [UInt8], _ place: inout Int) -> Int64? {
        var value: UInt64 = 0
        for index in 0..<9 {
            guard place < bytes.count else { return nil }
            let byte = bytes[place]
            place += 1
            if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { return Int64(bitPattern: value) }
        }
        return nil
    }
}
