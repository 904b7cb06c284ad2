import Foundation

/// A program of others that gives a second opinion on our files.
public struct ExternalProgram: Sendable {
  /// Checks the structure of PNG files.
  public static let pngcheck = ExternalProgram(name: "pngcheck")

  /// Reads the tags of ICC profiles.
  public static let exiftool = ExternalProgram(name: "exiftool")

  /// Draws HTML reports.
  public static let chromium = ExternalProgram(name: "chromium")

  /// Reads dependency files: GNU Make.
  public static let make = ExternalProgram(name: "make")

  /// Reads dependency files.
  public static let ninja = ExternalProgram(name: "ninja")

  /// Completes our command lines.
  public static let bash = ExternalProgram(name: "bash")
  /// Completes our command lines.
  public static let zsh = ExternalProgram(name: "zsh")
  /// Completes our command lines.
  public static let fish = ExternalProgram(name: "fish")

  /// Reads man pages.
  public static let mandoc = ExternalProgram(name: "mandoc")

  /// Reads the text of PDF files.
  public static let pdftotext = ExternalProgram(name: "pdftotext")
  /// Draws pages of PDF files.
  public static let pdftoppm = ExternalProgram(name: "pdftoppm")
  /// Lists the pictures in PDF files.
  public static let pdfimages = ExternalProgram(name: "pdfimages")

  /// Reads HTML, XML and JSON by parsers of its own.
  public static let python = ExternalProgram(name: "python3")

  /// Runs a program on a terminal of its own.
  public static let script = ExternalProgram(name: "script")

  /// The program's name.
  public let name: String

  /// Where it is, or nil when no folder of PATH holds it.
  public var path: String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether tests that need it run: it is there, or `P3_REQUIRE_SHARED=1` makes its absence a failure.
  public var isAvailable: Bool {
    path != nil || ProcessInfo.processInfo.environment["P3_REQUIRE_SHARED"] == "1"
  }

  /// What a skipped test says.
  public var skipReason: String { "needs the program \(name) (.ci/install-dependencies test)" }

  /// Runs it with `arguments`; returns what it prints.
  public func output(_ arguments: [String], in folder: TemporaryFolder? = nil) throws -> String {
    guard let path else { throw ExternalProgramAbsent(name: name) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder.url }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}

/// `P3_REQUIRE_SHARED=1` is set, but a program that tests need is not installed.
public struct ExternalProgramAbsent: Error, CustomStringConvertible {
  let name: String

  /// What the failing test prints.
  public var description: String {
    "P3_REQUIRE_SHARED is set, but \(name) is not installed (.ci/install-dependencies test)"
  }
}
