// The file that `p3tool batch --init` writes.

extension BatchConfiguration {
  /// A commented pipeline file that works unchanged if there is a folder `art`.
  package static func starter(_ commands: any StepCommands) -> String { beginning + steps(commands) + end }

  private static let beginning = """
    # A p3tool pipeline: run it with `p3tool batch`, see what it would do with `p3tool batch --dry-run`.
    # Every path is relative to this file. `p3tool batch --schema` prints the JSON Schema for your editor.
    version: 1

    # The images: * and ? within a name, ** for any folders, {a,b} for choices.
    sources:
      - art/**/*.png
    # exclude:
    #   - "**/drafts"          # a folder, with everything in it
    #   - "**/*.wip.png"

    # Where results go. The tree below `art` is kept by {dir}; the other placeholders are
    # {root} (here: art), {stem}, {ext}, {target} (srgb, display-p3, a profile's stem) and {step}.
    output:
      folder: build
      name: "{dir}/{stem}.{target}.png"

    # Names for ICC files that steps can use like built-in spaces.
    # profiles:
    #   press: profiles/press.icc

    # What is done to each image, with the names and options of the subcommands (see `p3tool convert --help`).
    # Each step takes the source; with `input: ID` it takes what an earlier step made. Options show their defaults,
    # or in <> what they take.

    """

  /// Every kind of step with all its options: a conversion to sRGB, and the other kinds as comments.
  private static func steps(_ commands: any StepCommands) -> String {
    var lines = ["steps:", "  - convert:", "      to: srgb"]
    lines += StepKind.convert.starterLines(commands).filter { !$0.hasPrefix("to:") }.map { "      # \($0)" }
    lines += ["  # - id: wide", "  #   convert:", "  #     to: display-p3"]
    for kind in StepKind.allCases where kind != .convert {
      lines.append("  # - \(kind.rawValue):")
      lines += kind.starterLines(commands).map { "  #     \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let end = """

    # Other options for some paths; later ones win.
    # overrides:
    #   - paths: art/icons
    #     convert:
    #       depth: 8
    #       metadata: none
    #   - paths: "art/photos/**"
    #     skip: wide

    # jobs: 4                    # images in work at once (default: the cores)

    """
}

extension StepKind {
  /// The options of this kind of step as lines of a starter file, without indentation.
  func starterLines(_ commands: any StepCommands) -> [String] {
    options(commands).filter { $0.remedy == nil }.map(\.starterLine)
      + (self == .check
        ? ["rules: {banding: warning}       # Levels of rules: note, warning, error or off"] : [])
  }
}
