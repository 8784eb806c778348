import Cells
import ChatUI
import CursesBackend
import EventLoop
import IMModel

/// Writing a draft in the user's own editor. The terminal is the editor's meanwhile; messages come in all the same.
extension ChatApplication {
    /// An editor at work.
    struct Editing {
        let program: ForegroundProgram
        let path: String
        let session: SessionID
    }

    private static let draftLimit = 4 << 20

    /// Gives the terminal to the editor with the draft in a file that only the user can read.
    func edit(_ text: String, in session: SessionID) {
        guard editing == nil, !isSuspended else { return }
        let words = EditorCommand.words(ProcessEnvironment.variable)
        let path = Paths.join(source.folder, "draft-\(UUIDv4.make().prefix(8)).txt")
        do throws(FileError) {
            try Files.writeAtomically(path, Array(text.utf8), mode: 0o600)
        } catch {
            return say("\(error)", isTrouble: true)
        }
        leaveTerminal()
        do throws(SystemError) {
            let program = try ForegroundProgram(
                words[0], Array(words.dropFirst()) + [path], input: terminal.inputDescriptor, on: loop
            ) { [weak self] ending in self?.edited(text, ending) }
            editing = Editing(program: program, path: path, session: session)
        } catch {
            try? Paths.remove(path)
            enterTerminal()
            say(self.words.noEditor(TextSanitizer.line("\(error)")), isTrouble: true)
        }
    }

    private func edited(_ before: String, _ ending: ProcessResult.Ending) {
        guard let done = editing else { return }
        editing = nil
        let bytes = try? Files.read(done.path, limit: Self.draftLimit)
        try? Paths.remove(done.path)
        if isEnding { return }
        enterTerminal()
        guard ending == .exited(0) else { return say(words.editorGaveUp) }
        guard let bytes else { return say(words.editedUnreadable, isTrouble: true) }
        var text = String(decoding: bytes, as: UTF8.self)
        // Editors end files with a line break that nobody wrote.
        if text.hasSuffix("\r\n") || text.hasSuffix("\n") { text.removeLast() }
        if text != before { screen.replaceDraft(text, in: done.session) }
        update()
    }
}
