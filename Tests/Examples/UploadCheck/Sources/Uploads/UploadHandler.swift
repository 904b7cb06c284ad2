import P3Kit

/// Checks images that strangers send. Any web framework can call it: it takes the body of a request, and gives a status
/// with a body for the response.
public actor UploadHandler {
  /// What one upload may take of the server.
  public struct Limits: Sendable {
    /// Bytes of the file.
    public var bytes = 20 << 20
    /// Width times height.
    public var pixels = 50_000_000
    /// Bytes of memory while it is looked at.
    public var memory = 256 << 20
    /// How long that may take, waiting not counted.
    public var time = Duration.seconds(10)
    /// Uploads that are looked at at once; others wait.
    public var uploadsAtOnce = 2
    /// Uploads that may wait; others are sent away.
    public var waiting = 16

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
  private var inWork = 0
  private var queue: [CheckedContinuation<Void, Never>] = []

  /// A handler with these limits.
  public init(limits: Limits = Limits()) {
    self.limits = limits
    var request = CheckRequest()
    request.limits = .untrusted
    request.limits.maxPixels = limits.pixels
    request.limits.maxMemory = limits.memory
    check = ImageCheck(request)
  }

  /// The answer to an upload of `body`.
  public func respond(to body: [UInt8]) async -> Response {
    guard body.count <= limits.bytes else {
      return Response(status: 413, lines: ["more than \(limits.bytes) bytes"])
    }
    guard await takePlace() else { return Response(status: 503, lines: ["busy: try again later"]) }
    defer { givePlaceBack() }
    do {
      let report = try await report(on: body)
      return Response(status: 200, lines: report.findings.map { "\($0.level): \($0.message)" })
    } catch .cancelled {
      return Response(status: 503, lines: ["takes too long"])
    } catch .png(let error) {
      // Over a limit of pixels or memory, no PNG, or damaged.
      return Response(status: error.isOverLimit ? 413 : 422, lines: [error.statement])
    } catch {
      return Response(status: 422, lines: [error.description])
    }
  }

  /// The report, or `ImageError.cancelled` when it takes too long or the client has gone.
  private nonisolated func report(on body: [UInt8]) async throws(ImageError) -> CheckReport {
    let check = check
    let work = Task {
      // One thread for an upload, so that many get on; the report is the same.
      await Result { () async throws(ImageError) in
        try await check.check(.bytes(body, name: "upload.png"), budget: StripPermits(jobs: 1))
      }
    }
    let clock = Task { [time = limits.time] in
      try await Task.sleep(for: time)
      work.cancel()
    }
    defer { clock.cancel() }
    return try await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      work.cancel()
    }.get()
  }

  // MARK: Places

  private func takePlace() async -> Bool {
    if inWork < limits.uploadsAtOnce {
      inWork += 1
      return true
    }
    guard queue.count < limits.waiting else { return false }
    // Who leaves hands over the place.
    await withCheckedContinuation { queue.append($0) }
    return true
  }

  private func givePlaceBack() {
    if queue.isEmpty { inWork -= 1 } else { queue.removeFirst().resume() }
  }
}

extension Result {
  /// What asynchronous work returns or throws.
  fileprivate init(catching body: () async throws(Failure) -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
