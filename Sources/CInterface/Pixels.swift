// The functions are described in p3kit.h, which names them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import CP3Kit
import P3Kit
import PixelConversion
import Pixels
import Synchronization

// Pixels in memory, and PNGs of them.

extension PixelLayout {
  /// The layout that a C structure describes.
  init(_ place: UnsafePointer<p3_layout>?) throws {
    guard let layout = unsafe place?.pointee else { throw Misuse("a layout is NULL") }
    func value<Value>(_ values: [Value], _ number: UInt8, _ what: String) throws -> Value {
      guard values.indices.contains(Int(number)) else { throw Misuse("\(what) of a layout is \(number)") }
      return values[Int(number)]
    }
    let component = try value(Component.allCases, layout.component, "component")
    let channels = try value(Channels.allCases, layout.channels, "channels")
    let alpha = try value(Alpha.allCases, layout.alpha, "alpha")
    guard let width = Int(exactly: layout.width), let height = Int(exactly: layout.height),
      let row = Int(exactly: layout.bytes_per_row)
    else {
      throw Misuse(
        "a layout has \(layout.width)×\(layout.height) pixels and \(layout.bytes_per_row) bytes a row")
    }
    try self.init(
      width: width, height: height, channels: channels, component: component,
      bytesPerRow: row == 0 ? nil : row,
      alpha: alpha, transfer: layout.linear == 0 ? .encoded : .linear)
  }

  /// The layout as a C structure.
  fileprivate var description: p3_layout {
    func number<Value: Equatable>(_ values: [Value], _ value: Value) -> UInt8 {
      UInt8(values.firstIndex(of: value) ?? 0)
    }
    return p3_layout(
      width: width, height: height, bytes_per_row: bytesPerRow,
      component: number(Component.allCases, component),
      channels: number(Channels.allCases, channels), alpha: number(Alpha.allCases, alpha),
      linear: transfer == .linear ? 1 : 0)
  }
}

/// The parameters of a converter; the key of the cache.
private struct ConverterParameters: Hashable {
  let source: ICCProfile
  let destination: ICCProfile
  let mapping: GamutMapping
  let intent: RenderingIntent
  let isGray: Bool

  /// The converters of the latest calls. Making a converter takes some milliseconds, converting a small image less.
  private static let made = Mutex(BoundedCache<Self, ColorConverter>(capacity: 8))

  func converter() throws(ColorError) -> ColorConverter {
    try Self.made.withLock { made throws(ColorError) in
      try made.value(for: self, make: newConverter)
    }
  }

  private func newConverter() throws(ColorError) -> ColorConverter {
    try ColorConverter(
      from: source, to: destination, mapping: mapping, intent: intent, isGray: isGray)
  }
}

@c @implementation
public func p3_convert(
  _ source: UnsafeRawPointer!, _ sourceLayout: UnsafePointer<p3_layout>!, _ from: OpaquePointer!,
  _ target: UnsafeMutableRawPointer!, _ targetLayout: UnsafePointer<p3_layout>!, _ to: OpaquePointer!,
  _ options: UnsafePointer<CChar>?, _ error: TextPlace?
) -> CInt {
  unsafe attempt(error) {
    var options = try unsafe CallOptions(options)
    let mapping = try options.choice("gamut", GamutMapping.self) ?? .clip
    let intent = try options.choice("intent", RenderingIntent.self) ?? .relative
    let jobs = try options.count("jobs", from: 1) ?? 1
    try options.finish()
    let layouts = try unsafe (source: PixelLayout(sourceLayout), target: PixelLayout(targetLayout))
    guard let source = unsafe source, let target = unsafe target else { throw Misuse("pixels are NULL") }
    let converter = try unsafe ConverterParameters(
      source: ProfileBox.of(from).profile, destination: ProfileBox.of(to).profile, mapping: mapping,
      intent: intent, isGray: layouts.source.isGray
    ).converter()
    var output = unsafe MutableRawSpan(_unsafeStart: target, byteCount: layouts.target.byteCount)
    if unsafe UnsafeRawPointer(target) == source {
      guard layouts.source == layouts.target else {
        throw Misuse("pixels are converted in place into another layout")
      }
      return try converter.convert(&output, layout: layouts.target, jobs: jobs)
    }
    let input = unsafe RawSpan(_unsafeStart: source, byteCount: layouts.source.byteCount)
    try converter.convert(input, layout: layouts.source, into: &output, layout: layouts.target, jobs: jobs)
  }
}

