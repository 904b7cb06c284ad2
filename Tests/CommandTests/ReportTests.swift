import Foundation
import TestSupport
import Testing

/// What a run says: JSON with its promised keys, text, notes and colours.
@Suite struct ReportTests {
  private let p3tool = CommandRunner.p3tool

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "icon-p3-16.png", as: "icon.png")
    try folder.copy(testImage: "untagged-8.png", as: "plain.png")
    return folder
  }

  private func json(_ arguments: String..., in folder: TemporaryFolder) async throws -> CommandResult {
    try await p3tool.run(
      ["convert", "icon.png", "none.png", "plain.png", "--to", "srgb", "--format", "json", "--force"]
        + arguments,
      in: folder)
  }

  @Test func theDocumentHasThePromisedKeys() async throws {
    let run = try await json(in: try folder())
    let document = try run.json()
    #expect(run.exitCode == 2)
    #expect(document.keys.sorted() == ["command", "inputs", "schema", "summary", "tool", "version"])
    #expect(document["tool"] as? String == "p3tool")
    #expect(document["command"] as? String == "convert")
    #expect(document["schema"] as? Int == 1)
    var summary = try #require(document["summary"] as? [String: Any])
    #expect(
      summary.removeValue(forKey: "findings") as? [String: Int] == ["error": 0, "warning": 0, "note": 0])
    #expect(summary as? [String: Int] == ["failed": 1, "failing": 0, "inputs": 3, "succeeded": 2])
    let version = try await p3tool.run(["--version"]).text
    #expect(document["version"].map { "\($0)\n" } == version)
  }

  @Test func anInputHasThePromisedKeys() async throws {
    let folder = try folder()
    let inputs = try await json(in: folder).jsonInputs()
    #expect(inputs.map { $0["path"] as? String } == ["icon.png", "none.png", "plain.png"])
    #expect(inputs[1].keys.sorted() == ["error", "path"])

    let icon = inputs[0]
    let always: Set = [
      "path", "output", "width", "height", "source", "destination", "executor", "bytesIn", "bytesOut",
      "notes",
    ]
    #expect(always.isSubset(of: icon.keys))
    #expect(Set(icon.keys).subtracting(always).isSubset(of: ["gamut", "banding", "soften"]))
    #expect(icon["output"] as? String == "icon.srgb.png")
    #expect(icon["width"] as? Int == 128 && icon["height"] as? Int == 128)
    #expect(icon["executor"] as? String == "matrix")
    #expect(icon["bytesIn"] as? Int == (try folder.bytes("icon.png").count))
    #expect(icon["bytesOut"] as? Int == (try folder.bytes("icon.srgb.png").count))
    #expect((icon["notes"] as? [String])?.isEmpty == true)
    let source = try #require(icon["source"] as? [String: Any])
    #expect(source.keys.sorted() == ["colorType", "depth", "profile", "tag"])
    #expect(source["profile"] as? String == "Display P3" && source["tag"] as? String == "cICP")
    #expect(source["depth"] as? Int == 16 && source["colorType"] as? String == "rgba")
    let destination = try #require(icon["destination"] as? [String: Any])
    #expect(destination.keys.sorted() == ["colorType", "depth", "profile", "tag"])
    #expect(destination["profile"] as? String == "sRGB" && destination["tag"] as? String == "iCCP")

    #expect(inputs[2]["executor"] as? String == "identity")
    #expect((inputs[2]["notes"] as? [String])?.first?.contains("sRGB is assumed") == true)
  }

  @Test func keysAreSortedAtEveryLevel() async throws {
    let text = try await json(in: try folder()).text
    // Pretty-printed: the keys of one object have the same indent, and a deeper one ends when its brace closes.
    var lastKeys: [String] = []
    for line in text.split(separator: "\n") {
      let indent = line.prefix { $0 == " " }.count / 2
      if lastKeys.count > indent {
        lastKeys.removeLast(lastKeys.count - indent - (line.contains("\" : ") ? 1 : 0))
      }
      guard let end = line.range(of: "\" : ")?.lowerBound else { continue }
      let key = String(line[line.index(line.startIndex, offsetBy: indent * 2 + 1)..<end])
      while lastKeys.count <= indent { lastKeys.append("") }
      #expect(lastKeys[indent] < key)
      lastKeys[indent] = key
    }
  }

  @Test func theDocumentIsTheSameEveryRun() async throws {
    let first = try await json(in: try folder())
    let second = try await json(in: try folder())
    #expect(first.text == second.text)
    #expect(first.text.hasSuffix("}\n"))
    #expect(!first.text.contains("seconds") && !first.text.contains("kernel"))
  }

  @Test func timingsAddSecondsAndTheKernel() async throws {
    let inputs = try await json("--timings", in: try folder()).jsonInputs()
    let seconds = try #require(inputs[0]["seconds"] as? Double)
    #expect(seconds > 0 && seconds < 60)
    #expect(inputs[0]["kernel"] is String)
  }

  @Test func aDryRunSaysTheState() async throws {
    let folder = try folder()
    #expect(try await json("-n", in: folder).jsonInputs()[0]["state"] as? String == "missing")
    _ = try await json(in: folder)
    #expect(try await json("-n", in: folder).jsonInputs()[0]["state"] as? String == "same")
  }

  @Test func standardOutputHoldsNothingButTheDocument() async throws {
    let run = try await json(in: try folder())
    #expect(run.text.hasPrefix("{"))
    #expect(run.errors.contains("error: none.png"))
    #expect(run.errors.contains("note: plain.png"))
  }

  @Test func quietKeepsErrors() async throws {
    let run = try await p3tool.run(
      ["convert", "plain.png", "none.png", "--to", "srgb", "-q"], in: try folder())
    #expect(run.exitCode == 2)
    #expect(run.errors == "error: none.png: no such file or folder (is the path spelled right?)\n")
  }

  @Test func coloursComeWhenAskedForAndNotOtherwise() async throws {
    func errors(_ options: [String], _ environment: [String: String] = [:]) async throws -> String {
      try await p3tool.run(["convert", "none.png", "--to", "srgb"] + options, environment: environment).errors
    }
    #expect(!(try await errors([]).contains("\u{1B}")))
    #expect(try await errors(["--color", "always"]).hasPrefix("\u{1B}[31merror:\u{1B}[0m"))
    #expect(!(try await errors(["--color", "never"]).contains("\u{1B}")))
    #expect(!(try await errors(["--color", "auto"], ["NO_COLOR": "1"]).contains("\u{1B}")))
    // The option speaks last, as no-color.org asks.
    #expect(try await errors(["--color", "always"], ["NO_COLOR": "1"]).contains("\u{1B}"))
  }
}
