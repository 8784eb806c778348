import ChatUI
import EventLoop

/// `imchat keys --dump`: every key as it is bound, one a line: focus, key, what it does, parted by tabs.
enum KeysCommand {
    static func run(_ options: InspectionOptions) -> Int32 {
        let (settings, problems) = ConfigurationFiles.find(chosen: options.data).settings()
        for problem in problems { CommandOutput.complain(problem) }
        for binding in settings.keys.bindings {
            // A line by itself, since the sanitiser takes tabs for blanks.
            let parts = [binding.context.rawValue, KeyName.print(binding.key), binding.function.written]
            try? StandardStreams.write(1, Array((parts.map(CommandOutput.clean).joined(separator: "\t") + "\n").utf8))
        }
        return problems.isEmpty ? 0 : 1
    }
}