/// An image with pixels at a stable address, for C callers.
@safe private final class ImageBox {
  let layout: PixelLayout
  let profile: ICCProfile
  let pixels: UnsafeMutableBufferPointer<UInt8>

  init(_ image: PixelImage) {
    layout = image.layout
    profile = image.profile
    unsafe pixels = .allocate(capacity: max(image.pixels.count, 1))
    _ = unsafe pixels.initialize(from: image.pixels)
  }

  deinit { unsafe pixels.deallocate() }

  /// The image behind a caller's handle.
  static func of(_ handle: OpaquePointer) -> ImageBox {
    unsafe Unmanaged<ImageBox>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }
}

@c @implementation
public func p3_image_read(
  _ source: p3_source, _ options: UnsafePointer<CChar>?, _ image: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: TextPlace?
) -> CInt {
  unsafe attempt(error) {
    var options = try unsafe CallOptions(options)
    let channels = try options.choice("channels", PixelLayout.Channels.self)
    let component = try options.choice("component", PixelLayout.Component.self)
    let alpha = try options.choice("alpha", PixelLayout.Alpha.self) ?? .straight
    let limits = try options.limits()
    try options.finish()
    let read = try unsafe PixelImage(
      ImageSource(source), channels: channels, component: component, alpha: alpha, limits: limits)
    unsafe image.pointee = OpaquePointer(Unmanaged.passRetained(ImageBox(read)).toOpaque())
  }
}

@c @implementation
public func p3_image_layout(_ image: OpaquePointer!) -> p3_layout {
  unsafe ImageBox.of(image).layout.description
}

@c @implementation
public func p3_image_pixels(_ image: OpaquePointer!) -> UnsafeRawPointer? {
  unsafe UnsafeRawPointer(ImageBox.of(image).pixels.baseAddress)
}

@c @implementation
public func p3_image_profile(_ image: OpaquePointer!) -> OpaquePointer? {
  unsafe ProfileBox(ImageBox.of(image).profile).handle()
}

@c @implementation
public func p3_image_release(_ image: OpaquePointer?) {
  guard let image = unsafe image else { return }
  unsafe Unmanaged<ImageBox>.fromOpaque(UnsafeRawPointer(image)).release()
}

@c @implementation
public func p3_png_write(
  _ pixels: UnsafeRawPointer!, _ layout: UnsafePointer<p3_layout>!, _ profile: OpaquePointer!,
  _ options: UnsafePointer<CChar>?, _ png: UnsafeMutablePointer<p3_bytes>!, _ error: TextPlace?
) -> CInt {
  unsafe attempt(error) {
    var options = try unsafe CallOptions(options)
    let tagging = try options.choice("tag", ColorTagging.self) ?? .auto
    let compression = try options.choice("compression", PNGWriteOptions.Compression.self) ?? .balanced
    try options.finish()
    let layout = try unsafe PixelLayout(layout)
    guard let pixels = unsafe pixels else { throw Misuse("pixels are NULL") }
    let bytes = unsafe Array(UnsafeRawBufferPointer(start: pixels, count: layout.byteCount))
    let image = try unsafe PixelImage(bytes, layout: layout, profile: ProfileBox.of(profile).profile)
    unsafe png.pointee = try copied(image.png(tagging: tagging, compression: compression))
  }
}
