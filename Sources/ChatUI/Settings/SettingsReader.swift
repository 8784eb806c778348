/// Reads the configuration: what can be understood counts, everything else is named with its place.
package struct SettingsReader {
    private var settings = Settings()
    private var problems: [SettingsProblem] = []

    private init() {}

    /// Reads a file's bytes. A file that is no JSON5 gives the defaults and one problem.
    package static func read(_ bytes: [UInt8]) -> (settings: Settings, problems: [SettingsProblem]) {
        var reader = SettingsReader()
        do throws(JSON5Reader.Problem) {
            reader.take(try JSON5Reader.read(bytes))
        } catch {
            return (Settings(), [SettingsProblem(place: error.place, path: "", reason: error.reason)])
        }
        return (reader.settings, reader.problems)
    }

    private mutating func complain(_ value: JSON5Value, _ path: String, _ reason: ConfigurationFault) {
        problems.append(SettingsProblem(place: value.place, path: path, reason: reason))
    }

    private mutating func members(_ value: JSON5Value, _ path: String) -> [JSON5Value.Member] {
        if case .object(let members) = value.content { return members }
        complain(value, path, .objectExpected(value.kind))
        return []
    }

    private mutating func take(_ root: JSON5Value) {
        for member in members(root, "") {
            switch member.name {
            case "keys": takeKeys(member.value)
            case "accounts": takeAccounts(member.value)
            case "notifications": takeNotifications(member.value)
            default: takeSetting(member, path: member.name, known: topNames)
            }
        }
        if let name = settings.account, !name.isEmpty, !settings.accounts.contains(where: { $0.name == name }) {
            complain(root, "account", .noAccount(name))
            settings.account = nil
        }
        if settings.account == "" { settings.account = nil }
    }

    private var topNames: [String] {
        SettingKey.all.map(\.name).filter { !$0.contains(".") } + ["keys", "accounts", "notifications"]
    }

    private mutating func takeSetting(_ member: JSON5Value.Member, path: String, known: [String]) {
        guard let key = SettingKey.all.first(where: { $0.name == path }) else {
            problems.append(
                SettingsProblem(
                    place: member.place, path: path,
                    reason: .noSetting(NearestName.of(member.name, among: known))))
            return
        }
        guard key.take(member.value.content, into: &settings) else {
            complain(member.value, path, .takes(key.expected))
            return
        }
    }

    private mutating func takeNotifications(_ value: JSON5Value) {
        let known = SettingKey.all.map(\.name).filter { $0.hasPrefix("notifications.") }.map {
            String($0.dropFirst(14))
        }
        for member in members(value, "notifications") {
            guard member.name == "sessions" else {
                takeSetting(member, path: "notifications.\(member.name)", known: known + ["sessions"])
                continue
            }
            for session in members(member.value, "notifications.sessions") {
                let path = "notifications.sessions.\(session.name)"
                if case .string(let word) = session.value.content, let rule = NotifyRule(rawValue: word) {
                    settings.notifySessions[session.name] = rule
                } else {
                    complain(session.value, path, .takes("\"all\", \"mentions\", \"none\""))
                }
            }
        }
    }

    // MARK: Keys

    private mutating func takeKeys(_ value: JSON5Value) {
        var map = settings.keys
        for group in members(value, "keys") {
            guard let context = KeyContext(rawValue: group.name) else {
                let known = KeyContext.allCases.map(\.rawValue)
                problems.append(
                    SettingsProblem(
                        place: group.place, path: "keys.\(group.name)",
                        reason: .noFocus(known.joined(separator: ", "))))
                continue
            }
            var bound: [KeyPressName] = []
            for member in members(group.value, "keys.\(group.name)") {
                takeKey(member, in: context, &map, &bound)
            }
        }
        let stranded = map.actionsNeedingAlt
        guard stranded.isEmpty else {
            let names = stranded.map(\.rawValue).joined(separator: ", ")
            complain(value, "keys", .stranded(names))
            return
        }
        settings.keys = map
    }

    private struct KeyPressName {
        let key: String
        let written: String
    }

    private mutating func takeKey(
        _ member: JSON5Value.Member, in context: KeyContext, _ map: inout KeyMap, _ bound: inout [KeyPressName]
    ) {
        let path = "keys.\(context.rawValue).\(member.name)"
        guard let key = KeyName.parse(member.name) else {
            problems.append(
                SettingsProblem(
                    place: member.place, path: path,
                    reason: .noKey))
            return
        }
        let canonical = KeyName.print(key)
        if let other = bound.first(where: { $0.key == canonical }) {
            problems.append(
                SettingsProblem(
                    place: member.place, path: path, reason: .boundAbove(other.written)))
            return
        }
        bound.append(KeyPressName(key: canonical, written: member.name))
        guard case .string(let word) = member.value.content else {
            complain(member.value, path, .bindingExpected)
            return
        }
        if word == "none" {
            map.unbind(key, in: context)
        } else if let function = KeyFunction(written: word) {
            map.bind(key, to: function, in: context)
        } else if word.hasPrefix("/") {
            complain(member.value, path, .notRunnable(word))
        } else {
            complain(
                member.value, path,
                .noAction(word, NearestName.of(word, among: KeyAction.allCases.map(\.rawValue))))
        }
    }

    // MARK: Accounts

    private mutating func takeAccounts(_ value: JSON5Value) {
        for member in members(value, "accounts") {
            let path = "accounts.\(member.name)"
            var account = Settings.Account(name: member.name, server: "", tokenFile: "")
            let before = problems.count
            let fields = members(member.value, path)
            account.isUsable = problems.count == before
            for field in fields {
                switch (field.name, field.value.content) {
                case ("server", .string(let text)): account.server = text
                case ("tokenFile", .string(let text)): account.tokenFile = text
                case ("directory", .string(let text)): account.directory = text
                case ("uid", .number(let number)) where Self.isID(number): account.uid = Int64(number)
                case ("appid", .number(let number)) where Self.isID(number): account.appID = Int64(number)
                case ("server", _), ("tokenFile", _):
                    complain(field.value, "\(path).\(field.name)", .takes("a text"))
                    account.isUsable = false
                case ("directory", _): complain(field.value, "\(path).directory", .takes("a text"))
                case ("uid", _), ("appid", _):
                    complain(field.value, "\(path).\(field.name)", .takes("a whole number above 0"))
                    if field.name == "uid" { account.isUsable = false }
                default:
                    problems.append(
                        SettingsProblem(
                            place: field.place, path: "\(path).\(field.name)",
                            reason: .accountFields))
                }
            }
            if account.isUsable, account.server.isEmpty {
                complain(member.value, path, .serverMissing)
                account.isUsable = false
            } else if account.isUsable, account.tokenFile.isEmpty {
                complain(member.value, path, .tokenFileMissing)
                account.isUsable = false
            }
            settings.accounts.append(account)
        }
    }

    /// Whole, and exact in a double.
    private static func isID(_ number: Double) -> Bool {
        number >= 1 && number <= 9_007_199_254_740_992 && number == number.rounded()
    }
}
