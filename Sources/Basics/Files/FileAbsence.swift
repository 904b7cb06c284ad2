/// Why a name in a folder leads to no file.
package enum FileAbsence {
  /// The problem and its remedy for a `path` without a `FileStatus`.
  package static func fact(of path: String) -> String {
    var code = ErrorNumber.notFound
    var refusal: TrustedFolders.Refusal?
    do throws(FileError) {
      try SystemCall.close(try SystemCall.open(path, for: .reading), path: path)
    } catch {
      (code, refusal) = (error.code, error.refusal)
    }
    if let refusal { return "\(refusal)" }
    if code == ErrorNumber.tooManyLinks { return "a cycle of links (exclude or mend it)" }
    guard code == ErrorNumber.notFound else {
      return "\(SystemCall.text(ofError: code)) (exclude or mend it)"
    }
    return SystemCall.isLink(path)
      ? "a link to nothing (exclude or mend it)" : "no such file (is the path in 'sources' right?)"
  }
}
