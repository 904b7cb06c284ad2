import ColorManagement
import Dispatch
import Pixels

/// What the first image will need, made by another core while this one reads the command line.
///
/// It goes by single words: a wrong guess costs a few milliseconds of a core that had nothing to do.
enum Preparation {
  /// Begins with what a conversion or check needs of the built-in space that `arguments` name.
  static func begin(for arguments: [String]) {
    guard let space = targetSpace(of: arguments) else { return }
    DispatchQueue.global(qos: .userInitiated).async {
      _ = space.profile
      // sRGB and Display P3 share a curve: with the target's, both sides of most conversions are there.
      PixelConverter.prepareTables(of: .parametric(space.transfer))
    }
  }

  private static func targetSpace(of arguments: [String]) -> RGBColorSpace? {
    switch arguments.first {
    case "convert": value(of: "--to", in: arguments).flatMap { RGBColorSpace(name: $0) }
    case "check": RGBColorSpace(name: value(of: "--target", in: arguments) ?? "srgb")
    default: nil
    }
  }

  private static func value(of option: String, in arguments: [String]) -> String? {
    arguments.firstIndex(of: option).flatMap { arguments[$0...].dropFirst().first }
  }
}
