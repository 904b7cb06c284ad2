import CPixelKernels

/// Memory for the colours that `GamutMappingKernel` processes together.
///
/// Safe: this value is the only owner of the C object.
@safe
struct MappedTile: ~Copyable {
  /// Colours per tile.
  static let capacity = Int(P3_MAPPED_COLORS)

  let handle: OpaquePointer

  init() {
    guard let handle = unsafe p3_mapped_allocate() else { fatalError("out of memory") }
    unsafe self.handle = handle
  }

  deinit { unsafe p3_mapped_destroy(handle) }
}
