import Database
import EventLoop
import Glibc
import IMServer

/// The doctor's look at folders, stores and the server of this machine. Nothing is made or changed.
enum DoctorStorage {
    static func look(_ options: InspectionOptions, _ report: inout DoctorReport) {
        let locations: DataLocations
        do throws(ProgramError) {
            locations = try DataLocations.find(
                chosen: options.data, home: ProcessEnvironment.homeFolder, userID: ProcessEnvironment.userID,
                variable: ProcessEnvironment.variable, currentFolder: Paths.currentFolder)
        } catch {
            return report.add("folders", "there is no home folder", .wrong, advice: "set HOME, or give --data FOLDER")
        }
        for (name, path) in [("data folder", locations.data), ("runtime folder", locations.runtime)] {
            guard Paths.isFolder(path) else {
                report.add(name, "not there yet")
                continue
            }
            let isOurs = Paths.ownerAndMode(path).map { $0.userID == ProcessEnvironment.userID } ?? false
            let canWrite = access(path, W_OK) == 0
            report.add(
                name, canWrite && isOurs ? "writable" : "cannot be written", canWrite && isOurs ? .well : .wrong,
                advice: canWrite && isOurs ? nil : "give the folder back to yourself, or choose another with --data")
        }
        lookAtStores(locations, &report)
        lookAtServer(locations, &report)
    }

    private static func lookAtStores(_ locations: DataLocations, _ report: inout DoctorReport) {
        let accounts = Paths.join(locations.data, "accounts")
        var sound = 0
        var bytes: Int64 = 0
        var bad = 0
        for account in names(in: accounts) {
            let folder = Paths.join(accounts, account)
            for file in names(in: folder) where file.hasSuffix(".sqlite") {
                let path = Paths.join(folder, file)
                var facts = stat()
                if stat(path, &facts) == 0 { bytes += Int64(facts.st_size) }
                if isSound(path) { sound += 1 } else { bad += 1 }
            }
        }
        let size = bytes < 1 << 20 ? "\(bytes >> 10) KiB" : "\(bytes >> 20) MiB"
        if bad > 0 {
            report.add(
                "stores", "\(bad) damaged or unreadable, \(sound) sound, \(size)", .wrong,
                advice:
                    "imchat store check says more; imchat store recover keeps the file and takes out what can be read")
        } else {
            report.add("stores", sound == 0 ? "none yet" : "\(sound) sound, \(size)")
        }
    }

    private static func isSound(_ path: String) -> Bool {
        guard let database = try? DatabaseConnection(path: path, configuration: DatabaseConfiguration(readOnly: true))
        else { return false }
        let answer = try? database.first("PRAGMA quick_check(1)") { $0.string(0) }
        return answer == "ok"
    }

    private static func lookAtServer(_ locations: DataLocations, _ report: inout DoctorReport) {
        if HTTPPort.libraryTrouble() != nil {
            report.add(
                "HTTP library", "libmicrohttpd is missing; a server of your own cannot start", .wrong,
                advice: "apt-get install libmicrohttpd12")
        } else {
            report.add("HTTP library", "libmicrohttpd")
        }
        guard ServerCommand.isRunning(locations) else {
            if let record = JSONFile.read(ServerRecord.self, from: locations.serverRecord), !record.isEmbedded {
                return report.add(
                    "own server", "started by hand, and gone without having been stopped", .poor,
                    advice: "start it again, or give it up with imchat server stop")
            }
            let isStopped = Paths.exists(locations.stoppedMark)
            return report.add(
                "own server", isStopped ? "stopped by command; /connect starts it" : "not running; starts with imchat")
        }
        guard let record = JSONFile.read(ServerRecord.self, from: locations.serverRecord) else {
            return report.add("own server", "starting")
        }
        let isOlder = Version.isOlder(record.version)
        report.add(
            "own server", "running, version \(record.version)", isOlder ? .poor : .well,
            advice: isOlder ? "imchat server stop, then start again" : nil)
    }

    /// What is in a folder and not hidden, sorted.
    static func names(in folder: String) -> [String] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
