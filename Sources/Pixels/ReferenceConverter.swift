/// The tables that define a conversion's correct result: linear values in IEEE double, the matrix row by row
/// from left to right without contraction, and no clamp but the ends of the encoder.
///
/// `GamutMappedConverter` computes with them; tests compare every kernel with them.
package struct ReferenceConverter: Sendable {
  package let conversion: MatrixConversion

  /// Per colour channel, the linear value of each of the 65,536 codes.
  package let decodingTables: [[Double]]

  /// The decision levels of each colour channel.
  package let decisionLevels: [DecisionLevels]

  /// Builds the decoding tables and decision levels of `conversion`: 131,070 curve evaluations per distinct curve pair.
  package init(_ conversion: MatrixConversion) {
    self.conversion = conversion
    decodingTables = Self.perDistinct(conversion.source) { curve in
      curve.linearValues(of: 65536) { Double($0) / 65535 }
    }
    decisionLevels = Self.perDistinct(conversion.destination) { DecisionLevels($0) }
  }

  /// Makes one value per curve; equal curves share it.
  private static func perDistinct<Value>(_ curves: [ToneCurve], _ make: (ToneCurve) -> Value) -> [Value] {
    var made: [ToneCurve: Value] = [:]
    return curves.map { curve in
      if let value = made[curve] { return value }
      let value = make(curve)
      made[curve] = value
      return value
    }
  }
}
