import Checking
import ColorManagement
import Colors
import Conversion
import ImageFiles
import PNGCodec
import PixelConversion
import Pixels

/// A bundle's fill and PNG layers, drawn flat without glass, shadow and blending: enough to find layers that vanish.
struct IconBundlePicture {
  /// Pixels of the side of the picture in which layers are judged.
  private static let judgedSide = 128
  /// Points of a side; a layer's image of this many pixels fills it.
  private static let points = 1024.0
  /// The least ΔEOK by which a pixel stands out from what is under it.
  private static let clearDifference = 0.04
  /// The least share of its pixels that a layer must show.
  private static let leastShare = 0.01
  /// The least alpha of a pixel that counts as the layer's.
  private static let leastAlpha = 0.05

  let bundle: IconBundle
  /// The readable PNG layers.
  private let images: [String: IconLayerImage]
  /// Findings on the layers' files.
  private let fileFindings: [CatalogFinding]

  /// Reads the PNG layers of `bundle`.
  init(_ bundle: IconBundle) {
    self.bundle = bundle
    var images: [String: IconLayerImage] = [:]
    var findings: [CatalogFinding] = []
    for name in bundle.imageNames where images[name] == nil && name.lowercased().hasSuffix(".png") {
      let file = FilePath.join(bundle.assets, name)
      guard FilePath.isPlainName(name), FileStatus(path: file)?.kind == .regular else { continue }
      do throws(ImageError) {
        let image = try IconLayerImage(file)
        images[name] = image
        findings += Self.size(of: file, image)
      } catch {
        findings.append(.unreadable(file, error))
      }
    }
    self.images = images
    fileFindings = findings
  }

  private static func size(of file: String, _ image: IconLayerImage) -> [CatalogFinding] {
    guard image.width != 1024 || image.height != 1024 else { return [] }
    return [
      CatalogFinding(
        .wrongSize, file, "is \(image.width)×\(image.height), a layer has 1024×1024", level: .note)
    ]
  }

  /// Images of layers that are not drawn: SVG, missing and unreadable files.
  var undrawn: [String] { Set(bundle.imageNames).subtracting(images.keys).sorted() }

  /// The appearances for which the bundle has values; the system makes the tinted icon unless the bundle defines it.
  var appearances: [IconBundle.Appearance] {
    IconBundle.Appearance.allCases.filter { appearance in
      appearance != .tinted
        || ([bundle.json] + bundle.layers).contains { object in
          ["fill", "image-name"].contains { key in
            (object[key + IconBundle.specialized]?.elements ?? []).contains {
              $0["appearance"]?.string == appearance.rawValue
            }
          }
        }
    }
  }

  // MARK: Layers that vanish

  var findings: [CatalogFinding] { fileFindings + appearances.flatMap(vanishing) }

  /// Pixels of a layer; of these, pixels with a known colour under them; of these, pixels that stand out.
  private typealias Visibility = (pixels: Int, judged: Int, clear: Int)

  private func vanishing(in appearance: IconBundle.Appearance) -> [CatalogFinding] {
    var findings: [CatalogFinding] = []
    draw(in: appearance, side: Self.judgedSide) { layer, name, picture in
      let seen = Self.visibility(picture)
      guard
        seen.pixels == 0
          || seen.judged == seen.pixels && Double(seen.clear) < Self.leastShare * Double(seen.pixels)
      else { return }
      let fact =
        seen.pixels == 0
        ? "has no visible pixel" : "does not stand out from what lies under it: it vanishes"
      findings.append(
        CatalogFinding(
          .layerVanishes, FilePath.join(bundle.assets, name),
          "layer '\(IconBundle.name(of: layer))' (\(appearance.rawValue)) \(fact)"))
    }
    return findings
  }

