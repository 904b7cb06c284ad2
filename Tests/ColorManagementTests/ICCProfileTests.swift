import Pixels
import TestSupport
import Testing

@testable import ColorManagement

@Suite("ICCProfile")
struct ICCProfileTests {
  @Test(
    "reads every profile of the corpus to the right model",
    .enabled(if: SharedFolder.isAvailable, Comment(rawValue: SharedFolder.skipReason)),
    arguments: CorpusProfiles.names)
  func corpusModels(name: String) throws {
    let profile = try ICCProfile(bytes: CorpusProfiles.bytes(name))
    #expect(profile.version == (name.contains("v2") ? "2.1" : "4.2"))
    #expect(profile.connectionSpace == .xyz)
    #expect(profile.remarks.isEmpty)
    switch profile.model {
    case .gray(let curve):
      #expect(name == "sGrey-v4")
      #expect(curve == .parametric(RGBColorSpace.sRGB.transfer))
    case .matrix(let model):
      #expect(profile.colorSpace == .rgb)
      #expect(Set(model.curves).count == 1)
      switch (name, model.curves[0]) {
      case ("scRGB-v2", let curve): #expect(curve == .identity)
      case (_, .sampled(let entries)): #expect(name.contains("v2") && entries.count == 182)
      case (_, .parametric): #expect(name.contains("v4"))
      }
    case .lut: Issue.record("no profile of the corpus has tables")
    }
  }

  @Test(
    "knows a space by its numbers",
    .enabled(if: SharedFolder.isAvailable, Comment(rawValue: SharedFolder.skipReason)),
    arguments: [
      ("sRGB-v4", RGBColorSpace.sRGB), ("sRGB-v2-magic", .sRGB), ("DisplayP3-v4", .displayP3),
      ("DisplayP3-v2-magic", .displayP3), ("Rec2020-v4", .rec2020), ("ProPhoto-v4", .proPhoto),
      ("scRGB-v2", nil), ("sGrey-v4", nil), ("AdobeCompat-v4", nil), ("DisplayP3Compat-v4", nil),
    ])
  func knownSpaces(name: String, space: RGBColorSpace?) throws {
    #expect(try ICCProfile(bytes: CorpusProfiles.bytes(name)).knownSpace == space)
  }

  @Test(
    "reads names and chromaticities of versions 2 and 4",
    .enabled(if: SharedFolder.isAvailable, Comment(rawValue: SharedFolder.skipReason)))
  func descriptions() throws {
    let v2 = try ICCProfile(bytes: CorpusProfiles.bytes("DisplayP3-v2-magic"))
    let v4 = try ICCProfile(bytes: CorpusProfiles.bytes("DisplayP3-v4"))
    #expect(v2.name == "sP3" && v4.name == "sP3")
    #expect(v2.creationDate == "2018-03-20 09:14:29")
    #expect(v4.copyright == "CC0")
    for profile in [v2, v4] {
      let seen = try #require(profile.chromaticities)
      #expect(abs(seen.red.x - 0.680) < 3e-4 && abs(seen.green.y - 0.690) < 3e-4)
      #expect(abs(seen.white.x - 0.3127) < 3e-4 && abs(seen.white.y - 0.3290) < 3e-4)
    }
  }

  @Test("reads profiles whose version is 0, as LittleCMS does")
  func versionZero() throws {
    let profile = try ICCProfile(bytes: edited(RGBColorSpace.sRGB.profile.bytes, at: 8, [0]))
    #expect(profile.version == "0.3" && profile.knownSpace == .sRGB)
  }

  // MARK: Refusals

  @Test("refuses the tag cicp where it names PQ or HLG", arguments: [1, 13, 16, 18] as [UInt8])
  func highDynamicRange(transfer: UInt8) throws {
    let good = RGBColorSpace.rec2020.profile.bytes
    // The tag replaces the description, which no model needs.
    let place = try #require(entry("desc", in: good))
    let offset = Int(ICCTagTable.unsigned32(good, at: place + 4))
    let bytes = edited(
      edited(good, at: place, "cicp"), at: offset, Array("cicp".utf8) + [0, 0, 0, 0, 9, transfer, 0, 1])
    if transfer < 16 {
      #expect(throws: Never.self) { try ICCProfile(bytes: bytes) }
    } else {
      expectRefusal(
        bytes, "cICP transfer \(transfer) (\(transfer == 16 ? "PQ" : "HLG")) is high dynamic range")
    }
  }

