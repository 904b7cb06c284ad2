import Checking
import ColorManagement
import Colors
import Conversion
import ImageFiles
import PNGCodec
import Pixels

/// A bundle's fill and PNG layers, drawn flat, without glass, shadow and blending: enough to see which layers vanish.
struct IconBundlePicture {
  /// Pixels of a side.
  private static let side = 128
  /// Points of a side, and pixels of a layer's image that fill it.
  private static let points = 1024.0
  /// ΔEOK from which on a pixel stands out from what lies under it.
  private static let clearDifference = 0.04
  /// The share of its pixels that a layer must show.
  private static let leastShare = 0.01
  /// The alpha from which on a pixel counts as one of the layer.
  private static let leastAlpha = 0.05

  private let bundle: IconBundle

  init(_ bundle: IconBundle) { self.bundle = bundle }

  /// A pixel of the picture; nil where something lies that is not drawn: an SVG layer, or a fill that the system chooses.
  private typealias Pixel = SIMD3<Double>?

  var findings: [CatalogFinding] {
    var images: [String: IconLayerImage] = [:]
    var findings: [CatalogFinding] = []
    for layer in bundle.layers {
      for name in IconBundle.values("image-name", of: layer).compactMap(\.string) where images[name] == nil {
        let file = FilePath.join(bundle.assets, name)
        guard FilePath.isPlainName(name), name.lowercased().hasSuffix(".png"),
          FileStatus(path: file)?.kind == .regular
        else { continue }
        do throws(ImageError) {
          let image = try IconLayerImage(file)
          images[name] = image
          findings += Self.size(of: file, image)
        } catch {
          findings.append(.unreadable(file, error))
        }
      }
    }
    return findings + IconBundle.Appearance.allCases.filter(isDrawn).flatMap { vanishing(images, in: $0) }
  }

  private static func size(of file: String, _ image: IconLayerImage) -> [CatalogFinding] {
    guard image.width != 1024 || image.height != 1024 else { return [] }
    return [
      CatalogFinding(
        .wrongSize, file, "is \(image.width)×\(image.height), a layer has 1024×1024", level: .note)
    ]
  }

  /// The system makes the tinted icon, unless the bundle says what it is.
  private func isDrawn(_ appearance: IconBundle.Appearance) -> Bool {
    appearance != .tinted
      || ([bundle.json] + bundle.layers).contains { object in
        ["fill", "image-name"].contains { key in
          (object[key + IconBundle.specialized]?.elements ?? []).contains {
            $0["appearance"]?.string == appearance.rawValue
          }
        }
      }
  }

  private func vanishing(
    _ images: [String: IconLayerImage], in appearance: IconBundle.Appearance
  ) -> [CatalogFinding] {
    let fill = IconFill(IconBundle.value("fill", of: bundle.json, in: appearance))
    var picture: [Pixel] = Self.places.map { place in fill.map { $0.color(at: place).components } }
    var findings: [CatalogFinding] = []
    func isHidden(_ object: JSONValue) -> Bool {
      IconBundle.value("hidden", of: object, in: appearance) == .boolean(true)
    }
    for group in bundle.groups.reversed() where !isHidden(group) {
      for layer in (group["layers"]?.elements ?? []).reversed() where !isHidden(layer) {
        guard let name = IconBundle.value("image-name", of: layer, in: appearance)?.string else { continue }
        guard let image = images[name] else {
          picture = picture.map { _ in nil }
          continue
        }
        let seen = draw(image, layer, group, appearance, over: &picture)
        guard
          seen.pixels == 0
            || seen.judged == seen.pixels && Double(seen.clear) < Self.leastShare * Double(seen.pixels)
        else { continue }
        let fact =
          seen.pixels == 0
          ? "has no visible pixel" : "does not stand out from what lies under it: it vanishes"
        findings.append(
          CatalogFinding(
            .layerVanishes, FilePath.join(bundle.assets, name),
            "layer '\(IconBundle.name(of: layer))' (\(appearance.rawValue)) \(fact)"))
      }
    }
    return findings
  }

  /// The middle of each pixel, 0 to 1 from the left and the top.
  private static let places: [SIMD2<Double>] = (0..<side * side).map {
    (SIMD2(Double($0 % side), Double($0 / side)) + 0.5) / Double(side)
  }

