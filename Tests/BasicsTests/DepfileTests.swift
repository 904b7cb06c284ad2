import Foundation
import Basics
import TestSupport
import Testing

/// Dependency files as GNU Make and Ninja read them: each name is one file to both, and none is a command.
@Suite struct DepfileTests {
  /// Below `art/`. Both programs see each of them, or the depfile is refused: never anything between.
  static let names: [[UInt8]] =
    [
      "plain.png", "a b.png", " lead.png", "two  blanks.png", "hash#.png", "#.png", "do$llar.png",
      "$(shell touch pwned).png",
      "a:b.png", ":.png", "per%cent.png", "%.png", "(x).png", "a@b,c+d!e.png", "{a}.png", "a]b.png", "x~.png",
      "a\\b.png",
      "a\\\\b.png", "a\\ b.png", "a\\#b.png", "a\\:b.png", "a\\$b.png", "\\\\ b.png", "ends ", "ends\\",
      "ends:", "ends(x)",
      "semi;touch pwned.png", "a=b.png", "a:=b", "a|b.png", "a | b.png", "a&b.png", "a&", "a*b.png",
      "a?b.png", "a[b].png",
      "quo\"te.png", "apo'strophe.png", "`touch pwned`.png", "a<b.png", "a>b.png", "a^b.png",
      "line\n\ttouch pwned.png",
      "line\nall: ; touch pwned", "cr\r\n\ttouch pwned.png", "tab\t.png", "\u{1B}[2J.png", "del\u{7F}.png",
      "é.png", "e\u{301}.png",
      " \u{301}.png", "emoji 🎨.png", "\u{2028}.png",
    ].map { Array($0.utf8) } + [[0xFF, 0x20, 0x80, 0x24]]

  private static let plain = Array("art/".utf8)

  /// The depfile of one name, or nil where it is refused.
  private func depfile(_ name: [UInt8]) -> [UInt8]? {
    try? Depfile.bytes(target: "out", dependencies: [PathText.text(Self.plain + name)])
  }

  /// A folder with the file `name`, older than anything made later.
  private func folder(with name: [UInt8]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.makeFolder("art")
    try folder.write([1], toBytes: Self.plain + name)
    return folder
  }

  private func builds(_ folder: TemporaryFolder) -> Int { (try? folder.bytes("log").count) ?? 0 }

  /// Builds once, again with nothing new, again after the file was touched: it is built twice where the program sees it.
  private func dependencyIsSeen(_ name: [UInt8], in folder: TemporaryFolder, by program: ExternalProgram)
    throws -> Bool
  {
    _ = try program.output([], in: folder)
    try #require(builds(folder) == 1, "\(PathText.text(name).printable)")
    // Older than the file, so that the file is new to it.
    let manager = FileManager.default
    let past = Date(timeIntervalSinceNow: -1000)
    _ = try program.output([], in: folder)
    guard builds(folder) == 1 else { return false }
    try manager.setAttributes([.modificationDate: past], ofItemAtPath: folder.path("out"))
    try folder.write([1, 2], toBytes: Self.plain + name)
    _ = try program.output([], in: folder)
    return builds(folder) == 2
  }

