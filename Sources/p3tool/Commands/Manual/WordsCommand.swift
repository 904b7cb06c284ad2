import ArgumentParser
import CommandParts
import ImageFiles
import Reports

/// `p3tool words`, for the completion script for fish. Not for users, so the help does not list it.
struct WordsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "words", abstract: "Print what a shell may complete.", shouldDisplay: false)

  @Argument(help: "space or palette.")
  var kind: CompletedWords

  @Argument(help: "What has been typed of the word.")
  var beginning = ""

  func run() { for word in kind.words(beginning) { StandardStream.output.write(line: word.printable) } }
}
