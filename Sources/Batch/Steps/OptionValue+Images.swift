import ColorManagement
import Colors
import ImageFiles
import PNGCodec

// Values that name colours, files and other chunks.

extension OptionValue<ConversionTarget> {
  /// A built-in space, a name of the pipeline's `profiles`, or an ICC file.
  static var space: OptionValue {
    OptionValue(
      .text(examples: RGBColorSpace.allCases.map(\.rawValue)), key: { "\(SHA256.hash($0.profile.bytes))" },
      spelling: { if case .space(let space) = $0 { space.rawValue } else { nil } },
      read: { (text) throws(ConfigurationError) in try text.configuration.colorSpace(text.node) })
  }
}

extension OptionValue<[BackgroundColor]> {
  /// CSS colours, and names of palettes that stand for several.
  static var backgrounds: OptionValue {
    OptionValue(
      .oneOrMore(.text(examples: ["#F2F2F7", "rebeccapurple", "systemBackground"])),
      key: { colors in "[\(colors.map { "\($0.name) \($0.encoded)" }.joined(separator: ", "))]" },
      spelling: { _ in nil },
      read: { (text) throws(ConfigurationError) in
        var colors: [BackgroundColor] = []
        for element in text.elements {
          do {
            colors += try BackgroundColor.named(element.text)
          } catch {
            throw element.error("'\(text.name)': \(error)")
          }
        }
        return colors
      })
  }
}

extension OptionValue<SIMD3<Double>> {
  /// One opaque CSS colour, as encoded sRGB from 0 to 1.
  static var color: OptionValue {
    OptionValue(
      .text(examples: ["#1C1C1E", "#000000", "midnightblue"]), key: { "\($0.x) \($0.y) \($0.z)" },
      spelling: { color in
        let codes = [color.x, color.y, color.z].map { Int(($0 * 255).rounded()) }
        let digits = codes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
        return YAMLText.scalar("#\(digits.joined())")
      },
      read: { (text) throws(ConfigurationError) in
        guard let colors = try? BackgroundColor.named(text.text), let color = colors.first, colors.count == 1
        else {
          throw text.error("'\(text.name)' takes a colour such as '#1C1C1E', not '\(text.text)'")
        }
        return color.encoded
      })
  }
}

extension OptionValue<MetadataSelection> {
  /// `all` or `none` alone, or kinds of chunks.
  static var metadata: OptionValue {
    OptionValue(
      .oneOrMore(.choice(["all", "none"] + PNGMetadata.Category.allCases.map(\.rawValue))),
      key: { $0.categories.map(\.rawValue).sorted().joined(separator: ",") },
      spelling: { $0 == .all ? "all" : $0 == .none ? "none" : nil },
      read: { (text) throws(ConfigurationError) in
        guard let selection = MetadataSelection(text.elements.map(\.text).joined(separator: ",")) else {
          throw text.error("'\(text.name)' takes all or none alone, or a list of kinds")
        }
        return selection
      })
  }
}

extension OptionValue<NameTemplate> {
  /// A path relative to the pipeline's folder or to another, with placeholders.
  static func template(examples: [String]) -> OptionValue {
    OptionValue(.text(examples: examples), key: { $0.text }, spelling: { YAMLText.scalar($0.text) }) {
      (text) throws(ConfigurationError) in
      do {
        return try NameTemplate(text.text)
      } catch {
        throw text.error("\(error)")
      }
    }
  }
}

extension OptionValue<String> {
  /// A folder, relative to the pipeline's, in its shortest spelling.
  static func folder(example: String) -> OptionValue {
    OptionValue(
      .text(examples: [example, "Assets.xcassets"]), key: { $0 },
      spelling: { $0.isEmpty ? nil : YAMLText.scalar($0) },
      read: { text in FilePath.normalized(text.text) })
  }

  /// Any word.
  static func word(examples: [String]) -> OptionValue {
    OptionValue(.text(examples: examples), key: { $0 }, spelling: YAMLText.scalar, read: { $0.text })
  }
}

extension OptionValue {
  /// What a file holds that is read once, before any source is: its path is relative to the pipeline's folder.
  static func file(
    example: String, key: @escaping @Sendable (Value) -> String,
    read: @escaping @Sendable (String) throws -> Value
  ) -> OptionValue {
    OptionValue(
      .text(examples: [example]), key: key, spelling: { _ in nil },
      read: { (text) throws(ConfigurationError) in
        let path = FilePath.join(text.configuration.folder, text.text)
        do {
          // A pipe is read once, a device perhaps for ever.
          if FileStatus(path: path)?.kind == .special { throw ImageError.notRegularFile(path: path) }
          return try read(path)
        } catch {
          throw text.error("'\(text.name)': \(error)")
        }
      })
  }
}

// Limits on what is read, which every step has.

/// What a step refuses before it takes memory, where it differs from the limits of the whole run.
struct StepLimits: Sendable {
  /// Most pixels of an image.
  var maxPixels: Int?
  /// Most bytes of memory at once for one image.
  var maxMemory: Int?

  /// The limits of the step in a run with `limits`.
  func applied(to limits: PNGLimits) -> PNGLimits {
    var limits = limits
    if let maxPixels { limits.allowPixels(maxPixels) }
    limits.maxMemory = maxMemory ?? limits.maxMemory
    return limits
  }
}

/// Settings of a step that reads images.
protocol LimitedSettings: Sendable {
  /// What the step refuses.
  var stepLimits: StepLimits { get set }
}

extension LimitedSettings {
  /// The options of the limits.
  static var limitOptions: [StepOption<Self>] { [pixelsOption(named: "max-pixels"), memoryOption] }

  /// The option of the largest image, as the subcommand calls it.
  static func pixelsOption(named name: String) -> StepOption<Self> {
    StepOption(
      name, \.stepLimits.maxPixels, OptionValue.integer(1...Int.max).optional,
      "Refuse images with more pixels", absence: "default: as for the run",
      example: "\(PNGLimits().maxPixels)")
  }

  /// The option of the memory for one image.
  static var memoryOption: StepOption<Self> {
    StepOption(
      "max-memory", \.stepLimits.maxMemory, OptionValue.integer(1...Int.max).optional,
      "Refuse images that need more memory at once (very wide or interlaced ones), in bytes",
      absence: "default: as for the run", example: "\(PNGLimits.mostMemory)")
  }
}
