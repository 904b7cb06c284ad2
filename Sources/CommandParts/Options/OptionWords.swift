package import Pixels

extension Wording {
  /// The words of the command line: what texts of the library advise is an option here.
  package static let options: Wording = {
    var words = Wording()
    words.source = " with --from"
    words.output = " with -o"
    words.replacing = "add --force to replace it"
    words.folder = ", or a folder together with --recursive"
    words.fewerFiles = "lower --jobs"
    words.maxPixels = "--max-pixels"
    words.busyPixels = "--max-pixels"
    words.maxMemory = "--max-memory"
    words.assumed = " (choose with --assume)"
    words.mapping = "--gamut "
    words.tagging = "--tag "
    return words
  }()
}
