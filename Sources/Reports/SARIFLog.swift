/// The parts of SARIF 2.1.0 (OASIS Standard, 27 March 2020) that code review reads, by their own names.
struct SARIFLog: Encodable {
  struct Message: Encodable {
    let text: String
  }

  struct ArtifactLocation: Encodable {
    /// A URI reference (RFC 3986): percent-encoded, with `/`.
    let uri: String
    /// `%SRCROOT%`, the repository, for relative references.
    let uriBaseId: String?
  }

  struct Region: Encodable {
    /// From 1. Images have no lines, but GitHub shows no result without one.
    let startLine = 1

    private enum CodingKeys: String, CodingKey { case startLine }
  }

  struct PhysicalLocation: Encodable {
    let artifactLocation: ArtifactLocation
    let region = Region()

    private enum CodingKeys: String, CodingKey { case artifactLocation, region }
  }

  struct Location: Encodable {
    let physicalLocation: PhysicalLocation
  }

  /// The box of the finding in pixels, in the property bag: SARIF has no regions of images.
  struct ResultProperties: Encodable {
    let x, y, width, height: Int
  }

  struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: Message
    let locations: [Location]
    let partialFingerprints: [String: String]
    let baselineState: String?
    let properties: ResultProperties?
  }

  struct Configuration: Encodable {
    let level: String
  }

  struct Help: Encodable {
    let text: String
  }

  struct ReportingDescriptor: Encodable {
    let id: String
    let shortDescription: Message
    let fullDescription: Message
    let help: Help
    let defaultConfiguration: Configuration
  }

  struct Driver: Encodable {
    let name = "p3tool"
    let semanticVersion = Version.current
    let rules: [ReportingDescriptor]

    private enum CodingKeys: String, CodingKey { case name, semanticVersion, rules }
  }

  struct Tool: Encodable {
    let driver: Driver
  }

  struct Notification: Encodable {
    let level = "error"
    let message: Message
    let locations: [Location]

    private enum CodingKeys: String, CodingKey { case level, message, locations }
  }

  struct Invocation: Encodable {
    let executionSuccessful: Bool
    let toolExecutionNotifications: [Notification]
  }

  struct Run: Encodable {
    let tool: Tool
    let invocations: [Invocation]
    let results: [Result]
    let columnKind = "unicodeCodePoints"

    private enum CodingKeys: String, CodingKey { case tool, invocations, results, columnKind }
  }

  let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  let version = "2.1.0"
  let runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }
}
