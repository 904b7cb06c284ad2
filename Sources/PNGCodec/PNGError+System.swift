// Names of the operating system's errors. No other file of PNGCodec imports the C library.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension PNGError {
  /// Whether the reader of a pipe closed it (EPIPE), where a program should end silently.
  package var isBrokenPipe: Bool {
    if case .system(code: EPIPE, text: _) = kind { return true }
    return false
  }
}

/// The name of the errno(3) value `code`: strerror(3).
func systemErrorText(_ code: Int32) -> String {
  guard let text = unsafe strerror(code) else { return "system error \(code)" }
  return unsafe String(cString: text)
}
