/// Weakly held observers in order of registration.
///
/// Callbacks may add and remove: one that is removed hears nothing more, not even the event under way; one that is added
/// hears the next event.
final class ObserverList<Observer> {
    private struct Entry {
        let id: ObjectIdentifier
        let observer: () -> Observer?
    }

    private var entries: [Entry] = []

    /// Adds an observer once; `observer` must capture the object weakly.
    func add(_ object: AnyObject, _ observer: @escaping () -> Observer?) {
        // Clearing the dead first also frees an identity that a new object has taken over.
        entries.removeAll { $0.observer() == nil }
        let id = ObjectIdentifier(object)
        guard !entries.contains(where: { $0.id == id }) else { return }
        entries.append(Entry(id: id, observer: observer))
    }

    /// Removes an observer; without effect if it is not there.
    func remove(_ object: AnyObject) {
        let id = ObjectIdentifier(object)
        entries.removeAll { $0.id == id }
    }

    /// Tells each.
    func notify(_ tell: (Observer) -> Void) {
        let snapshot = entries
        for entry in snapshot {
            guard entries.contains(where: { $0.id == entry.id }), let observer = entry.observer() else { continue }
            tell(observer)
        }
    }

    /// The one added last that still lives.
    var top: Observer? {
        for entry in entries.reversed() {
            if let observer = entry.observer() { return observer }
        }
        return nil
    }
}
