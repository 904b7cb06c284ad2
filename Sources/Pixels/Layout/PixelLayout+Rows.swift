// Reads and writes pixels in memory for conversions, with the loops of CPixelKernels.

import CPixelKernels

/// An image in memory, for the duration of a call. Threads that process different rows may share it.
@safe package struct PixelRows: @unchecked Sendable {
  // Unchecked: the creator keeps the memory alive, and gives no row to two threads.
  package let layout: PixelLayout
  private let start: UnsafeMutableRawPointer?
  private let cLayout: p3_pixel_layout

  /// The image of `layout` at `start`, with `byteCount` bytes. Memory that is only read is not written to.
  package init(
    _ start: UnsafeMutableRawPointer?, byteCount: Int, layout: PixelLayout
  ) throws(PixelLayoutError) {
    guard byteCount >= layout.byteCount else {
      throw .shortMemory(byteCount: byteCount, needed: layout.byteCount)
    }
    self.layout = layout
    unsafe self.start = start
    cLayout = layout.cLayout
  }

  /// The position of a block of pixels: whole rows, or a part of one row.
  package struct Block: Sendable {
    package let rows: Range<Int>
    package let columns: Range<Int>

    package init(rows: Range<Int>, columns: Range<Int>) {
      self.rows = rows
      self.columns = columns
    }

    package var pixelCount: Int { rows.count * columns.count }
  }

  /// The blocks of `rows`, from top to bottom, of at most `pixels` each.
  package func blocks(of rows: Range<Int>, pixels: Int) -> [Block] {
    guard layout.width > 0 else { return [] }
    let wide = min(layout.width, pixels)
    return stride(from: rows.lowerBound, to: rows.upperBound, by: pixels / wide).flatMap { top in
      stride(from: 0, to: layout.width, by: wide).map { left in
        Block(
          rows: top..<min(top + pixels / wide, rows.upperBound),
          columns: left..<min(left + wide, layout.width))
      }
    }
  }

  /// The first pixel of `block` in row `y`.
  private func pixels(_ y: Int, _ block: Block) -> UnsafeMutableRawPointer? {
    unsafe start?.advanced(by: y * layout.bytesPerRow + block.columns.lowerBound * layout.bytesPerPixel)
  }

  /// Where row `y` starts.
  private func row(_ y: Int) -> UnsafeMutableRawPointer? {
    unsafe start?.advanced(by: y * layout.bytesPerRow)
  }

  /// The pixels of `block` as straight codes of 16 bits; floats are clamped and rounded.
  package func codes(of block: Block) -> PixelBuffer {
    if layout.component.isFloat { return values(of: block).codes(width: block.columns.count, layout) }
    let format = layout.pixelFormat
    let stride = block.columns.count * format.channelCount
    var layout = cLayout
    let samples = unsafe [UInt16](unsafeUninitializedCapacity: block.rows.count * stride) { codes, count in
      if let first = codes.baseAddress {
        for (index, y) in block.rows.enumerated() {
          unsafe p3_load_codes(&layout, pixels(y, block), block.columns.count, first + index * stride)
        }
      }
      count = block.rows.count * stride
    }
    return PixelBuffer(
      width: block.columns.count, height: block.rows.count, format: format, samples: samples)
  }

  /// Writes straight codes of 16 bits.
  package func write(_ codes: borrowing PixelBuffer, to block: Block) {
    if layout.component.isFloat { return write(PixelValues(codes), to: block) }
    var layout = cLayout
    let format = codes.format
    unsafe codes.samples.withUnsafeBufferPointer { samples in
      guard let first = samples.baseAddress else { return }
      for (index, y) in block.rows.enumerated() {
        unsafe p3_store_codes(
          &layout, first + index * block.columns.count * format.channelCount,
          UInt32(format.colorChannelCount), format.hasAlpha ? 1 : 0, block.columns.count, pixels(y, block))
      }
    }
  }

  /// The pixels of `block` as straight values.
  package func values(of block: Block) -> PixelValues {
    var values = PixelValues(count: block.pixelCount, colorCount: layout.isGray ? 1 : 3)
    var layout = cLayout
    unsafe values.planes.withUnsafeMutableBufferPointer { planes in
      guard let first = planes.baseAddress else { return }
      for (index, y) in block.rows.enumerated() {
        unsafe p3_load_values(
          &layout, pixels(y, block), block.columns.count, block.pixelCount,
          first + index * block.columns.count)
      }
    }
    return values
  }

  /// Writes straight values.
  package func write(_ values: PixelValues, to block: Block) {
    var layout = cLayout
    unsafe values.planes.withUnsafeBufferPointer { planes in
      guard let first = planes.baseAddress else { return }
      for (index, y) in block.rows.enumerated() {
        unsafe p3_store_values(
          &layout, first + index * block.columns.count, UInt32(values.colorCount), block.columns.count,
          block.pixelCount, pixels(y, block))
      }
    }
  }

  /// Converts `rows` of codes, in both layouts as `converter` takes them, into the same rows of
  /// `destination`.
  package func convert(_ rows: Range<Int>, into destination: PixelRows, by converter: PixelConverter) {
    let format = layout.pixelFormat
    for part in parts(of: rows, with: destination) {
      unsafe converter.run(
        row(part.y), destination.row(part.y), byteCount: part.pixels * layout.bytesPerPixel, format)
    }
  }

  func convert(_ rows: Range<Int>, into destination: PixelRows, by conversion: p3_float_conversion) {
    var (conversion, from, to) = (conversion, cLayout, destination.cLayout)
    for part in parts(of: rows, with: destination) {
      unsafe p3_convert_floats(
        &conversion, &from, row(part.y), &to, destination.row(part.y), part.pixels)
    }
  }

  /// All pixels of `rows` at once if neither image has padding between rows, else row by row.
  private func parts(of rows: Range<Int>, with other: PixelRows) -> [(y: Int, pixels: Int)] {
    guard layout.width > 0, !rows.isEmpty else { return [] }
    let areTight = [layout, other.layout].allSatisfy { $0.bytesPerRow == $0.width * $0.bytesPerPixel }
    return areTight
      ? [(rows.lowerBound, rows.count * layout.width)] : rows.map { ($0, layout.width) }
  }

  /// Copies the pixels of `rows` to the same rows of `destination`, which has the same kind of pixels.
  package func copy(_ rows: Range<Int>, to destination: PixelRows) {
    guard unsafe start != destination.start else { return }
    for y in rows {
      guard let from = unsafe row(y), let to = unsafe destination.row(y) else { return }
      unsafe to.copyMemory(from: from, byteCount: layout.width * layout.bytesPerPixel)
    }
  }
}

