/// Git's lists of the files in a folder. Runs `git` without a shell, and with settings that keep a repository from
/// making it run programs or fetch anything.
package enum GitFiles {
  /// Why the changed files cannot be listed.
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

  /// Files and folders below `folder` that `.gitignore` excludes and Git does not track, relative to `folder`. Empty
  /// outside of repositories and without Git.
  static func ignored(below folder: String) -> Set<String> {
    guard RepositoryPath.root(above: folder) != nil,
      let names = names(
        ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"], in: folder)
    else { return [] }
    return Set(names.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 })
  }

  /// Files below `folder`, relative to it and sorted, that are new or differ from the point where the branch left
  /// `revision`.
  package static func changed(since revision: String, below folder: String) throws(Failure) -> [String] {
    guard RepositoryPath.root(above: folder) != nil else { throw .noRepository(folder: folder) }
    // A name that begins with a dash would be an option.
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

  /// Options of Git that disable the filters of the repository's configuration: filters name programs, which `git diff`
  /// runs on files with a new time. Nil if a filter has a name that no option can hold.
  private static func withoutFilters(in folder: String) -> [String]? {
    let keys = names(["config", "--name-only", "-z", "--get-regexp", "^filter\\."], in: folder) ?? []
    if keys.contains(where: { $0.contains("=") }) { return nil }
    return keys.flatMap { ["-c", $0 + ($0.hasSuffix(".required") ? "=false" : "=")] }
  }

  /// The only line of Git's output; nil if Git fails.
  private static func line(_ arguments: [String], in folder: String) -> String? {
    output(arguments, in: folder).map {
      String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
  }

  /// The names in Git's output, which are separated by zero bytes; nil if Git fails.
  private static func names(_ arguments: [String], in folder: String) -> [String]? {
    output(arguments, in: folder).map { $0.split(separator: 0).map { PathText.text($0) } }
  }

  /// Git's output; nil if Git fails.
  private static func output(_ arguments: [String], in folder: String) -> [UInt8]? {
    // A repository's configuration may name a program that watches files, and servers to fetch objects from.
    let words =
      ["git", "-C", folder.isEmpty ? "." : folder, "-c", "core.fsmonitor=false", "--literal-pathspecs"]
      + arguments
    // Git sets these variables for hooks; they are valid only in its own folder.
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
