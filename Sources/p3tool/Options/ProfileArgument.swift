import ArgumentParser
import ColorManagement
import P3Kit

/// A colour space on the command line: a built-in name, or an ICC file.
struct ProfileArgument {
  let target: ConversionTarget

  /// The profile alone.
  var profile: ICCProfile { target.profile }

  /// - Throws: a usage error for a name that is neither; `Outcome.failedInputs`, said on standard error, for
  ///   a file that is no usable profile.
  init(_ argument: String, option: String) throws {
    if let space = RGBColorSpace(name: argument) {
      target = .space(space)
      return
    }
    guard FileStatus(path: argument) != nil else {
      let names = RGBColorSpace.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "\(option) \(argument): neither a known space (\(names)) nor an ICC file that exists")
    }
    do {
      target = try .profile(file: argument)
    } catch {
      StandardStream.error.write(line: "error: \(error)")
      throw Outcome.failedInputs
    }
  }
}
