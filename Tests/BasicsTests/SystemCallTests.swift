import Foundation
import TestSupport
import Testing

@testable import Basics

@Suite struct SystemCallTests {
  private func code(_ call: () throws(FileError) -> Void) -> Int32? {
    do throws(FileError) {
      try call()
      return nil
    } catch {
      return error.code
    }
  }

  // MARK: Open files

  @Test func whatIsWrittenCanBeReadAndComparedFromTheStart() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7 >> 3) }
    let file = try SystemCall.open(folder.path("a"), for: .creatingPrivate)
    defer { try? SystemCall.close(file, path: "a") }
    try SystemCall.write(bytes, to: file, path: "a")
    #expect(try SystemCall.contents(of: file, path: "a") == bytes)
    #expect(SystemCall.status(of: file)?.size == bytes.count)
    #expect(try folder.permissions("a") == 0o600)

    SystemCall.rewind(file)
    var block = [UInt8](repeating: 0, count: 5)
    #expect(try SystemCall.read(file, into: &block, path: "a") == 5)
    #expect(block == Array(bytes[..<5]))

    let other = try SystemCall.open(folder.write(bytes, to: "b"), for: .reading)
    defer { try? SystemCall.close(other, path: "b") }
    #expect(SystemCall.haveSameBytes(file, other))
    let changed = try SystemCall.open(
      folder.write(bytes.dropLast() + [~bytes[199_999]], to: "c"), for: .reading)
    defer { try? SystemCall.close(changed, path: "c") }
    #expect(!SystemCall.haveSameBytes(file, changed))
    #expect(!SystemCall.isTerminal(file))
  }

  @Test func aFileIsOpenedForWhatIsAsked() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3], to: "file")
    for (opening, expected) in [(.appending, [1, 2, 3, 9]), (.writing, [9, 2, 3, 9])]
      as [(SystemCall.Opening, [UInt8])]
    {
      let file = try SystemCall.open(path, for: opening)
      try SystemCall.write([9], to: file, path: path)
      try SystemCall.close(file, path: path)
      #expect(try folder.bytes("file") == expected)
    }
    #expect(code { () throws(FileError) in _ = try SystemCall.open(path, for: .creating) } == EEXIST)
    #expect(code { () throws(FileError) in _ = try SystemCall.open(path + "x", for: .writing) } == ENOENT)
    #expect(code { () throws(FileError) in _ = try SystemCall.open(path + "x", for: .appending) } == ENOENT)
    #expect(code { () throws(FileError) in try SystemCall.write([1], to: -1, path: path) } == EBADF)
    #expect(SystemCall.status(of: -1 as Int32) == nil)
  }

  // MARK: Names

  @Test func aFoldersNamesAreAllOfThemAndNoDots() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "ü", count: 127)
    for name in ["a", ".hidden", "sub/inner", long] { try folder.write([], to: name) }
    #expect(try SystemCall.names(in: folder.path).sorted() == [".hidden", "a", "sub", long])
    #expect(try SystemCall.names(in: folder.makeFolder("empty")).isEmpty)
    #expect(code { () throws(FileError) in _ = try SystemCall.names(in: folder.path("none")) } == ENOENT)
    #expect(code { () throws(FileError) in _ = try SystemCall.names(in: folder.path("a")) } == ENOTDIR)
  }

  @Test func linksAreToldFromWhatTheyLeadTo() throws {
    let folder = try TemporaryFolder()
    let target = try folder.write([1, 2], to: "real/file")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: target)
    try FileManager.default.createSymbolicLink(atPath: folder.path("broken"), withDestinationPath: "nowhere")
    #expect(SystemCall.isLink(folder.path("link")))
    #expect(SystemCall.isLink(folder.path("broken")))
    #expect(!SystemCall.isLink(target))
    #expect(!SystemCall.isLink(folder.path("none")))
    #expect(SystemCall.realPath(folder.path("link")) == target)
    #expect(SystemCall.realPath(folder.path("broken")) == nil)
    #expect(FileStatus(path: folder.path("link")) == FileStatus(path: target))
    #expect(FileStatus(path: folder.path("broken")) == nil)
  }

  @Test func foldersAreMadeWithTheirParents() throws {
    let folder = try TemporaryFolder()
    for name in ["a/b/c", "a/b/c", "a/d/", "a//e"] { try Folders.create(folder.path(name)) }
    try Folders.create("")
    #expect(try folder.names() == ["a", "a/b", "a/b/c", "a/d", "a/e"])
  }

  @Test func aFolderThatCannotBeMadeIsNamedAsItWasGiven() throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "file")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("broken"), withDestinationPath: folder.path("no/where"))
    for (name, expected) in [
      ("file/below/", ENOTDIR), ("file/below/deeper/", ENOTDIR), ("broken", ENOTDIR),
      (String(repeating: "n", count: 300), ENAMETOOLONG),
    ] {
      let error = #expect(throws: FileError.self) { try Folders.create(folder.path(name)) }
      #expect(error?.path == folder.path(name))
      #expect(error?.code == expected, "\(name): \(String(describing: error))")
    }
  }

  // MARK: The process

  @Test func theProcessKnowsItselfAndItsFolder() {
    #expect(SystemCall.isRunning(SystemCall.processIdentifier))
    #expect(!SystemCall.isRunning(4_194_304))
    #expect(SystemCall.workingFolder == FileManager.default.currentDirectoryPath)
    #expect(SystemCall.environment("PATH") == ProcessInfo.processInfo.environment["PATH"])
    #expect(SystemCall.environment("P3_NO_SUCH_VARIABLE") == nil)
    let before = Date().timeIntervalSince1970
    let now = Double(SystemCall.now) / 1e9
    #expect(before - 0.001 <= now && now <= Date().timeIntervalSince1970 + 0.001)
  }

  @Test func anErrorIsNamedAndSaysWhatToDo() {
    #expect(SystemCall.text(ofError: ENOENT) == "No such file or directory")
    for (code, remedy) in [
      (ENOENT, "spelled right"), (EEXIST, "overwrite it"), (EISDIR, "give a file"), (EACCES, "permissions"),
      (EPERM, "permissions"), (EROFS, "writable"), (ENOSPC, "free some space"), (EDQUOT, "free some space"),
      (EMFILE, "fewer images"), (ENFILE, "fewer images"), (ENOTDIR, "not a folder"),
    ] {
      #expect("\(FileError(path: "x.png", code: code))".hasPrefix("x.png: "))
      #expect("\(FileError(path: "x.png", code: code))".contains(remedy))
    }
    #expect("\(FileError(path: "x.png", code: EIO))" == "x.png: \(SystemCall.text(ofError: EIO))")
    #expect(FileError(path: "-", code: EPIPE).isBrokenPipe)
    #expect(!FileError(path: "-", code: EIO).isBrokenPipe)
  }
}
