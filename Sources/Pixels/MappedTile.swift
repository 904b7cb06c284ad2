import CPixelKernels

/// Memory for the colours that `GamutMappingKernel` works on at a time.
///
/// Unsafe within: the C object is this value's alone.
@safe
struct MappedTile: ~Copyable {
  /// Colours in a tile.
  static let capacity = Int(P3_MAPPED_COLORS)

  let handle: OpaquePointer

  init() {
    guard let handle = unsafe p3_mapped_allocate() else { fatalError("out of memory") }
    unsafe self.handle = handle
  }

  deinit { unsafe p3_mapped_destroy(handle) }
}
