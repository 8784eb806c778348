/// Completion scripts for shells, made from the commands' catalogue.
enum Completions {
    /// A shell that completions can be printed for.
    enum Shell: String, CaseIterable {
        case bash
        case zsh
        case fish
    }

    static func script(_ shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: "#compdef imchat\nautoload -U +X bashcompinit && bashcompinit\n" + bash
        case .fish: fish
        }
    }

    private static var bash: String {
        let commands = CommandCatalog.all.map(\.name).joined(separator: " ")
        let own = CommandCatalog.own.map(\.name).joined(separator: " ")
        var cases = ""
        for command in CommandCatalog.all {
            let words = (command.words + command.options.map(\.name) + ["--help"]).joined(separator: " ")
            cases += "        \(command.name)) words=\"\(words)\" ;;\n"
        }
        return """
            _imchat() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words
                case $previous in
                    --token-file|--output|-o) COMPREPLY=($(compgen -f -- "$current")); return ;;
                    --data) COMPREPLY=($(compgen -d -- "$current")); return ;;
                    --format) COMPREPLY=($(compgen -W "jsonl markdown text" -- "$current")); return ;;
                esac
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "\(commands) \(own)" -- "$current"))
                    return
                fi
                case ${COMP_WORDS[1]} in
            \(cases)        *) words="\(own)" ;;
                esac
                COMPREPLY=($(compgen -W "$words" -- "$current"))
                if [ "${COMP_WORDS[1]}" = import ]; then COMPREPLY+=($(compgen -f -- "$current")); fi
            }
            complete -F _imchat imchat
            """
    }

    private static var fish: String {
        var lines = ["complete -c imchat -f"]
        for command in CommandCatalog.all {
            lines.append("complete -c imchat -n __fish_use_subcommand -a \(command.name) -d '\(command.about)'")
            let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
            for word in command.words { lines.append("complete -c imchat \(condition) -a \(word)") }
            for option in command.options {
                let name = option.name.dropFirst(2)
                let value = option.value == nil ? "" : " -r"
                lines.append("complete -c imchat \(condition) -l \(name)\(value) -d '\(option.about)'")
            }
        }
        return lines.joined(separator: "\n")
    }
}
