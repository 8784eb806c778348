/// The one way by which changes reach the list: operations are collected, handed over in batches, and those that are
/// made while a batch is being applied (from a callback, say) wait for the next one. So nothing ever sees a list that is
/// half changed, and nothing recurses.
public final class ChangeQueue<Operation> {
    private var pending: [Operation] = []
    private var depth = 0
    private var isDraining = false
    private let apply: ([Operation]) -> Void

    /// Makes a queue; `apply` gets every batch, never empty, never nested.
    public init(apply: @escaping ([Operation]) -> Void) { self.apply = apply }

    /// Whether a batch is being applied now.
    public var isApplying: Bool { isDraining }

    /// Adds an operation. It has been applied on return, unless this call comes from inside a batch: then it is applied
    /// right after that batch.
    public func enqueue(_ operation: Operation) {
        pending.append(operation)
        drain()
    }

    /// Makes one batch of everything that the closure adds.
    public func batch(_ body: () -> Void) {
        depth += 1
        body()
        depth -= 1
        drain()
    }

    private func drain() {
        guard depth == 0, !isDraining else { return }
        isDraining = true
        while !pending.isEmpty {
            let operations = pending
            pending = []
            apply(operations)
        }
        isDraining = false
    }
}