  @Test("says why bytes are no profile")
  func notAProfile() {
    let good = RGBColorSpace.sRGB.profile.bytes
    expectRefusal([], "0 bytes are fewer")
    expectRefusal(Array("not a profile".utf8), "13 bytes are fewer")
    expectRefusal(edited(good, at: 36, "acsq"), "'acsp' is missing")
    expectRefusal(Array(good.dropLast(4)), "its size field says \(good.count) bytes")
    expectRefusal(edited(good, at: 0, [0, 0, 0, 100]), "its size field says 100 bytes")
    expectRefusal(edited(good, at: 8, [5]), "ICC profile version 5.3 (iccMAX) is not supported")
    expectRefusal(
      good + [UInt8](repeating: 0, count: ICCProfile.maximumByteCount), "over the limit")
  }

  @Test(
    "refuses classes and colours that PNG cannot hold, by name",
    arguments: [
      (12, "link", "device link"), (12, "abst", "abstract"), (12, "nmcl", "named colour"),
      (12, "zzzz", "'zzzz'"),
      (16, "CMYK", "CMYK"), (16, "Lab ", "Lab"), (16, "6CLR", "'6CLR'"), (20, "RGB ", "connection space"),
    ])
  func unsupportedKinds(offset: Int, signature: String, message: String) {
    expectRefusal(edited(RGBColorSpace.sRGB.profile.bytes, at: offset, signature), message)
  }

  @Test("names the tag that is missing, damaged or outside")
  func damagedTags() throws {
    let good = RGBColorSpace.sRGB.profile.bytes
    let greenEntry = try #require(entry("gXYZ", in: good))
    expectRefusal(edited(good, at: greenEntry, "zXYZ"), "'gXYZ': the tag is missing")
    expectRefusal(edited(good, at: greenEntry + 4, [0, 1, 0, 0]), "'gXYZ': the tag is missing")
    let redCurve = try #require(ICCTagTable(good).ranges["rTRC"]?.lowerBound)
    expectRefusal(edited(good, at: redCurve, "text"), "'text' is no curve type")
    expectRefusal(edited(good, at: redCurve + 8, [0, 9]), "function type 9 is unknown")
    expectRefusal(edited(good, at: redCurve + 12, [0, 0, 0, 0]), "its gamma is 0")
    expectRefusal(edited(good, at: 20, "Lab "), "cannot have Lab")
    expectRefusal(edited(good, at: 128, [255, 255, 255, 255]), "do not fit")
  }

  @Test("tolerates, and tells of, bytes after the end and unreachable decoration")
  func remarks() throws {
    let good = RGBColorSpace.sRGB.profile.bytes
    let padded = try ICCProfile(bytes: good + [0, 0, 0])
    #expect(padded.remarks == ["3 bytes follow the end of the profile"])
    #expect(padded == RGBColorSpace.sRGB.profile)
    let copyrightEntry = try #require(entry("cprt", in: good))
    let unreachable = try ICCProfile(bytes: edited(good, at: copyrightEntry + 4, [0, 1, 0, 0]))
    #expect(unreachable.remarks == ["tag 'cprt' lies outside the profile"])
    #expect(unreachable.copyright.isEmpty)
  }

  @Test("takes tables where LittleCMS would, direction by direction and intent by intent")
  func tables() throws {
    let good = RGBColorSpace.sRGB.profile.bytes
    let spare = try #require(entry("cprt", in: good))
    let perceptual = try ICCProfile(bytes: edited(good, at: spare, "A2B0"))
    #expect(perceptual.model == .lut)
    #expect(perceptual.model(for: .relative, as: .source) == .lut)
    #expect(perceptual.model(for: .relative, as: .destination) == RGBColorSpace.sRGB.profile.model)
    let saturation = try ICCProfile(bytes: edited(good, at: spare, "B2A2"))
    #expect(saturation.model == RGBColorSpace.sRGB.profile.model)
    #expect(saturation.model(for: .saturation, as: .destination) == .lut)
    #expect(saturation.model(for: .saturation, as: .source) == RGBColorSpace.sRGB.profile.model)
  }

