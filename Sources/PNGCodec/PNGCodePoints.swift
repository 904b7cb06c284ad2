/// The cICP chunk: coding-independent code points (PNG 3rd edition, clause 11.3.2.6; ITU-T H.273).
package struct PNGCodePoints: Sendable, Hashable {
  /// ColourPrimaries: 1 is BT.709 and sRGB, 9 BT.2020, 11 DCI-P3, 12 Display P3.
  package let primaries: UInt8
  /// TransferCharacteristics: 13 is sRGB, 16 PQ, 18 HLG.
  package let transfer: UInt8
  /// MatrixCoefficients: always 0 (RGB) in PNG.
  package let matrix: UInt8
  /// Whether 0 and the largest sample are black and white, as everywhere in PNG; false for narrow-range video.
  package let isFullRange: Bool

  /// Code points as given.
  package init(primaries: UInt8, transfer: UInt8, matrix: UInt8 = 0, isFullRange: Bool = true) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.isFullRange = isFullRange
  }

  /// sRGB: 1/13/0/1.
  package static let sRGB = PNGCodePoints(primaries: 1, transfer: 13)
  /// Display P3: 12/13/0/1.
  package static let displayP3 = PNGCodePoints(primaries: 12, transfer: 13)
}
