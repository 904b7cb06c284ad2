// The functions are described in p3kit.h, which names them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import CP3Kit
import P3Kit

/// A profile with its texts for C callers. The texts live as long as the box.
@safe final class ProfileBox {
  let profile: ICCProfile
  let description: UnsafeMutablePointer<CChar>?
  let space: UnsafeMutablePointer<CChar>?
  let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ profile: ICCProfile) {
    self.profile = profile
    unsafe description = copied(profile.name)
    unsafe space = profile.knownSpace.flatMap { unsafe copied($0.rawValue) }
    unsafe bytes = .allocate(capacity: profile.bytes.count)
    _ = unsafe bytes.initialize(from: profile.bytes)
  }

  deinit {
    unsafe p3_free(description)
    unsafe p3_free(space)
    unsafe bytes.deallocate()
  }

  /// A handle for the caller, who must release it.
  func handle() -> OpaquePointer { unsafe OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  /// The profile behind a caller's handle.
  static func of(_ handle: OpaquePointer?) throws -> ProfileBox {
    guard let handle = unsafe handle else { throw Misuse("a profile is NULL") }
    return unsafe Unmanaged<ProfileBox>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }
}

@c @implementation
public func p3_profile_named(
  _ name: UnsafePointer<CChar>!, _ profile: UnsafeMutablePointer<OpaquePointer?>!, _ error: TextPlace!
) -> CInt {
  unsafe attempt(error) {
    guard let name = unsafe name else { throw Misuse("the name of a profile is NULL") }
    let text = unsafe String(cString: name)
    let isGray = text.hasPrefix("gray-")
    guard let space = RGBColorSpace(name: isGray ? String(text.dropFirst(5)) : text) else {
      throw Misuse(
        "no profile is called '\(text)': there are \(ColorSpaceNames.list), and each with gray- in front")
    }
    unsafe profile.pointee = ProfileBox(isGray ? space.grayProfile : space.profile).handle()
  }
}

@c @implementation
public func p3_profile_from_icc(
  _ icc: UnsafePointer<UInt8>!, _ size: Int, _ profile: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: TextPlace!
) -> CInt {
  unsafe attempt(error) {
    let bytes = unsafe Array(UnsafeBufferPointer(start: icc, count: icc == nil ? 0 : size))
    unsafe profile.pointee = ProfileBox(try ICCProfile(bytes: bytes)).handle()
  }
}

@c @implementation
public func p3_profile_icc(_ profile: OpaquePointer!, _ size: UnsafeMutablePointer<Int>!) -> UnsafePointer<
  UInt8
>? {
  guard let box = try? unsafe ProfileBox.of(profile) else { return nil }
  unsafe size.pointee = box.bytes.count
  return unsafe UnsafePointer(box.bytes.baseAddress)
}

@c @implementation
public func p3_profile_description(_ profile: OpaquePointer!) -> UnsafePointer<CChar>? {
  unsafe UnsafePointer((try? ProfileBox.of(profile))?.description)
}

@c @implementation
public func p3_profile_space(_ profile: OpaquePointer!) -> UnsafePointer<CChar>? {
  unsafe UnsafePointer((try? ProfileBox.of(profile))?.space)
}

@c @implementation
public func p3_profile_release(_ profile: OpaquePointer?) {
  guard let profile = unsafe profile else { return }
  unsafe Unmanaged<ProfileBox>.fromOpaque(UnsafeRawPointer(profile)).release()
}
