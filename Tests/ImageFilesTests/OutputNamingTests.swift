import Foundation
import ImageFiles
import TestSupport
import Testing

/// Where results go.
@Suite struct OutputNamingTests {
  private func outputs(
    _ arguments: [String], _ choice: OutputNaming.Choice = .besideInput, suffix: String = "srgb",
    recursive: Bool = false
  ) throws -> [String] {
    let inputs = try InputCollector(recursive: recursive).collect(arguments).map { try $0.get() }
    return try OutputNaming(choice: choice, suffix: suffix).jobs(for: inputs).map(\.destination.name)
  }

  private func conflict(_ arguments: [String], _ choice: OutputNaming.Choice = .besideInput) throws -> String
  {
    try #require(throws: OutputNaming.Conflict.self) { try outputs(arguments, choice) }.description
  }

  private func folder(_ names: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in names { try folder.write([], to: name) }
    return folder
  }

  @Test(arguments: [
    ("in.png", "in.srgb.png"), ("icon@2x.png", "icon@2x.srgb.png"), ("IN.PNG", "IN.srgb.png"),
    ("two.dots.png", "two.dots.srgb.png"), ("noextension", "noextension.srgb.png"),
    (".hidden", ".hidden.srgb.png"),
  ])
  func theDefaultNameLiesBesideTheInput(name: String, output: String) throws {
    let folder = try folder(name)
    #expect(try outputs([folder.path(name)]) == [folder.path(output)])
  }

  @Test func standardInputGoesToStandardOutput() throws {
    #expect(try outputs(["-"]) == ["-"])
    #expect(try outputs(["-"], .inPlace) == ["-"])
    #expect(try outputs(["-"], .output("some.png")) == ["some.png"])
    #expect(try outputs(["-"], .output("some/")) == ["some/stdin.png"])
  }

