/// What became of a damaged file.
package struct StoreRecovery: Sendable, Equatable {
    /// Where the damaged file is kept; nothing deletes it.
    package var keptAside = ""
    /// Messages that are in the new file.
    package var messages = 0
    /// Of these, messages still to be sent.
    package var unsent = 0
    /// Sessions that are in the new file under their own name.
    package var sessions = 0
    /// Sessions or senders whose names are lost; their messages are under a made-up one.
    package var nameless = 0
    /// Pages of the damaged file.
    package var pages = 0
    /// Of these, pages that could not be read in full.
    package var damagedPages = 0

    /// Whether there was nothing in the file at all.
    package var wasEmpty = false
    /// Whether a folder was in the file's place.
    package var wasFolder = false
    /// Whether the log was lost; the file without it is as it was before what the log held.
    package var logWasLost = false
    /// Whether the file was lost too.
    package var fileWasLost = false

    /// Makes an empty report.
    package init() {}

    /// The report for people, raw.
    package var words: String {
        if wasEmpty {
            return "the message file was empty: the server is asked for its messages again; the empty file is kept at "
                + keptAside
        }
        if wasFolder {
            return "a folder was in the place of the message file: the server is asked for its messages; the folder is "
                + "kept at \(keptAside)"
        }
        if fileWasLost { return "the message file was gone: the server is asked for its messages again" }
        if logWasLost, keptAside.isEmpty {
            return "the log of the message store was lost: what was written last may be missing; the server is asked "
                + "for its messages again"
        }
        var words = "the message store was damaged: \(Self.count(messages, "message was", "messages were")) recovered"
        if damagedPages > 0 { words += ", \(damagedPages) of \(pages) pages could not be read in full" }
        if nameless > 0 { words += ", \(Self.count(nameless, "name is", "names are")) lost" }
        return words + "; the damaged file is kept at \(keptAside)"
    }

    private static func count(_ number: Int, _ one: String, _ several: String) -> String {
        "\(number) \(number == 1 ? one : several)"
    }
}
