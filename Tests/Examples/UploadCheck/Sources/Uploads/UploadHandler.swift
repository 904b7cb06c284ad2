import P3Kit

/// Checks images that strangers send. Any web framework can call it: it takes the body of a request, and gives a status
/// with a body for the response.
public actor UploadHandler {
  /// What uploads may take of the server.
  public struct Limits: Sendable {
    /// Bytes of the file.
    public var bytes = 20 << 20
    /// Pixels and memory of an image.
    public var image = PNGLimits.untrusted
    /// How long one may take.
    public var time = Duration.seconds(10)
    /// Uploads that are looked at at once; others are sent away.
    public var uploadsAtOnce = 16

    /// The limits of a small server.
    public init() {}
  }

  /// What the server answers.
  public struct Response: Sendable, Equatable {
    /// The status of HTTP.
    public var status: Int
    /// What is the matter with the image; for 200 what its owner may want to know.
    public var lines: [String]
  }

  private let limits: Limits
  private let check: ImageCheck
  /// Strips of all uploads: one of each, so that many get on, and large images wait for memory.
  private let budget = StripPermits(jobs: 1, memory: 512 << 20)
  private var inWork = 0

  /// A handler with these limits.
  public init(limits: Limits = Limits()) {
    self.limits = limits
    var request = CheckRequest()
    request.limits = limits.image
    check = ImageCheck(request)
  }

  /// The answer to an upload of `body`.
  public func respond(to body: [UInt8]) async -> Response {
    guard body.count <= limits.bytes else {
      return Response(status: 413, lines: ["more than \(limits.bytes) bytes"])
    }
    guard inWork < limits.uploadsAtOnce else {
      return Response(status: 503, lines: ["busy: try again later"])
    }
    inWork += 1
    defer { inWork -= 1 }
    do {
      let findings = try await report(on: body)?.findings
      return findings.map { Response(status: 200, lines: $0.map { "\($0.level): \($0.message)" }) }
        ?? Response(status: 503, lines: ["takes too long"])
    } catch ImageError.png(let error) {
      // Over a limit of pixels or memory, no PNG, or damaged.
      return Response(status: error.isOverLimit ? 413 : 422, lines: [error.statement])
    } catch {
      return Response(status: Task.isCancelled ? 503 : 422, lines: ["\(error)"])
    }
  }

  /// The report; nil when it takes too long.
  private nonisolated func report(on body: [UInt8]) async throws -> CheckReport? {
    try await withThrowingTaskGroup(of: CheckReport?.self) { group in
      group.addTask { try await self.check.check(.bytes(body, name: "upload.png"), budget: self.budget) }
      group.addTask {
        try await Task.sleep(for: self.limits.time)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}
