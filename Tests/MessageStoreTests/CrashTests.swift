import Database
import IMModel
import TestSupport
import Testing

@testable import MessageStore

/// The store is stopped behind every single operation on the disk, by a kill and by a power cut, and opened again.
@Suite struct CrashTests {
    @Test(arguments: FaultyDisk.Stop.allCases) func nothingThatWasKeptIsLost(_ stop: FaultyDisk.Stop) throws {
        let place = TemporaryFolder()
        let disk = FaultyDisk()
        let path = place.file("store.sqlite")
        disk.record()
        // What had been reported when each step ended.
        var states: [Talk.Report] = []
        let talk = try Talk(path: path, disk: disk)
        states.append(talk.report)
        disk.mark(0)
        talk.onStep = {
            states.append(talk.report)
            disk.mark(states.count - 1)
        }
        try talk.run()
        try talk.run()
        let last = talk.report
        talk.close()
        let length = disk.recorded
        #expect(length > 60)
        var unreported = 0
        for operation in 0...length {
            let target = TemporaryFolder()
            let copy = target.file("store.sqlite")
            disk.leave(before: operation, stop, seed: UInt64(operation), of: path, at: copy)
            let reported = disk.marked(before: operation)
            // The log that is there while the mark is has a page; it goes at the close, when the mark is gone.
            if stop == .kill, reported >= 0, DatabaseFile.exists(copy + "-wal") {
                DatabaseFile.mark(copy + DatabaseFile.openMark)
                #expect(!DatabaseFile.isLogLost(copy), "operation \(operation) of \(length)")
            }
            let report = (reported < 0 ? Talk.Report() : states[reported]).followed(by: last)
            let again = try Talk(path: copy, report: report)
            try again.check("\(stop) before operation \(operation) of \(length)", isCut: stop != .kill)
            #expect(try MessageStore.check(path: copy).isEmpty)
            // And it is fit for use.
            if operation.isMultiple(of: 8) { try again.run() }
            again.close()
            if reported < states.count - 1 { unreported += 1 }
        }
        #expect(unreported > 40)
    }
}
