import ImageFiles

/// A remark on one input, for standard error.
struct Remark {
  /// The input, as printed; nil where the text names it.
  var subject: String?
  let text: String
  /// Whether one line may say it of all inputs that it holds for.
  var isShared = true

  /// `a.png: no colour tag: sRGB is assumed`.
  var line: String { subject.map { "\($0): \(text)" } ?? text }
}

/// Remarks of a run over several inputs that one line says of all inputs that they hold for, when the run ends: an icon
/// theme may have thousands of images without a colour tag.
struct RepeatedRemarks {
  private struct Entry {
    let remark: Remark
    /// Inputs after the first that it holds for.
    var others = 0
  }

  /// In the order in which they came.
  private var entries: [Entry] = []
  private var indexOfText: [String: Int] = [:]

  /// Different texts that are kept: a run over any number of inputs needs little memory.
  private static let mostTexts = 1000

  /// Keeps `remark` for the end.
  ///
  /// - Returns: false where it has to be said at once: it holds for its input only, or there are too many.
  mutating func keep(_ remark: Remark) -> Bool {
    guard remark.isShared, remark.subject != nil else { return false }
    if let index = indexOfText[remark.text] {
      entries[index].others += 1
      return true
    }
    guard entries.count < Self.mostTexts else { return false }
    indexOfText[remark.text] = entries.count
    entries.append(Entry(remark: remark))
    return true
  }

  /// A line for each: `a.png and 2,546 more: no colour tag: sRGB is assumed`.
  var lines: [String] {
    entries.map { entry in
      guard entry.others > 0 else { return entry.remark.line }
      return "\(entry.remark.subject ?? "") and \(Numbers.count(entry.others)) more: \(entry.remark.text)"
    }
  }
}
