package import Cells

/// Which key does what, in which focus. A value: the defaults, changed by the configuration.
package struct KeyMap: Sendable, Hashable {
    /// One line of the map.
    package struct Binding: Sendable, Hashable {
        /// Where it holds.
        package var context: KeyContext
        /// The key.
        package var key: KeyPress
        /// What it does.
        package var function: KeyFunction
    }

    /// Why a binding was refused.
    package enum BindingError: Error, Equatable {
        /// No key has this name.
        case unknownKey(String)
        /// No action has this name.
        case unknownAction(String)
        /// No focus has this name.
        case unknownContext(String)
        /// The action would be left without a key or command that is free of Alt.
        case needsPathWithoutAlt(KeyAction)
    }

    private var table: [KeyContext: [KeyPress: KeyFunction]]

    /// The default keys.
    package init() {
        table = [:]
        for (context, rows) in KeyMap.defaults {
            for (action, names) in rows {
                for name in names {
                    guard let key = KeyName.parse(name) else { continue }
                    table[context, default: [:]][key] = .action(action)
                }
            }
        }
    }

    /// What a key does when these contexts are asked in order; `nil` where it does nothing.
    package func function(for key: KeyPress, in contexts: [KeyContext]) -> KeyFunction? {
        for context in contexts {
            if let function = table[context]?[key] { return function }
        }
        return nil
    }

    /// The action of a key when these contexts are asked in order; `nil` where it has none.
    package func action(for key: KeyPress, in contexts: [KeyContext]) -> KeyAction? {
        function(for: key, in: contexts)?.action
    }

    /// Binds a key; what it did before in that context is lost.
    package mutating func bind(_ key: KeyPress, to function: KeyFunction, in context: KeyContext) {
        table[context, default: [:]][key] = function
    }

    /// Takes a key's binding away.
    package mutating func unbind(_ key: KeyPress, in context: KeyContext) {
        table[context]?[key] = nil
    }

    /// Binds by names as written in the configuration. The map is unchanged where it throws.
    package mutating func bind(
        key name: String, to actionName: String, in contextName: String
    ) throws(BindingError) {
        guard let key = KeyName.parse(name) else { throw .unknownKey(name) }
        guard let context = KeyContext(rawValue: contextName) else { throw .unknownContext(contextName) }
        if actionName == "none" {
            var changed = self
            changed.unbind(key, in: context)
            if let stranded = changed.actionsNeedingAlt.first { throw .needsPathWithoutAlt(stranded) }
            self = changed
            return
        }
        guard let function = KeyFunction(written: actionName) else { throw .unknownAction(actionName) }
        var changed = self
        changed.bind(key, to: function, in: context)
        if let stranded = changed.actionsNeedingAlt.first { throw .needsPathWithoutAlt(stranded) }
        self = changed
    }

    /// The keys of an action in one context or in all, those without Alt first, short names first.
    package func keys(for action: KeyAction, in context: KeyContext? = nil) -> [KeyPress] {
        var found: Set<KeyPress> = []
        for (place, keys) in table where context == nil || place == context {
            for (key, bound) in keys where bound == .action(action) { found.insert(key) }
        }
        return found.sorted { KeyMap.rank($0) < KeyMap.rank($1) }
    }

    /// Actions that neither a key without Alt nor a slash command reaches; empty in a sound map.
    package var actionsNeedingAlt: [KeyAction] {
        KeyAction.allCases.filter { action in
            action.slashCommand == nil && !keys(for: action).contains { !$0.modifiers.contains(.alt) }
        }
    }

    /// Every binding, in a stable order.
    package var bindings: [Binding] {
        var all: [Binding] = []
        for context in KeyContext.allCases {
            let ranked = (table[context] ?? [:]).map { (rank: KeyMap.rank($0.key), key: $0.key, function: $0.value) }
            all += ranked.sorted { $0.rank < $1.rank }
                .map { Binding(context: context, key: $0.key, function: $0.function) }
        }
        return all
    }

    /// The whole map as text, one binding a line: context, key, action.
    package var dump: String {
        bindings.map { "\($0.context.rawValue)\t\(KeyName.print($0.key))\t\($0.function.written)" }
            .joined(separator: "\n")
    }

    private static func rank(_ key: KeyPress) -> (Int, Int, String) {
        let name = KeyName.print(key)
        return (key.modifiers.contains(.alt) ? 1 : 0, name.count, name)
    }
}
