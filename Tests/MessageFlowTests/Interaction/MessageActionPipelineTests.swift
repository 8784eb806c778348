import IMModel
import MessageFlow
import Testing

private final class Gate: MessageServicePrechecker {
    var refuses: Set<MessageAction> = []
    var asked: [MessageAction] = []
    var reason = "no"

    private func verdict(_ action: MessageAction) -> PrecheckVerdict {
        asked.append(action)
        return refuses.contains(action) ? .refuse(reason) : .allow
    }

    func shouldSend(_ message: Message, in session: SessionID) -> PrecheckVerdict { verdict(.send) }
    func shouldResend(_ message: Message, in session: SessionID) -> PrecheckVerdict { verdict(.resend) }
    func shouldForward(_ message: Message, in session: SessionID, to target: SessionID) -> PrecheckVerdict {
        verdict(.forward)
    }
    func shouldRevoke(_ message: Message, in session: SessionID) -> PrecheckVerdict { verdict(.revoke) }
    func shouldSave(_ message: Message, in session: SessionID) -> PrecheckVerdict { verdict(.save) }
    func shouldDelete(_ message: Message, in session: SessionID) -> PrecheckVerdict { verdict(.delete) }
}

private final class OpenGate: MessageServicePrechecker {}
private final class NoWork: MessageServicePreparation {}

/// Appends its name to the text, at once or when it is told to.
private final class Stamp: MessageServicePreparation {
    let name: String
    var holds = false
    var tasks: [PreparationTask] = []
    var messages: [Message] = []
    var cancels = 0

    init(_ name: String) { self.name = name }

    private func work(_ message: Message, _ task: PreparationTask) {
        tasks.append(task)
        messages.append(message)
        task.onCancel = { [unowned self] in cancels += 1 }
        if !holds { finish() }
    }

    func finish() {
        var message = messages.last!
        message.rawContent += name
        tasks.last!.finish(message)
    }

    func prepareSend(_ message: Message, in session: SessionID, task: PreparationTask) { work(message, task) }
    func prepareResend(_ message: Message, in session: SessionID, task: PreparationTask) { work(message, task) }
    func prepareForward(_ message: Message, in session: SessionID, to target: SessionID, task: PreparationTask) {
        work(message, task)
    }
    func prepareRevoke(_ message: Message, in session: SessionID, task: PreparationTask) { work(message, task) }
    func prepareSave(_ message: Message, in session: SessionID, task: PreparationTask) { work(message, task) }
    func prepareDelete(_ message: Message, in session: SessionID, task: PreparationTask) { work(message, task) }
}

@Suite struct MessageActionPipelineTests {
    private let other = SessionID(account: "a", kind: .group, target: "9")
    private let service = FakeService()

    private func pipeline(
        _ prechecks: [any MessageServicePrechecker], _ preparations: [any MessageServicePreparation]
    ) -> MessageActionPipeline {
        MessageActionPipeline(
            session: flowSession,
            interaction: SessionInteraction(
                provider: FakeProvider(count: 0), service: service, prechecks: prechecks, preparations: preparations))
    }

