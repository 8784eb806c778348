import Cells
import ChatUI
import EventLoop
import IMModel
import MessageFlow

/// Files that messages carry, fetched into the user's download folder.
extension ChatApplication {
    /// The words of this program in the user's language.
    var words: Strings.Host { screen.configuration.strings.host }

    func saveFile(_ id: MessageID, _ session: SessionID) {
        guard let flow = screen.makeFlow(session), let message = flow.message(id) else { return }
        guard let url = message.content.fileAddress else {
            flow.perform(.save, on: message) { [weak self] result in
                guard let self, case .success = result else { return }
                say(words.kept)
            }
            return
        }
        guard downloads[url] == nil else { return say(words.isSaving) }
        guard let folder = DownloadFolder.find() else { return notSaved(.file("HOME")) }
        var name = ""
        if case .file(_, let given, _) = message.content { name = given }
        do throws(Download.Failure) {
            let download = try Download(url, named: name, into: folder, loop: loop) { [weak self] result in
                guard let self else { return }
                downloads[url] = nil
                switch result {
                case .success(let path): say(words.savedAs(TextSanitizer.line(path)))
                case .failure(let failure): notSaved(failure)
                }
            }
            downloads[url] = download
            tell(download)
            download.onProgress = { [weak self, weak download] in if let download { self?.tell(download) } }
        } catch {
            notSaved(error)
        }
    }

    private func tell(_ download: Download) {
        say(words.saving(TextSanitizer.line(download.name), Self.size(download.bytes)))
    }

    private func notSaved(_ failure: Download.Failure) {
        let reason: SafeText =
            switch failure {
            case .noWebAddress(let url): words.noWebAddress(TextSanitizer.line(url))
            case .noProgram: words.noFetcher
            case .tooLarge(let limit): words.tooLarge(Self.size(limit))
            case .program(let code, let text): words.fetchFailed(code, TextSanitizer.line(text))
            case .file(let text): TextSanitizer.line(text)
            }
        say(words.notSaved(reason), isTrouble: true)
    }

    private static func size(_ bytes: Int64) -> SafeText {
        bytes < 1 << 20 ? "\(Int(bytes >> 10)) KiB" : "\(Int(bytes >> 20)) MiB"
    }
}
