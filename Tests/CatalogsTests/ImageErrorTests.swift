import Checking
import ColorManagement
import Colors
import Conversion
import DarkMode
import Foundation
import ImageFiles
import PNGCodec
import Pixels
import TestSupport
import Testing

@testable import Catalogs

/// Every case of `ImageError` comes from what it speaks of, and says the same words as ever.
@Suite struct ImageErrorTests {
  private static let image = PNGFile.rgb16([[1000, 2000, 3000], [40000, 50000, 60000]])

  /// The cases, by name. A new one has to be added here, and then some test below has to produce it.
  private enum Case: CaseIterable {
    case png, color, file, cancelled, notFound, isFolder, noPNGInFolder, cannotList, notRegularFile,
      cannotTag, unreachable, changedSinceReview, layout, cannotSoften,
      noHeatmap,
      cannotSimulate, foreignOutput, outputVanished, maskOfOtherSize, wouldEnlarge, iconNotSquare,
      iconTooSmall, iconTransparent
    case notAPalette, catalogNotFound, catalogIsNoFolder, noSetInCatalog, notJSON, notJSONObject

    init(_ error: ImageError) {
      self =
        switch error {
        case .png: .png
        case .color: .color
        case .file: .file
        case .cancelled: .cancelled
        case .notFound: .notFound
        case .cannotTag: .cannotTag
        case .layout: .layout
        case .program(let refusal): Self(refusal.reason)
        case .cannotSoften: .cannotSoften
        case .cannotSimulate: .cannotSimulate
        case .noHeatmap: .noHeatmap
        }
    }

    private init(_ reason: ProgramRefusal.Reason) {
      self =
        switch reason {
        case .isFolder: .isFolder
        case .noPNGInFolder: .noPNGInFolder
        case .cannotList: .cannotList
        case .changedSinceReview: .changedSinceReview
        case .unreachable: .unreachable
        case .notRegularFile: .notRegularFile
        case .foreignOutput: .foreignOutput
        case .outputVanished: .outputVanished
        case .maskOfOtherSize: .maskOfOtherSize
        case .wouldEnlarge: .wouldEnlarge
        case .iconNotSquare: .iconNotSquare
        case .iconTooSmall: .iconTooSmall
        case .iconTransparent: .iconTransparent
        case .notAPalette: .notAPalette
        case .catalogNotFound: .catalogNotFound
        case .catalogIsNoFolder: .catalogIsNoFolder
        case .noSetInCatalog: .noSetInCatalog
        case .notJSON: .notJSON
        case .notJSONObject: .notJSONObject
        }
    }
  }

  private func error(_ work: () async throws -> Void) async throws -> ImageError {
    do {
      try await work()
    } catch let error as ImageError {
      return error
    }
    throw NothingWasRefused()
  }

  private func convert(_ source: String, to target: String) async throws {
    _ = try await ImageConversion(ConversionRequest(target: .space(.displayP3)))
      .convert(.file(source), to: .file(target))
  }

  private func collect(_ path: String, recursive: Bool) throws {
    for result in InputCollector(recursive: recursive).collect([path]) {
      if case .failure(let failure) = result { throw failure.error }
    }
  }

  private func errorsOfInputs(_ folder: TemporaryFolder) async throws -> [(ImageError, String)] {
    let (none, empty) = (folder.path("none.png"), try folder.makeFolder("empty"))
    let dangling = try folder.makeFolder("dangling")
    try FileManager.default.createSymbolicLink(
      atPath: dangling + "/gone.png", withDestinationPath: "nothing.png")
    return [
      (
        try await error { try collect(none, recursive: false) },
        "\(none): no such file or folder (is the path spelled right?)"
      ),
      (
        try await error { try collect(empty, recursive: false) },
        "\(empty): is a folder (add --recursive to take every PNG file in it)"
      ),
      (try await error { try collect(empty, recursive: true) }, "\(empty): holds no *.png file"),
      (
        try await error { try collect(dangling, recursive: true) },
        "\(dangling)/gone.png: a link to nothing (exclude or mend it)"
      ),
    ]
  }

