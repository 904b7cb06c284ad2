import ColorManagement
import Pixels
import Synchronization

/// The executor of a plan, ready to run on strips from any thread.
enum PixelExecutor: Sendable {
  case identity
  case matrix(PixelConverter)
  /// The kernel converts with clipping, then the pixels that the mapping touches are done again.
  case mapped(PixelConverter, GamutMappedConverter)
  case lcms(ColorTransform)

  /// - Throws: `ImageError.color` when LittleCMS refuses, or when a gamut mapping other than clipping is
  ///   asked for and the profiles are no RGB matrix profiles.
  init(_ plan: ConversionPlan, mapping: GamutMapping, path: String) throws(ImageError) {
    self = try ImageError.at(path) { () throws(ColorError) in try PixelExecutor(plan, mapping: mapping) }
  }

  /// Throws `ColorError` in the same cases.
  init(_ plan: ConversionPlan, mapping: GamutMapping) throws(ColorError) {
    switch plan.executor {
    case .identity:
      self = .identity
    case .matrix(let conversion) where conversion.isGray || mapping == .clip:
      self = .matrix(PixelConverter(conversion))
    case .matrix(let conversion):
      let mapper = try GamutMapper(mapping, source: plan.source, destination: plan.destination)
      self = .mapped(PixelConverter(conversion), GamutMappedConverter(conversion, mapper: mapper))
    case .lcms(let lcms):
      if mapping != .clip { _ = try plan.gamutConversion() }
      self = .lcms(try ColorTransform(lcms))
    }
  }

  /// The kernel that runs, for reports; nil where none does.
  var kernel: String? {
    switch self {
    case .matrix(let converter), .mapped(let converter, _): converter.kernelName
    case .identity, .lcms: nil
    }
  }

  /// Converts every pixel of `strip` in place, and counts what leaves the gamut in its rows from `top` on, where
  /// `scan`, of the same plan, is there to do it. A kernel does both in one pass.
  func convert(_ strip: inout PixelBuffer, counting scan: GamutScan?, from top: Int) -> GamutStripTally? {
    guard let scan else {
      convert(&strip)
      return nil
    }
    if case .matrix = self { return scan.convert(&strip, from: top) }
    let tally = scan.scan(strip.rows(from: top))
    convert(&strip)
    return tally
  }

  /// Converts every pixel of `strip` in place.
  func convert(_ strip: inout PixelBuffer) {
    switch self {
    case .identity: break
    case .matrix(let converter): converter.convert(&strip)
    case .mapped(let converter, let mapped):
      let source = strip.clone()
      converter.convert(&strip)
      mapped.remap(source, in: &strip)
    case .lcms(let transform): transform.convert(&strip)
    }
  }
}

/// The plans of one request with their executors, by the profile of the pixels: their tables cost more than a small
/// image, and the images of a run mostly share a few profiles.
final class PreparedConversions: Sendable {
  /// A plan, ready to run on any number of images.
  struct Prepared: Sendable {
    let plan: ConversionPlan
    let executor: PixelExecutor
  }

  private struct Key: Hashable {
    let source: ICCProfile
    let isGray: Bool
  }

  private let request: ConversionRequest
  /// Tables that gamut mappings need are several megabytes.
  private let cache = Mutex(BoundedCache<Key, Prepared>(capacity: 4))

  init(_ request: ConversionRequest) { self.request = request }

  /// The conversion of pixels tagged `source`, grey ones where `isGray`.
  func conversion(from source: ICCProfile, isGray: Bool) throws(ColorError) -> Prepared {
    try cache.withLock { cache throws(ColorError) in
      try cache.value(for: Key(source: source, isGray: isGray)) { () throws(ColorError) in
        try prepare(source, isGray)
      }
    }
  }

  private func prepare(_ source: ICCProfile, _ isGray: Bool) throws(ColorError) -> Prepared {
    let target = request.target.profile
    let plan = try ConversionPlan(
      source: source, destination: isGray ? target.grayCounterpart() : target, intent: request.intent,
      blackPointCompensation: request.blackPointCompensation, sourceIsGrayImage: isGray)
    return Prepared(plan: plan, executor: try PixelExecutor(plan, mapping: request.gamutMapping))
  }
}
