import ImageFiles
import PNGCodec
import Testing

@testable import Batch

@Suite("Pipeline files")
struct BatchConfigurationTests {
  @Test("the starter is a valid pipeline, and stays one when its comments become settings")
  func starter() throws {
    let starter = BatchConfiguration.starter(ProgramSteps())
    let plain = try BatchConfiguration(yaml: starter, path: "p3tool.yml")
    #expect(plain.steps.map(\.id) == ["convert"])
    let uncommented = starter.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line -> Substring in
        // Settings begin with a key or a quoted pattern, behind a dash in lists.
        guard let match = line.wholeMatch(of: #/( *)# ( *(?:- )?(?:"|[a-z-]+:).*)/#) else { return line }
        return line.prefix(match.1.count) + match.2
      }.joined(separator: "\n")
    let all = try BatchConfiguration(yaml: uncommented, path: "p3tool.yml")
    #expect(
      all.steps.map(\.id) == [
        "convert", "wide", "soften", "check", "catalog", "catalog-color", "palette-lint", "diff",
      ])
    #expect(all.overrides.count == 2)
    #expect(all.profiles == ["press": "profiles/press.icc"])
    #expect(all.jobs == 4)
    for step in all.steps where step.id != "wide" {
      for option in all.options[step.kind] ?? [] where option.remedy == nil {
        #expect(step.options[option.name] != nil, "\(step.kind.rawValue) lacks \(option.name)")
      }
    }
  }

  @Test(
    "a mistake is told with line, column and the nearest valid name",
    arguments: [
      ("sorces: a.png\nsteps: []", "p.yml:1:1: unknown key 'sorces' in pipeline (did you mean 'sources'?)"),
      (
        "sources: a.png\nsteps:\n  - convert:\n      to: srgb\n      dpeth: 8",
        "p.yml:5:7: unknown key 'dpeth' in convert step (did you mean 'depth'?)"
      ),
      (
        "sources: a.png\nsteps:\n  - convert:\n      to: srgb\n      depth: 12",
        "p.yml:5:14: 'depth' takes one of auto, 16, 8, keep, not the number 12"
      ),
      (
        "sources: a.png\nsteps:\n  - convert:\n      to: srgb\n      intent: relativ",
        "p.yml:5:15: 'intent' takes one of relative, perceptual, saturation, absolute, not the text 'relativ' "
          + "(did you mean 'relative'?)"
      ),
      ("sources: a.png\nsteps:\n  convert:\n    to: srgb", "p.yml:3:3: 'steps' takes a list, not a mapping"),
      ("sources: 7\nsteps: []", "p.yml:1:10: 'sources' takes a text, not the number 7 (put it in quotes)"),
      ("sources: a.png", "p.yml:1:1: the pipeline lacks 'steps'"),
      ("steps: [check: {}]", "p.yml:1:1: the pipeline lacks 'sources'"),
      ("sources: a.png\nsteps: []", "p.yml:2:8: 'steps' takes a list, not an empty list"),
      (
        "sources: a.png\nsteps:\n  - id: x",
        "p.yml:3:5: a step has exactly one of convert, soften, check, catalog, catalog-color, palette-lint, diff"
      ),
      ("sources: a.png\nsources: b.png\nsteps: []", "stands here twice"),
      ("1: a\n\"1\": b", "p.yml:1:1: the key '1' stands here twice"),
      ("sources: [a.png\nsteps: []", "not YAML"),
      ("a: b\nc: *d", "p.yml:2:4: not YAML: found undefined alias"),
      ("a: &a [*a]", "p.yml:1:8: not YAML: found undefined alias"),
      ("a: b\n---\nc: d", "p.yml:2:1: a second document begins (a pipeline file has one)"),
      (String(repeating: "[", count: 102), "p.yml:1:102: nested deeper than 100 levels"),
      (
        "sources: a.png\nversion: 30000638:2:500060630000638:2:5000638:2:51\nsteps: []",
        "p.yml:2:10: 'version' takes a whole number from 1 to 1, not the text '30000638:2:500060630000638:2:5000638:2:51'"
      ),
      ("sources: a.png\r\nste\u{04}ps: []", "p.yml:2:4: not YAML: control characters are not allowed"),
      ("sources: 'a[.png'\nsteps: [convert: {to: srgb}]", "p.yml:1:10: 'a[.png': a [ is not closed"),
      (
        "sources: a.png\noutput: {name: '{stm}.png'}\nsteps: [convert: {to: srgb}]",
        "p.yml:2:16: unknown placeholder '{stm}' (did you mean '{stem}'?)"
      ),
      (
        "sources: a.png\nsteps: [{convert: {to: srgb}, input: soften}]",
        "p.yml:2:38: no earlier step 'soften' makes an image (no earlier step makes one)"
      ),
      (
        "sources: a.png\nsteps: [{convert: {to: srgb}, id: x}, {convert: {to: p3}, id: x}]",
        "p.yml:2:63: a second step with the id 'x'"
      ),
      (
        "sources: a.png\nsteps: [convert: {to: srgb}]\noverrides: [{paths: a, skip: convrt}]",
        "p.yml:3:30: no step has the id 'convrt' (did you mean 'convert'?)"
      ),
      ("version: 2\nsources: a.png\nsteps: []", "p.yml:1:10: 'version' takes a whole number from 1 to 1"),
      ("", "p.yml: is empty"),
    ])
  func mistakes(text: String, message: String) {
    let error = #expect(throws: ConfigurationError.self) { try BatchConfiguration(yaml: text, path: "p.yml") }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test(
    "scalars without quotes mean what YAML 1.2 says, and some what YAML 1.1 says",
    arguments: [
      ("~", .null), ("", .null), ("Null", .null), ("nUll", .text), ("tRuE", .boolean(true)),
      ("off", .boolean(false)), ("y", .text), ("-12", .integer(-12)), ("1_000", .integer(1000)),
      ("0x1F", .integer(31)), ("0b11", .integer(3)), ("0o17", .integer(15)), ("017", .integer(15)),
      ("08", .number(8)), ("1e3", .number(1000)), (".5", .number(0.5)), ("-.INF", .number(-.infinity)),
      ("16:9", .text), ("9223372036854775808", .number(0x1p63)), ("_", .text), ("0x", .text),
    ] as [(String, ConfigurationNode.Scalar.Meaning)])
  func plainScalars(text: String, meaning: ConfigurationNode.Scalar.Meaning) throws {
    let node = try ConfigurationNode(yaml: "- \(text)\n- '\(text)'", path: "p.yml", remedy: "")
    let meanings = node.elements.map { element -> ConfigurationNode.Scalar.Meaning? in
      if case .scalar(let scalar) = element.value { scalar.meaning } else { nil }
    }
    #expect(meanings == [meaning, .text])
  }

  @Test("hostile YAML is refused instead of eating the memory or the stack")
  func hostile() {
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let alias = "*a\(level - 1)"
      bomb += "a\(level): &a\(level) [\(Array(repeating: alias, count: 9).joined(separator: ", "))]\n"
    }
    for text in [bomb, String(repeating: "[", count: 200_000), String(repeating: "- ", count: 100_000)] {
      #expect(throws: ConfigurationError.self) { try BatchConfiguration(yaml: text, path: "p.yml") }
    }
  }

  @Test("options that contradict each other, and unknown spaces, are told with their place")
  func contradictions() throws {
    for (text, message) in [
      ("to: adobe-rgb\n      tag: cicp", "p.yml:5:12: 'tag': cicp"),
      ("to: sgrb", "p.yml:4:11: no colour space is called 'sgrb' (did you mean 'srgb'?)"),
    ] {
      let yaml = "sources: a.png\nsteps:\n  - convert:\n      \(text)"
      let configuration = try BatchConfiguration(yaml: yaml, path: "p.yml")
      var planner = BatchPlanner(configuration, limits: .init(), state: BatchState())
      let error = #expect(throws: ConfigurationError.self) { _ = try planner.plan() }
      #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }
  }

  // MARK: JSON Schema

  @Test("the published schema names every key of the parser, and no other")
  func schemaKeys() throws {
    let schema = try JSONValue(parsing: Array(BatchConfiguration.jsonSchema(ProgramSteps()).utf8))
    let format = PipelineFormat(ProgramSteps())
    #expect(
      schema["properties"]?.members.map(\.name).sorted() == format.file.fields.map(\.name).sorted())
    let convert = schema["properties"]?["steps"]?["items"]?["properties"]?["convert"]
    #expect(
      convert?["properties"]?.members.map(\.name).sorted()
        == format.options[.convert]?.filter { $0.remedy == nil }.map(\.name).sorted())
    #expect(schema["required"] == nil)
  }

  @Test(
    "schema and parser take and refuse the same files",
    arguments: [
      "sources: a.png\nsteps: [convert: {to: srgb}]",
      "sources: [a.png, b.png]\nsteps: [{convert: {to: srgb, depth: 8}, id: x}]",
      "sources: a.png\nsteps: [convert: {to: srgb, depth: '8'}]",
      "sources: a.png\nsteps: [convert: {to: srgb, depth: 9}]",
      "sources: a.png\nsteps: [convert: {to: srgb, metadata: [exif, text]}]",
      "sources: a.png\nsteps: [convert: {to: srgb, metadata: [exif, texts]}]",
      "sources: a.png\nsteps: [convert: {to: srgb, black-point-compensation: false}]",
      "sources: a.png\nsteps: [convert: {to: srgb, black-point-compensation: maybe}]",
      "sources: 3\nsteps: [convert: {to: srgb}]", "sources: ''\nsteps: [convert: {to: srgb}]",
      "sources: []\nsteps: [convert: {to: srgb}]", "sources: a.png\nsteps: []",
      "sources: a.png\nsteps: [{id: x}]",
      "sources: a.png\nsteps: [soften: {white: 0.5}]", "sources: a.png\nsteps: [soften: {white: true}]",
      "sources: a.png\nsteps: [check: {viewing-distance: 50, ppi: 220}]",
      "sources: a.png\nsteps: [check: {viewing-distance: 20in, ppi: 220.5}]",
      "sources: a.png\nsteps: [check: {viewing-distance: [20in], ppi: 220}]",
      "sources: a.png", "sources: a.png\nsteps: [convert: {to: srgb}]\njobs: 0",
      "sources: a.png\nsteps: [convert: {to: srgb}]\njobs: 8\nprofiles: {press: p.icc}",
      "sources: a.png\nsteps: [convert: {to: srgb}]\nprofiles: {press: 3}",
      "sources: a.png\nsteps: [convert: {to: srgb}]\noverrides: [{paths: [a, b], convert: {depth: keep}}]",
      "sources: a.png\nsteps: [convert: {to: srgb}]\noverrides: [{convert: {depth: keep}}]",
      "sources: a.png\nsteps: [convert: {to: srgb}]\nextra: 1",
    ])
  func schemaAgrees(text: String) throws {
    let node = try ConfigurationNode(yaml: text, path: "p.yml", remedy: "")
    let isValid =
      (try? SchemaType.object(PipelineFormat(ProgramSteps()).file).validate(
        node, at: "pipeline", path: "p.yml")) != nil
    #expect(JSONSchemaOracle(PipelineFormat(ProgramSteps()).jsonSchema).accepts(node.json) == isValid)
  }
}

