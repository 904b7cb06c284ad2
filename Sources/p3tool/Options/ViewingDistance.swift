import ArgumentParser

/// `--viewing-distance`: a length from the eye to the display.
struct ViewingDistance: ExpressibleByArgument {
  /// Above 0.
  let inches: Double

  /// A number with `cm`, `mm`, `m` or `in`; centimetres without a unit. 1 mm to 1 km.
  init?(argument: String) {
    let units: [(suffix: String, inches: Double)] = [
      ("cm", 1 / 2.54), ("mm", 0.1 / 2.54), ("in", 1), ("m", 100 / 2.54), ("", 1 / 2.54),
    ]
    guard let unit = units.first(where: { argument.hasSuffix($0.suffix) }),
      let number = Double(argument.dropLast(unit.suffix.count)), number.isFinite
    else { return nil }
    inches = number * unit.inches
    guard (0.1 / 2.54...100_000 / 2.54).contains(inches) else { return nil }
  }
}
