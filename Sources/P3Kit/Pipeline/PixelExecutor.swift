import ColorManagement
import Pixels

/// The executor of a plan, ready to run on strips from any thread.
enum PixelExecutor: Sendable {
  case identity
  case matrix(ReferenceConverter)
  case lcms(ColorTransform)

  init(_ plan: ConversionPlan, path: String) throws(ConversionError) {
    switch plan.executor {
    case .identity: self = .identity
    case .matrix(let conversion): self = .matrix(ReferenceConverter(conversion))
    case .lcms(let lcms):
      do throws(ColorError) { self = .lcms(try ColorTransform(lcms)) } catch { throw .color(path, error) }
    }
  }

  /// Converts every pixel of `strip` in place.
  func convert(_ strip: inout PixelBuffer) {
    switch self {
    case .identity: break
    case .matrix(let converter): converter.convert(&strip)
    case .lcms(let transform): transform.convert(&strip)
    }
  }
}
