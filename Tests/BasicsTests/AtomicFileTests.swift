import Foundation
import Basics
import TestSupport
import Testing

/// A file appears whole or not at all.
@Suite struct AtomicFileTests {
  private func write(_ text: String, to descriptor: Int32) throws {
    try FileHandle(fileDescriptor: descriptor).write(contentsOf: Data(text.utf8))
  }

  @Test func nothingIsVisibleUnderTheNameBeforeCommit() throws {
    let folder = try TemporaryFolder()
    let file = try AtomicFile(path: folder.path("out.png"), overwrite: false)
    try write("all", to: file.descriptor)
    #expect(!(try folder.names().contains("out.png")))
    #expect(try folder.names().allSatisfy { $0.hasPrefix(".") }, "the temporary file is hidden")
    try file.commit()
    #expect(try folder.names() == ["out.png"])
    #expect(try folder.bytes("out.png") == Array("all".utf8))
  }

  @Test func withoutCommitNothingStays() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "out.png")
    do {
      let file = try AtomicFile(path: folder.path("out.png"), overwrite: true)
      try write("half", to: file.descriptor)
    }
    #expect(try folder.names() == ["out.png"])
    #expect(try folder.bytes("out.png") == [1])
  }

  @Test func anExistingFileIsReplacedOnlyWhenAsked() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1], to: "out.png")
    let error = #expect(throws: FileError.self) { try AtomicFile(path: path, overwrite: false).commit() }
    #expect(error?.code == EEXIST)
    let file = try AtomicFile(path: path, overwrite: true)
    try write("new", to: file.descriptor)
    try file.commit()
    #expect(try folder.bytes("out.png") == Array("new".utf8))
  }

  @Test func aFileThatAppearsMeanwhileIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    let file = try AtomicFile(path: folder.path("out.png"), overwrite: false)
    try write("late", to: file.descriptor)
    try folder.write([7], to: "out.png")
    do throws(FileError) {
      try file.commit()
      Issue.record("the other file was replaced")
    } catch {
      #expect(error.code == EEXIST)
    }
    #expect(try folder.names() == ["out.png"])
    #expect(try folder.bytes("out.png") == [7])
  }

  @Test(arguments: [0o600, 0o644, 0o755] as [UInt32])
  func permissionsAreTheOnesGiven(mode: UInt32) throws {
    let folder = try TemporaryFolder()
    try AtomicFile(path: folder.path("out.png"), overwrite: false, permissions: mode).commit()
    #expect(try folder.permissions("out.png") == Int(mode) & 0o666, "no output is executable")
  }

  @Test func aLinkStaysALinkAndItsTargetIsReplaced() throws {
    let folder = try TemporaryFolder()
    let target = try folder.write([1], to: "real/picture.png")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.png"), withDestinationPath: target)
    let file = try AtomicFile(path: folder.path("link.png"), overwrite: true)
    try write("new", to: file.descriptor)
    try file.commit()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.png")) == target)
    #expect(try folder.bytes("real/picture.png") == Array("new".utf8))
    #expect(try folder.names() == ["link.png", "real", "real/picture.png"])
  }

  @Test func aMissingFolderIsNamed() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("none/out.png")
    let error = #expect(throws: FileError.self) { try AtomicFile(path: path, overwrite: false).commit() }
    #expect(error?.path == path)
    #expect(error?.code == ENOENT)
  }

  @Test func aNameAsLongAsTheFileSystemAllowsWorks() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "n", count: 251) + ".png"
    try AtomicFile(path: folder.path(name), overwrite: false).commit()
    #expect(try folder.names() == [name])
  }

  @Test(arguments: ["real/picture.png", "second", "./real/../real/picture.png"])
  func aLinkToNothingStaysALinkAndItsTargetIsMade(destination: String) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("real")
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder.path("link.png"), withDestinationPath: destination)
    try manager.createSymbolicLink(atPath: folder.path("second"), withDestinationPath: "real/picture.png")
    let refused = #expect(throws: FileError.self) {
      try AtomicFile(path: folder.path("link.png"), overwrite: false).commit()
    }
    #expect(refused?.code == EEXIST)
    let file = try AtomicFile(path: folder.path("link.png"), overwrite: true)
    try write("new", to: file.descriptor)
    try file.commit()
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.path("link.png")) == destination)
    #expect(try folder.bytes("real/picture.png") == Array("new".utf8))
    #expect(try folder.names() == ["link.png", "real", "real/picture.png", "second"])
  }

  @Test func aLinkIntoAFolderThatIsNotThereIsNamedWithItsTarget() throws {
    let folder = try TemporaryFolder()
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder.path("link.png"), withDestinationPath: "none/x.png")
    let error = #expect(throws: FileError.self) {
      try AtomicFile(path: folder.path("link.png"), overwrite: true).commit()
    }
    #expect(error?.code == ENOENT)
    #expect(error?.path.contains("none/x.png") == true)
    try manager.createSymbolicLink(atPath: folder.path("a"), withDestinationPath: "b")
    try manager.createSymbolicLink(atPath: folder.path("b"), withDestinationPath: "a")
    let cycle = #expect(throws: FileError.self) {
      try AtomicFile(path: folder.path("a"), overwrite: true).commit()
    }
    #expect(cycle?.code == ELOOP)
  }

  @Test func aLinkThatIsNotFollowedIsReplaced() throws {
    let folder = try TemporaryFolder()
    let target = try folder.write([1], to: "precious")
    try FileManager.default.createSymbolicLink(atPath: folder.path("state"), withDestinationPath: target)
    let file = try AtomicFile(path: folder.path("state"), overwrite: true, followsLinks: false)
    try write("new", to: file.descriptor)
    try file.commit()
    #expect(try folder.bytes("precious") == [1])
    #expect(try folder.bytes("state") == Array("new".utf8))
  }

  @Test(arguments: [("same", true), ("different", false), ("sama", false)])
  func aFileWithTheSameBytesMayStayInsteadOfANewOne(old: String, stays: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(old.utf8), to: "out.png")
    let before = FileStatus(path: path)
    let file = try AtomicFile(path: path, overwrite: false, keepsSame: true)
    try write("same", to: file.descriptor)
    do throws(FileError) {
      try file.commit()
      #expect(stays)
    } catch {
      #expect(!stays && error.code == EEXIST)
    }
    #expect(FileStatus(path: path) == before)
    #expect(try folder.names() == ["out.png"])
  }
}
