package import ArgumentParser
import Checking
import ColorManagement
import Colors
import ImageFiles

// Completions of options' values in shells.

extension CompletionKind {
  /// PNG files, and folders that may contain them.
  package static var images: CompletionKind { .file(extensions: ["png", "PNG"]) }

  /// Built-in colour spaces, and ICC files.
  package static var space: CompletionKind { words(.space) }

  /// Names of palettes, files of tokens and style sheets, and asset catalogs.
  package static var palette: CompletionKind { words(.palette) }

  /// The program's own words, and files.
  ///
  /// The argument parser's scripts get both from the program. In its script for fish, this needs options that fish 3
  /// does not have, so fish runs `p3tool words` instead.
  private static func words(_ kind: CompletedWords) -> CompletionKind {
    CompletionShell.requesting == .fish
      ? .shellCommand("p3tool words \(kind.rawValue) (commandline -ct)")
      : .custom { _, _, beginning in kind.words(beginning) }
  }

  /// JSON reports of earlier runs.
  package static var report: CompletionKind { .file(extensions: ["json"]) }

  /// Pipelines and other YAML files.
  package static var yaml: CompletionKind { .file(extensions: ["yml", "yaml"]) }

  /// Conditions of `--fail-on`: levels, `none`, and `rules`.
  package static func conditions(_ rules: [String]) -> CompletionKind {
    .list(FindingLevel.allCases.map(\.rawValue) + ["none"] + rules)
  }
}

/// A kind of completion with own words and files.
package enum CompletedWords: String, ChoiceArgument {
  case space, palette

  /// The words, and the files whose paths start with `beginning`.
  package func words(_ beginning: String) -> [String] {
    switch self {
    case .space:
      RGBColorSpace.allCases.map(\.rawValue) + CompletedFiles.names(beginning, extensions: ["icc", "icm"])
    case .palette:
      Palette.aliases.keys.sorted() + Palette.builtInNames
        + CompletedFiles.names(beginning, extensions: ["json", "css", "xcassets", "colorset"])
    }
  }
}

/// Names of files for completions.
private enum CompletedFiles {
  /// Characters without a meaning to bash. Bash expands completions: a name such as `$(touch x).icc` would run a
  /// command, so names with other characters are not completed.
  private static let harmless = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+@%,")

  /// The files with one of `extensions`, and all folders, whose paths start with `beginning`.
  static func names(_ beginning: String, extensions: [String]) -> [String] {
    let folder = FilePath(beginning).folder
    let names = (try? SystemCall.names(in: folder.isEmpty ? "." : folder)) ?? []
    return names.sorted().compactMap { name in
      let path = folder + name
      guard path.hasPrefix(beginning), !name.hasPrefix("."), path.allSatisfy(harmless.contains) else {
        return nil
      }
      let isFolder = FileStatus(path: path)?.kind == .directory
      if extensions.contains(where: { name.lowercased().hasSuffix("." + $0) }) { return path }
      return isFolder ? path + "/" : nil
    }
  }
}
