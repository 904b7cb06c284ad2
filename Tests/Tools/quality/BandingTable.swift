import ImageCases
import PNGCodec
import TestSupport

/// The table of `quality --banding`: the rule on the labelled set, where it is there, and on a set made here.
enum BandingTable {
  /// Writes the made set as PNGs into `folder`, with the label in front of each name.
  static func writeMadeSet(to folder: String) throws {
    for item in BandingMadeSet.cases {
      let name = item.name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
      try item.pixels().writePNG(
        to: "\(folder)/\(item.label.rawValue)-\(name).png", bitDepth: item.depth > 8 ? 16 : 8,
        options: PNGWriteOptions())
    }
  }

  static func printAll() throws {
    var sets: [(name: String, scores: BandingScores)] = []
    if SharedFolder.path != nil {
      sets.append(("labelled set", try BandingScores(BandingLabelledSet.cases())))
    }
    sets.append(("made set", try BandingScores(BandingMadeSet.cases)))
    print("| | " + sets.map(\.name).joined(separator: " | ") + " |")
    print("|---|" + String(repeating: "---|", count: sets.count))
    for (index, row) in sets[0].scores.rows.enumerated() {
      print("| \(row.name) | " + sets.map { $0.scores.rows[index].figure }.joined(separator: " | ") + " |")
    }
    for (name, scores) in sets {
      let lists = [
        ("missed", scores.missed), ("false alarms", scores.alarms), ("not foreseen", scores.unforeseen),
        ("foreseen in vain", scores.foreseenInVain), ("alarms on dither", scores.ditheredAlarms),
      ]
      for (what, names) in lists where !names.isEmpty {
        print("\n\(name), \(what): \(names.joined(separator: ", "))")
      }
    }
  }
}
