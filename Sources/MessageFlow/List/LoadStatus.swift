/// How the fetching of pages at one end of the window stands.
public enum LoadStatus: Sendable, Hashable {
    /// Nothing is being fetched and nothing is wrong.
    case idle
    /// A page was asked for.
    case loading
    /// The last try failed; the next comes by itself. `attempt` counts failures from 1.
    case retrying(ProviderError, attempt: Int, inMilliseconds: Int64)
    /// Given up; `retryLoading()` tries again.
    case failed(ProviderError)
    /// There is nothing more at this end.
    case complete
}
