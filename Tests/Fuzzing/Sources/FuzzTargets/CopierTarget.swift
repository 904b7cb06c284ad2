import CodecTargets
@testable import PNGCodec

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The chunk copier that `assign` uses: whatever the bytes are, it copies them or throws, and what could be read before
/// can be read afterwards.
enum CopierTarget {
  static func run(_ bytes: [UInt8], isReadable: Bool, limits: PNGLimits) {
    guard let input = tmpfile(), let output = tmpfile() else { fatalError("no scratch file: errno \(errno)") }
    defer {
      fclose(input)
      fclose(output)
    }
    fwrite(bytes, 1, bytes.count, input)
    rewind(input)
    do {
      let changes = PNGChunkRewriter.Changes(
        adding: [PNGChunk(type: "sRGB", data: [0])], exifColorSpace: .sRGB)
      _ = try PNGChunkRewriter.rewrite(
        fileDescriptor: fileno(input), name: "fuzz", to: fileno(output), changes: changes, limits: limits)
      if isReadable { require(ReaderTarget.isReadable(contents(of: output)), "the copy cannot be read") }
    } catch {
      _ = "\(error)"
    }
  }

  private static func contents(of file: UnsafeMutablePointer<FILE>) -> [UInt8] {
    fseek(file, 0, SEEK_END)
    let count = ftell(file)
    rewind(file)
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, read in
      read = fread(bytes.baseAddress, 1, count, file)
    }
  }
}
