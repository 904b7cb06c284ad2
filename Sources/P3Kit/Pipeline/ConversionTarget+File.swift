// ICC files as targets and sources.
import ColorManagement

extension ConversionTarget {
  /// The profile in the ICC file at `path`.
  ///
  /// - Throws: `ConversionError.file` when it cannot be read, `ConversionError.color` when it is no profile
  ///   that images can have.
  public static func profile(file path: String) throws(ConversionError) -> ConversionTarget {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try WholeFile.read(path, limit: ICCProfile.maximumByteCount)
    } catch {
      throw .file(error)
    }
    do throws(ColorError) {
      return .profile(try ICCProfile(bytes: bytes), stem: FilePathParts(path).stem)
    } catch {
      throw .color(path, error)
    }
  }
}