  private func errorsOfLayersBelow(_ folder: TemporaryFolder) async throws -> [(ImageError, String)] {
    let sound = try folder.write(Self.image.bytes, to: "sound.png")
    let text = try folder.write(Array("some text".utf8), to: "text.png")
    let hdr = try folder.write(Self.image.adding(.cICP(9, 16)).bytes, to: "hdr.png")
    let output = folder.path("out.png")
    var tagged = ConversionRequest(target: .space(.displayP3))
    tagged.tagging = .srgbChunk
    let taggedWrong = ImageConversion(tagged)
    return [
      (
        try await error { _ = try await taggedWrong.convert(.file(sound), to: .file(output)) },
        "\(sound): \(TaggingConflict.notSRGB(target: "Display P3"))"
      ),
      (
        try await error { _ = try PixelImage(.file(sound), channels: .gray) },
        "\(sound): colours become no grey pixels (ask for three colours)"
      ),
      (
        try await error { try await convert(text, to: output) },
        "\(text): not a PNG file (p3tool reads PNG only; convert it first)"
      ),
      (
        try await error { try await convert(hdr, to: output) },
        "\(hdr): cICP: \(ColorError.highDynamicRange(transfer: 16))"
      ),
      (
        try await error { try await convert(sound, to: sound) },
        "\(sound): \(SystemCall.text(ofError: EEXIST)) (overwrite it to replace it)"
      ),
      (
        try await error {
          let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await convert(sound, to: output)
          }
          task.cancel()
          try await task.value
        },
        "\(sound): the task was cancelled before the image was done"
      ),
    ]
  }

  private func errorsOfImages(_ folder: TemporaryFolder) async throws -> [(ImageError, String)] {
    let sound = try folder.write(Self.image.bytes, to: "plain.png")
    let tables = try folder.write(Self.image.adding(.iCCP(TableProfile.bytes)).bytes, to: "tables.png")
    var request = ImageSetRequest(name: "Icon", catalog: folder.path("Enlarged.xcassets"), master: sound)
    request.masterScale = 1
    request.scales = [2]
    let set = request
    let large = try folder.write(
      PNGFile.rgb16([[1, 2, 3], [4, 5, 6], [7, 8, 9]]).bytes, to: "large.png")
    let point = try folder.write(PNGFile.rgb16([[1, 2, 3]]).bytes, to: "point.png")
    let glass = try folder.write(
      PNGFile.image8(width: 1, colorType: 6, [1, 2, 3, 0]).bytes, to: "glass.png")
    let pipe = folder.path("pipe.png")
    #expect(mkfifo(pipe, 0o600) == 0)
    return [
      (
        try await error {
          _ = try await ImageSetBuilder(
            ImageSetRequest(name: "Pipe", catalog: folder.path("Pipe.xcassets"), master: pipe)
          ).build()
        },
        "\(pipe): is no regular file, and has to be read more than once (copy it to a file first)"
      ),
      (
        try await error {
          _ = try await ImageSoftening(SofteningOptions()).soften(
            .file(tables), to: .file(folder.path("out.png")))
        },
        "\(tables): cannot be softened in tables, which has tables (convert it to srgb first)"
      ),
      (
        try await error {
          _ = try await ImageSimulation(.tritanopia).simulate(
            .file(tables), to: .file(folder.path("out.png")))
        },
        "\(tables): colour vision cannot be simulated in tables, which has tables (convert it to srgb first)"
      ),
      (
        try await error {
          _ = try await ImageCheck(CheckRequest()).check(
            .file(tables), heatmap: .file(folder.path("map.png")))
        },
        "\(tables): a heat map needs exact gamut counts: clipping is not checked: "
          + "exact gamut counts need RGB matrix profiles, but 'tables' is a table-based display profile"
      ),
      (
        try await error {
          var difference = DifferenceRequest()
          difference.mask = .file(sound)
          _ = try await ImageDifference(difference).compare(.file(large), .file(large))
        },
        "\(sound): is a mask of 2×1 pixels for an image of 3×1 (make both of one size)"
      ),
      (
        try await error { _ = try await ImageSetBuilder(set).build() },
        "\(sound): is a 1x image: a 2x one would have to be enlarged"
      ),
      (
        try await error { _ = try await AppIconBuilder(set, platforms: [.ios]).build() },
        "\(sound): is 2×1: an app icon is square"
      ),
      (
        try await error {
          _ = try await AppIconBuilder(
            ImageSetRequest(name: "Icon", catalog: folder.path("Icons.xcassets"), master: point),
            platforms: [.ios]
          ).build()
        },
        "\(point): is 1×1, and would have to be enlarged to 1024×1024 (give a larger master)"
      ),
      (
        try await error {
          _ = try await AppIconBuilder(
            ImageSetRequest(name: "Icon", catalog: folder.path("Icons.xcassets"), master: glass),
            platforms: [.ios]
          ).build()
        },
        "\(glass): is transparent in 100 % of its pixels, which App Store Connect refuses (put it on a background that "
          + "fills its square)"
      ),
    ]
  }

  private func errorsOfCatalogs(_ folder: TemporaryFolder) async throws -> [(ImageError, String)] {
    let (none, empty) = (folder.path("None.xcassets"), try folder.makeFolder("Empty"))
    let file = try folder.write([], to: "file.xcassets")
    let text = try folder.write(Array("{\n  nothing".utf8), to: "text.json")
    let array = try folder.write(Array("[1]".utf8), to: "array.json")
    let json = try #require(throws: JSONError.self) { try JSONValue(parsing: folder.bytes("text.json")) }
    return [
      (
        try await error { _ = try CatalogTree(none) },
        "\(none): no such folder (is the path spelled right?)"
      ),
      (try await error { _ = try CatalogTree(file) }, "\(file): is no folder (give a .xcassets folder)"),
      (try await error { _ = try CatalogTree(empty) }, "\(empty): holds no set (give a .xcassets folder)"),
      (try await error { _ = try AssetContents(file: text) }, "\(text): not JSON: \(json)"),
      (try await error { _ = try AssetContents(file: array) }, "\(array): its JSON is no object"),
      (
        try await error { _ = try ColorSetPalette.readPalette(text) },
        "\(text): line \(json.line), column \(json.column): \(json.fact)"
      ),
    ]
  }

  @Test func everyCaseIsProducedAndWordedAsExpected() async throws {
    let folder = try TemporaryFolder()
    let produced =
      try await errorsOfInputs(folder) + errorsOfLayersBelow(folder) + errorsOfImages(folder)
      + errorsOfCatalogs(folder)
    for (error, words) in produced {
      #expect(error.description == words)
      #expect(!error.description.contains("\n"))
      #expect(!error.isBrokenPipe)
    }
    // `aFolderThatCannotBeListed…`, BatchTrustTests and AcceptanceTests produce the ones that are missing here.
    #expect(
      Set(produced.map { Case($0.0) })
        == Set(Case.allCases).subtracting([.cannotList, .foreignOutput, .outputVanished, .changedSinceReview])
    )
  }

  @Test func aFolderThatCannotBeListedIsSaidSo() async {
    // In a process of its own that gives up root's rights: permissions stop no one who has them.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      chmod(folder.path, 0)
      seteuid(65534)
      let collected = InputCollector(recursive: true).collect([folder.path])
      seteuid(getuid())
      guard case .failure(let failure)? = collected.first else {
        preconditionFailure("nothing can be listed")
      }
      precondition(failure.error == .refused(.cannotList(path: folder.path)))
      precondition(
        failure.error.description == "\(folder.path): cannot list this folder (check its permissions)")
    }
  }

  @Test func aSubfolderThatCannotBeListedFailsAlone() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      for name in ["art/a.png", "art/m/b.png", "art/z.png"] { try folder.write([], to: name) }
      chmod(folder.path("art/m"), 0)
      // The rest is for everyone.
      chmod(folder.path, 0o755)
      seteuid(65534)
      let collected = InputCollector(recursive: true).collect([folder.path("art")])
      seteuid(getuid())
      let words = collected.map { result in
        switch result {
        case .success(let input): String(input.source.name.dropFirst(folder.path.count))
        case .failure(let failure): "\(failure.error)".replacing(folder.path, with: "")
        }
      }
      precondition(
        words == ["/art/a.png", "/art/m: cannot list this folder (check its permissions)", "/art/z.png"],
        "\(words)")
    }
  }

  @Test func aClosedPipeIsToldByItsCause() {
    #expect(ImageError.file(FileError(path: "-", code: EPIPE)).isBrokenPipe)
    #expect(ImageError.png(PNGError(file: "-", kind: .system(code: EPIPE, text: "Broken pipe"))).isBrokenPipe)
  }

  @Test func aCauseThatNamesItsFileKeepsThatName() throws {
    let cause = FileError(path: "scratch", code: EIO)
    #expect(throws: ImageError.file(cause)) {
      try ImageError.at("image.png") { () throws(FileError) in throw cause }
    }
    #expect(throws: ImageError.color("image.png", .gammaOutOfRange(0))) {
      try ImageError.at("image.png") { () throws(ColorError) in throw ColorError.gammaOutOfRange(0) }
    }
    #expect(try ImageError.at("image.png") { () throws(PNGError) in 7 } == 7)
  }
}

/// What was expected to be refused was done.
private struct NothingWasRefused: Error {}
