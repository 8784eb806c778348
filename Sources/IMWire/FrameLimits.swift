/// Sizes that the wire allows, in bytes of the body (protocol document, section 2).
package enum FrameLimits {
    /// The header.
    package static let headerSize = 12
    /// The largest body that a server takes.
    package static let maximumBody = 32_767
    /// The largest body that we send: beyond it delivery between the nodes of a cluster is lost.
    package static let maximumSentBody = 32_713
}
