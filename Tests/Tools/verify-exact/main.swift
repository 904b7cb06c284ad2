// `make verify-exact`: converts a thousand million generated pixel values per direction on every kernel target of this
// machine, and compares each with the definition. Optional arguments: millions of pixels, seed.

import Oracles
import Pixels

/// The built-in profiles' curve and colorants (s15Fixed16), D50-adapted.
let sRGBCurve = ToneCurve.parametric(
  TransferFunction(g: 157289 / 65536, a: 62119 / 65536, b: 3417 / 65536, c: 5072 / 65536, d: 2651 / 65536))

func matrix(_ elements: [Double]) -> Matrix3x3 {
  let m = elements.map { $0 / 65536 }
  return Matrix3x3([m[0], m[1], m[2]], [m[3], m[4], m[5]], [m[6], m[7], m[8]])
}

let sRGBColorants = matrix([28576, 25239, 9375, 14581, 46983, 3972, 912, 6362, 46787])
let displayP3Colorants = matrix([33759, 19135, 10296, 15807, 45367, 4362, -69, 2745, 51385])

/// Adobe RGB (1998): a pure power.
let adobeCurve = ToneCurve.parametric(.gamma(563 / 256))
let adobeColorants = matrix([39960, 13453, 9766, 20389, 41000, 4147, 1276, 3989, 48797])

func direction(
  _ source: Matrix3x3, _ destination: Matrix3x3, from curve: ToneCurve = sRGBCurve
) -> MatrixConversion {
  guard let inverse = destination.inverse else { preconditionFailure("colorants are independent") }
  return MatrixConversion(
    source: [curve, curve, curve], matrix: inverse.multiplied(by: source),
    destination: [sRGBCurve, sRGBCurve, sRGBCurve])
}

let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let millions = Int(arguments.first ?? 334)
let seed = arguments.dropFirst().first ?? 20_261_121
let block = 1 << 20
var total = 0

for (name, conversion) in [
  ("Display P3 to sRGB", direction(displayP3Colorants, sRGBColorants)),
  ("sRGB to Display P3", direction(sRGBColorants, displayP3Colorants)),
  ("Adobe RGB to sRGB", direction(adobeColorants, sRGBColorants, from: adobeCurve)),
] {
  for target in KernelTarget.available {
    let converter = PixelConverter(conversion, target: target)
    var verifier = ConversionVerifier(conversion, seed: seed)
    var pixels = 0
    var differences = 0
    while pixels < millions * 1_000_000 {
      differences += verifier.differences(
        converter, pixels: block, format: pixels / block % 2 == 0 ? .rgba16 : .rgb16)
      pixels += block
    }
    total += differences
    print("\(name)  \(converter.kernelName)  seed \(seed)  values \(3 * pixels)  differences \(differences)")
  }
}
guard total == 0 else { fatalError("\(total) values differ from the definition") }