  @Test("makes the grey counterpart with the curve's own numbers")
  func grayCounterpart() throws {
    #expect(try RGBColorSpace.displayP3.profile.grayCounterpart() == RGBColorSpace.displayP3.grayProfile)
    let made = try ICCProfile.fromGamma(0.5)
    let gray = try made.grayCounterpart()
    #expect(gray.model == .gray(curve: .parametric(.gamma(2))))
    #expect(try gray.grayCounterpart() == gray)
    let copy = edited(made.bytes, at: try #require(entry("cprt", in: made.bytes)), "A2B0")
    #expect(throws: ColorError.self) { try ICCProfile(bytes: copy).grayCounterpart() }
  }

  // MARK: Hostile bytes

  @Test("never crashes on a profile that is cut at any byte", arguments: RGBColorSpace.allCases)
  func truncation(space: RGBColorSpace) {
    for bytes in [space.profile.bytes, space.grayProfile.bytes] {
      for count in 0..<bytes.count {
        #expect(throws: ColorError.self) { try ICCProfile(bytes: Array(bytes[..<count])) }
        // The same cut with a size field that hides it: refused, or read without a crash.
        if count >= 132 { _ = try? ICCProfile(bytes: withSize(Array(bytes[..<count]))) }
      }
    }
  }

  @Test(
    "never crashes on mutations of the corpus",
    .enabled(if: SharedFolder.isAvailable, Comment(rawValue: SharedFolder.skipReason)),
    arguments: CorpusProfiles.names)
  func mutations(name: String) throws {
    let good = try CorpusProfiles.bytes(name)
    var generator = SplitMix64(seed: UInt64(good.count))
    var accepted = 0
    for _ in 0..<300 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: .min ... .max, using: &generator)
      }
      guard let profile = try? ICCProfile(bytes: bytes) else { continue }
      accepted += 1
      exercise(profile)
    }
    // Most bytes are numbers or text: a parser that refuses everything would pass otherwise.
    #expect(accepted > 30)
  }

  /// Whatever is accepted can be looked at, and planned with, without a crash.
  private func exercise(_ profile: ICCProfile) {
    _ = (profile.name, profile.chromaticities, profile.profileID)
    let isGray = profile.colorSpace == .gray
    let other = isGray ? RGBColorSpace.sRGB.grayProfile : RGBColorSpace.sRGB.profile
    for (source, destination) in [(profile, other), (other, profile)] {
      guard
        let plan = try? ConversionPlan(source: source, destination: destination, sourceIsGrayImage: isGray),
        case .lcms(let lcms) = plan.executor, let transform = try? ColorTransform(lcms)
      else { continue }
      var buffer = PixelBuffer(width: 4, height: 1, format: isGray ? .gray16 : .rgba16)
      transform.convert(&buffer)
    }
  }

  // MARK: Helpers

  private func expectRefusal(
    _ bytes: [UInt8], _ message: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do {
      _ = try ICCProfile(bytes: bytes)
      Issue.record("accepted", sourceLocation: sourceLocation)
    } catch {
      #expect("\(error)".contains(message), "\(error)", sourceLocation: sourceLocation)
    }
  }

  private func edited(_ bytes: [UInt8], at offset: Int, _ replacement: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes.replaceSubrange(offset..<offset + replacement.count, with: replacement)
    return bytes
  }

  private func edited(_ bytes: [UInt8], at offset: Int, _ replacement: String) -> [UInt8] {
    edited(bytes, at: offset, Array(replacement.utf8))
  }

  private func withSize(_ bytes: [UInt8]) -> [UInt8] {
    edited(bytes, at: 0, [0, 0, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)])
  }

  /// Where the directory entry of `tag` starts.
  private func entry(_ tag: FourCC, in bytes: [UInt8]) -> Int? {
    stride(from: 132, to: bytes.count - 12, by: 12).first {
      FourCC(ICCTagTable.unsigned32(bytes, at: $0)) == tag
    }
  }
}
