import ArgumentParser
import Checking
import ColorManagement
import Colors
import ImageFiles

// What shells offer for the values of options.

extension CompletionKind {
  /// PNG files, and folders on the way to them.
  static var images: CompletionKind { .file(extensions: ["png", "PNG"]) }

  /// Built-in colour spaces, and ICC files.
  static var space: CompletionKind { words(.space) }

  /// Palettes by their names, files of tokens and style sheets, and asset catalogs.
  static var palette: CompletionKind { words(.palette) }

  /// Words of our own, and files.
  ///
  /// The scripts of the argument parser take both from the program, but for fish 3, to which they give options that it does
  /// not know: it runs `p3tool words`.
  private static func words(_ kind: CompletedWords) -> CompletionKind {
    CompletionShell.requesting == .fish
      ? .shellCommand("p3tool words \(kind.rawValue) (commandline -ct)")
      : .custom { _, _, beginning in kind.words(beginning) }
  }

  /// JSON reports of earlier runs.
  static var report: CompletionKind { .file(extensions: ["json"]) }

  /// Pipelines and other YAML files.
  static var yaml: CompletionKind { .file(extensions: ["yml", "yaml"]) }

  /// Conditions of `--fail-on`: levels, `none`, and these rules.
  static func conditions(_ rules: [String]) -> CompletionKind {
    .list(FindingLevel.allCases.map(\.rawValue) + ["none"] + rules)
  }
}

/// What is completed from words of our own and from files.
enum CompletedWords: String, ChoiceArgument {
  case space, palette

  /// The words, and the files whose paths begin with `beginning`.
  func words(_ beginning: String) -> [String] {
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
  /// Bash expands the words that it is offered: a name such as `$(touch x).icc` would be a command. Only names of these
  /// characters are offered.
  private static let harmless = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+@%,")

  /// The files with one of `extensions`, and the folders, whose paths begin with `beginning`.
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