  @Test func anOutputIsAFolderWhenItExistsEndsInASlashOrServesSeveral() throws {
    let folder = try folder("a.png", "b.png")
    let made = try folder.makeFolder("made")
    let (a, b) = (folder.path("a.png"), folder.path("b.png"))
    #expect(try outputs([a], .output(made)) == [made + "/a.png"])
    #expect(try outputs([a], .output(folder.path("new/"))) == [folder.path("new/a.png")])
    #expect(
      try outputs([a, b], .output(folder.path("new")))
        == [folder.path("new/a.png"), folder.path("new/b.png")])
    #expect(try outputs([a], .output(folder.path("new"))) == [folder.path("new")])
  }

  @Test func aSearchedFolderKeepsItsTree() throws {
    let folder = try folder("art/a.png", "art/sub/b.png")
    #expect(
      try outputs([folder.path("art")], .output(folder.path("out")), recursive: true)
        == [folder.path("out/a.png"), folder.path("out/sub/b.png")])
    let (sub, out) = (folder.path("art/sub"), folder.path("out"))
    #expect(try outputs([sub], .output(out), recursive: true) == [out + "/b.png"])
    #expect(try outputs([sub], .output(out + ".png"), recursive: true) == [out + ".png"])
  }

  @Test func whereTheOutputFolderIsTheInputsOwnTheNameDiffers() throws {
    let folder = try folder("a.png", "sub/b.png")
    #expect(try outputs([folder.path("a.png")], .output(folder.path)) == [folder.path("a.srgb.png")])
    #expect(
      try outputs([folder.path], .output(folder.path), recursive: true)
        == [folder.path("a.srgb.png"), folder.path("sub/b.srgb.png")])
  }

  @Test func theOutputFolderIsNoInput() throws {
    let folder = try folder("a.png", "build/a.png", "build/stale.png", "build/x/y.png", "builder/b.png")
    #expect(
      try outputs([folder.path], .output(folder.path("build")), recursive: true)
        == [folder.path("build/a.png"), folder.path("build/builder/b.png")])
    // Named by the user, it is one.
    #expect(
      try outputs([folder.path("build/stale.png")], .output(folder.path("build/")))
        == [folder.path("build/stale.srgb.png")])
  }

  @Test(arguments: [
    ("{stem}-p3.{ext}", "a-p3.PNG"), ("{target}-{stem}.png", "srgb-a.png"), ("{stem}.png", "a.png"),
  ])
  func aTemplateNamesOutputs(template: String, name: String) throws {
    let folder = try folder("a.PNG")
    let inputs = try InputCollector(recursive: false).collect([folder.path("a.PNG")]).map { try $0.get() }
    for (choice, expected) in [
      (OutputNaming.Choice.besideInput, folder.path(name)),
      (.output(folder.path("out/")), folder.path("out/\(name)")),
    ] {
      let naming = OutputNaming(choice: choice, suffix: "srgb", template: try OutputNameTemplate(template))
      #expect(try naming.jobs(for: inputs).map(\.destination.name) == [expected])
    }
  }

  @Test(arguments: [
    ("x.png", "has no {stem}"), ("{stem}", "does not end in .png"), ("{stem}.sh", "does not end in .png"),
    ("{stem}/x.png", "names a folder"),
    ("{dir}{stem}.png", "belongs to pipelines"),
    ("{stm}.png", "did you mean '{stem}'"), ("{stem", "is not closed"),
    ("{foo}", "unknown placeholder '{foo}' (known: {stem}, {target}, {ext})"),
    ("{rot}.png", "known: {stem}, {target}, {ext}"),
    ("{dir}/{stem}.png", "{dir} belongs to pipelines (known here: {stem}, {target}, {ext})"),
  ])
  func aTemplateThatNamesNoFilesIsRefused(template: String, words: String) {
    let error = #expect(throws: OutputNameTemplate.Malformed.self) { try OutputNameTemplate(template) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: ["x.jpg", "X.JPEG", "x.webp"])
  func otherFormatsAreRefused(name: String) throws {
    let folder = try folder("a.png")
    #expect(
      try conflict([folder.path("a.png")], .output(folder.path(name)))
        == "-o \(folder.path(name)): p3tool writes PNG files only (name it \(name.prefix(1)).png)")
  }

  @Test func aSecondRecursiveRunSkipsItsOwnOutputs() throws {
    let folder = try folder("a.png", "a.srgb.png", "B.PNG", "B.srgb.png", "lonely.srgb.png")
    #expect(
      try outputs([folder.path], recursive: true)
        == [folder.path("B.srgb.png"), folder.path("a.srgb.png"), folder.path("lonely.srgb.srgb.png")])
    // Named by the user, it is no accident.
    #expect(try outputs([folder.path("a.srgb.png")]) == [folder.path("a.srgb.srgb.png")])
  }

  @Test func aSecondRecursiveRunSkipsBothImagesOfAPair() throws {
    let folder = try folder("a.png", "a.dark.png", "a.light.png", "lonely.light.png")
    let inputs = try InputCollector(recursive: true).collect([folder.path]).map { try $0.get() }
    let naming = OutputNaming(choice: .besideInput, suffix: "dark", hasLightTwins: true)
    #expect(
      try naming.jobs(for: inputs).map(\.destination.name)
        == [folder.path("a.dark.png"), folder.path("lonely.light.dark.png")])
  }

  @Test func inPlaceReplacesTheInput() throws {
    let folder = try folder("a.png")
    #expect(try outputs([folder.path("a.png")], .inPlace) == [folder.path("a.png")])
  }

  @Test func twoInputsForOneOutputAreAConflict() throws {
    let folder = try folder("x/a.png", "y/a.png", "z/a.PNG")
    let (x, y) = (folder.path("x/a.png"), folder.path("y/a.png"))
    let message = try conflict([x, y], .output(folder.path("out/")))
    #expect(message.contains(x) && message.contains(y) && message.contains(folder.path("out/a.png")))
  }

  @Test func oneFileUnderSeveralNamesIsAConflict() throws {
    let folder = try folder("sub/real.png")
    let real = folder.path("sub/real.png")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.png"), withDestinationPath: real)
    for other in [folder.path("sub/./real.png"), folder.path("sub/../sub/real.png"), folder.path("link.png")]
    {
      #expect(
        try conflict([real, other], .inPlace) == "\(real) and \(other) would both be written to \(other)")
    }
    // Hard links are files of their own when they are replaced.
    try FileManager.default.linkItem(atPath: real, toPath: folder.path("hard.png"))
    #expect(try outputs([real, folder.path("hard.png")], .inPlace).count == 2)
  }

  @Test func twoSpellingsOfOneOutputAreAConflict() throws {
    let folder = try folder("sub/a.png")
    #expect(
      try conflict([folder.path("sub/a.png"), folder.path("sub/../sub/a.png")]).contains(
        "would both be written to"))
  }

  @Test func severalInputsForStandardOutputAreAConflict() throws {
    let folder = try folder("a.png", "b.png")
    #expect(try conflict([folder.path("a.png"), folder.path("b.png")], .output("-")).contains("one input"))
  }

  @Test func anOutputFolderThatIsAFileIsAConflict() throws {
    let folder = try folder("a.png", "b.png", "file")
    let several = [folder.path("a.png"), folder.path("b.png")]
    #expect(try conflict(several, .output(folder.path("file"))).contains("not a folder"))
  }

  @Test func anOutputOverAnInputIsAConflict() throws {
    let folder = try folder("a.png", "b.png", "sub/a.png")
    let (a, b) = (folder.path("a.png"), folder.path("b.png"))
    #expect(try conflict([a], .output(a)).contains("--in-place"))
    // Another name of the same file.
    #expect(try conflict([a], .output(folder.path("sub/../a.png"))).contains("--in-place"))
    #expect(try conflict([b], .output(b)).contains("--in-place"))
  }

  @Test func anOutputOverAnotherInputIsAConflict() throws {
    let folder = try folder("a.png", "a.srgb.png")
    let (a, b) = (folder.path("a.png"), folder.path("a.srgb.png"))
    #expect(try conflict([a, b]) == "\(a) would be written over the input \(b)")
  }
}
