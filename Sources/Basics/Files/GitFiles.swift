/// What Git knows of the files of a folder. The program `git` is run without a shell, and so that a repository can make it
/// run or fetch nothing.
package enum GitFiles {
  /// Why the files that have changed are not known.
  package enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
    case notARevision(String)
    case noRepository(folder: String)
    case failed(folder: String)

    /// The fact with its remedy.
    package var description: String {
      switch self {
      case .notARevision(let name):
        "Git knows no commit '\(name.printable)' (is it fetched? a shallow clone has few)"
      case .noRepository(let folder):
        "\(folder.isEmpty ? "the current folder" : folder): is in no Git repository"
      case .failed(let folder):
        "\(folder.isEmpty ? "the current folder" : folder): git does not list its files (is it installed, and does it own the repository?)"
      }
    }
  }

  /// Files and folders below `folder` that `.gitignore` and its like leave out and Git does not track, relative to
  /// `folder`; empty outside of repositories, and where there is no Git.
  static func ignored(below folder: String) -> Set<String> {
    guard RepositoryPath.root(above: folder) != nil,
      let names = names(
        ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"], in: folder)
    else { return [] }
    return Set(names.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 })
  }

  /// Files below `folder`, relative to it, that differ from where the branch left `revision`, and those that are new;
  /// sorted.
  package static func changed(since revision: String, below folder: String) throws(Failure) -> [String] {
    guard RepositoryPath.root(above: folder) != nil else { throw .noRepository(folder: folder) }
    // A name with a dash in front would be an option.
    guard !revision.utf8.starts(with: "-".utf8),
      let commit = line(["rev-parse", "--verify", "--quiet", revision + "^{commit}"], in: folder)
    else { throw .notARevision(revision) }
    let base = line(["merge-base", commit, "HEAD"], in: folder) ?? commit
    let difference = [
      "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--ignore-submodules", "--relative",
      "--diff-filter=d",
      base, "--",
    ]
    guard let filters = withoutFilters(in: folder), let changed = names(filters + difference, in: folder),
      let new = names(["ls-files", "--others", "--exclude-standard", "-z"], in: folder)
    else { throw .failed(folder: folder) }
    return Set(changed + new).sorted()
  }

  /// Options of Git that take away the filters of a repository's configuration: they name programs, which `git diff` runs on
  /// files with a new time. Nil where a filter has a name that no option can hold.
  private static func withoutFilters(in folder: String) -> [String]? {
    let keys = names(["config", "--name-only", "-z", "--get-regexp", "^filter\\."], in: folder) ?? []
    if keys.contains(where: { $0.contains("=") }) { return nil }
    return keys.flatMap { ["-c", $0 + ($0.hasSuffix(".required") ? "=false" : "=")] }
  }

  /// The one line that Git prints; nil where it fails.
  private static func line(_ arguments: [String], in folder: String) -> String? {
    output(arguments, in: folder).map {
      String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
  }

  /// The names that Git prints, each with a zero behind it; nil where it fails.
  private static func names(_ arguments: [String], in folder: String) -> [String]? {
    output(arguments, in: folder).map { $0.split(separator: 0).map { PathText.text($0) } }
  }

  /// What Git prints; nil where it fails.
  private static func output(_ arguments: [String], in folder: String) -> [UInt8]? {
    // A repository's configuration may name a program that watches its files, and places to fetch objects from.
    let words =
      ["git", "-C", folder.isEmpty ? "." : folder, "-c", "core.fsmonitor=false", "--literal-pathspecs"]
      + arguments
    // Git gives hooks paths that hold for its own folder alone.
    let variables = [
      "GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "GIT_DIR", "GIT_WORK_TREE",
      "GIT_INDEX_FILE", "GIT_PREFIX",
    ]
    guard let file = try? ScratchFile.open() else { return nil }
    defer { try? SystemCall.close(file, path: "git") }
    guard SystemCall.run(words, variables, output: file) == 0 else { return nil }
    return try? SystemCall.contents(of: file, path: "git")
  }
}
