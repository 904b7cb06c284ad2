import Checking
import ImageFiles
import PNGCodec

/// The step `diff`: compares each image with the one of the same path in a folder, as `p3tool diff` does.
struct DiffStep: PipelineStep {
  /// What the options of the step decide.
  struct Settings: LimitedSettings {
    /// The folder of the images as they were, relative to the pipeline's.
    var before = ""
    var preset = DifferencePreset.visible
    var threshold: Double?
    var maxPixels: Int?
    var maxShare: Double?
    var ignoresAntialiasing = false
    var ignored: [ImageRegion] = []
    var mask: MaskFile?
    var failOn: [DifferencePolicy.Condition] = [.level(.error)]
    var stepLimits = StepLimits()
  }

  /// The options of `p3tool diff`, and the folder that is its first argument.
  static let table = StepTable(.diff, Settings()) {
    StepOption(
      "before", \.before, .folder(example: "reference"),
      "The folder of the images as they were, by the same paths; relative to this file", isRequired: true)
    StepOption("preset", \.preset, .choice, "The limits for a purpose")
    StepOption(
      "threshold", \.threshold, OptionValue.number(NumberRange(lower: 0, upper: 100)).optional,
      "Colour difference (CIEDE2000) from which a pixel counts", absence: "default: the preset's",
      example: "1")
    StepOption(
      "max-pixels", \.maxPixels, OptionValue.integer(0...Int.max).optional, "So many pixels may differ",
      absence: "default: 0", example: "10")
    StepOption(
      "max-share", \.maxShare, OptionValue.share.optional,
      "Such a share of the compared pixels may differ, as 0.01 or 1%", example: "0.01")
    StepOption(
      "ignore-antialiasing", \.ignoresAntialiasing, .flag, "Edges may move by a fraction of a pixel")
    StepOption("ignore", \.ignored, OptionValue.box.list, "Do not compare these boxes: x,y,w,h in pixels")
    StepOption(
      "mask", \.mask, OptionValue.mask.optional,
      "Do not compare the light pixels of this picture, of the images' size")
    StepOption(
      "fail-on", \.failOn, OptionValue.differenceCondition.list,
      "Levels or rules that make the run exit with 1")
    Settings.pixelsOption(named: "max-image-pixels")
    Settings.memoryOption
  }

  let request: DifferenceRequest
  let policy: DifferencePolicy
  let recipe: String
  /// The folder of the images as they were, relative to the pipeline's.
  private let before: String

  init(
    _ values: StepValues, in configuration: BatchConfiguration, limits: PNGLimits
  ) throws(ConfigurationError) {
    let settings = try Self.table.settings(values, in: configuration)
    if let node = values["before"] { try configuration.check(settings.before, node) }
    if settings.preset == .exact, let node = values["threshold"] {
      throw configuration.error(
        at: node.place, "'threshold' has no meaning with the preset exact, which compares samples")
    }
    var request = DifferenceRequest(settings.preset)
    if let threshold = settings.threshold { request.threshold = threshold }
    request.maxPixels = settings.maxPixels
    request.maxShare = settings.maxShare
    if settings.ignoresAntialiasing { request.ignoresAntialiasing = true }
    request.ignoredBoxes = settings.ignored
    request.mask = settings.mask.map { .file($0.path) }
    request.limits = settings.stepLimits.applied(to: limits)
    request.limits.maxPixelsOption = "max-image-pixels"
    self.request = request
    policy = DifferencePolicy(conditions: settings.failOn)
    before = settings.before
    recipe = Self.table.key(settings)
  }

  var targetName: String? { nil }

  var rules: [StepRule] {
    DifferenceRule.allCases.filter { $0 != .missing }.map { StepRule($0, request.preset) }
  }

  func outputs(for source: PipelineSource, named: String?) throws(OutputConflict) -> [String] { [] }

  func comparedFile(for input: String) -> String? { FilePath.normalized(FilePath.join(before, input)) }

  func perform(_ task: StepTask) async throws(ImageError) -> StepWork {
    guard let other = task.compared else { preconditionFailure("a comparison has two images") }
    guard FileStatus(path: other) != nil else {
      // An image that an earlier step left alone has no output, and nothing is wanted for it.
      return work(task, task.isLeftAlone ? [] : [.withoutCounterpart(other)], notes: [])
    }
    let report = try await ImageDifference(request).compare(
      .file(other), .file(task.input), budget: task.budget)
    return work(task, report.findings, notes: report.notes)
  }

  private func work(_ task: StepTask, _ findings: [DifferenceFinding], notes: [String]) -> StepWork {
    StepWork(
      result: StepResult(
        bytesIn: task.byteCount, notes: notes, findings: findings.map { StepFinding($0) },
        failures: findings.filter(policy.fails).map(\.fingerprint)),
      written: [])
  }
}

// Values of comparisons.

/// The picture of what is not compared, with what tells one such file from another.
struct MaskFile: Sendable {
  /// As messages name it.
  let path: String
  /// Of the file's bytes.
  let hash: ContentHash
}

extension OptionValue<MaskFile> {
  /// A picture, relative to the pipeline's folder.
  fileprivate static var mask: OptionValue {
    file(example: "mask.png", key: { "\($0.hash)" }) { path in
      MaskFile(path: path, hash: try ContentHash(file: path))
    }
  }
}

extension OptionValue<Double> {
  /// `0.01` or `1%`.
  fileprivate static var share: OptionValue {
    OptionValue(
      .either(.text(examples: ["1%", "0.5%"]), .number(NumberRange(lower: 0, upper: 1))), key: { "\($0)" },
      read: { (text) throws(ConfigurationError) in
        guard let share = DifferenceRequest.share(text.text) else {
          throw text.error("'\(text.name)' takes a share such as 0.01 or 1%, not '\(text.text)'")
        }
        return share
      })
  }
}

extension OptionValue<ImageRegion> {
  /// `x,y,w,h`.
  fileprivate static var box: OptionValue {
    OptionValue(
      .text(examples: ["0,0,100,20", "10,10,5,5"]),
      key: { "\($0.x),\($0.y),\($0.width),\($0.height)" },
      read: { (text) throws(ConfigurationError) in
        guard let box = DifferenceRequest.box(text.text) else {
          throw text.error("'\(text.name)' takes boxes such as 0,0,100,20, not '\(text.text)'")
        }
        return box
      })
  }
}

extension OptionValue<DifferencePolicy.Condition> {
  /// A level, a rule, or `none`.
  fileprivate static var differenceCondition: OptionValue {
    OptionValue(
      .text(
        examples: FindingLevel.allCases.map(\.rawValue) + ["none"] + DifferenceRule.allCases.map(\.rawValue)),
      key: { $0.text },
      read: { (text) throws(ConfigurationError) in
        do {
          return try DifferencePolicy.Condition(text.text)
        } catch {
          throw text.error("'\(text.name)': \(error)")
        }
      })
  }
}
