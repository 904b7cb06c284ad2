import ColorManagement
import Pixels

/// The executor of a plan, ready to run on strips from any thread.
enum PixelExecutor: Sendable {
  case identity
  case matrix(PixelConverter)
  /// The kernel converts with clipping, then the pixels that the mapping touches are done again.
  case mapped(PixelConverter, GamutMappedConverter)
  case lcms(ColorTransform)

  /// - Throws: `ConversionError.color` when LittleCMS refuses, or when a gamut mapping other than clipping is
  ///   asked for and the profiles are no RGB matrix profiles.
  init(_ plan: ConversionPlan, mapping: GamutMapping, path: String) throws(ConversionError) {
    do throws(ColorError) {
      try self.init(plan, mapping: mapping)
    } catch {
      throw .color(path, error)
    }
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
