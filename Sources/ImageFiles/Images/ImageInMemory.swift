import Synchronization

/// A place in memory that an image is written to, see `ImageDestination.memory`.
///
///     let output = ImageInMemory()
///     _ = try await conversion.convert(.bytes(upload, name: "upload.png"), to: .memory(output))
///     send(output.bytes)
public final class ImageInMemory: Sendable {
  /// What messages and reports call it.
  public let name: String

  private let content = Mutex<[UInt8]?>(nil)

  /// A place that nothing has been written to, called `name`.
  public init(name: String = "memory") { self.name = name }

  /// The bytes of the PNG; nil until one is complete. An image that is written later replaces it if the settings allow
  /// that, as they must for a file.
  public var bytes: [UInt8]? { content.withLock { $0 } }

  /// An image is complete.
  func set(_ bytes: [UInt8]) { content.withLock { $0 = bytes } }
}
