import ColorManagement
import PNGCodec
import Pixels

/// Converts one PNG after another as one request says: the whole of `p3tool convert` but its words.
public struct ImageConversion: Sendable {
  /// How an output is written.
  public struct Settings: Sendable {
    /// Whether an existing output may be replaced.
    public var overwrite: Bool
    /// Convert, but write nothing: the report compares with what is there.
    public var dryRun: Bool
    /// Strips in work at once, from 1.
    public var workers: Int

    /// The settings of one image.
    public init(overwrite: Bool = false, dryRun: Bool = false, workers: Int = 1) {
      self.overwrite = overwrite
      self.dryRun = dryRun
      self.workers = workers
    }
  }

  /// What is asked for.
  public let request: ConversionRequest

  /// A conversion as `request` says.
  public init(_ request: ConversionRequest) { self.request = request }

  /// Converts the image at `source` into `destination`; on any error nothing is left there.
  public func convert(
    _ source: ImageSource, to destination: ImageDestination, settings: Settings = Settings()
  ) async throws(ConversionError) -> ConversionReport {
    var reader = try openReader(source)
    let header = reader.header
    let sourceColor = try SourceColor(
      resolving: reader.colorInfo, isGray: header.colorType.isGray, override: request.sourceOverride,
      assumed: request.assumedProfile, path: source.name)
    let plan = try plan(from: sourceColor.profile, isGray: header.colorType.isGray, path: source.name)
    let executor = try PixelExecutor(plan, path: source.name)

    let outputHeader = PNGHeader(
      width: header.width, height: header.height, bitDepth: request.depth.bits(inputDepth: header.bitDepth),
      format: reader.pixelFormat)
    let colorChunks = request.colorChunks(for: plan.destination)
    let sink = try openSink(source, destination, settings)
    try await StripPipeline(
      executor: executor, outputHeader: outputHeader, colorChunks: colorChunks.chunks,
      metadata: request.metadataFilter, compression: request.compression, workers: settings.workers
    ).run(&reader, into: sink.descriptor, name: destination.name)

    let bytesOut = sink.byteCount ?? 0
    let state = settings.dryRun ? sink.comparison(with: destination.name) : nil
    do throws(FileError) { try sink.commit() } catch { throw .file(error) }
    return ConversionReport(
      path: source.name, output: destination.name, width: header.width, height: header.height,
      source: .init(
        profile: sourceColor.profile.reportName, tag: sourceColor.tag.rawValue, depth: header.bitDepth,
        colorType: header.colorType.reportName),
      destination: .init(
        profile: plan.destination.reportName, tag: colorChunks.tag, depth: outputHeader.bitDepth,
        colorType: outputHeader.colorType.reportName),
      executor: plan.executor.name, bytesIn: reader.byteCount, bytesOut: bytesOut,
      notes: sourceColor.notes + plan.notes + reader.problems.map { "\($0)" }, state: state)
  }

  // MARK: Steps

  private func openReader(_ source: ImageSource) throws(ConversionError) -> PNGReader {
    do throws(PNGError) {
      switch source {
      case .file(let path): return try PNGReader(path: path, limits: request.limits)
      case .standardInput: return try PNGReader(fileDescriptor: 0, name: "-", limits: request.limits)
      }
    } catch {
      throw .png(error)
    }
  }

  private func plan(
    from source: ICCProfile, isGray: Bool, path: String
  ) throws(ConversionError) -> ConversionPlan {
    do throws(ColorError) {
      let target = request.target.profile
      return try ConversionPlan(
        source: source, destination: isGray ? target.grayCounterpart() : target, intent: request.intent,
        blackPointCompensation: request.blackPointCompensation, sourceIsGrayImage: isGray)
    } catch {
      throw .color(path, error)
    }
  }

  private func openSink(
    _ source: ImageSource, _ destination: ImageDestination, _ settings: Settings
  ) throws(ConversionError) -> OutputSink {
    var permissions: UInt32?
    if case .file(let path) = source { permissions = FileStatus(path: path)?.permissions }
    do throws(FileError) {
      return try OutputSink(
        destination, overwrite: settings.overwrite, permissions: permissions, dryRun: settings.dryRun)
    } catch {
      throw .file(error)
    }
  }
}
