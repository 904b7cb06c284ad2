import Foundation
import TestSupport
import Testing

/// The rooms of P3Kit and p3tool: each needs only those before it, so that no two need each other.
@Suite struct RoomTests {
  /// The rooms of a module, the lowest layer first. A new room goes where what it needs lies before it.
  private static let order = [
    "P3Kit": [
      "Text", "Files", "Scheduling", "Images", "Color", "Depth", "Gamut", "Banding", "DarkMode",
      "ColorVision", "Resampling", "Conversion", "Check", "Difference", "Palette", "Catalog", "Batch",
    ],
    "p3tool": ["Help", "Output", "Options", "Run", "Commands"],
  ]

  private static func rooms(of module: String) throws -> SourceRooms {
    let folder = SharedFolder.packageRoot.appendingPathComponent("Sources").appendingPathComponent(module)
    return try SourceRooms(order: order[module] ?? [], folder: folder)
  }

  @Test(arguments: order.keys.sorted())
  func aRoomNeedsOnlyThoseBeforeIt(module: String) throws {
    for reference in try Self.rooms(of: module).upwardReferences {
      Issue.record("Sources/\(module)/\(reference)")
    }
  }

  @Test(arguments: order.keys.sorted())
  func everyFolderIsARoom(module: String) throws {
    let rooms = try Self.rooms(of: module)
    let folders = Set(rooms.files.keys.filter { $0.contains("/") }.map(SourceRooms.room(of:)))
    #expect(folders == Set(rooms.order))
  }

  /// Proof that the test can fail: one use too high up in sources that are otherwise the real ones.
  @Test func aPlantedUpwardReferenceIsFound() throws {
    let real = try Self.rooms(of: "P3Kit")
    var files = real.files
    files["Text/Planted.swift"] = """
      // ImageCheck in a comment is no use.
      struct Planted {
        let words = "ImageCheck"
        let check: ImageCheck?
      }
      """
    let found = SourceRooms(order: real.order, files: files).upwardReferences
      .filter { $0.path == "Text/Planted.swift" }
    #expect(found.map(\.type) == ["ImageCheck"])
    #expect(
      found.first?.description
        == "Text/Planted.swift:4 uses ImageCheck, declared in Check/ImageCheck.swift: Text may not need Check, "
        + "a room after it. Move the use to Check or a later room, or ImageCheck to Text or an earlier one.")
  }

  /// Types at the left margin are declarations, whatever stands before the keyword; nested ones are not.
  @Test func declarationsAreRead() {
    let rooms = SourceRooms(
      order: ["A"],
      files: [
        "A/Types.swift": """
        public struct One: Sendable {
          struct Nested {}
        }
        @frozen package final class Two {}
        indirect enum Three<T> {}
        typealias Four = Int
        extension Five {}
        """
      ])
    #expect(rooms.homes.keys.sorted() == ["Four", "One", "Three", "Two"])
  }
}