/// The part of JSON Schema that our schema uses, straight from its specification.
private struct JSONSchemaOracle {
  let schema: JSONValue

  init(_ schema: JSONValue) { self.schema = schema }

  func accepts(_ value: JSONValue) -> Bool {
    for member in schema.members {
      guard accepts(value, keyword: member.name, argument: member.value) else { return false }
    }
    return true
  }

  private func accepts(_ value: JSONValue, keyword: String, argument: JSONValue) -> Bool {
    switch keyword {
    case "type":
      let types = argument.string.map { [$0] } ?? argument.elements.compactMap(\.string)
      return types.contains(typeName(value)) || (types.contains("number") && typeName(value) == "integer")
    case "enum": return argument.elements.contains(value)
    case "minLength": return value.string.map { !$0.isEmpty } ?? true
    case "minItems":
      if case .array(let elements) = value { return !elements.isEmpty }
      return true
    case "minimum": return number(value).map { $0 >= (number(argument) ?? 0) } ?? true
    case "maximum": return number(value).map { $0 <= (number(argument) ?? 0) } ?? true
    case "items": return value.elements.allSatisfy { JSONSchemaOracle(argument).accepts($0) }
    case "anyOf": return argument.elements.contains { JSONSchemaOracle($0).accepts(value) }
    case "oneOf": return argument.elements.count { JSONSchemaOracle($0).accepts(value) } == 1
    case "required": return argument.elements.allSatisfy { value[$0.string ?? ""] != nil }
    case "properties":
      return value.members.allSatisfy { member in
        argument[member.name].map { JSONSchemaOracle($0).accepts(member.value) } ?? true
      }
    case "additionalProperties":
      let known = Set(schema["properties"]?.members.map(\.name) ?? [])
      return value.members.allSatisfy { member in
        known.contains(member.name)
          || (argument != .boolean(false) && JSONSchemaOracle(argument).accepts(member.value))
      }
    case "$schema", "title", "description", "examples": return true
    default:
      Issue.record("the oracle does not know the keyword \(keyword)")
      return false
    }
  }

  private func number(_ value: JSONValue) -> Double? {
    if case .number(let text) = value { Double(text) } else { nil }
  }

  private func typeName(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .boolean: "boolean"
    case .number(let text): Int(text) == nil ? "number" : "integer"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

extension ConfigurationNode {
  /// What a YAML reader hands to a JSON Schema validator.
  fileprivate var json: JSONValue {
    switch value {
    case .list(let elements): .array(elements.map(\.json))
    case .mapping(let entries): .object(entries.map { ($0.key, $0.value.json) })
    case .scalar(let scalar):
      switch scalar.meaning {
      case .text: .string(scalar.text)
      case .integer(let number): .number("\(number)")
      case .number(let number): .number("\(number)")
      case .boolean(let flag): .boolean(flag)
      case .null: .null
      }
    }
  }
}
