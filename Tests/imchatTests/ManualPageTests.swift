import ChatUI
import Foundation
import Testing

@testable import imchat

/// The manual page is written by hand; what the program takes must stand in it.
@Suite struct ManualPageTests {
    private static func text() throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let page = try String(contentsOf: root.appending(path: "docs/imchat.1"), encoding: .utf8)
        return page.replacing("\\-", with: "-")
    }

    /// The text from a heading to the next one.
    private static func section(_ name: String) throws -> String {
        let text = try text()
        let start = try #require(text.range(of: "\n.SH \(name)\n"), "no section \(name)")
        let rest = text[start.upperBound...]
        return String(rest[..<(rest.range(of: "\n.SH ")?.lowerBound ?? rest.endIndex)])
    }

    /// The part of COMMANDS about one command.
    private static func part(_ command: String) throws -> String {
        var text = try section("COMMANDS")[...]
        // Options are indented; what is left between the heads is one command's.
        let head = try #require(
            text.range(of: "\n.TP\n\\fB\(command)") ?? text.range(of: "\\fB\(command)\\fR"), "no part of \(command)")
        text = text[head.upperBound...]
        let options = text.range(of: "\n.RE\n")?.lowerBound
        let next = text.range(of: "\n.TP\n")?.lowerBound ?? text.endIndex
        // A command with options opens their list before the next head.
        guard let list = text.range(of: "\n.RS\n"), list.lowerBound < next else { return String(text[..<next]) }
        return String(text[..<(options ?? text.endIndex)])
    }

    @Test(arguments: CommandCatalog.all.map(\.name)) func namesEveryCommandWithItsOptions(_ name: String) throws {
        let command = try #require(CommandCatalog.command(name))
        let part = try Self.part(name)
        let general = Set(CommandCatalog.own.map(\.name))
        let common = try Self.section("OPTIONS")
        for option in command.options {
            let place = general.contains(option.name) ? common : part + "\\fB\(command.name) \(option.name)\\fR"
            let isDump = command.name == "keys" && option.name == "--dump"
            #expect(place.contains("\\fB\(option.name)\\fR") || isDump, "\(name) \(option.name)")
            if let value = option.value, place.contains("\n\\fB\(option.name)\\fR") {
                #expect(place.contains("\n\\fB\(option.name)\\fR \\fI\(value)\\fR\n"), "\(name) \(option.name)")
            }
        }
        for word in command.words { #expect(part.contains(word), "\(name) \(word)") }
        #expect(try Self.section("SYNOPSIS").contains(name), "\(name) is not in the synopsis")
    }

    @Test func namesEveryOptionOfTheProgram() throws {
        let options = try Self.section("OPTIONS")
        for option in CommandCatalog.own {
            let value = option.value.map { " \\fI\($0)\\fR" } ?? ""
            #expect(options.contains(".TP\n\\fB\(option.name)\\fR\(value)\n"), "\(option.name)")
            #expect(HelpText.text.contains(option.name), "\(option.name) in --help")
        }
        let servers = try Self.section("SERVERS")
        for form in ["HOST:PORT", "tls://HOST:PORT", "unix:PATH", "2016+tls://"] { #expect(servers.contains(form)) }
    }

    @Test func namesEverySlashCommand() throws {
        let inside = try Self.section("INSIDE")
        for command in CommandName.allCases { #expect(inside.contains("/\(command.rawValue)"), "\(command)") }
        let usage = CommandName.group.usage.split { !$0.isLowercase }
        for verb in usage { #expect(inside.contains(verb), "/group \(verb)") }
    }

    @Test func theReadmeNamesEveryCommand() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        for command in CommandCatalog.all where command.name != "version" {
            #expect(readme.contains("imchat \(command.name)"), "\(command.name)")
        }
        for option in CommandCatalog.own where !["--help", "--version"].contains(option.name) {
            #expect(readme.contains(option.name), "\(option.name)")
        }
        for command in CommandName.allCases where ![.do, .keys, .read, .redraw].contains(command) {
            #expect(readme.contains("`/\(command.rawValue)"), "/\(command)")
        }
    }
}
