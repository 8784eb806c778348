import Testing

/// Scenarios on real terminals, one after the other: each has a home, a server and tmux terminals of its own, so that
/// nothing is shared, but two at once would only take the processor from each other.
@Suite(.serialized) enum EndToEnd {}
