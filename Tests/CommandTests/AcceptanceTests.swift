import Foundation
import TestSupport
import Testing

/// `p3tool diff` with decisions: what is accepted is copied over the old images, and nothing else.
@Suite struct AcceptanceTests {
  private let p3tool = CommandRunner.p3tool

  private static func picture(_ gray: UInt8) -> [UInt8] {
    PNGFile.image8(width: 4, colorType: 0, [UInt8](repeating: gray, count: 16)).bytes
  }

  /// Three pairs that differ, one that does not, a new and a missing image.
  private func folders() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, before, after) in [
      ("a.png", 10, 90), ("sub/b.png", 20, 91), ("c.png", 30, 92), ("same.png", 7, 7),
    ]
      as [(String, UInt8, UInt8)]
    {
      try folder.write(Self.picture(before), to: "before/\(name)")
      try folder.write(Self.picture(after), to: "after/\(name)")
    }
    try folder.write(Self.picture(50), to: "after/new.png")
    try folder.write(Self.picture(60), to: "before/gone.png")
    return folder
  }

  private func isCopied(_ name: String, in folder: TemporaryFolder) -> Bool {
    (try? folder.bytes("before/\(name)")) == (try? folder.bytes("after/\(name)"))
  }

  @Test func allIsCopiedAndTheNextComparisonIsClean() async throws {
    let folder = try folders()
    let run = try await p3tool.run(["diff", "before", "after", "--accept-all"], in: folder)
    #expect(run.exitCode == 1 && run.text.contains("4 of them accepted"))
    for name in ["a.png", "sub/b.png", "c.png", "new.png"] {
      #expect(isCopied(name, in: folder))
      #expect(run.text.contains("after/\(name) → before/\(name)  accepted"))
    }
    // An image that is gone is no image to copy.
    #expect(
      run.text.contains("gone.png") && FileManager.default.fileExists(atPath: folder.path("before/gone.png")))
    let again = try await p3tool.run(["diff", "before", "after", "--exclude", "gone.png"], in: folder)
    #expect(again.exitCode == 0)
  }

  @Test func patternsChoose() async throws {
    let folder = try folders()
    let run = try await p3tool.run(
      ["diff", "before", "after", "--accept-glob", "b.png", "--accept-glob", "c.*"], in: folder)
    #expect(run.exitCode == 1)
    #expect(
      ["a.png", "sub/b.png", "c.png", "new.png"].map { isCopied($0, in: folder) } == [
        false, true, true, false,
      ])
    let none = try await p3tool.run(["diff", "before", "after", "--accept-glob", "nothing.png"], in: folder)
    #expect(none.text.contains("none of them accepted: --accept-glob fits no image that differs"))
  }

  @Test(
    .enabled(
      if: ExternalProgram.chromium.path != nil, Comment(rawValue: ExternalProgram.chromium.skipReason)))
  func decisionsOfThePageAreCarriedOut() async throws {
    let folder = try folders()
    let page = try await p3tool.run(["diff", "before", "after", "--format", "html"], in: folder).text
    try folder.write(Array(page.utf8), to: "page.html")
    let script = """
      const click = (path, word) =>
        document.querySelector(`article[data-path="${path}"] .decide button[value=${word}]`).click();
      let text = "";
      URL.createObjectURL = (blob) => { window.exported = blob; return "#"; };
      URL.revokeObjectURL = () => {};
      HTMLAnchorElement.prototype.click = () => {};
      click("a.png", "accept"); click("sub/b.png", "reject"); click("c.png", "accept"); click("new.png", "accept");
      document.querySelector(".review button").click();
      return document.querySelector(".review output").textContent + "|" + await window.exported.text();
      """
    let answer = try Browser().answer(of: script, on: page).split(separator: "|", maxSplits: 1)
    #expect(answer[0] == "3 accepted, 1 rejected, 0 to decide")
    try folder.write(Array(answer[1].utf8), to: "decisions.json")
    // One file has changed since.
    try folder.write(Self.picture(93), to: "after/c.png")
    let run = try await p3tool.run(["diff", "before", "after", "--accept", "decisions.json"], in: folder)
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("after/c.png: is not the file that was reviewed"))
    #expect(
      ["a.png", "sub/b.png", "c.png", "new.png"].map { isCopied($0, in: folder) } == [
        true, false, false, true,
      ])
  }

  /// A review from end to end with the keyboard: of twenty pairs three are rejected.
  @Test(
    .enabled(
      if: ExternalProgram.chromium.path != nil, Comment(rawValue: ExternalProgram.chromium.skipReason)))
  func twentyPairsAreReviewedWithTheKeyboard() async throws {
    let folder = try TemporaryFolder()
    let names = (1...20).map { "page-\($0).png" }
    for (index, name) in names.enumerated() {
      try folder.write(Self.picture(UInt8(index)), to: "before/\(name)")
      try folder.write(Self.picture(UInt8(200 + index)), to: "after/\(name)")
    }
    let page = try await p3tool.run(["diff", "before", "after", "--format", "html"], in: folder).text
    let rejected: Set = ["page-3.png", "page-9.png", "page-20.png"]
    let script = """
      const rejected = \(rejected.sorted());
      URL.createObjectURL = (blob) => { window.exported = blob; return "#"; };
      URL.revokeObjectURL = () => {};
      HTMLAnchorElement.prototype.click = () => {};
      const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      const seen = () => document.activeElement.closest("article[data-path]");
      press("n");
      for (let step = 0; step < 20; step += 1) press(rejected.includes(seen().dataset.path) ? "r" : "a");
      document.querySelector(".review button").click();
      return document.querySelector(".review output").textContent + "|" + await window.exported.text();
      """
    let answer = try Browser().answer(of: script, on: page).split(separator: "|", maxSplits: 1)
    #expect(answer[0] == "17 accepted, 3 rejected, 0 to decide")
    try folder.write(Array(answer[1].utf8), to: "decisions.json")
    _ = try await p3tool.run(["diff", "before", "after", "--accept", "decisions.json"], in: folder)
    #expect(Set(names.filter { !isCopied($0, in: folder) }) == rejected)
    let excluded = rejected.sorted().flatMap { ["--exclude", $0] }
    let again = try await p3tool.run(["diff", "before", "after"] + excluded, in: folder)
    #expect(again.exitCode == 0)
  }

  /// Where a picture is enlarged, keys decide on its pair, wherever the page is scrolled to.
  @Test(
    .enabled(
      if: ExternalProgram.chromium.path != nil, Comment(rawValue: ExternalProgram.chromium.skipReason)))
  func keysDecideOnTheEnlargedPair() async throws {
    let page = try await p3tool.run(["diff", "before", "after", "--format", "html"], in: folders()).text
    let script = """
      const pairs = [...document.querySelectorAll("article[data-path]")];
      const last = pairs.findLast((pair) => pair.querySelector(".enlarge"));
      last.querySelector(".enlarge").click();
      scrollTo(0, 0);
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
      return pairs.filter((pair) => pair.querySelector("[aria-pressed=true]")).map((pair) => pair.dataset.path)
        + "|" + last.dataset.path;
      """
    let answer = try Browser().answer(of: script, on: page).split(separator: "|")
    #expect(answer.count == 2 && answer[0] == answer[1], "\(answer)")
  }

  @Test(arguments: [
    ("[]", "holds no decisions"), (#"{"decisions": [{"path": "a.png"}]}"#, "decision 1 lacks"),
    ("{", "holds no decisions"),
  ])
  func otherFilesAreUsageErrors(text: String, words: String) async throws {
    let folder = try folders()
    try folder.write(Array(text.utf8), to: "d.json")
    let run = try await p3tool.run(["diff", "before", "after", "--accept", "d.json"], in: folder)
    #expect(run.exitCode == 64 && run.errors.contains("--accept d.json: \(words)"))
    let both = try await p3tool.run(
      ["diff", "before", "after", "--accept", "d.json", "--accept-all"], in: folder)
    #expect(both.exitCode == 64)
    #expect(!isCopied("a.png", in: folder))
  }
}
