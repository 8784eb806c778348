/// Names one send: its local id and where it went.
public struct SendReceipt: Sendable, Hashable {
    /// The caller's id of the message; unique within the target.
    public var localID: Int64
    /// Where it went.
    public var target: SendTarget

    /// Makes a receipt.
    public init(localID: Int64, target: SendTarget) {
        self.localID = localID
        self.target = target
    }
}
