import Foundation
import P3Kit
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
    #expect(try folder.permissions("out.png") == Int(mode))
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
}
