#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Folders that outputs go into.
enum Folders {
  /// Makes `path` and its parents where they are missing; an empty path is the current folder.
  static func create(_ path: String) throws(FileError) {
    guard !path.isEmpty, FileStatus(path: path) == nil else { return }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw FileError(path: path, code: Self.code(of: error))
    }
  }

  private static func code(of error: any Error) -> Int32 {
    switch (error as? CocoaError)?.code {
    case CocoaError.fileWriteNoPermission?: EACCES
    case CocoaError.fileWriteVolumeReadOnly?: EROFS
    case CocoaError.fileWriteOutOfSpace?: ENOSPC
    case CocoaError.fileWriteFileExists?: ENOTDIR
    default: errno == 0 ? EIO : errno
    }
  }
}
