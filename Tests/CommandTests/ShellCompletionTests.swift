import Foundation
import TestSupport
import Testing

/// What shells offer, asked of the shells themselves: files, folders, spaces, rules and palettes.
@Suite struct ShellCompletionTests {
  /// A command line, some of what is offered for its last word, and what is not.
  static let cases: [(line: String, offered: [String], other: [String])] = [
    ("p3tool ", ["convert", "check", "profiles"], ["manual", "in.png"]),
    ("p3tool catalog ", ["build", "color", "lint"], ["convert"]),
    ("p3tool convert ", ["in.png", "art"], ["notes.txt", "press.icc"]),
    (
      "p3tool convert in.png --to ", ["srgb", "display-p3", "rec2020", "press.icc"], ["in.png", "notes.txt"]
    ),
    ("p3tool convert in.png --to disp", ["display-p3"], ["srgb", "press.icc"]),
    ("p3tool convert in.png --gamut ", ["clip", "chroma", "soft"], ["in.png"]),
    ("p3tool convert in.png --form", ["--format"], ["--to"]),
    ("p3tool check in.png --only ban", ["banding"], ["gamut-clipping"]),
    ("p3tool check in.png --fail-on ", ["warning", "none", "white-glow"], ["in.png"]),
    ("p3tool check in.png --baseline ", ["old.json"], ["in.png"]),
    ("p3tool catalog build in.png --into ", ["art"], ["in.png", "notes.txt"]),
    ("p3tool contrast red blue --palette ", ["apple", "fiori", "old.json"], ["in.png"]),
    ("p3tool batch ", ["p3tool.yml"], ["in.png"]),
  ]

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in [
      "in.png", "notes.txt", "press.icc", "old.json", "p3tool.yml", "art/b.png", "$(touch bad).icc",
    ] {
      if name.contains("/") { try folder.makeFolder("art") }
      try folder.write([], to: name)
    }
    return folder
  }

  /// Puts the program under test in front of others, and its script for `shell` into the file `completions`.
  private func prologue(_ shell: String) -> String {
    let products = CommandRunner.p3tool.program.deletingLastPathComponent().path
    return """
      export PATH='\(products)':"$PATH"
      p3tool --generate-completion-script \(shell) >completions || exit 9
      """
  }

  private func expect(
    _ offered: String, hasFor sample: (line: String, offered: [String], other: [String]),
    _ folder: TemporaryFolder
  ) throws {
    // Some shells offer folders with a slash.
    let words = offered.split(separator: "\n").map { line in
      let word = line.split(separator: "\t")[0].trimmingCharacters(in: .whitespacesAndNewlines)
      return word.hasSuffix("/") ? String(word.dropLast()) : word
    }
    for word in sample.offered { #expect(words.contains(word), "\(sample.line): \(words)") }
    for word in sample.other { #expect(!words.contains(word), "\(sample.line): \(words)") }
    #expect(!(try folder.names().contains("bad")), "a name was run as a command")
  }

  @Test(.enabled(if: ExternalProgram.bash.isAvailable, "\(ExternalProgram.bash.skipReason)"))
  func bash() throws {
    for sample in Self.cases {
      let folder = try folder()
      let offered = try ExternalProgram.bash.output(
        [
          "--norc", "-c",
          prologue("bash") + """

            source ./completions
            COMP_LINE=$1 COMP_POINT=${#1}
            read -ra COMP_WORDS <<<"$1"
            [[ $1 == *' ' ]] && COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _p3tool p3tool "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """, "bash", sample.line,
        ], in: folder)
      try expect(offered, hasFor: sample, folder)
    }
  }

  @Test(.enabled(if: ExternalProgram.fish.isAvailable, "\(ExternalProgram.fish.skipReason)"))
  func fish() throws {
    for sample in Self.cases {
      let folder = try folder()
      let offered = try ExternalProgram.bash.output(
        [
          "--norc", "-c",
          prologue("fish") + "\nfish --no-config -c 'source completions; complete -C $argv[1]' \"$1\"",
          "bash", sample.line,
        ],
        in: folder)
      try expect(offered, hasFor: sample, folder)
    }
  }

  /// zsh completes on a terminal alone: a second one on a pseudoterminal prints what its completion system adds.
  @Test(.enabled(if: ExternalProgram.zsh.isAvailable, "\(ExternalProgram.zsh.skipReason)"))
  func zsh() throws {
    for sample in Self.cases {
      let folder = try folder()
      try folder.write(Array(Self.zshSetup.utf8), to: "setup.zsh")
      try folder.write(Array(Self.zshCapture.utf8), to: "capture.zsh")
      let printed = try ExternalProgram.bash.output(
        [
          "--norc", "-c",
          prologue("zsh")
            + "\nmkdir functions; mv completions functions/_p3tool; zsh -f capture.zsh \"$1\"",
          "bash", sample.line,
        ], in: folder)
      let offered = printed.split(separator: "OFFERED").last.map { String($0) } ?? ""
      try expect(offered.replacing("\r", with: ""), hasFor: sample, folder)
    }
  }

  private static let zshSetup = """
    PROMPT=
    autoload -Uz compinit
    compinit -u -D
    bindkey '^I' complete-word
    zstyle ':completion:*' insert-tab false
    begin-list() { print -r -- OFFERED }
    end-list() { print -r -- FINISHED }
    compprefuncs=(begin-list)
    comppostfuncs=(end-list)
    compadd() {
      if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then
        builtin compadd "$@"
        return $?
      fi
      local -a hits
      builtin compadd -A hits "$@"
      (( $#hits )) && print -rl -- $hits
      builtin compadd "$@"
    }
    """

  private static let zshCapture = """
    zmodload zsh/zpty
    zpty z zsh -f -i
    zpty -w z "fpath=($PWD/functions \\$fpath); source ./setup.zsh; print READY"
    while zpty -r z line; do [[ $line == *READY* && $line != *print* ]] && break; done
    zpty -w -n z "$1"$'\\t'
    while zpty -r z line; do
      print -r -- ${line%$'\\r\\n'}
      [[ $line == *FINISHED* ]] && break
    done
    """
}

/// Man pages, and where `make install` puts all files.
@Suite struct ManualTests {
  /// Every command that help lists.
  private func pages(in folder: TemporaryFolder) async throws -> [String] {
    let run = try await CommandRunner.p3tool.run(["manual", "man"], in: folder)
    #expect(run.exitCode == 0, "\(run.errors)")
    return try folder.names().filter { $0.hasPrefix("man/") && $0.hasSuffix(".1") }
  }

  @Test func everyCommandHasAPageWithItsOptions() async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("man")
    let pages = try await pages(in: folder)
    for name in ["p3tool", "p3tool-convert", "p3tool-catalog-build", "p3tool-palette-lint"] {
      #expect(pages.contains("man/\(name).1"))
      let words = name.split(separator: "-").dropFirst().map { String($0) }
      let help = try await CommandRunner.p3tool.run(words + ["--help"]).text
      let page = String(decoding: try folder.bytes("man/\(name).1"), as: UTF8.self).replacing(
        "\\-", with: "-")
      #expect(page.hasPrefix(".TH \(name.uppercased()) 1"))
      for option in help.matches(of: #/\n  (?:-\w, )?(--[a-z-]+)/#) {
        #expect(page.contains(option.1), "\(name): \(option.1)")
      }
    }
    #expect(!pages.contains("man/p3tool-manual.1"))
  }

  @Test(.enabled(if: ExternalProgram.mandoc.isAvailable, "\(ExternalProgram.mandoc.skipReason)"))
  func pagesAreWellFormed() async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("man")
    for page in try await pages(in: folder) {
      // An empty date is on purpose: the same version has the same bytes.
      let report = try ExternalProgram.mandoc.output(["-T", "lint", "-W", "warning", page], in: folder)
      let complaints = report.split(separator: "\n").filter { !$0.contains("missing date") }
      #expect(complaints.isEmpty, "\(complaints)")
    }
  }

  @Test(.enabled(if: ExternalProgram.make.isAvailable, "\(ExternalProgram.make.skipReason)"))
  func makeInstallsProgramManualAndCompletions() throws {
    let folder = try TemporaryFolder()
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let log = try ExternalProgram.make.output([
      "-C", repository.path, "-o", "all", "install", "P3TOOL=\(CommandRunner.p3tool.program.path)",
      "DESTDIR=\(folder.path("root"))", "PREFIX=/opt/p3",
    ])
    let names = try folder.names()
    for name in [
      "bin/p3tool", "share/man/man1/p3tool.1", "share/man/man1/p3tool-convert.1",
      "share/bash-completion/completions/p3tool", "share/zsh/site-functions/_p3tool",
      "share/fish/vendor_completions.d/p3tool.fish",
    ] {
      #expect(names.contains("root/opt/p3/" + name), "\(log)")
      #expect(try folder.bytes("root/opt/p3/" + name).count > 100, "\(name)")
    }
  }
}