  /// The visibility of the last layer of `picture`.
  private static func visibility(_ picture: [Pixel]) -> Visibility {
    var seen: Visibility = (0, 0, 0)
    for pixel in picture where pixel.cover >= leastAlpha {
      seen.pixels += 1
      guard let under = pixel.under else { continue }
      seen.judged += 1
      if difference(pixel.color, under) >= clearDifference { seen.clear += 1 }
    }
    return seen
  }

  // MARK: Drawing

  /// A pixel of the picture, in Display P3.
  struct Pixel {
    var color: SIMD3<Double>
    /// Whether the colour is known; false over an SVG layer, and over a fill that the system chooses.
    var isKnown: Bool
    /// The coverage by the last layer, 0 to 1.
    var cover = 0.0
    /// The colour under the last layer; nil if it is unknown, or the layer does not cover the pixel.
    var under: SIMD3<Double>?
  }

  /// Draws the icon in an appearance, `side` pixels wide and high.
  ///
  /// - Parameter drawn: called for each PNG layer, back to front, with the name of its image and the picture up to that
  ///   layer.
  @discardableResult
  func draw(
    in appearance: IconBundle.Appearance, side: Int,
    drawn: (_ layer: JSONValue, _ name: String, _ picture: [Pixel]) -> Void = { _, _, _ in }
  ) -> [Pixel] {
    let own = IconFill(IconBundle.value("fill", of: bundle.json, in: appearance))
    guard let fill = own ?? .chosenBySystem(in: appearance) else { return [] }
    // Pixel centres, 0 to 1 from the left and the top.
    let places = (0..<side * side).map { (SIMD2(Double($0 % side), Double($0 / side)) + 0.5) / Double(side) }
    var picture = places.map { Pixel(color: fill.color(at: $0).components, isKnown: own != nil) }
    func isHidden(_ object: JSONValue) -> Bool {
      IconBundle.value("hidden", of: object, in: appearance) == .boolean(true)
    }
    for group in bundle.groups.reversed() where !isHidden(group) {
      for layer in (group["layers"]?.elements ?? []).reversed() where !isHidden(layer) {
        guard let name = IconBundle.value("image-name", of: layer, in: appearance)?.string else { continue }
        guard let image = images[name] else {
          for index in picture.indices { picture[index].isKnown = false }
          continue
        }
        draw(image, layer, group, appearance, at: places, over: &picture)
        drawn(layer, name, picture)
      }
    }
    return picture
  }

  private func draw(
    _ image: IconLayerImage, _ layer: JSONValue, _ group: JSONValue, _ appearance: IconBundle.Appearance,
    at places: [SIMD2<Double>], over picture: inout [Pixel]
  ) {
    let fill = IconFill(IconBundle.value("fill", of: layer, in: appearance))
    let positions = [layer, group].map { Position(IconBundle.value("position", of: $0, in: appearance)) }
    let opacity = [layer, group].map { number(IconBundle.value("opacity", of: $0, in: appearance)) ?? 1 }
      .reduce(1, *)
    for (index, place) in places.enumerated() {
      let inside = positions.reversed().reduce(place) { $1.inside($0) }
      (picture[index].cover, picture[index].under) = (0, nil)
      guard let (color, alpha) = image.pixel(at: (inside - 0.5) * Self.points) else { continue }
      let top = fill.map { $0.color(at: place) }
      let cover = alpha * opacity * (top?.alpha ?? 1)
      let under = picture[index].color
      picture[index].color = under + ((top?.components ?? color) - under) * cover
      picture[index].cover = cover
      if picture[index].isKnown { picture[index].under = under }
      if cover > 0.99 { picture[index].isKnown = true }
    }
  }

  private static func difference(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
    if one == other { return 0 }
    let apart = [one, other].map {
      CSSColor(space: .displayP3, components: $0).converted(to: .oklab).components
    }
    let steps = apart[0] - apart[1]
    return (steps * steps).sum().squareRoot()
  }

  /// The position and scale of a layer or group.
  private struct Position {
    var scale = 1.0
    var translation = SIMD2<Double>.zero

