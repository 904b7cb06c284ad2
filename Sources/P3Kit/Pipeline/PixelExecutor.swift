import ColorManagement
import Pixels

/// The executor of a plan, ready to run on strips from any thread.
enum PixelExecutor: Sendable {
  case identity
  case matrix(PixelConverter)
  case lcms(ColorTransform)

  init(_ plan: ConversionPlan, path: String) throws(ConversionError) {
    switch plan.executor {
    case .identity: self = .identity
    case .matrix(let conversion): self = .matrix(PixelConverter(conversion))
    case .lcms(let lcms):
      do throws(ColorError) { self = .lcms(try ColorTransform(lcms)) } catch { throw .color(path, error) }
    }
  }

  /// The kernel that runs, for reports; nil where none does.
  var kernel: String? {
    if case .matrix(let converter) = self { return converter.kernelName }
    return nil
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
