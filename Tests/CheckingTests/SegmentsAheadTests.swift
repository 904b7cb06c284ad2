import Checking
import ColorManagement
import Conversion
import Foundation
import Pixels
import TestSupport
import Testing

@testable import ImageFiles

/// Images whose segments other threads read ahead: results and errors are those of one thread.
@Suite struct SegmentsAheadTests {
  /// 1,200 × 900, Display P3, as we write it: four segments.
  private static func image() async throws -> [UInt8] {
    var samples: [UInt8] = []
    samples.reserveCapacity(1200 * 900 * 3)
    var seed: UInt32 = 1
    for y in 0..<900 {
      for x in 0..<1200 {
        seed = seed &* 1_664_525 &+ 1_013_904_223
        let noise = UInt8(seed >> 29)
        samples += [UInt8(x / 5) &+ noise, UInt8(y / 4), UInt8((x + y) / 9) &+ noise]
      }
    }
    let file = PNGFile.image8(width: 1200, colorType: 2, samples)
    return try await ImageConversion(ConversionRequest(target: .space(.displayP3))).convert(file.bytes).0
  }

  /// A report as JSON, or an error's words.
  private static func answer<Report: Encodable>(_ work: () async throws -> Report) async -> String {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(await work()), as: UTF8.self)
    } catch {
      return "\(error)"
    }
  }

  /// What three commands make of `bytes`: their reports, and the output of the first.
  private static func answers(_ bytes: [UInt8], _ budget: StripPermits) async -> [String] {
    let source = ImageSource.bytes(bytes, name: "image.png")
    let output = ImageInMemory()
    let answers = [
      await answer {
        try await ImageConversion(ConversionRequest(target: .space(.sRGB)))
          .convert(source, to: .memory(output), settings: OutputSettings(budget: budget))
      },
      await answer { try await ImageCheck(CheckRequest()).check(source, budget: budget) },
      await answer { try await ImageInspection().inspect(source, budget: budget).report },
    ]
    return answers + ["\(output.bytes ?? [])"]
  }

  /// How many permits for segments there are.
  private static func permits(_ budget: StripPermits) -> Int {
    var count = 0
    while budget.takeSegment() { count += 1 }
    budget.giveBackSegments(count)
    return count
  }

  @Test func twoWorkersReadNothingAhead() {
    #expect([1, 2, 3, 4, 8, 16].map { Self.permits(StripPermits(jobs: $0)) } == [0, 0, 2, 3, 5, 9])
  }

  @Test func resultsDoNotDependOnTheNumberOfJobs() async throws {
    let bytes = try await Self.image()
    let alone = await Self.answers(bytes, StripPermits(jobs: 1))
    for jobs in [3, 4, 8, 32] {
      let budget = StripPermits(jobs: jobs)
      let permits = Self.permits(budget)
      #expect(await Self.answers(bytes, budget) == alone, "\(jobs) jobs")
      #expect(Self.permits(budget) == permits)
    }
  }

  /// One bit of each segment, and files that are cut: the same words of the same places, and no permit is lost.
  @Test func damageIsToldInTheSameWords() async throws {
    let bytes = try await Self.image()
    let budget = StripPermits(jobs: 4)
    for part in 1..<12 {
      let place = bytes.count * part / 12
      var damaged = bytes
      damaged[place] ^= 16
      for file in [damaged, Array(bytes[..<place])] {
        let alone = await Self.answers(file, StripPermits(jobs: 1))
        #expect(await Self.answers(file, budget) == alone, "byte \(place)")
      }
    }
    #expect(Self.permits(budget) == 3)
  }
}
