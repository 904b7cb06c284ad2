import ColorManagement
import Foundation
import TestSupport
import Testing

/// The commands that reports name as remedies, pasted into a shell.
@Suite struct RemedyTests {
  /// The commands between backticks of what `words` prints, once each.
  private func remedies(_ words: [String], in folder: TemporaryFolder) async throws -> [String] {
    let run = try await CommandRunner.p3tool.run(words, in: folder)
    #expect(run.exitCode == 0 || run.exitCode == 1, "\(run.errors)")
    var commands: [String] = []
    for match in run.text.matches(of: #/`(p3tool [^`]*)`/#) where !commands.contains(String(match.1)) {
      commands.append(String(match.1))
    }
    return commands
  }

  private func paste(_ command: String, in folder: TemporaryFolder) async throws -> CommandResult {
    // What $'…' means, /bin/sh need not know.
    try await CommandRunner.shell(
      "exec bash --norc -c 'p3tool() { \"$P3TOOL\" \"$@\"; }; . ./pasted'",
      in: folder.with(Array(command.utf8), at: "pasted"))
  }

  @Test(
    .enabled(if: ExternalProgram.bash.isAvailable, "\(ExternalProgram.bash.skipReason)"),
    arguments: ["icon.png", "my icon's.png", "-icon.png", "icon\u{1B}[31m.png"])
  func whatCheckAdvisesCanBePasted(name: String) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "icon-p3-16.png", as: name)
    let commands = try await remedies(["check", "./\(name)"], in: folder)
    #expect(commands.count >= 2)
    for command in commands {
      let run = try await paste(command + " --force", in: folder)
      #expect(run.exitCode == 0 && run.text.contains(" → "), "\(command): \(run.errors)")
    }
  }

  /// The advice is for the display that was asked about.
  @Test(arguments: ["adobe-rgb.icc", "prophoto.icc"]) func theTargetIsTheOneThatWasChecked(profile: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let space = String(profile.dropLast(4))
    _ = try await CommandRunner.p3tool.run(["profiles", "export", space, profile], in: folder)
    // Green and red of ProPhoto RGB are outside both.
    let colors: [[UInt16]] = (0..<64).map { [0, 65535, UInt16($0)] }
    try folder.write(
      PNGFile.rgb16(colors).adding(.iCCP(RGBColorSpace.proPhoto.profile.bytes)).bytes, to: "in.png")
    for format in ["text", "sarif", "junit", "html", "markdown"] {
      let run = try await CommandRunner.p3tool.run(
        ["check", "in.png", "--target", profile, "--format", format], in: folder)
      // JUnit says what to do about failures alone.
      if space == "adobe-rgb", format != "junit" {
        #expect(run.text.contains("--to \(profile) --compare pictures.html"), "\(format)")
      }
      #expect(!run.text.contains("--to srgb --compare"), "\(format)")
    }
  }

  @Test func whatDiffAdvisesCanBePasted() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "photo-p3-16.png", as: "a b.png")
    _ = try await CommandRunner.p3tool.run(
      ["simulate", "a b.png", "--vision", "protanopia", "-o", "b.png"], in: folder)
    let commands = try await remedies(["diff", "a b.png", "b.png"], in: folder)
    #expect(commands == ["p3tool diff 'a b.png' b.png --heatmap where.png"])
    let run = try await paste(commands[0], in: folder)
    let names = try folder.names()
    #expect(run.exitCode == 1 && names.contains("where.png"), "\(run.errors)")
  }
}

extension TemporaryFolder {
  /// The folder, once it has a file of these bytes.
  fileprivate func with(_ bytes: [UInt8], at name: String) throws -> TemporaryFolder {
    try write(bytes, to: name)
    return self
  }
}
