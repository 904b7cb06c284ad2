internal import CPixelKernels

/// What softening takes away from a white background, ready for the loops over pixels of its second pass.
package struct SofteningCurves: Sendable {
  /// Codes of red, green and blue that a whole pixel of paper loses; three equal ones for grey.
  package let loss: SIMD3<UInt16>

  /// By the largest channel >> 6: the share of that loss that a light grey takes, in 1/65536.
  private let panel: [UInt16]
  /// By saturation (max − min) / max in 1/255: how much of that share a pastel takes, in 1/256.
  private let fade: [UInt16]
  private let scale: (UInt32, UInt32, UInt32)
  private let regions: [p3_soften_verdict]
  private let components: [p3_soften_verdict]

  /// Curves for paper of the codes `paper`, which loses `loss`.
  ///
  /// - Parameters:
  ///   - panel: by the largest channel in 1/1024, the share of the loss that a light grey takes, 0 to 1.
  ///   - fade: by saturation in 1/255, how much of that share a pastel takes, 0 to 1.
  ///   - regions: by label; label 0 is no region.
  ///   - components: the same.
  package init(
    paper: SIMD3<UInt16>, loss: SIMD3<UInt16>, panel: [Double], fade: [Double], regions: [SofteningVerdict],
    components: [SofteningVerdict]
  ) {
    precondition(panel.count == 1024 && fade.count == 256, "a share for each level")
    self.loss = loss
    self.panel = panel.map { UInt16(min(65535, ($0 * 65536).rounded())) }
    self.fade = fade.map { UInt16(($0 * 256).rounded()) }
    // Rounded up, so that a pixel of exactly the paper's colour has all of it.
    func scale(_ code: UInt16) -> UInt32 {
      let code = max(code, 1)
      return UInt32((65536 * 65536 / Double(UInt32(code) + UInt32(code >> 15))).rounded(.up))
    }
    self.scale = (scale(paper.x), scale(paper.y), scale(paper.z))
    self.regions = regions.map(\.kernelVerdict)
    self.components = components.map(\.kernelVerdict)
  }

  /// Softens one row in place by its tokens (`p3_soften_apply_row`).
  ///
  /// - Parameters:
  ///   - regionTokens: what `SofteningRowScanner.writeRegions` wrote for this row.
  ///   - edgeTokens: what `SofteningRowScanner.solveEdges` wrote for it.
  ///   - samples: of a strip, in the layout of `tables.format`.
  ///   - range: the samples of the row among them.
  package func apply(
    regionTokens: Span<UInt8>, edgeTokens: Span<UInt8>, to samples: inout MutableSpan<UInt16>,
    in range: Range<Int>,
    tables: SofteningTables
  ) {
    let channels = tables.format.channelCount
    precondition(range.count % channels == 0, "a row of whole pixels")
    precondition(range.lowerBound >= 0 && range.upperBound <= samples.count, "a row outside the strip")
    let width = Int64(range.count / channels)
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      guard let row = unsafe samples.baseAddress.map({ unsafe $0 + range.lowerBound }) else { return }
      unsafe regionTokens.withUnsafeBufferPointer { regionTokens in
        unsafe edgeTokens.withUnsafeBufferPointer { edgeTokens in
          unsafe withKernelCurves(tables: tables) { curves in
            unsafe p3_soften_apply_row(
              curves, regionTokens.baseAddress, Int64(regionTokens.count), edgeTokens.baseAddress,
              Int64(edgeTokens.count), row, width)
          }
        }
      }
    }
  }

  /// Takes from every pixel its share of paper (`p3_soften_map_run`), whatever it belongs to.
  package func lowerPaper(in samples: inout MutableSpan<UInt16>, tables: SofteningTables) {
    precondition(samples.count % tables.format.channelCount == 0, "whole pixels")
    let count = Int64(samples.count / tables.format.channelCount)
    var paper = SofteningVerdict.paper.kernelVerdict
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      unsafe withKernelCurves(tables: tables) { curves in
        unsafe p3_soften_map_run(curves, &paper, samples.baseAddress, count)
      }
    }
  }

  @unsafe
  private func withKernelCurves(tables: SofteningTables, _ body: (UnsafePointer<p3_soften_curves>) -> Void) {
    unsafe panel.withUnsafeBufferPointer { panel in
      unsafe fade.withUnsafeBufferPointer { fade in
        unsafe regions.withUnsafeBufferPointer { regions in
          unsafe components.withUnsafeBufferPointer { components in
            var curves = unsafe p3_soften_curves(
              loss: (loss.x, loss.y, loss.z), scale: scale, panel: panel.baseAddress, fade: fade.baseAddress,
              channels: Int32(tables.format.channelCount), regions: regions.baseAddress,
              components: components.baseAddress)
            unsafe body(&curves)
          }
        }
      }
    }
  }
}

extension SofteningTables {
  /// Takes from each pixel of `row` its share of linear light, so that its hue stays (`p3_soften_tone_row`).
  package func lower(_ row: inout MutableSpan<UInt16>, by tone: SofteningTone) {
    precondition(row.count % format.channelCount == 0, "a row of whole pixels")
    let width = Int64(row.count / format.channelCount)
    unsafe row.withUnsafeMutableBufferPointer { row in
      unsafe tone.withKernelTone { tone in
        withDecoder { decoder in
          withEncoders { red, green, blue in
            unsafe withUnsafePointers(red, green, blue) { encoded in
              unsafe p3_soften_tone_row(decoder, encoded, tone, row.baseAddress, width)
            }
          }
        }
      }
    }
  }

  @unsafe
  private func withUnsafePointers(
    _ red: UnsafePointer<UInt16>?, _ green: UnsafePointer<UInt16>?, _ blue: UnsafePointer<UInt16>?,
    _ body: (UnsafePointer<UnsafePointer<UInt16>?>?) -> Void
  ) {
    unsafe [red, green, blue].withUnsafeBufferPointer { unsafe body($0.baseAddress) }
  }
}