    init(_ json: JSONValue?) {
      if let scale = number(json?["scale"]), scale > 0 { self.scale = scale }
      let numbers = (json?["translation-in-points"]?.elements ?? []).compactMap(number)
      if numbers.count == 2 { translation = SIMD2(numbers[0], numbers[1]) / IconBundlePicture.points }
    }

    /// The place in the layer that is drawn at `place`.
    func inside(_ place: SIMD2<Double>) -> SIMD2<Double> { (place - 0.5 - translation) / scale + 0.5 }
  }
}

private func number(_ json: JSONValue?) -> Double? {
  if case .number(let text)? = json { Double(text) } else { nil }
}

extension IconFill {
  /// A substitute for a fill that the system chooses.
  fileprivate static func chosenBySystem(in appearance: IconBundle.Appearance) -> IconFill? {
    IconFill(.string(appearance == .light ? "system-light" : "system-dark"))
  }

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

/// A PNG layer in Display P3, reduced to at most 512 rows and columns: each sample is the mean of its pixels.
struct IconLayerImage {
  let width, height: Int
  /// Numbers of samples in a row and in a column.
  private let columns, rows: Int
  /// Colours times alpha, and alpha, 0 to 1.
  private var samples: [SIMD4<Float>]

  private static let mostSamples = 512

  /// Reads the PNG at `path`.
  init(_ path: String) throws(ImageError) {
    var reader = try ImageSource.file(path).openReader(limits: PNGLimits().covering(.inspection))
    let color = try SourceColor(
      resolving: reader.colorInfo, isGray: reader.header.colorType.isGray,
      assumed: RGBColorSpace.sRGB.profile, path: path)
    let isGray = reader.pixelFormat.isGray
    let target = isGray ? RGBColorSpace.displayP3.grayProfile : RGBColorSpace.displayP3.profile
    let executor = try ImageError.at(path) { () throws(ColorError) in
      try PixelExecutor(
        ConversionPlan(source: color.profile, destination: target, sourceIsGrayImage: isGray), mapping: .clip)
    }
    (width, height) = (reader.header.width, reader.header.height)
    (columns, rows) = (min(width, Self.mostSamples), min(height, Self.mostSamples))
    samples = [SIMD4<Float>](repeating: .zero, count: columns * rows)
    var counts = [Float](repeating: 0, count: columns * rows)
    for row in 0..<height {
      var strip = try ImageError.at(path) { () throws(PNGError) in try reader.readRows(1) }
      executor.convert(&strip)
      add(strip, to: row * rows / height * columns, &counts)
    }
    for index in samples.indices { samples[index] /= counts[index] }
  }

  private mutating func add(_ row: borrowing PixelBuffer, to start: Int, _ counts: inout [Float]) {
    let (channels, format) = (row.format.channelCount, row.format)
    for column in 0..<width {
      func sample(_ channel: Int) -> Float { Float(row.samples[column * channels + channel]) / 65535 }
      let alpha = format.hasAlpha ? sample(channels - 1) : 1
      let color = format.isGray ? SIMD3(repeating: sample(0)) : SIMD3(sample(0), sample(1), sample(2))
      let index = start + column * columns / width
      samples[index] += SIMD4(color * alpha, alpha)
      counts[index] += 1
    }
  }

  /// The colour at a place, in pixels from the middle, and its alpha; nil outside.
  func pixel(at place: SIMD2<Double>) -> (color: SIMD3<Double>, alpha: Double)? {
    let x = place.x + Double(width) / 2
    let y = place.y + Double(height) / 2
    guard x >= 0, y >= 0, x < Double(width), y < Double(height) else { return nil }
    let sample = SIMD4<Double>(samples[Int(y) * rows / height * columns + Int(x) * columns / width])
    guard sample.w > 0 else { return (.zero, 0) }
    return (SIMD3(sample.x, sample.y, sample.z) / sample.w, sample.w)
  }
}
