// Opening an image wherever it comes from.
import PNGCodec

extension ImageSource {
  /// A reader that has read up to the image data.
  func openReader(limits: PNGLimits) throws(ConversionError) -> PNGReader {
    do throws(PNGError) {
      switch self {
      case .file(let path): return try PNGReader(path: path, limits: limits)
      case .standardInput: return try PNGReader(fileDescriptor: 0, name: name, limits: limits)
      }
    } catch {
      throw .png(error)
    }
  }
}
