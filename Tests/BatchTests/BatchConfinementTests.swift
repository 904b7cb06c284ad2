import Foundation
import TestSupport
import Testing

@testable import Basics
@testable import Batch
@testable import ImageFiles

/// What a repository of a stranger tries with its pipeline file, its links and its state. Each test is an attack.
@Suite("A pipeline touches its own folder alone") struct BatchConfinementTests {
  /// A checkout with a pipeline in it, and what lies beside it and is the user's.
  private struct Checkout {
    let outside: TemporaryFolder
    var pipeline: Pipeline
    var folder: TemporaryFolder { pipeline.folder }
    static let secret = "TOKEN=hunter2-the-whole-secret"

    init(_ yaml: String) throws {
      outside = try TemporaryFolder()
      try outside.write(Array(Self.secret.utf8), to: "secret")
      try outside.copy(testImage: "patches-p3-16.png", as: "theirs.png")
      pipeline = try Pipeline(yaml.replacing("$OUT", with: outside.path))
      try pipeline.add("art/a.png")
    }

    func link(_ name: String, to target: String) throws {
      try? FileManager.default.removeItem(atPath: folder.path(name))
      try FileManager.default.createDirectory(
        atPath: FilePath(folder.path(name)).folder, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
    }

    /// Everything that a run says, whether it fails at once or for a source; without the secret.
    func complaint() async throws -> String {
      let text: String
      do {
        let (reports, outcome) = try await pipeline.run()
        text = (reports.values.compactMap(\.error) + outcome.notes).joined(separator: "\n")
      } catch let error as ConfigurationError {
        text = error.description
      }
      #expect(!text.contains("hunter2"), "\(text)")
      #expect(try outside.names() == ["secret", "theirs.png"], "nothing is written outside")
      #expect(try outside.bytes("secret") == Array(Self.secret.utf8))
      return text.replacing(folder.path + "/", with: "")
    }
  }

  private static func convert(_ output: String) -> String {
    "sources: art/*.png\noutput: \(output)\nsteps: [convert: {to: srgb, tag: cicp}]"
  }

  // MARK: Where outputs go

  @Test("an executable image with lines of a shell becomes no hook, and no output is executable")
  func hook() async throws {
    for output in ["{folder: .git/hooks, name: pre-commit}", "{folder: build, name: '{stem}'}"] {
      let checkout = try Checkout(Self.convert(output))
      try checkout.folder.makeFolder(".git/hooks")
      let complaint = try await checkout.complaint()
      #expect(complaint.hasPrefix("p3tool.yml:2:") && complaint.contains("'"), "\(complaint)")
      #expect(
        try checkout.folder.names().filter { $0.hasPrefix(".git/hooks/") || $0.hasPrefix("build/") } == [])
    }
    let checkout = try Checkout(Self.convert("{folder: build}"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o6755], ofItemAtPath: checkout.folder.path("art/a.png"))
    #expect(try await checkout.complaint() == "")
    #expect(try checkout.folder.permissions("build/a.srgb.png") == 0o644)
  }

