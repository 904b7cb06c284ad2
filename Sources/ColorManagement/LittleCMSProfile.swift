import CLittleCMS

/// Owner of one open LittleCMS profile; closed with it.
@safe struct LittleCMSProfile: ~Copyable {
  let handle: cmsHPROFILE
  /// Closing the profile needs its context.
  private let context: LittleCMSContext

  /// Opens `bytes`, which LittleCMS copies.
  init(_ bytes: [UInt8], in context: LittleCMSContext) throws(ColorError) {
    let opened = unsafe bytes.withUnsafeBytes { raw in
      unsafe cmsOpenProfileFromMemTHR(context.handle, raw.baseAddress, UInt32(raw.count))
    }
    guard let opened = unsafe opened else { throw context.error("the profile cannot be opened") }
    unsafe handle = opened
    self.context = context
  }

  deinit { _ = unsafe cmsCloseProfile(handle) }
}
