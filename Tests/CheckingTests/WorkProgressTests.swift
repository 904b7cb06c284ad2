import Checking
import ColorManagement
import Conversion
import DarkMode
import ImageFiles
import Synchronization
import TestSupport
import Testing

/// A progress line follows one large image through every command that reads its pixels.
@Suite struct WorkProgressTests {
  /// Several strips of 512 KB.
  private static let image = PNGFile(
    width: 2000, depth: 8, colorType: 2,
    rows: (0..<600).map { y in (0..<6000).map { UInt8(truncatingIfNeeded: $0 / 24 + y) } })

  private enum Work: String, CaseIterable {
    case convert, soften, check, inspect, diff
  }

  /// What was told, in order.
  private func shares(
    of work: @Sendable () async throws -> Void
  ) async throws -> [(phase: WorkProgress.Phase, share: Double)] {
    let told = Mutex<[(WorkProgress.Phase, Double)]>([])
    let progress = WorkProgress { phase, share in told.withLock { $0.append((phase, share)) } }
    try await WorkProgress.$current.withValue(progress) { try await work() }
    return told.withLock { $0.map { (phase: $0.0, share: $0.1) } }
  }

  @Test(arguments: Work.allCases, [1, 4])
  private func everyReadingRunsFromItsBeginningToItsEnd(work: Work, jobs: Int) async throws {
    let folder = try TemporaryFolder()
    let source = ImageSource.file(try folder.write(Self.image.bytes, to: "in.png"))
    let other = ImageSource.file(try folder.write(Self.image.bytes, to: "other.png"))
    let out = ImageDestination.file(folder.path("out.png"))
    let settings = OutputSettings(budget: StripPermits(jobs: jobs))
    let told = try await shares {
      switch work {
      case .convert:
        _ = try await ImageConversion(ConversionRequest(target: .space(.displayP3)))
          .convert(source, to: out, settings: settings)
      case .soften:
        _ = try await ImageSoftening(SofteningOptions()).soften(
          source, to: out, preview: .file(folder.path("preview.png")), settings: settings)
      case .check:
        _ = try await ImageCheck(CheckRequest()).check(
          source, heatmap: .file(folder.path("map.png")), budget: settings.budget)
      case .inspect:
        _ = try await ImageInspection().inspect(source)
      case .diff:
        _ = try await ImageDifference().compare(source, other, budget: settings.budget)
      }
    }
    #expect(told.count >= 4)
    #expect(told.allSatisfy { (0...1).contains($0.share) })
    let phases = Set(told.map(\.phase))
    #expect(phases.contains(.writing) == [.convert, .soften, .check].contains(work))
    // The last row of the last reading or writing.
    #expect(told.last?.share == 1)
    // Within one reading rows only increase; a share that falls is a new reading.
    let readings = zip(told, told.dropFirst()).count { $0.share > $1.share || $0.phase != $1.phase } + 1
    let expected: ClosedRange =
      switch work {
      case .convert, .inspect, .diff: 1...2
      case .check: 2...2
      case .soften: 2...3
      }
    #expect(expected.contains(readings), "\(told)")
  }
}