    @Test func everyActionGoesThroughChecksAndPreparationsInOrder() {
        for action in MessageAction.allCases {
            let gates = [Gate(), Gate()]
            let stamps = [Stamp("a"), Stamp("b"), Stamp("c")]
            let pipeline = pipeline(gates + [OpenGate()], stamps + [NoWork()])
            var results: [MessageActionResult] = []
            var progress: [Double] = []
            pipeline.run(action, on: .fake(1), target: other, onProgress: { progress.append($0) }) {
                results.append($0)
            }
            #expect(gates.map(\.asked) == [[action], [action]])
            #expect(service.calls.last?.0 == action)
            #expect(service.calls.last?.1.rawContent == "abc")
            #expect(results.count == 1)
            if action == .forward { #expect(service.calls.last?.2 == other) }
        }
    }

    @Test func aRefusalEndsTheActionBeforeAnythingStarts() {
        for action in MessageAction.allCases {
            let gates = [Gate(), Gate(), Gate()]
            gates[1].refuses = [action]
            gates[1].reason = "not \(action)"
            let stamp = Stamp("x")
            let pipeline = pipeline(gates, [stamp])
            var results: [MessageActionResult] = []
            pipeline.run(action, on: .fake(1), target: other) { results.append($0) }
            #expect(results == [.failure(.refused("not \(action)"))])
            #expect(gates[2].asked.isEmpty)
            #expect(stamp.tasks.isEmpty && service.calls.isEmpty)
        }
    }

    @Test func preparationsMayTakeTimeTellProgressAndFail() {
        let stamps = [Stamp("a"), Stamp("b")]
        stamps.forEach { $0.holds = true }
        let pipeline = pipeline([], stamps)
        var results: [MessageActionResult] = []
        var progress: [Double] = []
        let run = pipeline.run(.send, on: .fake(1), onProgress: { progress.append($0) }) { results.append($0) }
        stamps[0].tasks[0].progress(0.5)
        stamps[0].tasks[0].progress(7)
        stamps[0].tasks[0].progress(.nan)
        stamps[0].finish()
        stamps[1].tasks[0].progress(0.5)
        #expect(progress == [0.25, 0.5, 0, 0.75])
        #expect(results.isEmpty && !run.isFinished)
        stamps[1].tasks[0].fail("disk full")
        #expect(results == [.failure(.preparationFailed("disk full"))])
        // Whatever still comes means nothing.
        stamps[1].finish()
        stamps[0].finish()
        stamps[1].tasks[0].fail("again")
        stamps[1].tasks[0].progress(1)
        #expect(results.count == 1 && service.calls.isEmpty)
        #expect(pipeline.ignoredCompletions == 4)
    }

    @Test func cancelReachesThePreparationUnderWay() {
        let stamps = [Stamp("a"), Stamp("b")]
        stamps[1].holds = true
        let pipeline = pipeline([], stamps)
        var results: [MessageActionResult] = []
        let run = pipeline.run(.send, on: .fake(1)) { results.append($0) }
        #expect(run.cancel())
        #expect(!run.cancel())
        #expect(results == [.failure(.cancelled)])
        #expect(stamps[1].cancels == 1 && stamps[0].cancels == 0)
        #expect(stamps[1].tasks[0].isCancelled)
        stamps[1].finish()
        #expect(results.count == 1 && service.calls.isEmpty)
        #expect(pipeline.ignoredCompletions == 1)
    }

    @Test func theServiceCannotBeCancelledAndCountsOnce() {
        service.answer = nil
        let pipeline = pipeline([], [])
        var results: [MessageActionResult] = []
        let run = pipeline.run(.revoke, on: .fake(1)) { results.append($0) }
        #expect(!run.cancel())
        #expect(results.isEmpty)
        service.completions[0](.failure(.failed("later")))
        service.completions[0](.success(.fake(1)))
        #expect(results == [.failure(.failed("later"))])
        #expect(pipeline.ignoredCompletions == 1)
    }

    @Test func anIdentityMustStay() {
        final class Swap: MessageServicePreparation {
            func prepareSend(_ message: Message, in session: SessionID, task: PreparationTask) { task.finish(.fake(2)) }
        }
        var results: [MessageActionResult] = []
        pipeline([], [Swap()]).run(.send, on: .fake(1)) { results.append($0) }
        #expect(results == [.failure(.preparationFailed("a preparation changed the message's identity"))])
        #expect(service.calls.isEmpty)
    }

    @Test func forwardNeedsATarget() {
        var results: [MessageActionResult] = []
        pipeline([], []).run(.forward, on: .fake(1)) { results.append($0) }
        #expect(results == [.failure(.unsupported)])
    }

    @Test func twoSessionsDoNotSeeEachOthersInjections() {
        let gate = Gate()
        gate.refuses = Set(MessageAction.allCases)
        let one = FlowRig(count: 5, prechecks: [gate])
        let stamp = Stamp("z")
        let second = SessionID(account: "a", kind: .peer, target: "2")
        let two = FlowRig(
            count: 0, session: Session(id: second, capabilities: Capabilities(rawValue: .max)), preparations: [stamp])
        one.flow.perform(.send, on: .fake(1))
        two.flow.perform(.send, on: .fake(1, session: second))
        #expect(
            one.service.calls.isEmpty && one.log.events == [.actionFinished(.send, id(1), .failure(.refused("no")))])
        #expect(two.service.calls.map(\.1.rawContent) == ["z"])
        #expect(two.service.calls.map(\.2) == [second])
        #expect(gate.asked.count == 1 && stamp.tasks.count == 1)
    }
}
