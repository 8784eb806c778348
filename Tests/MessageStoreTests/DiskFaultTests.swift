import Database
import IMModel
import TestSupport
import Testing

@testable import MessageStore

/// A disk that fails: the store says so in kind, shows nothing half done, loses nothing that it reported as kept, and goes
/// on by itself once the disk is well.
@Suite struct DiskFaultTests {
    private struct Case: CustomStringConvertible, Sendable {
        let kinds: FaultyDisk.Kinds
        let manner: FaultyDisk.Manner
        let description: String
    }

    private static let cases = [
        Case(kinds: .write, manner: .error, description: "writes fail"),
        Case(kinds: .write, manner: .short, description: "writes are short"),
        Case(kinds: .write, manner: .full, description: "the disk is full"),
        Case(kinds: .sync, manner: .error, description: "syncs fail"),
        Case(kinds: .read, manner: .error, description: "reads fail"),
        Case(kinds: [.truncate, .delete, .map, .open], manner: .error, description: "all else fails"),
        Case(kinds: [.map, .open], manner: .full, description: "the disk is full where the log begins"),
    ]

    /// What kinds of errors a disk's failure may be called.
    private static func isTyped(_ error: StoreError) -> Bool {
        switch error {
        case .diskFull, .inputOutput, .cannotOpen, .readOnly, .busy: true
        default: false
        }
    }

    @Test(arguments: cases) private func everyFailureIsToldAndForgotten(_ fault: Case) throws {
        // One failing operation, and a disk that stays bad until it is mended.
        for count in [1, Int.max] {
            var first = 0
            // Half a write is the same wherever the write goes, and so is a lasting fault.
            let step = count > 1 ? 7 : fault.manner == .error ? 1 : 3
            while true {
                let place = TemporaryFolder()
                let disk = FaultyDisk()
                let talk = try Talk(path: place.file("store.sqlite"), disk: disk)
                try talk.run()
                var told: [StoreError?] = []
                talk.store.onTroubleChange = { told.append($0) }
                disk.arm(fault.kinds, from: first, count: count, fault.manner)
                let errors = talk.attempt()
                let failed = disk.failed
                disk.disarm()
                #expect(errors.allSatisfy(Self.isTyped), "\(fault), operation \(first): \(errors)")
                try talk.check("while it is bad: \(fault), operation \(first)")
                // It goes on without being opened anew.
                try talk.run()
                // Of a full disk small changes prove nothing.
                if talk.store.trouble == .diskFull {
                    try talk.fixture.wait { talk.store.tryWriting(completion: $0) }
                }
                #expect(talk.store.trouble == nil)
                #expect(told.isEmpty || told.last == .some(nil))
                try talk.check("after it: \(fault), operation \(first)")
                talk.close()
                let again = try Talk(path: place.file("store.sqlite"), report: talk.report)
                try again.check("reopened: \(fault), operation \(first)")
                if first.isMultiple(of: 4) {
                    #expect(try MessageStore.check(path: place.file("store.sqlite")).isEmpty)
                }
                again.close()
                guard failed > 0 else { break }
                first += step
            }
        }
    }

    @Test(arguments: cases) private func openingTellsAndLaterSucceeds(_ fault: Case) throws {
        let base = TemporaryFolder()
        let talk = try Talk(path: base.file("store.sqlite"), disk: nil)
        try talk.run()
        // The log stays, as after a kill.
        for first in 0... {
            let place = TemporaryFolder()
            let path = place.file("store.sqlite")
            for suffix in ["", "-wal"] { FileFacts.copy(base.file("store.sqlite") + suffix, to: path + suffix) }
            let disk = FaultyDisk()
            disk.arm(fault.kinds, from: first, fault.manner)
            do {
                _ = try Talk(path: path, disk: disk, report: talk.report)
            } catch let error as StoreError {
                #expect(Self.isTyped(error), "\(fault), operation \(first): \(error)")
            }
            let failed = disk.failed
            disk.disarm()
            let again = try Talk(path: path, disk: disk, report: talk.report)
            try again.check("\(fault), operation \(first)")
            again.close()
            if failed == 0 { break }
        }
        talk.close()
    }

    @Test func aFullDiskLeavesReadingAndComesBack() throws {
        let place = TemporaryFolder()
        let disk = FaultyDisk()
        let talk = try Talk(path: place.file("store.sqlite"), disk: disk)
        try talk.run()
        for room in stride(from: 0, to: 60_000, by: 3_000) {
            disk.limit(room)
            let errors = talk.attempt() + talk.attempt()
            #expect(errors.allSatisfy { $0 == .diskFull }, "\(errors)")
            #expect(room > 20_000 || !errors.isEmpty)
            try talk.check("room for \(room)")
            disk.limit(nil)
            try talk.run()
            try talk.check("room again after \(room)")
        }
        talk.close()
    }

    @Test func nothingIsTriedAgainByItself() throws {
        let place = TemporaryFolder()
        let disk = FaultyDisk()
        let talk = try Talk(path: place.file("store.sqlite"), disk: disk)
        try talk.run()
        disk.arm([.write, .sync], from: 0)
        _ = talk.attempt()
        let seen = disk.seen
        #expect(seen < 100)
        for _ in 0..<1_000 { talk.store.drain() }
        #expect(disk.seen == seen)
        disk.disarm()
        talk.close()
    }
}
