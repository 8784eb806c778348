/// The program that puts text into the clipboard where the terminal cannot: the user's own, else one that belongs to the
/// desktop at hand. An argument list, never a shell's command line; the text comes on its standard input.
enum CopyProgram {
    /// The words; `nil` where there is no desktop.
    ///
    /// - Parameter setting: what the user chose, as words with blanks between them.
    static func words(_ setting: String, _ variable: (String) -> String?) -> [String]? {
        let own = EditorCommand.split(setting)
        if !own.isEmpty { return own }
        if variable("WAYLAND_DISPLAY") != nil { return ["wl-copy"] }
        return variable("DISPLAY") != nil ? ["xclip", "-selection", "clipboard", "-in"] : nil
    }
}
