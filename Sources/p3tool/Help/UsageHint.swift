import ImageFiles

/// The probable correction of a mistyped word on the command line: a command, an option, or an option's value.
struct UsageHint {
  /// The fact and the correction.
  let message: String
  /// The path of the command.
  let path: [String]

  /// Finds the first word of `arguments` that is unknown to `tree`: in place of a command, or similar to an option or
  /// value; otherwise, the first unknown option, because the parser reports missing arguments before unknown options. Returns
  /// nil if `tree` knows all words.
  init?(_ arguments: [String], in tree: CommandTree) {
    var (node, path) = (tree, [String]())
    var rest = arguments[...]
    var unknown: UsageHint?
    while let word = rest.popFirst(), word != "--" {
      if word.hasPrefix("--") {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
          String($0)
        }
        guard let option = node.argument(parts[0]) else {
          guard let nearest = Self.option(parts[0], in: node) else {
            if unknown == nil, !node.hasOption(parts[0]) {
              unknown = UsageHint(message: "Unknown option '\(parts[0])'", path: path)
            }
            continue
          }
          self.init(message: "Unknown option '\(parts[0])'. Did you mean '\(nearest)'?", path: path)
          return
        }
        guard option.kind == .option, let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
          continue
        }
        guard let nearest = Self.value(value, of: option) else { continue }
        self.init(
          message:
            "The value '\(value)' is invalid for '\(parts[0]) <\(option.valueName ?? "")>'. Did you mean '\(nearest)'?",
          path: path)
        return
      } else if word.hasPrefix("-") {
        if node.argument(word)?.kind == .option { _ = rest.popFirst() }
      } else if !node.commands.isEmpty {
        if let next = node.command(word) {
          (node, path) = (next, path + [word])
        } else {
          guard path + [word] != ["help"] else { continue }
          let nearest = Self.command(word, in: node, path).map { ". Did you mean \($0)?" }
          self.init(message: "Unknown command '\(word)'\(nearest ?? "")", path: path)
          return
        }
      }
    }
    guard let unknown else { return nil }
    self = unknown
  }

  private init(message: String, path: [String]) {
    self.message = message
    self.path = path
  }

  /// The commands, as quoted text, that `word` may mean. An image in place of a command is looked at.
  private static func command(_ word: String, in node: CommandTree, _ path: [String]) -> String? {
    if path.isEmpty, word.lowercased().hasSuffix(".png") {
      return ["inspect", "check"].map { "`p3tool \($0) \(ShellWord.quoted(word))`" }.joined(separator: " or ")
    }
    return NearestName.to(word, among: node.commands.map(\.commandName), synonyms: Synonyms.commands).map {
      "'\($0)'"
    }
  }

  private static func option(_ word: String, in node: CommandTree) -> String? {
    let names = node.shownArguments.flatMap(\.words).filter { $0.hasPrefix("--") }.map {
      String($0.dropFirst(2))
    }
    return NearestName.to(String(word.dropFirst(2)), among: names, synonyms: Synonyms.options).map {
      "--\($0)"
    }
  }

  private static func value(_ value: String, of option: CommandTree.Argument) -> String? {
    guard let values = option.allValues, !values.isEmpty, !values.contains(value) else { return nil }
    // An invalid number is not a typing mistake: the parser lists the values.
    if value.allSatisfy(\.isNumber) {
      return Synonyms.values[value]?.first(where: values.contains)
    }
    return NearestName.to(value, among: values, synonyms: Synonyms.values)
  }
}

/// Words of other programs and their counterparts here. Only counterparts that the command has are used.
private enum Synonyms {
  static let commands: [String: [String]] = [
    "info": ["inspect"], "identify": ["inspect"], "show": ["inspect", "palette"], "compare": ["diff"],
    "lint": ["check"], "validate": ["check"], "verify": ["check"], "dark": ["soften"], "darken": ["soften"],
    "transform": ["convert"], "to": ["convert"], "tag": ["assign"], "strip": ["assign"], "run": ["batch"],
    "build": ["batch"], "pipeline": ["batch"], "colorblind": ["simulate"], "vision": ["simulate"],
    "wcag": ["contrast"], "icc": ["profiles"], "spaces": ["profiles"], "colors": ["palette"],
    "tokens": ["palette"],
    "xcassets": ["catalog"], "assets": ["catalog"], "appicon": ["catalog"], "colour": ["color"],
    "merge": ["report"],
  ]

  static let options: [String: [String]] = [
    "out": ["output", "into"], "outdir": ["output", "into"], "outputdir": ["output", "into"],
    "destination": ["output", "into"], "dest": ["output", "into"], "outfile": ["output"],
    "space": ["to", "profile", "target"], "colorspace": ["to", "profile", "target"],
    "profile": ["to", "target", "assume"], "target": ["to"], "targetprofile": ["to"],
    "to": ["target", "into", "profile"], "from": ["assume"],
    "inputprofile": ["from"],
    "sourceprofile": ["from"], "ignore": ["exclude", "skip"], "overwrite": ["force"], "replace": ["force"],
    "yes": ["force"], "threads": ["jobs"], "parallel": ["jobs"], "silent": ["quiet"],
    "recurse": ["recursive"],
    "bits": ["depth", "target-depth"], "bitdepth": ["depth", "target-depth"], "quality": ["compression"],
    "effort": ["compression"], "level": ["compression", "fail-on"], "outputformat": ["format"],
    "report": ["format"],
    "rule": ["only"], "rules": ["only"], "disable": ["skip"], "simulate": ["vision"], "type": ["vision"],
    "bpc": ["black-point-compensation"], "strip": ["metadata"], "nometadata": ["metadata"],
    "whatif": ["dry-run"],
    "simulation": ["dry-run"], "inplace": ["in-place", "output"], "colour": ["color"],
  ]

  static let values: [String: [String]] = [
    "max": ["small"], "best": ["small"], "smallest": ["small"], "9": ["small"], "fastest": ["fast"],
    "1": ["fast"],
    "default": ["balanced", "auto"], "normal": ["balanced"], "6": ["balanced"], "8bit": ["8"],
    "16bit": ["16"],
    "same": ["keep"], "original": ["keep"], "off": ["none", "never"], "no": ["none", "never"],
    "false": ["none", "never"], "on": ["always", "blue-noise"], "yes": ["always", "blue-noise"],
    "true": ["always", "blue-noise"], "colorimetric": ["relative"], "relativecolorimetric": ["relative"],
    "absolutecolorimetric": ["absolute"], "oklch": ["chroma"], "css": ["chroma", "css"], "gha": ["github"],
    "xml": ["junit"], "redblind": ["protanopia"], "greenblind": ["deuteranopia"], "blueblind": ["tritanopia"],
    "protan": ["protanopia"], "deutan": ["deuteranopia"], "tritan": ["tritanopia"], "darkmode": ["dark"],
    "lightmode": ["light"], "err": ["error"], "info": ["note"], "notice": ["note"], "lanczos": ["lanczos3"],
    "box": ["area"], "average": ["area"], "iccp": ["icc"], "srgb": ["srgb-chunk"], "tokens": ["dtcg"],
  ]
}
