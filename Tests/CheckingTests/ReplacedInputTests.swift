import Analysis
import Checking
import ColorManagement
import Conversion
import DarkMode
import Foundation
import ImageFiles
import Synchronization
import TestSupport
import Testing

/// A file that another program replaces while it is read, as two runs of `convert --in-place` do: every reading is of the
/// file that was opened.
@Suite struct ReplacedInputTests {
  private enum Work: String, CaseIterable {
    case convert, soften, check
  }

  private static func image(_ seed: UInt16) -> PNGFile {
    PNGFile.image16(
      width: 300, colorType: 2,
      (0..<300 * 400 * 3).map { UInt16(truncatingIfNeeded: $0 / 7) &* seed | 0xE001 })
  }

  private func result(of work: Work, in folder: TemporaryFolder, replacing: Bool) async throws -> [UInt8] {
    let input = try folder.write(
      Self.image(3).adding(.iCCP(RGBColorSpace.displayP3.profile.bytes)).bytes, to: "in.png")
    let other = try folder.write(Self.image(5).bytes, to: "other.png")
    let output = folder.path("\(work.rawValue)-\(replacing).png")
    let isReplaced = Mutex(!replacing)
    let progress = WorkProgress { _, _ in
      isReplaced.withLock { isReplaced in
        guard !isReplaced else { return }
        isReplaced = rename(other, input) == 0
      }
    }
    try await WorkProgress.$current.withValue(progress) {
      switch work {
      case .convert:
        var request = ConversionRequest(target: .space(.sRGB))
        request.depth = .eight
        _ = try await ImageConversion(request).convert(.file(input), to: .file(output))
      case .soften:
        var softening = ImageSoftening(SofteningOptions(mode: .dim))
        softening.depth = .eight
        _ = try await softening.soften(.file(input), to: .file(output))
      case .check:
        _ = try await ImageCheck(CheckRequest()).check(.file(input), heatmap: .file(output))
      }
    }
    let wasReplaced = isReplaced.withLock { $0 }
    #expect(wasReplaced)
    return try folder.bytes((output as NSString).lastPathComponent)
  }

  @Test(arguments: Work.allCases)
  private func theFileThatWasOpenedIsRead(work: Work) async throws {
    let folder = try TemporaryFolder()
    let expected = try await result(of: work, in: folder, replacing: false)
    #expect(try await result(of: work, in: folder, replacing: true) == expected)
  }
}
