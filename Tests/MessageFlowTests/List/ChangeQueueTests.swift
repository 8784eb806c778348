import MessageFlow
import Testing

@Suite struct ChangeQueueTests {
    @Test func nestedOperationsWaitForTheNextBatch() {
        var batches: [[Int]] = []
        var queue: ChangeQueue<Int>?
        var depth = 0
        queue = ChangeQueue { operations in
            depth += 1
            #expect(depth == 1)
            batches.append(operations)
            for operation in operations where operation < 3 { queue?.enqueue(operation + 1) }
            #expect(queue?.isApplying == true)
            depth -= 1
        }
        queue?.enqueue(1)
        #expect(batches == [[1], [2], [3]])
        queue?.batch {
            queue?.enqueue(8)
            queue?.batch { queue?.enqueue(9) }
        }
        #expect(batches.last == [8, 9])
        queue?.batch {}
        #expect(batches.count == 4)
    }
}
