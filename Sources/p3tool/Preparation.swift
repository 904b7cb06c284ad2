import ColorManagement
import Dispatch
import P3Kit
import Pixels

/// What the first image will need, made by another core while this one reads the command line.
///
/// It goes by single words: a wrong guess costs a few milliseconds of a core that had nothing to do.
enum Preparation {
  /// Begins with what a conversion needs to the built-in space that `arguments` name.
  static func begin(for arguments: [String]) {
    guard arguments.first == "convert", let option = arguments.firstIndex(of: "--to"),
      let name = arguments[option...].dropFirst().first, let space = RGBColorSpace(name: name)
    else { return }
    DispatchQueue.global(qos: .userInitiated).async {
      _ = space.profile
      _ = ProcessorCount.available
      // sRGB and Display P3 share a curve: with the target's, both sides of most conversions are there.
      PixelConverter.prepareTables(of: .parametric(space.transfer))
    }
  }
}
