import IMModel
import MessageFlow
import TestSupport
import Testing

/// What a flow does not do when nothing is asked of it.
@Suite struct FlowSilenceTests {
    @Test func aClosedFlowIsSilent() {
        let rig = FlowRig(count: 100)
        rig.provider.holds = true
        rig.show()
        rig.flow.close()
        let request = rig.provider.requests[0]
        request.completion(rig.provider.page(request))
        rig.flow.messagesInserted([.fake(5)])
        rig.loop.advance(100_000)
        #expect(rig.flow.windowCount == 0)
        #expect(rig.loop.pending == 0)
    }

    @Test func idleMeansIdle() {
        let rig = FlowRig(count: 100)
        rig.show()
        rig.show()
        #expect(rig.loop.pending == 0)
    }
}
