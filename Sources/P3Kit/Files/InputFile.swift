/// Small inputs that are read in one piece.
public enum InputFile {
  /// The bytes of the file at `path`, at most `limit` of them.
  ///
  /// - Throws: `ConversionError.file` when it cannot be read or is larger.
  public static func read(_ path: String, limit: Int = 1 << 30) throws(ConversionError) -> [UInt8] {
    do throws(FileError) {
      return try WholeFile.read(path, limit: limit)
    } catch {
      throw .file(error)
    }
  }
}