  /// Nothing lies there but what the rule makes.
  private func expectNoCommand(_ folder: TemporaryFolder, made: Set<String>, _ name: [UInt8]) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let known = made.union(["art", "log", "out", "out.d"])
    #expect(Set(names).isSubset(of: known), "\(PathText.text(name).printable)")
  }

  @Test(
    .enabled(if: ExternalProgram.make.isAvailable, "\(ExternalProgram.make.skipReason)"), arguments: names)
  func makeSeesTheFileAndRunsNothing(name: [UInt8]) throws {
    guard let depfile = depfile(name) else { return }
    let folder = try folder(with: name)
    try folder.write(depfile, to: "out.d")
    try folder.write(Array("out:\n\t@printf x >> log; touch out\n-include out.d\n".utf8), to: "Makefile")
    #expect(try dependencyIsSeen(name, in: folder, by: .make), "\(PathText.text(name).printable)")
    try expectNoCommand(folder, made: ["Makefile"], name)
  }

  @Test(
    .enabled(if: ExternalProgram.ninja.isAvailable, "\(ExternalProgram.ninja.skipReason)"), arguments: names)
  func ninjaSeesTheFileAndRunsNothing(name: [UInt8]) throws {
    guard let depfile = depfile(name) else { return }
    let folder = try folder(with: name)
    try folder.write(depfile, to: "made.d")
    let rule =
      "rule r\n  command = printf x >> log; touch out; cp made.d out.d\n  depfile = out.d\n  deps = gcc\nbuild out: r\n"
    try folder.write(Array(rule.utf8), to: "build.ninja")
    #expect(try dependencyIsSeen(name, in: folder, by: .ninja), "\(PathText.text(name).printable)")
    try expectNoCommand(folder, made: ["build.ninja", "made.d", ".ninja_log", ".ninja_deps"], name)
  }

  @Test(arguments: [
    "a b.png", "hash#.png", "do$llar.png", "a:b.png", "100%.png", "icon (1).png", "é 🎨.png", "a@2x.png",
    "a,b+c-d_e.png",
  ])
  func usualNamesAreWritten(name: String) { #expect(depfile(Array(name.utf8)) != nil) }

  /// Proof that the tests above can fail: unescaped, a name runs a command.
  @Test(.enabled(if: ExternalProgram.make.isAvailable, "\(ExternalProgram.make.skipReason)"))
  func anUnescapedNameRunsACommand() throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "art/semi")
    try folder.write(Array("out: art/semi;touch pwned\n".utf8), to: "out.d")
    try folder.write(Array("out:\n-include out.d\n".utf8), to: "Makefile")
    _ = try ExternalProgram.make.output([], in: folder)
    #expect(try folder.names().contains("pwned"))
  }

  @Test(.enabled(if: ExternalProgram.make.isAvailable, "\(ExternalProgram.make.skipReason)"))
  func aFileThatIsGoneMakesTheTargetOldAndStopsNothing() throws {
    let folder = try TemporaryFolder()
    let names = ["p3tool.yml", "art/a b:c#d$e.png", "art/gone.png"]
    try folder.write(Depfile.bytes(target: "out", dependencies: names), to: "out.d")
    try folder.write(Array("out:\n\t@printf x >> log; touch out\n-include out.d\n".utf8), to: "Makefile")
    _ = try ExternalProgram.make.output([], in: folder)
    _ = try ExternalProgram.make.output([], in: folder)
    #expect(builds(folder) == 2)
  }

  @Test(arguments: [
    ("line\nbreak.png", "the character '\\n'"), ("a;b", "the character ';'"), ("a=b", "the character '='"),
    ("a\\ b", "a backslash in front of a special character"), ("~a", "'~' at the beginning"),
    ("a ", "' ' at the end"),
    ("a\\", "'\\' at the end"), ("", "it is empty"),
  ])
  func whatTheTwoReadDifferentlyIsRefusedByName(name: String, what: String) {
    let error = #expect(throws: Depfile.UnwritableName.self) {
      try Depfile.bytes(target: "out", dependencies: ["good.png", name])
    }
    #expect(error?.path == name)
    #expect(
      error?.description
        == "\(name.printable): cannot stand in a dependency file for Make and Ninja: \(what) (rename it, "
        + "or leave out --depfile)")
  }

  @Test func theTextIsOneRuleAndAnEmptyOneForEachFile() throws {
    let text = try Depfile.bytes(
      target: "out.stamp", dependencies: ["p3tool.yml", "a b#$.png", "50%.png", ".IGNORE"])
    #expect(
      String(decoding: text, as: UTF8.self)
        == "out.stamp: \\\n  p3tool.yml \\\n  a\\ b\\#$$.png \\\n  50%.png \\\n  .IGNORE\n\np3tool.yml:\n\na\\ b\\#$$.png:\n"
    )
    #expect(throws: Depfile.UnwritableName.self) { try Depfile.bytes(target: "a%b", dependencies: []) }
  }
}
