import Foundation
import TestSupport
import Testing

/// Transcripts of the documentation against what the program prints today.
@Suite struct TranscriptTests {
  /// A command and what follows it, down to a line `…` or to the next command.
  private struct Entry {
    let command: String
    var output: [String] = []
  }

  /// The commands of the block of code in which the line `$ first` stands.
  private static func entries(_ page: String, first: String) throws -> [Entry] {
    let blocks = try DocumentationPage(page).text.components(separatedBy: "\n```")
    let block = try #require(blocks.first { $0.contains("\n$ \(first)\n") }, "\(page): \(first)")
    var entries: [Entry] = []
    for line in block.split(separator: "\n").dropFirst(block.hasPrefix("\n") ? 0 : 1) {
      if line.hasPrefix("$ ") {
        entries.append(Entry(command: String(line.dropFirst(2))))
      } else {
        entries[entries.count - 1].output.append(String(line))
      }
    }
    return entries
  }

  /// The line without its times, and its sizes in bytes, which a change of the encoder may move a little.
  private static func parts(_ line: String) -> (words: String, sizes: [Double]) {
    let timeless = line.replacing(#/  [0-9.]+ m?s$/#, with: "")
    let sizes = timeless.matches(of: #/([0-9.]+) (B|kB|MB)\b/#).compactMap { match in
      Double(match.1).map { $0 * (match.2 == "B" ? 1 : match.2 == "kB" ? 1000 : 1_000_000) }
    }
    return (timeless.replacing(#/[0-9.]+ (B|kB|MB)\b/#, with: "SIZE"), sizes)
  }

  private func compare(_ page: String, first: String, in folder: TemporaryFolder) async throws {
    let entries = try Self.entries(page, first: first)
    #expect(!entries.isEmpty)
    for entry in entries {
      let script = "p3tool() { \"$P3TOOL\" \"$@\"; }\n\(entry.command)"
      let run = try await CommandRunner.shell(script, in: folder)
      let printed = run.text.split(separator: "\n").map { String($0) }
      let isWhole = entry.output.last?.trimmingCharacters(in: .whitespaces) != "…"
      let wanted = isWhole ? entry.output : Array(entry.output.dropLast())
      #expect(
        isWhole ? printed.count == wanted.count : printed.count > wanted.count,
        "\(page): \(entry.command)\n\(run.text)")
      for (line, wanted) in zip(printed, wanted) {
        let (now, then) = (Self.parts(line), Self.parts(wanted))
        #expect(now.words == then.words, "\(page): \(entry.command)")
        #expect(
          zip(now.sizes, then.sizes).allSatisfy { abs($0 - $1) <= 0.1 * max($0, $1) },
          "\(page): \(line) is not \(wanted)")
      }
    }
  }

  private func folder(_ images: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, image) in images {
      let parent = name.split(separator: "/").dropLast().joined(separator: "/")
      if !parent.isEmpty { try folder.makeFolder(parent) }
      try folder.copy(testImage: image, as: name)
    }
    return folder
  }

  @Test func theReadmeShowsWhatIsPrinted() async throws {
    let names = ["photo-p3-16.png", "ramps-p3-16.png"]
    let folder = try folder(Dictionary(uniqueKeysWithValues: names.map { ("TestImages/\($0)", $0) }))
    try await compare(
      "README.md", first: "p3tool convert TestImages/photo-p3-16.png --to srgb -o photo.png", in: folder)
  }

  @Test func gettingStartedShowsWhatIsPrinted() async throws {
    let folder = try folder(["TestImages/icon-p3-16.png": "icon-p3-16.png"])
    let page = "\(DocumentationPage.catalog)/GettingStarted.md"
    for command in ["inspect", "check"] {
      try await compare(page, first: "p3tool \(command) TestImages/icon-p3-16.png", in: folder)
    }
    try await compare(
      page, first: "p3tool convert TestImages/icon-p3-16.png --to srgb -o icon.png", in: folder)
  }

  @Test func pipelinesShowsWhatIsPrinted() async throws {
    let page = "\(DocumentationPage.catalog)/Pipelines.md"
    let folder = try folder([
      "art/card.png": "card-srgb-8.png", "art/hero.png": "photo-p3-16.png",
      "art/icons/star.png": "icon-p3-16.png",
      "icon.png": "icon-p3-16.png",
    ])
    try folder.write(
      Array(
        """
        version: 1
        sources: ["art/**/*.png"]
        output: {folder: build, name: "{dir}/{stem}.{target}.png"}
        steps:
          - convert: {to: srgb}
          - check: {only: [white-glow]}

        """.utf8), to: "p3tool.yml")
    // The first block of several that begin with this command.
    try await compare(page, first: "p3tool batch | tail -n 1", in: folder)
    try await compare(
      "\(DocumentationPage.catalog)/AssetCatalogs.md",
      first: "p3tool catalog build icon.png --name Icon --into Assets.xcassets", in: folder)
  }
}
