import Foundation
import TestSupport
import Testing

/// What a stranger's repository, or a stranger's file, does to the program as a user runs it. Each test is an attack.
@Suite struct HostileRepositoryTests {
  private static let hook = """
    sources: [icon.png]
    output: {folder: .git/hooks, name: pre-commit}
    steps: [{convert: {to: srgb, tag: cicp}}]
    """

  private func p3tool(_ words: String, in folder: TemporaryFolder) async throws -> CommandResult {
    try await CommandRunner.p3tool.run(words.split(separator: " ").map { String($0) }, in: folder)
  }

  @Test("a pipeline writes no hook, whatever the image and its permissions are")
  func hooks() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "patches-p3-16.png", as: "icon.png")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("icon.png"))
    try folder.makeFolder(".git/hooks")
    for output in ["{folder: .git/hooks, name: pre-commit}", "{folder: .git/hooks}", "{folder: /tmp}"] {
      let yaml = Self.hook.replacing("{folder: .git/hooks, name: pre-commit}", with: output)
      try folder.write(Array(yaml.utf8), to: "p3tool.yml")
      let result = try await p3tool("batch --force", in: folder)
      #expect(result.exitCode == 64, "\(result.errors)")
      #expect(result.errors.contains("p3tool.yml:2:"), "\(result.errors)")
      #expect(try folder.names() == [".git", ".git/hooks", "icon.png", "p3tool.yml"])
    }
  }

  @Test(
    "no command makes an executable file",
    arguments: [
      "convert a.png --to srgb -o out.png", "soften a.png -o out.png --copy-unchanged",
      "assign a.png --profile p3 -o out.png",
      "simulate a.png --vision deuteranopia -o out.png", "convert a.png --to srgb --in-place",
    ])
  func permissions(words: String) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "patches-p3-16.png", as: "a.png")
    try FileManager.default.setAttributes([.posixPermissions: 0o6755], ofItemAtPath: folder.path("a.png"))
    let result = try await p3tool(words, in: folder)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(try folder.permissions(words.hasSuffix("--in-place") ? "a.png" : "out.png") == 0o644)
  }

  @Test("--allow-outside on the command line lets a pipeline out, --max-output bounds what it writes")
  func options() async throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.copy(testImage: "patches-p3-16.png", as: "icon.png")
    let yaml = "sources: icon.png\noutput: {folder: \(other.path)}\nsteps: [convert: {to: srgb}]"
    try folder.write(Array(yaml.utf8), to: "p3tool.yml")
    let refused = try await p3tool("batch", in: folder)
    #expect(refused.exitCode == 64 && refused.errors.contains("--allow-outside"), "\(refused.errors)")
    let bounded = try await p3tool("batch --allow-outside \(other.path) --max-output 10", in: folder)
    #expect(bounded.exitCode == 2 && bounded.errors.contains("more than 10 B"), "\(bounded.errors)")
    #expect(try await p3tool("batch --allow-outside \(other.path)", in: folder).exitCode == 0)
    #expect(try other.names().contains("icon.srgb.png"))
    #expect(try await p3tool("batch --allow-outside nowhere", in: folder).exitCode == 64)
  }

  @Test("a key in the environment proves states on every machine; another one, or none, does not")
  func stateKeys() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "patches-p3-16.png", as: "icon.png")
    try folder.write(Array("sources: icon.png\nsteps: [convert: {to: srgb}]".utf8), to: "p3tool.yml")
    func isUpToDate(_ key: String?) async throws -> Bool {
      let result = try await CommandRunner.p3tool.run(
        ["batch", "--dry-run", "--check"], environment: key.map { ["P3_STATE_KEY": $0] } ?? [:], in: folder)
      return result.exitCode == 0
    }
    let keys: [String?] = ["the key of this project", "the key of somebody", nil]
    for key in keys {
      _ = try await CommandRunner.p3tool.run(
        ["batch"], environment: key.map { ["P3_STATE_KEY": $0] } ?? [:], in: folder)
      for other in keys {
        #expect(try await isUpToDate(other) == (key == other), "\(key ?? "-") \(other ?? "-")")
      }
    }
    let homeless = try await CommandRunner.p3tool.run(
      ["batch"], environment: ["XDG_STATE_HOME": "/dev/null"], in: folder)
    #expect(homeless.exitCode == 0 && homeless.errors.contains("no key for states can be kept"))
  }

  // MARK: Single files

  @Test("inspect --extract-icc does not replace the image, through no name of it")
  func extractedProfile() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "photo-p3-16.png", as: "a.png")
    try FileManager.default.createSymbolicLink(atPath: folder.path("b.icc"), withDestinationPath: "a.png")
    try FileManager.default.linkItem(atPath: folder.path("a.png"), toPath: folder.path("c.icc"))
    let image = try folder.bytes("a.png")
    for name in ["a.png", "./a.png", "b.icc", "c.icc"] {
      let result = try await p3tool("inspect a.png --force --extract-icc \(name)", in: folder)
      #expect(result.exitCode == 64 && result.errors.contains("would replace the image itself"), "\(name)")
      #expect(try folder.bytes("a.png") == image)
    }
  }

  @Test("--in-place refuses a pipe at once", arguments: ["convert --to srgb", "soften", "assign --strip"])
  func pipesInPlace(words: String) async throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path("pipe.png"), 0o600) == 0)
    let result = try await p3tool(words + " --in-place pipe.png", in: folder)
    #expect(result.exitCode == 64 && result.errors.contains("is no regular file"), "\(result.errors)")
  }

  @Test("what lies behind the end of an image is not copied")
  func trailingBytes() async throws {
    let folder = try TemporaryFolder()
    let image = try TestImages.bytes("photo-p3-16.png")
    try folder.write(image + Array("#!/bin/sh\nsecret\n".utf8), to: "a.png")
    for words in [
      "soften --copy-unchanged a.png", "assign a.png --profile display-p3", "convert a.png --to display-p3",
    ] {
      let result = try await p3tool(words + " --force -o out.png", in: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let output = try folder.bytes("out.png")
      #expect(Array(output.suffix(8).prefix(4)) == Array("IEND".utf8), "\(words)")
      if words.hasPrefix("soften") { #expect(output == image) }
    }
  }

  @Test("a report that is named twice counts once or not at all")
  func repeatedReports() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "photo-p3-16.png", as: "a.png")
    try folder.write(try await p3tool("check a.png --format json", in: folder).output, to: "a.json")
    for words in ["a.json a.json", "a.json ./a.json"] {
      let result = try await p3tool("report merge " + words, in: folder)
      #expect(result.exitCode == 2 && result.errors.contains("is named twice"), "\(result.errors)")
    }
  }

  @Test("catalog lint opens no file outside of a set, whatever Contents.json calls it")
  func catalogNames() async throws {
    let folder = try TemporaryFolder()
    for (kind, name) in [("imageset", "../../secret.png"), ("appiconset", "../../secret.png")] {
      let contents = #"{"images": [{"idiom": "universal", "size": "1024x1024", "filename": "\#(name)"}]}"#
      try folder.write(Array(contents.utf8), to: "A.xcassets/a.\(kind)/Contents.json")
    }
    try folder.copy(testImage: "photo-p3-16.png", as: "secret.png")
    let result = try await p3tool("catalog lint A.xcassets", in: folder)
    #expect(result.exitCode == 1 && result.output.count > 0, "\(result.errors)")
    #expect(result.text.contains("is referenced, but not there"))
    #expect(!result.text.contains("×"), "nothing is said of its size: \(result.text)")
  }

  @Test("a link in an asset catalog is replaced, not followed")
  func catalogLinks() async throws {
    let (folder, outside) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.copy(testImage: "photo-p3-16.png", as: "a.png")
    let theirs = Array(#"{"images": [], "mine": 1}"#.utf8)
    try outside.write(theirs, to: "settings.json")
    try folder.makeFolder("A.xcassets/a.imageset")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("A.xcassets/a.imageset/Contents.json"),
      withDestinationPath: outside.path("settings.json"))
    _ = try await p3tool("catalog build a.png --name a --into A.xcassets --scales single --force", in: folder)
    #expect(try outside.bytes("settings.json") == theirs)
  }
}