extension PixelValues {
  /// The values of straight codes of 16 bits.
  fileprivate init(_ codes: borrowing PixelBuffer) {
    let format = codes.format
    self.init(count: codes.pixelCount, colorCount: format.colorChannelCount)
    for index in 0..<count {
      for channel in 0...colorCount {
        let code =
          channel < format.channelCount ? codes.samples[index * format.channelCount + channel] : 65535
        planes[channel * count + index] = Double(code) / 65535
      }
    }
  }

  /// The nearest straight 16-bit codes, rounded as the integers of `layout`, in rows of `width` pixels.
  fileprivate func codes(width: Int, _ layout: PixelLayout) -> PixelBuffer {
    let format = layout.pixelFormat
    var codes = PixelBuffer(width: width, height: width == 0 ? 0 : count / width, format: format)
    for index in 0..<count {
      for channel in 0..<format.channelCount {
        let value = planes[channel * count + index]
        codes.samples[index * format.channelCount + channel] =
          value < 1 ? (value > 0 ? UInt16(value * 65535 + 0.5) : 0) : value >= 1 ? 65535 : 0
      }
    }
    return codes
  }
}

/// Straight values of some pixels: planes of `count` doubles, one per colour, then alpha. 1 is white, or
/// opaque.
package struct PixelValues: Sendable {
  package let count: Int
  package let colorCount: Int
  package var planes: [Double]

  package init(count: Int, colorCount: Int) {
    self.count = count
    self.colorCount = colorCount
    planes = [Double](repeating: 0, count: count * (colorCount + 1))
  }

  /// The colour of pixel `index`, linear or encoded; only if pixels have three colours.
  package subscript(color index: Int) -> SIMD3<Double> {
    get { SIMD3(planes[index], planes[count + index], planes[2 * count + index]) }
    set {
      planes[index] = newValue.x
      planes[count + index] = newValue.y
      planes[2 * count + index] = newValue.z
    }
  }

  /// Whether the alpha of pixel `index` is above 0.
  package func isVisible(_ index: Int) -> Bool { planes[colorCount * count + index] > 0 }
}

extension PixelLayout {
  /// The pixel format of the codes.
  package var pixelFormat: PixelFormat { PixelFormat(isGray: isGray, hasAlpha: hasAlpha) }

  /// Whether pixels of this layout are `pixelFormat` already: straight native 16-bit codes, colours first.
  package var isPixelFormat: Bool {
    let isOrdered = [.gray, .grayAlpha, .rgb, .rgba].contains(channels)
    return isOrdered && component == .uint16 && byteOrder == .native
      && (channels.alphaPlace == nil || alpha == .straight)
  }

  /// Whether pixels of `other` have the same bytes.
  package func hasPixels(of other: PixelLayout) -> Bool {
    channels == other.channels && component == other.component && byteOrder == other.byteOrder
      && transfer == other.transfer && (alpha == other.alpha || channels.alphaPlace == nil)
  }

  fileprivate var cLayout: p3_pixel_layout {
    let places = channels.places
    let component =
      switch component {
      case .uint8: P3_UINT8
      case .uint16: P3_UINT16
      case .float16: P3_FLOAT16
      case .float32: P3_FLOAT32
      }
    let kind =
      switch alpha {
      case _ where channels.alphaPlace == nil: P3_ALPHA_NONE
      case .straight: P3_ALPHA_STRAIGHT
      case .premultiplied: P3_ALPHA_PREMULTIPLIED
      case .ignored: P3_ALPHA_IGNORED
      }
    return p3_pixel_layout(
      component: component, is_swapped: byteOrder == .native ? 0 : 1, alpha: kind,
      colors: UInt32(places.count), components: UInt32(channels.count),
      place: isGray ? (0, 0, 0) : (places[0], places[1], places[2]),
      alpha_place: channels.alphaPlace ?? 0)
  }
}
