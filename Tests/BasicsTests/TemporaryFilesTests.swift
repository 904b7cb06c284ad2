import Foundation
import TestSupport
import Testing

@testable import Basics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct TemporaryFilesTests {
  @Test("temporary names tell the file and the process, other names do not")
  func temporaryNames() throws {
    let parts = try #require(TemporaryName.parts(of: ".a.b.png.123-xyz.p3tool-tmp"))
    #expect(parts.stem == "a.b.png")
    #expect(parts.process == 123)
    let own = try #require(TemporaryName.parts(of: TemporaryName.new(for: "a.png")))
    #expect(own.stem == "a.png")
    #expect(own.process == ProcessInfo.processInfo.processIdentifier)
    for name in [
      "a.png", ".a.png.p3tool-tmp", ".a.png.0-x.p3tool-tmp", ".a.png.x-y.p3tool-tmp", "a.1-2.p3tool-tmp",
    ] {
      #expect(TemporaryName.parts(of: name) == nil, "\(name)")
    }
  }

  @Test("names at the limit of file systems have temporary names within it")
  func longNames() {
    #expect(TemporaryName.new(for: String(repeating: "n", count: 255)).utf8.count <= 255)
  }

  @Test("what a dead process left for a name is removed, and nothing else")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    // 4194304 is the largest process number of Linux, and above macOS's: never alive in a test.
    for name in [".a.png.4194304-x.p3tool-tmp", ".other.png.4194304-x.p3tool-tmp", ".a.png.1-x.p3tool-tmp"] {
      try folder.write([1], to: name)
    }
    LeftoverFiles.remove(for: ["a.png"], in: folder.path)
    #expect(try folder.names() == [".a.png.1-x.p3tool-tmp", ".other.png.4194304-x.p3tool-tmp"])
    // Our own number: from a process before this one.
    try folder.write([1], to: TemporaryName.new(for: "a.png"))
    LeftoverFiles.remove(for: ["a.png"], in: folder.path)
    #expect(try folder.names() == [".a.png.1-x.p3tool-tmp", ".other.png.4194304-x.p3tool-tmp"])
  }

  @Test(
    "a temporary file of a temporary file is one of the final name, and those of earlier versions are swept too"
  )
  func nestedNames() throws {
    let work = TemporaryName.new(for: "Icon-work")
    #expect(TemporaryName.parts(of: TemporaryName.new(for: work))?.stem == "Icon-work")
    let folder = try TemporaryFolder()
    try folder.write([1], to: "..Icon-work.4194304-a.p3tool-tmp.4194304-b.p3tool-tmp")
    try folder.write([1], to: "..Other-work.4194304-a.p3tool-tmp.4194304-b.p3tool-tmp")
    LeftoverFiles.remove(for: ["Icon-work"], in: folder.path)
    #expect(try folder.names() == ["..Other-work.4194304-a.p3tool-tmp.4194304-b.p3tool-tmp"])
  }

  @Test(
    "a file that is being written is never swept, not even where its process seems to be gone or to be this one"
  )
  func inUse() throws {
    let folder = try TemporaryFolder()
    let file = try AtomicFile(path: folder.path("a.png"), overwrite: false)
    // As seen from another container, where this process's number is nobody's.
    let own = try #require(try folder.names().first)
    try FileManager.default.linkItem(
      atPath: folder.path(own), toPath: folder.path(".a.png.4194304-x.p3tool-tmp"))
    LeftoverFiles.remove(for: [folder.path("a.png")])
    #expect(try folder.names().count == 2)
    // As a process has that another test is just starting.
    let copy = dup(file.descriptor)
    defer { close(copy) }
    try file.commit()
    LeftoverFiles.remove(for: [folder.path("a.png")])
    #expect(try folder.names() == ["a.png"])
  }

  @Test("what a killed process left is removed while nobody has waited for the process")
  func leftoversOfZombies() throws {
    let folder = try TemporaryFolder()
    let process = try EndedProcess()
    try folder.write([1], to: ".a.png.\(process.identifier)-x.p3tool-tmp")
    LeftoverFiles.remove(for: ["a.png"], in: folder.path)
    #expect(try folder.names() == [])
  }

  @Test("what is left beside the target of a link is swept there")
  func leftoversBehindLinks() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "real/.b.png.4194304-x.p3tool-tmp")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("a.png"), withDestinationPath: folder.path("real/b.png"))
    LeftoverFiles.remove(for: [folder.path("a.png")])
    #expect(try folder.names() == ["a.png", "real"])
  }

  @Test("a work file is gone with its value, whether a step made it or not")
  func workFile() throws {
    let folder = try TemporaryFolder()
    do {
      let used = try WorkFile(in: folder.path, for: "Icon-work")
      let unused = try WorkFile(in: folder.path, for: "Icon-work")
      #expect(used.path != unused.path)
      try Data([1]).write(to: URL(fileURLWithPath: used.path))
      #expect(try folder.names().count == 1)
      _ = consume unused
    }
    #expect(try folder.names().isEmpty)
  }

  @Test("a scratch file has no name and can be read again")
  func scratchFile() throws {
    let descriptor = try ScratchFile.open()
    try SystemCall.write([1, 2, 3], to: descriptor, path: "scratch")
    #expect(try SystemCall.contents(of: descriptor, path: "scratch") == [1, 2, 3])
    try SystemCall.close(descriptor, path: "scratch")
  }

  @Test("when the process is about to end, its temporary files go and no new ones come")
  func removeAll() async {
    // In a process of its own: the list stays closed.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let work = try WorkFile(in: folder.path, for: "work")
      try Data([1]).write(to: URL(fileURLWithPath: work.path))
      let atomic = try AtomicFile(path: folder.path("out.png"), overwrite: false)
      let staged = StagedFiles()
      try staged.createFolder(folder.path("new/set"))
      let image = try staged.add(folder.path("new/set/a.png"), overwrite: false, keepsSame: false)
      try Data([1]).write(to: URL(fileURLWithPath: image))
      let names = try folder.names()
      precondition(names.count == 5)

      TemporaryFiles.removeAll()
      let left = try folder.names()
      precondition(left.isEmpty)
      withExtendedLifetime(staged) {}
      do throws(FileError) {
        try atomic.commit()
        preconditionFailure("the file is gone, it cannot get its name")
      } catch {
        precondition(error.code == ErrorNumber.interrupted)
      }
      let late = Result { () throws(FileError) in
        _ = try AtomicFile(path: folder.path("late.png"), overwrite: false)
      }
      precondition(late.failureCode == ErrorNumber.interrupted)
      let after = try folder.names()
      precondition(after.isEmpty)
    }
  }
}

extension Result<Void, FileError> {
  /// The error's number; nil for a success.
  fileprivate var failureCode: Int32? {
    if case .failure(let error) = self { error.code } else { nil }
  }
}

/// A process that has ended and that nobody has waited for, until this value goes.
private final class EndedProcess {
  let identifier: pid_t

  init() throws {
    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    defer { free(arguments[0]) }
    try #require(posix_spawnp(&child, "true", nil, nil, &arguments, nil) == 0)
    identifier = child
    var information = siginfo_t()
    try #require(waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) == 0)
  }

  deinit {
    var status: Int32 = 0
    waitpid(identifier, &status, 0)
  }
}
