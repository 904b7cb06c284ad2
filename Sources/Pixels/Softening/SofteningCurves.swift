internal import CPixelKernels

/// What softening takes away, ready for the loops over pixels of its second pass.
public struct SofteningCurves: Sendable {
  /// By relative luminance in 1/65535: the share of it, in 1/65536, that paper and its shadows lose.
  public var paperLoss: [UInt16]

  /// The same for light grey panels, whose curve ends higher so that mid greys stay as they are.
  public var panelLoss: [UInt16]

  /// By saturation (max − min) / max of linear light, in 1/255: the share of the paper's loss, in 1/256.
  public var fade: [UInt16]

  /// Codes of red, green and blue that a whole pixel of paper loses.
  public var paperShift: SIMD3<UInt16>

  /// The same for panels, three codes per lightness >> 8.
  public var panelShift: [UInt16]

  /// By component label: kind << 8 | lightness >> 8. Kind 0 stays, 1 is paper, 2 a light grey panel.
  public var classes: [UInt16]

  /// Curves over tables of 65,536 losses, 256 shares, 256 × 3 shifts, and any number of classes.
  public init(
    paperLoss: [UInt16], panelLoss: [UInt16], fade: [UInt16], paperShift: SIMD3<UInt16>,
    panelShift: [UInt16], classes: [UInt16]
  ) {
    precondition(paperLoss.count == 65536 && panelLoss.count == 65536, "a loss for each luminance")
    precondition(fade.count == 256 && panelShift.count == 768, "a share and a shift for each level")
    self.paperLoss = paperLoss
    self.panelLoss = panelLoss
    self.fade = fade
    self.paperShift = paperShift
    self.panelShift = panelShift
    self.classes = classes
  }

  /// Softens one row in place as its tokens say (`p3_soften_apply_row`).
  ///
  /// - Parameters:
  ///   - samples: of a strip, in the layout of `tables.format`.
  ///   - range: the samples of the row among them.
  ///   - tokens: what `SofteningRowScanner.solveEdges` wrote for this row, with labels below `classes.count`.
  public func apply(
    tokens: Span<UInt8>, to samples: inout MutableSpan<UInt16>, in range: Range<Int>, tables: SofteningTables
  ) {
    let channels = tables.format.channelCount
    precondition(range.count % channels == 0, "a row of whole pixels")
    precondition(range.lowerBound >= 0 && range.upperBound <= samples.count, "a row outside the strip")
    let width = Int64(range.count / channels)
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      guard let row = unsafe samples.baseAddress.map({ unsafe $0 + range.lowerBound }) else { return }
      unsafe tokens.withUnsafeBufferPointer { tokens in
        unsafe withKernelCurves(tables: tables) { curves in
          tables.withDecoder { decoder in
            unsafe p3_soften_apply_row(
              decoder, curves, tokens.baseAddress, Int64(tokens.count), row, width)
          }
        }
      }
    }
  }

  @unsafe
  private func withKernelCurves(tables: SofteningTables, _ body: (UnsafePointer<p3_soften_curves>) -> Void) {
    tables.withEncoders { red, green, blue in
      unsafe paperLoss.withUnsafeBufferPointer { paperLoss in
        unsafe panelLoss.withUnsafeBufferPointer { panelLoss in
          unsafe panelShift.withUnsafeBufferPointer { panelShift in
            unsafe fade.withUnsafeBufferPointer { fade in
              unsafe classes.withUnsafeBufferPointer { classes in
                var curves = unsafe p3_soften_curves(
                  encoded: (red, green, blue), paper_loss: paperLoss.baseAddress,
                  panel_loss: panelLoss.baseAddress,
                  paper_shift: (paperShift.x, paperShift.y, paperShift.z),
                  panel_shift: panelShift.baseAddress, fade: fade.baseAddress,
                  verdicts: classes.baseAddress)
                unsafe body(&curves)
              }
            }
          }
        }
      }
    }
  }
}

extension SofteningTables {
  /// Takes from each pixel of `row` the share `loss` (by relative luminance in 1/65535, the share in
  /// 1/65536) of its linear light, so that its hue stays (`p3_soften_tone_row`).
  public func lower(_ row: inout MutableSpan<UInt16>, by loss: [UInt16]) {
    precondition(loss.count == 65536, "a loss for each luminance")
    precondition(row.count % format.channelCount == 0, "a row of whole pixels")
    let width = Int64(row.count / format.channelCount)
    unsafe row.withUnsafeMutableBufferPointer { row in
      unsafe loss.withUnsafeBufferPointer { loss in
        withDecoder { decoder in
          withEncoders { red, green, blue in
            unsafe withUnsafePointers(red, green, blue) { encoded in
              unsafe p3_soften_tone_row(decoder, encoded, loss.baseAddress, row.baseAddress, width)
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
