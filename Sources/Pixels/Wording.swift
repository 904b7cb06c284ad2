import Synchronization

/// What texts call the things that a user can change: the parts of errors, notes and findings that depend on who reads them.
///
/// As it comes it has words of the library, whose users have no options. The program puts its options' names there once,
/// before it does anything.
package struct Wording: Sendable {
  /// After advice to name a profile for the file's own.
  package var source = ""
  /// After advice to name an output.
  package var output = ""
  /// How a file is replaced that is there.
  package var replacing = "overwrite it to replace it"
  /// What may be named where a folder is no input.
  package var folder = ""
  /// How fewer files are open at once.
  package var fewerFiles = "work on fewer images at once"
  /// What bounds an image's pixels.
  package var maxPixels = "maxPixels"
  /// What bounds the pixels that an image may have for its bytes.
  package var busyPixels = "busyPixels"
  /// What bounds an image's memory.
  package var maxMemory = "maxMemory"
  /// After the profile that is assumed of a file that names none.
  package var assumed = ""
  /// Before the name of a gamut mapping.
  package var mapping = ""
  /// Before the name of a choice of colour chunks.
  package var tagging = ""

  /// The words of the library.
  package init() {}

  /// The words of this process.
  ///
  /// Behind a reference: optimised Swift 6.3.1 reads a string too few retained out of a large value in a `Mutex`.
  private final class Shared: Sendable {
    let words: Wording

    init(_ words: Wording) { self.words = words }
  }

  private static let installed = Mutex(Shared(Wording()))

  /// The words of this process.
  package static var current: Wording {
    get { installed.withLock { $0 }.words }
    set { installed.withLock { $0 = Shared(newValue) } }
  }
}
