import IMModel

/// Views of what is on the screen, and those that wait for another message. Never holds more idle views of a class
/// than there are messages on the screen.
struct MessageViewPool {
    private struct Slot: Hashable {
        let message: MessageID
        let component: MessageComponent
    }

    private var attached: [Slot: MessageView] = [:]
    private var idle: [ObjectIdentifier: [MessageView]] = [:]
    private var measuring: [ObjectIdentifier: MessageView] = [:]

    /// How many views there are, those that only measure left aside.
    var count: Int { attached.count + idle.values.reduce(0) { $0 + $1.count } }

    /// The view for a component of a message: its own, else an idle one, else a new one.
    mutating func view(_ type: MessageView.Type, message: MessageID, component: MessageComponent) -> MessageView {
        let slot = Slot(message: message, component: component)
        if let view = attached[slot] {
            if Swift.type(of: view) == type { return view }
            idle[ObjectIdentifier(Swift.type(of: view)), default: []].append(view)
        }
        let id = ObjectIdentifier(type)
        var view: MessageView?
        if let waiting = idle[id] {
            // One that showed this very message need not forget it.
            let index = waiting.firstIndex { $0.context?.message.id == message } ?? (waiting.isEmpty ? nil : 0)
            if let index { view = idle[id]?.remove(at: index) }
        }
        let found = view ?? type.init()
        attached[slot] = found
        return found
    }

    /// The view of a class that measures.
    mutating func measuringView(_ type: MessageView.Type) -> MessageView {
        let id = ObjectIdentifier(type)
        if let view = measuring[id] { return view }
        let view = type.init()
        measuring[id] = view
        return view
    }

    /// Takes the views of all messages that are not visible; keeps at most as many of a class as are visible.
    mutating func keep(only visible: Set<MessageID>) {
        for (slot, view) in attached where !visible.contains(slot.message) {
            attached[slot] = nil
            idle[ObjectIdentifier(type(of: view)), default: []].append(view)
        }
        for (id, views) in idle where views.count > visible.count {
            idle[id] = Array(views.suffix(visible.count))
        }
    }
}
