/// Hears call signalling. Observers form a stack; only the top one is told, so that a call screen takes over from the
/// one that waits for calls.
public protocol CallObserver: AnyObject {
    /// A step came.
    func callControlReceived(_ control: CallControl)
}
