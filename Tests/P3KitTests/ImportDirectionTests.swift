import Foundation
import TestSupport
import Testing

/// Modules import downwards only. The compiler does not enforce it, so this reads the import lines.
@Suite struct ImportDirectionTests {
  private static let systemModules: Set = [
    "Foundation", "FoundationEssentials", "Glibc", "Musl", "Darwin", "Synchronization", "Dispatch",
  ]

  /// What each folder of Sources may import, beside the system's modules.
  private static let allowed: [String: Set<String>] = [
    "Pixels": ["CPixelKernels"],
    "PNGCodec": ["Pixels", "CPNGShims", "CPixelKernels", "CPNG", "CDeflate"],
    "ColorManagement": ["Pixels", "CLittleCMS"],
    "P3Kit": ["Pixels", "PNGCodec", "ColorManagement", "CSHA256", "CMemoryFile", "CYAML"],
    // How a process's memory is laid out is the program's business, never a library's.
    "p3tool": [
      "P3Kit", "Pixels", "PNGCodec", "ColorManagement", "ArgumentParser", "CAllocator",
    ],
  ]

  private static let sources = SharedFolder.packageRoot.appendingPathComponent("Sources")

  private func imports(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").filter { !["public", "internal", "package"].contains($0) }
      let isImport =
        words.first == "import" || (words.first == "@_exported" && words.dropFirst().first == "import")
      return isImport ? words.last.map { String($0.prefix { $0 != "." }) } : nil
    }
  }

  @Test(arguments: allowed.keys.sorted())
  func aModuleImportsOnlyWhatLiesBelowIt(module: String) throws {
    let folder = Self.sources.appendingPathComponent(module)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let files = names.filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    for name in files {
      for imported in try imports(of: folder.appendingPathComponent(name)) {
        let isAllowed =
          Self.systemModules.contains(imported) || Self.allowed[module]?.contains(imported) == true
        #expect(isAllowed, "\(module)/\(name) imports \(imported)")
      }
    }
  }

  @Test func everySwiftModuleIsListed() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
    let swiftModules = folders.filter { !$0.hasPrefix("C") || $0 == "ColorManagement" }
      .filter { !$0.hasPrefix(".") }
    #expect(Set(swiftModules) == Set(Self.allowed.keys))
  }

  /// The file of each module that may import the system's C library, with extension files of the same name.
  private static let systemCallFiles = [
    "P3Kit": "Files/SystemCall", "PNGCodec": "PNGError+System", "p3tool": "Run/Interruption",
  ]

  @Test func theSystemLibraryHasOneHomeInEachModule() throws {
    var found: Set<String> = []
    for module in Self.allowed.keys {
      let folder = Self.sources.appendingPathComponent(module)
      for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where name.hasSuffix(".swift") {
        let imports = try imports(of: folder.appendingPathComponent(name))
        guard !Set(imports).isDisjoint(with: ["Glibc", "Musl", "Darwin", "Bionic", "WASILibc"]) else {
          continue
        }
        let home = Self.systemCallFiles[module]
        let isHome = home.map { name == $0 + ".swift" || name.hasPrefix($0 + "+") } ?? false
        #expect(isHome, "\(module)/\(name) imports the C library: call \(home ?? "P3Kit's SystemCall")")
        found.insert(module)
      }
    }
    #expect(found == Set(Self.systemCallFiles.keys), "a home that needs no C library any more")
  }

  @Test func aCLibraryHasOneHome() throws {
    let homes = [
      "CPNG": "CPNGShims", "CDeflate": "CPNGShims", "CLittleCMS": "ColorManagement", "CAllocator": "p3tool",
      "CYAML": "P3Kit",
    ]
    for module in Self.allowed.keys {
      let folder = Self.sources.appendingPathComponent(module)
      for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where name.hasSuffix(".swift") {
        for imported in try imports(of: folder.appendingPathComponent(name)) {
          if let home = homes[imported] { #expect(module == home, "\(module)/\(name) imports \(imported)") }
        }
      }
    }
  }
}
