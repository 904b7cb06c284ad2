import Synchronization

/// A place in memory for an image to be written to, see `ImageDestination.memory`.
///
///     let output = ImageInMemory()
///     _ = try await conversion.convert(.bytes(upload, name: "upload.png"), to: .memory(output))
///     send(output.bytes)
public final class ImageInMemory: Sendable {
  /// The name in messages and reports.
  public let name: String

  private let content = Mutex<[UInt8]?>(nil)

  /// An empty place called `name`.
  public init(name: String = "memory") { self.name = name }

  /// The bytes of the PNG; nil until it is complete. Another image may replace it if the settings allow overwriting.
  public var bytes: [UInt8]? { content.withLock { $0 } }

  /// Stores a complete image.
  func set(_ bytes: [UInt8]) { content.withLock { $0 = bytes } }
}
