// The functions are described in p3kit.h, which names them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import CP3Kit
import P3Kit

// The commands on one PNG.

@c @implementation
public func p3_png_convert(
  _ source: p3_source, _ options: UnsafePointer<CChar>?, _ png: UnsafeMutablePointer<p3_bytes>!,
  _ report: TextPlace?, _ error: TextPlace?
) -> CInt {
  unsafe attempt(error) {
    var options = try unsafe CallOptions(options)
    guard let space = try options.space("to") else {
      throw Misuse("option 'to' is missing: the space to convert to")
    }
    var request = ConversionRequest(target: .space(space))
    request.sourceOverride = try options.space("from")?.profile
    if let assumed = try options.space("assume") { request.assumedProfile = assumed.profile }
    if let mapping = try options.choice("gamut", GamutMapping.self) { request.gamutMapping = mapping }
    request.knee = try options.number("knee", in: 0...1)
    if let intent = try options.choice("intent", RenderingIntent.self) { request.intent = intent }
    if let isOn = try options.flag("black-point-compensation") { request.blackPointCompensation = isOn }
    if let depth = try options.choice("depth", OutputDepth.self) { request.depth = depth }
    if let dither = try options.choice("dither", Dither.self) { request.dither = dither }
    if let tagging = try options.choice("tag", ColorTagging.self) { request.tagging = tagging }
    if let level = try options.choice("compression", PNGWriteOptions.Compression.self) {
      request.compression = level
    }
    if let reduces = try options.flag("reduce") { request.reduces = reduces }
    request.limits = try options.limits()
    let settings = OutputSettings(budget: try options.permits())
    try options.finish()
    let image = try unsafe ImageSource(source)
    let output = ImageInMemory()
    let made = try wait { [request] in
      try await ImageConversion(request).convert(image, to: .memory(output), settings: settings)
    }
    try unsafe hand(output, to: png)
    try unsafe put(made, at: report)
  }
}

@c @implementation
public func p3_png_check(
  _ source: p3_source, _ options: UnsafePointer<CChar>?, _ report: TextPlace?, _ error: TextPlace?
) -> CInt {
  unsafe attempt(error) {
    var options = try unsafe CallOptions(options)
    var request = CheckRequest()
    if let space = try options.space("target") { request.target = .space(space) }
    if let depth = try options.choice("target-depth", TargetDepth.self) { request.targetDepth = depth }
    if let pixels = try options.number("pixels-per-degree", in: 1...10_000) {
      request.viewing = BandingOptions(pixelsPerDegree: pixels)
    }
    request.backgrounds += try options.texts("background").flatMap { try BackgroundColor.named($0) }
    request.rules = RuleSelection(only: try rules("only", &options), skip: try rules("skip", &options))
    request.limits = try options.limits()
    let permits = try options.permits()
    try options.finish()
    let image = try unsafe ImageSource(source)
    try unsafe put(
      wait { [request] in try await ImageCheck(request).check(image, budget: permits) }, at: report)
  }
}

private func rules(_ name: String, _ options: inout CallOptions) throws -> [Rule] {
  try options.texts(name).map { try Rule.named($0) }
}

@c @implementation
public func p3_png_inspect(
  _ source: p3_source, _ options: UnsafePointer<CChar>?, _ report: TextPlace?, _ error: TextPlace?
) -> CInt {
  unsafe attempt(error) {
    var options = try unsafe CallOptions(options)
    let inspection = ImageInspection(limits: try options.limits())
    try options.finish()
    let image = try unsafe ImageSource(source)
    try unsafe put(
      wait { try await inspection.inspect(image, budget: StripPermits(jobs: 1)).report }, at: report)
  }
}

@c @implementation
public func p3_png_diff(
  _ before: p3_source, _ after: p3_source, _ options: UnsafePointer<CChar>?, _ report: TextPlace?,
  _ error: TextPlace?
) -> CInt {
  unsafe attempt(error) {
    var options = try unsafe CallOptions(options)
    var request = DifferenceRequest(try options.choice("preset", DifferencePreset.self) ?? .visible)
    if let threshold = try options.number("threshold", in: 0...1000) { request.threshold = threshold }
    request.maxPixels = try options.count("max-pixels", from: 0)
    request.maxShare = try options.number("max-share", in: 0...1)
    if let ignores = try options.flag("ignore-antialiasing") { request.ignoresAntialiasing = ignores }
    request.ignoredBoxes = try options.boxes("ignore")
    let permits = try options.permits()
    try options.finish()
    let (first, second) = (try unsafe ImageSource(before), try unsafe ImageSource(after))
    let made = try wait { [request] in
      try await ImageDifference(request).compare(first, second, budget: permits)
    }
    try unsafe put(made, at: report)
  }
}

@c @implementation
public func p3_png_soften(
  _ source: p3_source, _ options: UnsafePointer<CChar>?, _ png: UnsafeMutablePointer<p3_bytes>!,
  _ report: TextPlace?, _ error: TextPlace?
) -> CInt {
  unsafe attempt(error) {
    var options = try unsafe CallOptions(options)
    var softening = SofteningOptions()
    if let mode = try options.choice("mode", SofteningMode.self) { softening.mode = mode }
    if let white = try options.number("white", in: 0.001...1) { softening.whiteLuminance = white }
    if let background = try options.text("on") {
      softening.background = try BackgroundColor(background).encoded
    }
    var image = ImageSoftening(softening)
    if let depth = try options.choice("depth", OutputDepth.self) { image.depth = depth }
    image.dither = try options.choice("dither", Dither.self)
    if let level = try options.choice("compression", PNGWriteOptions.Compression.self) {
      image.compression = level
    }
    image.limits = try options.limits()
    image.copiesUnchanged = true
    let settings = OutputSettings(budget: try options.permits())
    try options.finish()
    let input = try unsafe ImageSource(source)
    let output = ImageInMemory()
    let made = try wait { [image] in try await image.soften(input, to: .memory(output), settings: settings) }
    try unsafe hand(output, to: png)
    try unsafe put(made, at: report)
  }
}

/// Copies a complete image to a caller.
func hand(_ image: ImageInMemory, to place: UnsafeMutablePointer<p3_bytes>?) throws {
  guard let place = unsafe place, let bytes = image.bytes else { return }
  unsafe place.pointee = try copied(bytes)
}
