import IMModel
import IMService
import MessageStore

extension GoBelieveEngine {
    /// Tells a peer that the user has read up to a message, as the original clients do (protocol document, section 8): a
    /// mark on the newest message that the peer wrote. It stands for all before it, and only the newest needs to arrive.
    func tellRead(_ session: SessionID, upTo message: MessageID) {
        guard session.kind == .peer, configuration.sendsReadMarks else { return }
        // The message itself may be ours or a notice: the newest of the peer's among the last ones is marked.
        store?.lastReceived(in: session, through: message, reach: Self.reach) { [weak self] result in
            guard let self, case .success(let originID?) = result else { return }
            sendReadMark(originID, in: session)
        }
    }

    /// How many messages back the peer's newest is looked for.
    private static let reach = 32

    private func sendReadMark(_ originID: String, in session: SessionID) {
        guard let service, let store, let target = GoBelieveAddress.target(of: session),
            let localID = Int64(store.nextLocalID().rawValue),
            let content = RawContent(MessageDetails(content: .readMark(originID: originID), originID: newOriginID()))
        else { return }
        let receipt = SendReceipt(localID: localID, target: target)
        sentReadMarks.insert(receipt)
        let before = readMarks.updateValue(receipt, forKey: session)
        // Without a connection they would pile up; the older one says nothing more.
        if let before { service.cancel(before) }
        do throws(SendFailure) {
            try service.send(content, to: target, localID: localID)
        } catch {
            _ = forgetReadMark(receipt)
        }
    }

    /// Whether a send was a read mark: nobody waits to hear of it.
    func forgetReadMark(_ receipt: SendReceipt) -> Bool {
        guard sentReadMarks.remove(receipt) != nil else { return false }
        if case .peer(let peer) = receipt.target {
            let session = sessionID(.peer, String(peer))
            if readMarks[session] == receipt { readMarks[session] = nil }
        }
        return true
    }
}
