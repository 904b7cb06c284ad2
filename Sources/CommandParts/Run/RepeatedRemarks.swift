import ImageFiles

/// A remark on one input, for standard error.
package struct Remark {
  /// The input, as printed; nil if the text names it.
  package var subject: String?
  package let text: String
  /// Whether equal remarks on several inputs may be joined in one line.
  package var isShared: Bool

  package init(subject: String? = nil, text: String, isShared: Bool = true) {
    (self.subject, self.text, self.isShared) = (subject, text, isShared)
  }

  /// `a.png: no colour tag: sRGB is assumed`.
  package var line: String { subject.map { "\($0): \(text)" } ?? text }
}

/// Collects the remarks of a run, and joins equal remarks on several inputs in one line at the end: an icon theme may
/// have thousands of images without a colour tag.
package struct RepeatedRemarks {
  private struct Entry {
    let remark: Remark
    /// The number of inputs with the remark, after the first.
    var others = 0
  }

  /// In the order of their first occurrence.
  private var entries: [Entry] = []
  private var indexOfText: [String: Int] = [:]

  /// The most different texts, so that a run on any number of inputs needs little memory.
  private static let mostTexts = 1000

  /// Stores `remark` for the end.
  ///
  /// - Returns: false if the remark must be printed at once: it is not shared, or there are too many texts.
  package mutating func keep(_ remark: Remark) -> Bool {
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

  /// A line for each remark: `a.png and 2,546 more: no colour tag: sRGB is assumed`.
  package var lines: [String] {
    entries.map { entry in
      guard entry.others > 0 else { return entry.remark.line }
      return "\(entry.remark.subject ?? "") and \(Numbers.count(entry.others)) more: \(entry.remark.text)"
    }
  }
}
