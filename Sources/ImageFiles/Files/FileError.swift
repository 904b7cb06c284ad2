/// What the operating system said of a file, with the path and what to do about it.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path as the user gave it, or the temporary name beside it.
  public let path: String

  /// The `errno` of the failed call.
  public let code: Int32

  /// The failure `code` of a call on `path`.
  public init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }

  /// Whether the reader of a pipe went away (EPIPE): no error to the user.
  public var isBrokenPipe: Bool { code == ErrorNumber.brokenPipe }

  /// `path: fact (remedy)`.
  public var description: String {
    let words = "\(path.printableName): \(fact)"
    return remedy.map { "\(words) (\($0))" } ?? words
  }

  /// What happened, in the operating system's words.
  package var fact: String {
    code == ErrorNumber.badDescriptor ? "is closed" : SystemCall.text(ofError: code)
  }

  private var remedy: String? {
    switch code {
    case ErrorNumber.notFound: "is the path spelled right?"
    case ErrorNumber.exists: "add --force to replace it"
    case ErrorNumber.isFolder: "give a file, or a folder together with --recursive"
    case ErrorNumber.accessDenied, ErrorNumber.notPermitted:
      "check the permissions of the file and its folder"
    case ErrorNumber.readOnlyFileSystem: "choose an output on a writable file system with -o"
    case ErrorNumber.noSpace, ErrorNumber.overQuota:
      "free some space or choose another folder with -o; nothing was left behind"
    case ErrorNumber.tooManyOpenFiles, ErrorNumber.tooManyOpenFilesInSystem:
      "lower --jobs or raise the limit of open files"
    case ErrorNumber.badDescriptor: "redirect it, to /dev/null if it is not wanted"
    case ErrorNumber.notAFolder: "a part of the path is a file, not a folder"
    default: nil
    }
  }
}