  /// Draws `layer` over `picture`.
  ///
  /// - Returns: how many pixels the layer has, what lies under how many of them is known, and how many stand out from it.
  private func draw(
    _ image: IconLayerImage, _ layer: JSONValue, _ group: JSONValue, _ appearance: IconBundle.Appearance,
    over picture: inout [Pixel]
  ) -> (pixels: Int, judged: Int, clear: Int) {
    let fill = IconFill(IconBundle.value("fill", of: layer, in: appearance))
    let positions = [layer, group].map { Position(IconBundle.value("position", of: $0, in: appearance)) }
    let opacity = [layer, group].map { number(IconBundle.value("opacity", of: $0, in: appearance)) ?? 1 }
      .reduce(1, *)
    var count = (pixels: 0, judged: 0, clear: 0)
    for (index, place) in Self.places.enumerated() {
      let inside = positions.reversed().reduce(place) { $1.inside($0) }
      guard let (color, alpha) = image.pixel(at: (inside - 0.5) * Self.points) else { continue }
      let top = fill.map { $0.color(at: place) }
      let cover = alpha * opacity * (top?.alpha ?? 1)
      if cover < Self.leastAlpha { continue }
      count.pixels += 1
      let seen = top?.components ?? color
      guard let under = picture[index] else {
        if cover > 0.99 { picture[index] = seen }
        continue
      }
      let over = under + (seen - under) * cover
      count.judged += 1
      if Self.difference(over, under) >= Self.clearDifference { count.clear += 1 }
      picture[index] = over
    }
    return count
  }

  private static func difference(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
    if one == other { return 0 }
    let apart = [one, other].map {
      CSSColor(space: .displayP3, components: $0).converted(to: .oklab).components
    }
    let steps = apart[0] - apart[1]
    return (steps * steps).sum().squareRoot()
  }

  /// Where a layer or group stands.
  private struct Position {
    var scale = 1.0
    var translation = SIMD2<Double>.zero

    init(_ json: JSONValue?) {
      if let scale = number(json?["scale"]), scale > 0 { self.scale = scale }
      let numbers = (json?["translation-in-points"]?.elements ?? []).compactMap(number)
      if numbers.count == 2 { translation = SIMD2(numbers[0], numbers[1]) / IconBundlePicture.points }
    }

    /// The place that is drawn at `place`.
    func inside(_ place: SIMD2<Double>) -> SIMD2<Double> { (place - 0.5 - translation) / scale + 0.5 }
  }
}

private func number(_ json: JSONValue?) -> Double? {
  if case .number(let text)? = json { Double(text) } else { nil }
}

extension IconFill {
  /// The colour at a place of the icon, in Display P3.
  fileprivate func color(at place: SIMD2<Double>) -> CSSColor {
    let ends = colors.map { $0.converted(to: .displayP3) }
    guard ends.count == 2 else { return ends[0] }
    let way = stop - start
    let length = max((way * way).sum(), 1e-9)
    let share = min(max(((place - start) * way).sum() / length, 0), 1)
    return CSSColor(
      space: .displayP3, components: ends[0].components + (ends[1].components - ends[0].components) * share,
      alpha: ends[0].alpha + (ends[1].alpha - ends[0].alpha) * share)
  }
}

/// A PNG layer, in Display P3, of each row and column as many pixels as the flat picture needs.
struct IconLayerImage {
  let width, height: Int
  /// Sides of the sampled pixels.
  private let columns, rows: Int
  private var samples: [SIMD4<Double>] = []

  private static let mostSamples = 256

  /// Reads the PNG at `path`.
  init(_ path: String) throws(ImageError) {
    var reader = try ImageSource.file(path).openReader(limits: PNGLimits().covering(.inspection))
    let color = try SourceColor(
      resolving: reader.colorInfo, isGray: reader.header.colorType.isGray,
      assumed: RGBColorSpace.sRGB.profile, path: path)
    let executor = try ImageError.at(path) { () throws(ColorError) in
      try PixelExecutor(
        ConversionPlan(
          source: color.profile, destination: RGBColorSpace.displayP3.profile,
          sourceIsGrayImage: reader.pixelFormat.isGray), mapping: .clip)
    }
    (width, height) = (reader.header.width, reader.header.height)
    (columns, rows) = (min(width, Self.mostSamples), min(height, Self.mostSamples))
    var next = 0
    for row in 0..<height {
      var strip = try ImageError.at(path) { () throws(PNGError) in try reader.readRows(1) }
      guard next < rows, row == next * height / rows else { continue }
      next += 1
      executor.convert(&strip)
      add(strip)
    }
  }

  private mutating func add(_ row: borrowing PixelBuffer) {
    let (channels, format) = (row.format.channelCount, row.format)
    for column in 0..<columns {
      let first = column * width / columns * channels
      func sample(_ channel: Int) -> Double { Double(row.samples[first + channel]) / 65535 }
      let alpha = format.hasAlpha ? sample(channels - 1) : 1
      samples.append(
        format.isGray
          ? SIMD4(sample(0), sample(0), sample(0), alpha) : SIMD4(sample(0), sample(1), sample(2), alpha))
    }
  }

  /// The colour at a place in pixels from the middle, and its alpha; nil outside.
  func pixel(at place: SIMD2<Double>) -> (color: SIMD3<Double>, alpha: Double)? {
    let x = place.x + Double(width) / 2
    let y = place.y + Double(height) / 2
    guard x >= 0, y >= 0, x < Double(width), y < Double(height) else { return nil }
    let sample = samples[Int(y) * rows / height * columns + Int(x) * columns / width]
    return (SIMD3(sample.x, sample.y, sample.z), sample.w)
  }
}
