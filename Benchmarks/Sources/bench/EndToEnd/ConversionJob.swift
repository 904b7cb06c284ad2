@testable import ColorManagement

/// Files to convert, and the space they go to. The depth of each file stays.
struct ConversionJob {
  let title: String
  let inputs: [PictureFile]
  let target: RGBColorSpace
  /// Takes minutes: once is enough.
  let isLarge: Bool

  init(_ title: String, _ inputs: [PictureFile], to target: RGBColorSpace, isLarge: Bool = false) {
    self.title = title
    self.inputs = inputs
    self.target = target
    self.isLarge = isLarge
  }

  /// How often it is run where `runs` are asked for.
  func runs(_ runs: Int) -> Int { isLarge ? 1 : runs }

  /// Whether the outputs have the inputs' sizes and depths: only then is the comparison fair.
  func check(_ outputs: [PictureFile]) -> String {
    guard outputs.count == inputs.count else { return "\(outputs.count) files of \(inputs.count)" }
    let names = Dictionary(uniqueKeysWithValues: outputs.map { ($0.stem, $0) })
    for input in inputs {
      guard let output = names[input.stem] else { return "no \(input.stem)" }
      if output.shape != input.shape { return "\(output.shape) for \(input.shape)" }
    }
    return "same shape"
  }
}
