package import ArgumentParser
package import ImageFiles

/// The images of a command.
package struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "PNG files, - for standard input, or folders together with --recursive.", valueName: "input"),
    completion: .images)
  package var inputs: [String]

  @OptionGroup(title: CommonOptions.title) package var folders: FolderOptions

  /// The images, in the order of the command line.
  package func collect() throws -> [Result<InputCollector.Input, InputCollector.Failure>] {
    try folders.collect(inputs)
  }

  package var skipsUnsupported: Bool { folders.unsupported.skipUnsupported }

  package func validate() throws { try FolderOptions.validate(inputs) }

  package init() {}
}

/// The selection of files in folders.
package struct FolderOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Take every *.png file below the given folders (hidden ones are skipped).")
  package var recursive = false

  @Option(
    help: ArgumentHelp(
      "Leave out images that this pattern fits, or a folder above them: a name (*.draft.png) or a path (icons/**). Repeatable.",
      valueName: "glob"))
  package var exclude: [String] = []

  @OptionGroup package var unsupported: UnsupportedOptions

  /// The images of `inputs`, in the order of the command line.
  package func collect(_ inputs: [String]) throws -> [Result<InputCollector.Input, InputCollector.Failure>] {
    InputCollector(recursive: recursive, excluded: try excluded()).collect(inputs)
  }

  package func excluded() throws -> [GlobPattern] { try GlobPattern.all(exclude, option: "--exclude") }

  package func validate() throws { _ = try excluded() }

  /// - Throws: `ValidationError` for inputs that exclude each other.
  package static func validate(_ inputs: [String]) throws {
    if inputs.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input (-) can be read once") }
  }

  package init() {}
}

/// The treatment of images that no command works on.
package struct UnsupportedOptions: ParsableArguments {
  @Flag(
    help: "Pass over animations, high dynamic range, Xcode-optimised PNGs and Git LFS pointers with a note.")
  package var skipUnsupported = false

  package init() {}
}

extension GlobPattern {
  /// The patterns of `option`. A pattern without a slash matches names at any depth.
  package static func all(_ texts: [String], option: String) throws -> [GlobPattern] {
    try texts.map { text in
      do {
        return try GlobPattern(text.utf8.contains(UInt8(ascii: "/")) ? text : "**/" + text)
      } catch {
        throw ValidationError("\(option): \(error)")
      }
    }
  }
}
