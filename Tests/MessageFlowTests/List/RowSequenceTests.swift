import TestSupport
import Testing

@testable import MessageFlow

@Suite struct RowSequenceTests {
    @Test func agreesWithAnArrayUnderRandomOperations() {
        var random = SeededRandom(seed: 5)
        var tree = RowSequence<Int>()
        var model: [(element: Int, weight: Int, handle: RowSequence<Int>.Handle)] = []
        for step in 0..<4000 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                let index = Int.random(in: 0...model.count, using: &random)
                let weight = Int.random(in: 0...5, using: &random)
                model.insert((step, weight, tree.insert(step, weight: weight, at: index)), at: index)
            case 5..<7 where !model.isEmpty:
                let index = Int.random(in: model.indices, using: &random)
                let gone = model.remove(at: index)
                #expect(tree.remove(gone.handle) == gone.element)
            default:
                guard !model.isEmpty else { continue }
                let index = Int.random(in: model.indices, using: &random)
                model[index].weight = Int.random(in: 0...9, using: &random)
                tree.setWeight(model[index].weight, of: model[index].handle)
            }
            #expect(tree.count == model.count)
            guard let index = model.indices.randomElement(using: &random) else { continue }
            let handle = model[index].handle
            let before = model[..<index].reduce(0) { $0 + $1.weight }
            #expect(tree.handle(at: index) == handle)
            #expect(tree.index(of: handle) == index)
            #expect(tree.weightBefore(handle) == before)
            #expect(tree.totalWeight == model.reduce(0) { $0 + $1.weight })
            #expect(tree.next(handle) == (index + 1 < model.count ? model[index + 1].handle : nil))
            #expect(tree.previous(handle) == (index > 0 ? model[index - 1].handle : nil))
            if model[index].weight > 0 {
                let found = tree.element(atWeight: before + model[index].weight - 1)
                #expect(found?.handle == handle && found?.rest == model[index].weight - 1)
            }
        }
        #expect(tree.elements == model.map(\.element))
        #expect(tree.element(atWeight: tree.totalWeight) == nil)
    }

    @Test func findsPrefixes() {
        var tree = RowSequence<Int>()
        for value in 0..<500 { tree.insert(value * 2, weight: 1, at: value) }
        for value in 0..<1000 { #expect(tree.countOfPrefix { $0 < value } == (value + 1) / 2) }
    }
}
