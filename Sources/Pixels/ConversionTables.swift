import CPixelKernels
import Synchronization

/// The C objects behind a `PixelConverter`; they live as long as any converter uses them.
///
/// Unchecked Sendable: nobody writes to the C objects after they are made.
@safe
final class ConversionTables: @unchecked Sendable {
  /// One per source curve.
  let decoders: [DecodingTable]
  /// One per destination curve.
  let encoders: [EncodingTable]

  /// The plan of a colour conversion, nil for grey.
  let plan: OpaquePointer?

  /// The 65,536 results of a grey conversion, empty for colour.
  let grayTable: [UInt16]

  private struct Key: Hashable {
    let conversion: MatrixConversion
    let target: KernelTarget
  }

  /// The images of a run mostly share a few profiles.
  private static let cache = Mutex(BoundedCache<Key, ConversionTables>(capacity: 8))

  /// The tables of `conversion`, shared by all converters, whether they convert, count or do both.
  static func of(_ conversion: MatrixConversion, target: KernelTarget) -> ConversionTables {
    cache.withLock {
      $0.value(for: Key(conversion: conversion, target: target)) {
        ConversionTables(conversion, target: target)
      }
    }
  }

  private init(_ conversion: MatrixConversion, target: KernelTarget) {
    (decoders, encoders) = CurveTables.tables(conversion, target)
    if conversion.isGray {
      unsafe plan = nil
      grayTable = Self.grayTable(decoders[0], encoders[0])
    } else {
      unsafe plan = Self.plan(decoders, conversion.matrix, encoders, target)
      grayTable = []
    }
  }

  deinit {
    if let plan = unsafe plan { unsafe p3_plan_destroy(plan) }
  }

  /// The kernel's name (`p3_plan_kernel`); nil for grey.
  var kernel: String? {
    guard let plan = unsafe plan else { return nil }
    return unsafe String(cString: p3_plan_kernel(plan))
  }

  private static func grayTable(_ decoder: DecodingTable, _ encoder: EncodingTable) -> [UInt16] {
    unsafe [UInt16](unsafeUninitializedCapacity: 65536) { buffer, count in
      unsafe p3_gray_table(decoder.handle, encoder.handle, buffer.baseAddress)
      count = 65536
    }
  }

  private static func plan(
    _ decoders: [DecodingTable], _ matrix: Matrix3x3, _ encoders: [EncodingTable], _ target: KernelTarget
  ) -> OpaquePointer {
    let decoderHandles: [OpaquePointer?] = unsafe decoders.map { unsafe $0.handle }
    let encoderHandles: [OpaquePointer?] = unsafe encoders.map { unsafe $0.handle }
    let elements = (0..<9).map { matrix[$0 / 3, $0 % 3] }
    guard let plan = unsafe p3_plan_create(decoderHandles, elements, encoderHandles, target.cTarget)
    else { fatalError("out of memory") }
    return unsafe plan
  }
}