  @Test(
    "outputs stay below the pipeline's folder, out of version control, and have the names of pictures",
    arguments: [
      ("{folder: ../elsewhere}", "leads out of the pipeline's folder"),
      ("{folder: 'build/../../x'}", "leads out of the pipeline's folder"),
      ("{folder: .git}", "lies in .git"), ("{folder: sub/.hg/x}", "lies in .hg"),
      ("{folder: .GIT}", "lies in .GIT"), ("{folder: \".g\\u200Cit\"}", "version"),
      ("{name: '.svn/{stem}.png'}", "lies in .svn"), ("{name: '.{stem}.png'}", "begins with a dot"),
      ("{name: run.sh}", "does not end in .png"), ("{name: '{stem}.png.{step}'}", "does not end in .png"),
    ])
  func places(output: String, fact: String) async throws {
    let checkout = try Checkout(Self.convert(output))
    let before = try checkout.folder.names()
    let complaint = try await checkout.complaint()
    #expect(
      complaint.contains(fact) || fact == "version" && complaint.contains("which no pipeline"), "\(complaint)"
    )
    let after = try checkout.folder.names().filter { $0 != ".p3tool.state" }
    #expect(after == before, "\(complaint)")
  }

  @Test("a source with another name cannot give it to its output")
  func extensions() async throws {
    let checkout = try Checkout(
      "sources: art/*\noutput: {folder: build, name: '{stem}.{ext}'}\nsteps: [convert: {to: srgb}]")
    try checkout.pipeline.add("art/run.sh")
    #expect(try await checkout.complaint().contains("build/run.sh") == false)
    #expect(
      try checkout.folder.names().filter { $0.hasPrefix("build/") && !$0.hasPrefix("build/.") } == [
        "build/a.png"
      ])
  }

  @Test(
    "a catalog does not lie outside, nor in version control", arguments: ["../A.xcassets", ".git/A.xcassets"])
  func catalog(into: String) async throws {
    let checkout = try Checkout("sources: art/*.png\nsteps:\n  - catalog: {into: \(into), scales: single}")
    #expect(try await checkout.complaint().hasPrefix("p3tool.yml:3:21: '\(into)'"))
  }

  // MARK: Links

  @Test("nothing is written through a link, not with --force either", arguments: [false, true])
  func writtenLinks(replaces: Bool) async throws {
    var checkout = try Checkout(Self.convert("{folder: build}"))
    checkout.pipeline.settings.replaces = replaces
    try checkout.link("build/a.srgb.png", to: checkout.outside.path("secret"))
    let complaint = try await checkout.complaint()
    #expect(complaint.isEmpty == replaces, "\(complaint)")
    let output = try FileManager.default.attributesOfItem(atPath: checkout.folder.path("build/a.srgb.png"))
    #expect(output[.type] as? FileAttributeType == (replaces ? .typeRegular : .typeSymbolicLink))
    // The folder of outputs itself, and one that leads into the checkout.
    try FileManager.default.removeItem(atPath: checkout.folder.path("build"))
    for target in [checkout.outside.path, "art"] {
      try checkout.link("build", to: target)
      #expect(try await checkout.complaint().contains("a pipeline writes through none"))
    }
    #expect(try checkout.folder.names().filter { $0.hasPrefix("art/") } == ["art/a.png"])
  }

  @Test("sources are read through links that stay inside")
  func readLinks() async throws {
    let checkout = try Checkout(Self.convert("{folder: build}"))
    try checkout.link("art/inside.png", to: "../art/./a.png")
    try checkout.link("art/absolute.png", to: checkout.folder.path("art/a.png"))
    try checkout.link("art/round.png", to: "../../\(FilePath(checkout.folder.path).name)/art/a.png")
    #expect(try await checkout.complaint() == "")
    for target in [
      checkout.outside.path("theirs.png"),
      "../../../../../../../../../../..\(checkout.outside.path)/theirs.png",
    ] {
      try checkout.link("art/outside.png", to: target)
      let complaint = try await checkout.complaint()
      #expect(complaint.hasPrefix("art/outside.png: leads out of the pipeline's folder"), "\(complaint)")
      #expect(complaint.contains("--allow-outside"))
    }
    try checkout.link("art/outside.png", to: "../linked/theirs.png")
    try checkout.link("linked", to: checkout.outside.path)
    #expect(try await checkout.complaint().contains("leads out of the pipeline's folder"))
  }

  @Test(
    "pipes are not waited for", arguments: ["p3tool.yml", "C.xcassets/c.colorset/Contents.json", "roles.yml"])
  func pipes(name: String) async throws {
    let checkout = try Checkout("sources: '*.xcassets'\nsteps: [palette-lint: {roles: roles.yml}]")
    try checkout.folder.write(Array("text: '*'".utf8), to: "roles.yml")
    try checkout.folder.write(Array(#"{"colors": []}"#.utf8), to: "C.xcassets/c.colorset/Contents.json")
    try FileManager.default.removeItem(atPath: checkout.folder.path(name))
    #expect(mkfifo(checkout.folder.path(name), 0o600) == 0)
    #expect(try await checkout.complaint().contains("no regular file"))
  }

  @Test("a folder that becomes a link after it was looked at is not written through")
  func swappedFolder() throws {
    let checkout = try Checkout("")
    let trusted = TrustedFolders(pipeline: checkout.folder.path("p3tool.yml"))
    try checkout.folder.makeFolder("build")
    let path = checkout.folder.path("build/a.png")
    // The folder is reached once, and stays open.
    try SystemCall.close(try trusted.open(path, for: .creating), path: path)
    #expect(trusted.refusal(of: path, isOutput: true) == nil)
    try checkout.link("build", to: checkout.outside.path)
    #expect(throws: FileError.self) { _ = try trusted.open(path, for: .creating) }
    #expect(throws: FileError.self) { try trusted.createFolder(checkout.folder.path("build/new")) }
    #expect(throws: FileError.self) { try trusted.rename(checkout.folder.path("p3tool.yml"), to: path) }
    trusted.remove(checkout.folder.path("build/secret"))
    #expect(try checkout.outside.names() == ["secret", "theirs.png"])
  }

  // MARK: What a pipeline reads

  @Test(
    "files that a pipeline names are read inside alone, and errors say where it names them",
    arguments: [
      "palette-lint: {roles: FILE}", "palette-lint: {baseline: FILE}", "check: {baseline: FILE}",
      "check: {target: FILE}", "convert: {to: FILE}", "diff: {before: art, mask: FILE}",
    ])
  func namedFiles(step: String) async throws {
    for (file, fact) in [
      ("../\(UUID())", "leads out of the pipeline's folder"), ("link", "leads out of the pipeline's folder"),
      (".git/config", "lies in .git"), (".env", ""),
    ] {
      let checkout = try Checkout(
        "sources: art/*.png\nsteps:\n  - \(step.replacing("FILE", with: file))\n  - check: {}\n")
      try checkout.folder.write(Array(Checkout.secret.utf8), to: ".env")
      try checkout.folder.write(Array(Checkout.secret.utf8), to: ".git/config")
      try checkout.link("link", to: checkout.outside.path("secret"))
      let complaint = try await checkout.complaint()
      #expect(
        fact.isEmpty || complaint.hasPrefix("p3tool.yml:3:") && complaint.contains(fact), "\(complaint)")
    }
  }

  @Test("sources and what images are compared with lie inside, by their words and by their links")
  func readFolders() async throws {
    for sources in ["../*.png", "'art/../../*.png'", ".git/*.png"] {
      let checkout = try Checkout("sources: \(sources)\nsteps: [check: {}]")
      #expect(try await checkout.complaint().hasPrefix("p3tool.yml:1:10: '"))
    }
    let checkout = try Checkout("sources: art/*.png\nsteps: [diff: {before: ../x}]")
    #expect(try await checkout.complaint().hasPrefix("p3tool.yml:2:24: '../x' leads out"))
    try checkout.pipeline.rewrite("sources: art/*.png\nsteps: [diff: {before: old}]")
    try checkout.link("old/a.png", to: checkout.outside.path("theirs.png"))
    #expect(try await checkout.complaint().contains("leads out of the pipeline's folder"))
  }

  @Test(
    "a pipeline file that is a link to a secret shows nothing of it, nor does one that is a secret itself")
  func secretPipeline() async throws {
    let checkout = try Checkout("")
    try checkout.link("p3tool.yml", to: checkout.outside.path("secret"))
    #expect(try await checkout.complaint().contains("leads out of the pipeline's folder"))
    for text in [
      Checkout.secret, "a\nb " + Checkout.secret, "sources: x\nsteps: [convert: \(Checkout.secret)]",
    ] {
      try checkout.folder.write(Array(text.utf8), to: "env")
      try checkout.link("p3tool.yml", to: "env")
      #expect(try await checkout.complaint().contains("not a text"))
    }
  }

  @Test("folders that the command line allows can be read and written")
  func allowed() async throws {
    var checkout = try Checkout(
      "sources: [art/*.png, '$OUT/*.png']\noutput: {folder: build}\nsteps: [convert: {to: srgb}]")
    try checkout.pipeline.rewrite(
      "sources: [art/*.png, '../\(FilePath(checkout.outside.path).name)/*.png']\n"
        + "output: {folder: '../\(FilePath(checkout.outside.path).name)/build'}\nsteps: [convert: {to: srgb}]"
    )
    checkout.pipeline.allowed = [checkout.outside.path]
    let (reports, outcome) = try await checkout.pipeline.run()
    #expect(reports.values.compactMap(\.error) == [] && outcome.notes == [])
    #expect(try checkout.outside.names().contains("build/a.srgb.png"))
    checkout.pipeline.allowed = [checkout.outside.path("nothing")]
    await #expect(throws: ConfigurationError.self) { _ = try await checkout.pipeline.run() }
  }

  // MARK: States

  @Test("a state that came with the repository claims nothing", arguments: ["claim", "product", "orphan"])
  func foreignState(kind: String) async throws {
    var checkout = try Checkout(Self.convert("{folder: build}"))
    checkout.pipeline.settings.prunes = true
    for name in ["build/a.srgb.png", "build/mine.png"] { try checkout.folder.write([1, 2, 3], to: name) }
    let path = checkout.folder.path("build/a.srgb.png")
    let status = try #require(FileStatus(path: path))
    let file = BatchState.File(stamp: FileStamp(status), hash: try ContentHash(file: path))
    let line: BatchStateLine =
      switch kind {
      case "claim": .claim("build/a.srgb.png")
      case "orphan": .orphan("build/mine.png", file)
      default:
        .product(
          .init(source: "art/a.png", step: "convert"),
          .init(
            input: file.hash, recipe: file.hash, result: StepResult(), outputs: ["build/a.srgb.png": file]))
      }
    let lines = [BatchStateLine.header(format: 1, version: "1"), line]
    for key in [BatchStateKey.foreign, nil] {
      for name in ["build/.p3tool.state", "build/.p3tool.state.1-of-2"] {
        try checkout.folder.write(Array(lines.map { $0.text(sealedBy: key) }.joined().utf8), to: name)
      }
      let complaint = try await checkout.complaint()
      #expect(
        complaint.contains("build/a.srgb.png exists, and no run of this pipeline made it"), "\(complaint)")
      #expect(complaint.contains("was not written by a run of this user in this folder"), "\(complaint)")
      for name in ["build/a.srgb.png", "build/mine.png"] {
        #expect(try checkout.folder.bytes(name) == [1, 2, 3])
      }
    }
  }

  @Test("a check that the repository's state calls clean is made all the same")
  func foreignVerdict() async throws {
    var checkout = try Checkout("sources: art/*.png\nsteps: [check: {}]")
    _ = try await checkout.pipeline.run()
    #expect(try await checkout.pipeline.summary() == ["art/a.png check: upToDate"])
    checkout.pipeline.settings.stateKey = .fixed(.foreign)
    #expect(try await checkout.pipeline.summary() == ["art/a.png check: new"])
  }

  @Test("the user's key is made once, for them alone, is of one folder, and is not taken from a repository")
  func keys() throws {
    let folder = try TemporaryFolder()
    #expect(BatchStateKey(Array("k".utf8)).seal("x") == BatchStateKey(Array("k".utf8)).seal("x"))
    let seals = ["a", "b"].flatMap { purpose in
      ["k", "l"].map { BatchStateKey(Array($0.utf8), purpose: purpose).seal("x") }
    }
    #expect(Set(seals).count == 4)
    #expect(BatchStateKey.unknown().seal("x") != BatchStateKey.unknown().seal("x"))
    let file = folder.path("p3tool/key")
    let made = try BatchStateKey.bytes(in: file, outside: folder.path("checkout"), isReadOnly: false)
    #expect(try BatchStateKey.bytes(in: file, outside: folder.path("checkout"), isReadOnly: true) == made)
    #expect(try folder.permissions("p3tool/key") == 0o600)
    #expect(throws: FileError.self) {
      _ = try BatchStateKey.bytes(in: file, outside: folder.path, isReadOnly: true)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    #expect(throws: FileError.self) {
      _ = try BatchStateKey.bytes(in: file, outside: folder.path("checkout"), isReadOnly: true)
    }
  }

  // MARK: Sizes

  @Test("the images of a run have no more bytes than allowed, and what does not fit leaves nothing behind")
  func maxOutput() async throws {
    var checkout = try Checkout(Self.convert("{folder: build}"))
    try checkout.pipeline.add("art/b.png", "art/c.png")
    _ = try await checkout.pipeline.run()
    let size = try checkout.folder.bytes("build/a.srgb.png").count
    try FileManager.default.removeItem(atPath: checkout.folder.path("build"))
    checkout.pipeline.settings.maxOutput = 2 * size + 1
    let complaint = try await checkout.complaint()
    #expect(
      complaint.contains("the run would write more than") && complaint.contains("--max-output"),
      "\(complaint)")
    #expect(try checkout.folder.names().count { $0.hasPrefix("build/") && $0.hasSuffix(".srgb.png") } == 2)
    #expect(try !checkout.folder.names().contains { $0.hasSuffix(TemporaryName.suffix) })
    checkout.pipeline.settings.maxOutput = size
    #expect(try await checkout.complaint() == "")
  }

  @Test("a source has a thousand outputs at most")
  func manyOutputs() async throws {
    let steps = (0...BatchPlanner.mostOutputs).map { "  - {id: s\($0), convert: {to: srgb}}" }.joined(
      separator: "\n")
    let checkout = try Checkout(
      "sources: art/*.png\noutput: {folder: build, name: '{step}.png'}\nsteps:\n\(steps)\n")
    #expect(
      try await checkout.complaint().contains("more than 1000 steps (divide the pipeline)"))
  }

  @Test("no variant that a catalog makes is larger than its master")
  func variants() async throws {
    let checkout = try Checkout(
      "sources: art/*.png\nsteps: [catalog: {into: A.xcassets, master-scale: 1, scales: [1x, 2x, 3x]}]")
    #expect(try await checkout.complaint().contains("cannot be enlarged"))
  }
}
