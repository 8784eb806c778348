/// Why an engine could not start. Texts are raw.
public enum ChatEngineError: Error, Sendable, Hashable {
    /// Its message store cannot be opened: why, and what to do.
    case storeUnavailable(String)
    /// The same, and trying again later can help: the disk is full, say.
    case storeInTrouble(String)
}
