// swift-tools-version: 6.2
import PackageDescription

/// One source target with its test target; the arrows are explained in `Sources/README.md`.
let package = Package(
    name: "imchat",
    products: [
        .executable(name: "imchat", targets: ["imchat"]),
        .executable(name: "imchat-bench", targets: ["imchat-bench"]),
        .library(name: "IMService", targets: ["IMService", "IMModel", "EventLoop"]),
        .library(name: "MessageFlow", targets: ["MessageFlow", "IMModel", "Cells"]),
        .library(name: "ChatEngines", targets: ["ChatEngines", "MessageFlow", "IMModel", "Cells", "EventLoop"]),
        .library(name: "CursesBackend", targets: ["CursesBackend", "Cells"]),
    ],
    targets: [
        .target(name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
        .systemLibrary(name: "CSQLite"),
        .target(name: "CPosix"),
        .target(name: "CTLS"),
        .target(name: "CMicrohttpd"),

        .target(name: "IMModel"),
        .target(name: "Cells"),
        .target(name: "Database", dependencies: ["CSQLite"]),
        .target(name: "IMWire", dependencies: ["IMModel"]),
        .target(name: "EventLoop", dependencies: ["CPosix", "CTLS"]),
        .target(name: "IMService", dependencies: ["IMModel", "IMWire", "EventLoop"]),
        .target(name: "MessageStore", dependencies: ["IMModel", "Database"]),
        .target(name: "MessageFlow", dependencies: ["IMModel", "Cells"]),
        .target(
            name: "ChatEngines",
            dependencies: ["IMModel", "EventLoop", "IMService", "MessageStore", "MessageFlow"]),
        .target(name: "ChatUI", dependencies: ["IMModel", "Cells", "MessageFlow"]),
        .target(name: "CursesBackend", dependencies: ["Cells", "CNcurses"]),
        .target(name: "IMServer", dependencies: ["IMModel", "IMWire", "EventLoop", "Database", "CMicrohttpd"]),
        .target(
            name: "HeadlessCommands",
            dependencies: ["IMModel", "IMWire", "IMService", "MessageStore", "Cells", "EventLoop"]),
        .executableTarget(
            name: "imchat",
            dependencies: [
                "IMModel", "Cells", "EventLoop", "IMService", "MessageStore", "MessageFlow", "ChatEngines", "ChatUI",
                "CursesBackend", "IMServer", "HeadlessCommands", "Database",
            ],
            // Smaller, not faster: packed relocations, equal functions once (nothing compares the addresses of two),
            // nothing exported, no tables for unwinding, which nothing does.
            linkerSettings: [
                .unsafeFlags(
                    [
                        "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--icf=all",
                        "-Xlinker", "--no-export-dynamic", "-Xlinker", "--no-eh-frame-hdr", "-Xlinker", "-T",
                        "-Xlinker",
                        Context.packageDirectory + "/scripts/without-unwind-tables.ld",
                    ], .when(platforms: [.linux], configuration: .release))
            ]),
        .executableTarget(
            name: "imchat-bench",
            dependencies: [
                "IMModel", "Cells", "EventLoop", "IMService", "MessageStore", "MessageFlow", "ChatEngines", "ChatUI",
                "IMServer", "IMWire", "Database",
            ]),

        .target(name: "CFaultyDisk", path: "Tests/CFaultyDisk", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "TestSupport", dependencies: ["IMModel", "Cells", "EventLoop", "CFaultyDisk"],
            path: "Tests/TestSupport"),
        .testTarget(name: "TestSupportTests", dependencies: ["TestSupport", "IMModel", "Cells", "EventLoop"]),
        .testTarget(name: "IMModelTests", dependencies: ["IMModel", "TestSupport"]),
        .testTarget(name: "CellsTests", dependencies: ["Cells", "TestSupport"]),
        .testTarget(name: "DatabaseTests", dependencies: ["Database", "EventLoop", "TestSupport"]),
        .testTarget(
            name: "IMWireTests", dependencies: ["IMWire", "IMModel", "TestSupport"], resources: [.copy("Fixtures")]),
        .testTarget(name: "EventLoopTests", dependencies: ["EventLoop", "TestSupport"]),
        .testTarget(
            name: "IMServiceTests", dependencies: ["IMService", "IMWire", "IMModel", "EventLoop", "TestSupport"]),
        .testTarget(name: "MessageStoreTests", dependencies: ["MessageStore", "Database", "IMModel", "TestSupport"]),
        .testTarget(name: "MessageFlowTests", dependencies: ["MessageFlow", "IMModel", "Cells", "TestSupport"]),
        .testTarget(
            name: "ChatEnginesTests",
            dependencies: [
                "ChatEngines", "IMService", "IMServer", "MessageStore", "MessageFlow", "IMWire", "IMModel", "EventLoop",
                "Database", "TestSupport",
            ]),
        .testTarget(
            name: "ChatUITests", dependencies: ["ChatUI", "MessageFlow", "IMModel", "Cells", "TestSupport"],
            exclude: ["Pictures"]),
        .testTarget(name: "CursesBackendTests", dependencies: ["CursesBackend", "Cells", "TestSupport"]),
        .testTarget(
            name: "IMServerTests",
            dependencies: ["IMServer", "IMWire", "IMModel", "EventLoop", "Database", "TestSupport"]),
        .testTarget(
            name: "HeadlessCommandsTests",
            dependencies: [
                "HeadlessCommands", "IMService", "IMServer", "MessageStore", "IMWire", "IMModel", "Cells", "EventLoop",
                "TestSupport",
            ]),
        .testTarget(name: "imchatTests", dependencies: ["imchat", "TestSupport"]),
        .testTarget(
            name: "EndToEndTests", dependencies: ["Cells", "CursesBackend", "Database", "TestSupport"],
            resources: [.copy("Fixtures")]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    let isC = ["CNcurses", "CPosix", "CTLS", "CMicrohttpd", "CFaultyDisk"].contains(target.name)
    guard !isC else { continue }
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
    // Small rather than fast where no message and no cell is counted, so that the shipped program stays below 16 MB; none
    // of these is part of a library product, which may have no such flags.
    let isSmall = ["imchat", "ChatUI", "HeadlessCommands", "IMServer"].contains(target.name)
    if isSmall { target.swiftSettings?.append(.unsafeFlags(["-Osize"], .when(configuration: .release))) }
}
