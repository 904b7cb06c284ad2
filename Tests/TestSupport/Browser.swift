import Foundation

/// Pages as a browser shows them: headless Chromium, its text and its pictures. Pages forbid scripts that are not theirs;
/// copies without that policy are shown where a test asks something by a script.
public struct Browser {
  /// What pages ask for: `prefers-color-scheme`.
  public enum Appearance: String, Sendable, CaseIterable {
    case light
    case dark
  }

  private let folder: TemporaryFolder

  /// A browser with a profile of its own.
  public init() throws { folder = try TemporaryFolder() }

  /// The picture of `page` in a window of `width` × `height` pixels, once `script` has run.
  public func screenshot(
    of page: String, _ appearance: Appearance = .light, width: Int = 1000, height: Int = 900,
    after script: String = ""
  ) throws -> String {
    let file = folder.path("shot-\(UUID().uuidString).png")
    _ = try run(page, appearance, script, ["--window-size=\(width),\(height)", "--screenshot=\(file)"])
    return file
  }

  /// `page` as it is printed, in a PDF file.
  public func printed(_ page: String, _ appearance: Appearance = .light) throws -> String {
    let file = folder.path("print-\(UUID().uuidString).pdf")
    _ = try run(page, appearance, "", ["--no-pdf-header-footer", "--print-to-pdf=\(file)"])
    return file
  }

  /// What `script`, the body of an asynchronous function, returns on `page`, as text.
  ///
  /// - Throws: `NoAnswer` with what the script threw.
  public func answer(
    of script: String, on page: String, _ appearance: Appearance = .light, width: Int = 1000
  ) throws -> String {
    let asking = """
      try { return JSON.stringify(["answer", String(await (async () => { \(script) })())]) }
      catch (error) { return JSON.stringify(["error", String(error.stack)]) }
      """
    let wrapped = """
      const text = await (async () => { \(asking) })();
      document.body.append(Object.assign(document.createElement("pre"), { id: "p3-answer", textContent: btoa(unescape(encodeURIComponent(text))) }));
      """
    let dom = try run(
      page, appearance, wrapped, ["--virtual-time-budget=60000", "--window-size=\(width),900", "--dump-dom"])
    guard let match = dom.firstMatch(of: /<pre id="p3-answer">([A-Za-z0-9+\/=]*)<\/pre>/),
      let data = Data(base64Encoded: String(match.1)),
      let words = try JSONSerialization.jsonObject(with: data) as? [String], words.count == 2
    else { throw NoAnswer(reason: "the page was not loaded: \(dom.prefix(200))") }
    guard words[0] == "answer" else { throw NoAnswer(reason: words[1]) }
    return words[1]
  }

  /// A script that did not come to its end.
  public struct NoAnswer: Error, CustomStringConvertible {
    let reason: String
    /// What it threw.
    public var description: String { reason }
  }

  private func run(
    _ page: String, _ appearance: Appearance, _ script: String, _ arguments: [String]
  ) throws -> String {
    var page = page
    if !script.isEmpty {
      page.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, with: "")
      page.replace(
        "</body>", with: "<script>addEventListener(\"load\", async () => { \(script) });</script></body>")
    }
    let file = "page-\(UUID().uuidString).html"
    try folder.write(Array(page.utf8), to: file)
    return try ExternalProgram.chromium.output(
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb",
        "--user-data-dir=\(folder.path("profile"))",
        "--blink-settings=preferredColorScheme=\(appearance == .dark ? 0 : 1)",
      ] + arguments + ["file://\(folder.path(file))"])
  }
}
