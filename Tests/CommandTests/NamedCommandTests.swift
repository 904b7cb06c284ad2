import ArgumentParser
import Testing

@testable import p3tool

/// A command that is parsed without the tree of all is what the tree finds, and the rest is left to the tree.
@Suite struct NamedCommandTests {
  @Test(arguments: [
    ["convert", "in.png", "--to", "srgb"],
    ["convert", "-", "--to=p3", "-j4", "--no-black-point-compensation", "--gamut", "soft", "--quiet"],
    ["convert", "--to", "srgb", "--fail-on", "none", "--", "--to"], ["check", "in.png", "--format", "json"],
    ["simulate", "in.png", "--vision", "protanopia", "--severity=0.5"],
    ["soften", "a.png", "b.png"], ["inspect", "in.png"], ["assign", "in.png", "--profile", "p3"], ["batch"],
  ])
  func itIsTheTreesCommand(arguments: [String]) throws {
    let command = try #require(P3Tool.parsedCommand(namedBy: arguments))
    let found = try P3Tool.parseAsRoot(arguments)
    #expect(type(of: command) == type(of: found))
    var (words, foundWords) = ("", "")
    dump(command, to: &words)
    dump(found, to: &foundWords)
    #expect(words == foundWords)
  }

  @Test(arguments: [
    [], ["frobnicate"], ["--help"], ["--version"], ["help", "convert"], ["convert"], ["convert", "--help"],
    ["convert", "--version"], ["convert", "in.png", "--to", "srgb", "-h"], ["convert", "in.png", "--to"],
    ["convert", "in.png", "--to", "srgb", "--generate-completion-script", "bash"],
    ["convert", "in.png", "--to", "srgb", "--experimental-dump-help"], ["profiles"], ["profiles", "list"],
    ["catalog", "lint", "Assets"], ["--generate-completion-script", "zsh"],
  ])
  func theRestIsTheTrees(arguments: [String]) {
    #expect(P3Tool.parsedCommand(namedBy: arguments) == nil)
  }
}
