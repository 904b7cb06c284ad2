import Contenders

/// What the command line asks for.
struct Options {
  /// A command line that cannot be followed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static let help = """
    USAGE: bench [<options>] [<section> ...]

    Sections: \(Section.allCases.map(\.rawValue).joined(separator: " ")) end-to-end; all of them without a name.

    --quick          Fewer rounds, no 24-megapixel buffers; small pictures end to end.
    --only <text>    Only contenders whose name contains the text, such as avx2.
    --rounds <n>     Rounds of each contender (default: 8, or 3 with --quick): many for a profiler.
    --p3tool <path>  The release build that end-to-end runs.
    --work <folder>  Where end-to-end keeps its pictures (default: .build/bench). Pictures that exist are used again.
    --runs <n>       Runs of each program, in turns (default: 5).
    --icons <n>      Icons of the icon run (default: 200).
    --large          Also a picture of 20,000 × 20,000 RGBA16 pixels: takes several gigabytes and minutes.
    --help           This text.
    """

  var sections: [Section] = []
  var isEndToEnd = false
  var isQuick = false
  var isHelp = false
  var only = ""
  var rounds: Int?
  var p3tool: String?
  var work = ".build/bench"
  var runs = 5
  var icons = 200
  var isLarge = false

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--large": isLarge = true
      case "--help", "-h": isHelp = true
      case "--only": only = try Self.value(of: argument, &rest)
      case "--rounds": rounds = try Self.number(of: argument, &rest)
      case "--p3tool": p3tool = try Self.value(of: argument, &rest)
      case "--work": work = try Self.value(of: argument, &rest)
      case "--runs": runs = try Self.number(of: argument, &rest)
      case "--icons": icons = try Self.number(of: argument, &rest)
      case "end-to-end": isEndToEnd = true
      default: sections.append(try Self.section(argument))
      }
    }
    guard sections.isEmpty && !isEndToEnd else { return }
    sections = Section.allCases
    isEndToEnd = true
  }

  private static func section(_ name: String) throws -> Section {
    guard let section = Section(rawValue: name) else {
      throw Failure(description: "no option or section is called \(name); --help lists them")
    }
    return section
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst() else { throw Failure(description: "\(option) needs a value") }
    return value
  }

  private static func number(of option: String, _ rest: inout ArraySlice<String>) throws -> Int {
    guard let number = Int(try value(of: option, &rest)), number > 0 else {
      throw Failure(description: "\(option) needs a positive number")
    }
    return number
  }
}
