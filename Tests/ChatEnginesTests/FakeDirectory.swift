import ChatEngines
import IMModel

/// A directory of the test's: answers at once, late, with an error, or never.
final class FakeDirectory: ContactDirectory {
    enum Manner {
        case atOnce
        case byHand
        case failing
        case never
    }

    var manner = Manner.atOnce
    var people: [Contact] = []
    var groupsKnown: [DirectoryGroup] = []
    var roomsKnown: [Contact] = []
    /// What was asked about users.
    private(set) var questions: [String] = []
    /// What was asked of groups.
    private(set) var operations: [GroupOperation] = []
    /// How often groups were asked for.
    private(set) var groupQuestions = 0
    private var waiting: [() -> Void] = []

    /// Gives the answers that wait (`byHand`).
    func answer() {
        let now = waiting
        waiting = []
        for answer in now { answer() }
    }

    private func reply<T>(_ value: T, _ completion: @escaping (Result<T, DirectoryFailure>) -> Void) {
        switch manner {
        case .atOnce: completion(.success(value))
        case .byHand: waiting.append { completion(.success(value)) }
        case .failing: completion(.failure(DirectoryFailure(reason: "the directory is shut")))
        case .never: break
        }
    }

    func users(matching text: String, completion: @escaping (Result<[Contact], DirectoryFailure>) -> Void) {
        questions.append(text)
        reply(people.filter { $0.id.rawValue == text || $0.name == text }, completion)
    }

    func groups(completion: @escaping (Result<[DirectoryGroup], DirectoryFailure>) -> Void) {
        groupQuestions += 1
        reply(groupsKnown, completion)
    }

    func rooms(completion: @escaping (Result<[Contact], DirectoryFailure>) -> Void) { reply(roomsKnown, completion) }

    func supporters(completion: @escaping (Result<[Contact], DirectoryFailure>) -> Void) { reply([], completion) }

    func perform(
        _ operation: GroupOperation, as me: ContactID,
        completion: @escaping (Result<String, DirectoryFailure>) -> Void
    ) {
        operations.append(operation)
        reply("1", completion)
    }
}
