// swift-tools-version: 6.2
import PackageDescription

/// A program of its own that builds on imchat's libraries.
let package = Package(
    name: "Poll",
    dependencies: [.package(name: "imchat", path: "../..")],
    targets: [
        .executableTarget(
            name: "Poll",
            dependencies: [
                .product(name: "ChatEngines", package: "imchat"), .product(name: "MessageFlow", package: "imchat"),
                .product(name: "CursesBackend", package: "imchat"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
