/// Carries the loop's wake-up to a store that is made after it.
package final class StoreBell {
    /// The store to drain.
    package weak var store: MessageStore?

    /// Makes a bell without a store; ringing it does nothing yet.
    package init() {}

    /// Runs the completions that wait in the store; on the loop.
    package func ring() { store?.drain() }
}
