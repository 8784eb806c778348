import Cells

/// Settings and themes as lists.
extension ChatScreen {
    /// Every setting with its value; choosing one leads to its values, or into the composer.
    func openSettings() {
        let items = SettingKey.all.map { key in
            ChoiceList.Item(
                title: TextSanitizer.line(key.name), note: TextSanitizer.line(key.value(in: configuration.settings)),
                choice: .run(.set(key: key.name, value: nil)))
        }
        open(items, title: strings.overlays.settingsTitle)
    }

    /// The values of a setting. One that takes any text is written; one that is not there is the host's to complain of.
    func openValues(of name: String) {
        guard let key = SettingKey.named(name) else {
            effects.append(.runCommand(.set(key: name, value: ""), in: current))
            return
        }
        guard values(of: name).isEmpty else { return openChoices(of: name, TextSanitizer.line(key.name)) }
        focus = .composer
        edited(composer.replaceAll(with: "/\(CommandName.set.rawValue) \(key.name) "))
        say(TextSanitizer.line("\(key.name): \(key.expected)"))
    }

    func openChoices(of name: String, _ title: SafeText) {
        let inForce = SettingKey.named(name)?.value(in: configuration.settings)
        let choices = values(of: name)
        let items = choices.map { value in
            ChoiceList.Item(title: TextSanitizer.line(value), choice: .run(.set(key: name, value: value)))
        }
        open(items, title: title, selected: choices.firstIndex { $0 == inForce || "\"\($0)\"" == inForce })
    }

    private func open(_ items: [ChoiceList.Item], title: SafeText, selected: Int? = nil) {
        var list = ChoiceList(purpose: .settings, title: title, items: items, hasFilter: true)
        if let selected { list.select(row: selected) }
        choiceScroll = 0
        overlays.append(.choices(list))
    }
}
