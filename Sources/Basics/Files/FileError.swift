import Pixels

/// An error of the operating system about a file: the path, the fact and the remedy.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path as the user gave it, or the temporary name beside it.
  public let path: String

  /// The `errno` of the failed call.
  public let code: Int32

  /// Why p3tool did not make the call; nil if the operating system refused it.
  let refusal: TrustedFolders.Refusal?

  /// The error `code` of a call on `path`.
  package init(path: String, code: Int32) {
    (self.path, self.code, refusal) = (path, code, nil)
  }

  /// A call on `path` that was not made.
  package init(path: String, refusal: TrustedFolders.Refusal) {
    (self.path, self.refusal) = (path, refusal)
    code = ErrorNumber.accessDenied
  }

  private init(path: String, code: Int32, refusal: TrustedFolders.Refusal?) {
    (self.path, self.code, self.refusal) = (path, code, refusal)
  }

  /// The same error about another path.
  func at(_ path: String) -> FileError { FileError(path: path, code: code, refusal: refusal) }

  /// Whether the reader of a pipe closed it (EPIPE), which users need not see.
  package var isBrokenPipe: Bool { code == ErrorNumber.brokenPipe }

  /// `path: fact (remedy)`.
  public var description: String {
    let words = "\(path.printableName): \(fact)"
    return remedy.map { "\(words) (\($0))" } ?? words
  }

  /// The fact, in the operating system's words.
  package var fact: String {
    if let refusal { return refusal.fact }
    return code == ErrorNumber.badDescriptor ? "is closed" : SystemCall.text(ofError: code)
  }

  private var remedy: String? {
    if let refusal { return refusal.remedy }
    return switch code {
    case ErrorNumber.notFound: "is the path spelled right?"
    case ErrorNumber.exists: Wording.current.replacing
    case ErrorNumber.isFolder: "give a file\(Wording.current.folder)"
    case ErrorNumber.accessDenied, ErrorNumber.notPermitted:
      "check the permissions of the file and its folder"
    case ErrorNumber.readOnlyFileSystem: "choose an output on a writable file system\(Wording.current.output)"
    case ErrorNumber.noSpace, ErrorNumber.overQuota:
      "free some space or choose another folder\(Wording.current.output); nothing was left behind"
    case ErrorNumber.tooManyOpenFiles, ErrorNumber.tooManyOpenFilesInSystem:
      "\(Wording.current.fewerFiles) or raise the limit of open files"
    case ErrorNumber.badDescriptor: "redirect it, to /dev/null if it is not wanted"
    case ErrorNumber.notAFolder: "a part of the path is a file, not a folder"
    default: nil
    }
  }
}

extension TrustedFolders.Refusal: CustomStringConvertible {
  /// The reason for the refusal.
  var fact: String {
    switch self {
    case .outside(let folder): "leads out of the pipeline's folder, \(folder.printableName)"
    case .link: "is a symbolic link or lies behind one, and a pipeline writes through none"
    case .versionControl(let name): "lies in \(name.printable), which no pipeline may use"
    case .hidden: "a pipeline writes no file whose name begins with a dot"
    case .noFile: "is no regular file, and a pipeline reads nothing else"
    case .tooMuch(let limit): "the run would write more than \(ByteCount.text(limit))"
    }
  }

  fileprivate var remedy: String? {
    switch self {
    case .outside: "allow its folder with --allow-outside on the command line, if you trust the pipeline"
    case .link: "name the folder or file that it leads to"
    case .versionControl, .hidden: "choose another name"
    case .noFile: nil
    case .tooMuch: "allow more with --max-output, if you trust the pipeline"
    }
  }

  /// `fact (remedy)`.
  package var description: String { remedy.map { "\(fact) (\($0))" } ?? fact }
}
