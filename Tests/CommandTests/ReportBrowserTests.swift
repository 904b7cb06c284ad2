import Checking
import Foundation
import ImageFiles
import PNGCodec
import TestSupport
import Testing

/// The HTML reports in headless Chromium: what they look like, what their keys and buttons do, and what axe-core says of
/// them. Slow, so that the pages are made once.
@Suite(
  .enabled(if: ExternalProgram.chromium.path != nil, Comment(rawValue: ExternalProgram.chromium.skipReason)))
struct ReportBrowserTests {
  private static let pages = Task { try await makePages() }

  /// A page of each kind by the command's name.
  private static func makePages() async throws -> [String: String] {
    let folder = try TemporaryFolder()
    for name in ["icon-p3-16", "photo-p3-16", "card-srgb-8", "palette-srgb-8", "patches-p3-16"] {
      try folder.copy(testImage: name + ".png", as: "art/\(name).png")
    }
    let runs: [(String, [String])] = [
      ("check", ["check", "art", "-r"]), ("check of one", ["check", "art/icon-p3-16.png"]),
      ("convert", ["convert", "art", "-r", "--to", "srgb", "--depth", "8", "-o", "srgb/"]),
      ("soften", ["soften", "art", "-r", "-o", "dark/"]), ("diff", ["diff", "art", "dark"]),
      ("catalog lint", ["catalog", "lint", TestImages.path("Example.xcassets")]),
      ("contrast", ["contrast", "--palette", "fiori", "--matrix"]), ("inspect", ["inspect", "art", "-r"]),
      ("palette lint", ["palette", "lint", "apple"]), ("palette show", ["palette", "show", "fiori"]),
    ]
    var pages: [String: String] = [:]
    for (name, arguments) in runs {
      let run = try await CommandRunner.p3tool.run(arguments + ["--format", "html"], in: folder)
      #expect([0, 1].contains(run.exitCode), "\(arguments): \(run.errors)")
      pages[name] = run.text
    }
    return pages
  }

  private func page(_ name: String) async throws -> String {
    try #require(try await Self.pages.value[name], "no page of \(name)")
  }

  private let browser: Browser

  init() throws { browser = try Browser() }

  // MARK: Accessibility

  /// axe-core, which `.ci/install-dependencies test` fetches from PyPI where that can be reached.
  private static let axe: String? = {
    let place = ProcessInfo.processInfo.environment["P3_AXE"] ?? ".build/axe/axe.min.js"
    return try? String(contentsOfFile: place, encoding: .utf8)
  }()

  @Test(
    .enabled(if: axe != nil, "needs axe-core in .build/axe (.ci/install-dependencies test)"),
    .enabled(if: LongTests.areEnabled, "\(LongTests.skipReason)"),
    arguments: [
      "check", "check of one", "convert", "soften", "diff", "catalog lint", "contrast", "inspect",
      "palette lint",
      "palette show",
    ], Browser.Appearance.allCases)
  func axeFindsNothing(name: String, appearance: Browser.Appearance) async throws {
    let axe = try #require(Self.axe)
    let page = try await page(name).replacing("</head>", with: "<script>\(axe)</script></head>")
    let violations = try browser.answer(
      of: """
        const result = await axe.run(document);
        if (result.passes.length < 10) throw new Error("axe looked at little");
        return result.violations.map((each) => each.id + ": " + each.nodes.map((node) => node.html).join("; ")).join("\\n");
        """, on: page, appearance)
    #expect(violations == "")
  }

  // MARK: Appearance

  /// The share of pixels lighter than a middle grey.
  private func lightShare(_ file: String) throws -> Double {
    let shot = try DecodedPNG(path: file)
    let count = shot.header.width * shot.header.height
    return Double((0..<count).count { shot[$0][1] > 0x7FFF }) / Double(count)
  }

  @Test(arguments: ["catalog lint", "contrast", "palette lint"])
  func pagesFollowTheAppearance(name: String) async throws {
    let page = try await page(name)
    #expect(try lightShare(try browser.screenshot(of: page, .light)) > 0.85)
    #expect(try lightShare(try browser.screenshot(of: page, .dark)) < 0.15)
  }

  /// The page shows the pixels of the file: enlarged, the picture of a small image is compared with the image itself.
  @Test func thePictureOnThePageIsTheImage() async throws {
    let shot = try browser.screenshot(
      of: try await page("soften"), .dark, width: 320, height: 200,
      after: """
        const image = [...document.querySelectorAll(".before img")].find((each) => each.naturalWidth == 320);
        image.style = "position:fixed;inset:0;width:320px;height:200px;max-width:none;max-height:none;z-index:9";
        document.body.append(image);
        """)
    let report = try await ImageDifference(DifferenceRequest(.visible)).compare(
      .file(TestImages.path("card-srgb-8.png")), .file(shot))
    #expect(report.verdict == .same, "\(report.findings)")
  }

  /// What is softened is shown on the ground that it was softened for, with captions that can be read there.
  @Test(arguments: [
    ("#1C1C1E", "rgb(28, 28, 30) rgb(255, 255, 255)"), ("#203040", "rgb(32, 48, 64) rgb(255, 255, 255)"),
    ("#C0C0B0", "rgb(192, 192, 176) rgb(0, 0, 0)"),
  ])
  func softenedImagesStandOnTheirGround(color: String, expected: String) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "card-srgb-8.png", as: "in.png")
    let run = try await CommandRunner.p3tool.run(
      ["soften", "in.png", "--mode", "white", "--on", color, "--format", "html"], in: folder)
    let seen = try browser.answer(
      of: """
        const style = getComputedStyle(document.querySelector(".stage"));
        return style.backgroundColor + " " + style.color;
        """, on: run.text)
    #expect(seen == expected)
  }

  /// With the slider at its ends only one of the pictures is seen, and in between a part of each.
  @Test func theSliderShowsBothPictures() async throws {
    let page = try await page("soften")
    func shot(_ split: Int) async throws -> String {
      try browser.screenshot(
        of: page,
        after: """
          const viewer = [...document.querySelectorAll(".viewer")].find((each) => each.querySelector("img").naturalWidth == 320);
          viewer.querySelector("[value=slider]").checked = true;
          const split = viewer.querySelector(".split");
          split.value = \(split);
          split.dispatchEvent(new Event("input", { bubbles: true }));
          document.body.replaceChildren(viewer);
          """)
    }
    let shots = [try await shot(0), try await shot(50), try await shot(100)]
    func differing(_ one: Int, _ other: Int) async throws -> Int {
      var request = DifferenceRequest(.visible)
      // The slider's own knob lies below the picture.
      request.ignoredBoxes = [.init(x: 0, y: 360, width: 1000, height: 540)]
      let report = try await ImageDifference(request).compare(.file(shots[one]), .file(shots[other]))
      return try #require(report.pixels).different
    }
    let all = try await differing(0, 2)
    let left = try await differing(0, 1)
    #expect(all > 10_000 && left > all / 4 && left < all * 3 / 4)
    // Where the pictures meet, a column may be a mixture.
    #expect(abs(try await differing(1, 2) - (all - left)) < 500)
  }

  @Test func theHeatMapIsOnThePage() async throws {
    let shot = try DecodedPNG(
      path: try browser.screenshot(
        of: try await page("check of one"),
        after: "document.querySelector('.views [value=heat]').click()"))
    let paints = stride(from: 0.5, to: 10, by: 0.25).map { HeatmapScale.color($0) }
    let painted = (0..<shot.header.width * shot.header.height).count { index in
      let pixel = shot[index].map { Int($0 >> 8) }
      return paints.contains { paint in (0..<3).allSatisfy { abs(Int(paint[$0]) - pixel[$0]) <= 3 } }
    }
    #expect(painted > 5_000)
  }

  // MARK: Print

  private static let canReadPDF = ExternalProgram.pdftotext.isAvailable

  /// On paper every word of the page is there, that of folded findings and tables too, within the page, on white whatever the
  /// appearance, and with all pictures.
  @Test(
    .enabled(if: canReadPDF, "\(ExternalProgram.pdftotext.skipReason)"),
    arguments: [
      "check", "check of one", "convert", "soften", "diff", "catalog lint", "contrast", "inspect",
      "palette lint",
      "palette show",
    ])
  func nothingIsLostInPrint(name: String) async throws {
    let page = try await page(name)
    let pdf = try browser.printed(page, .dark)
    let printed = try ExternalProgram.pdftotext.output(["-bbox", pdf, "-"])
    let words = printed.matches(
      of: #/<word xMin="([0-9.]+)" yMin="([0-9.]+)" xMax="([0-9.]+)" yMax="([0-9.]+)">/#)
    let size = try #require(printed.firstMatch(of: #/<page width="([0-9.]+)" height="([0-9.]+)">/#))
    let (width, height) = (try #require(Double(size.1)), try #require(Double(size.2)))
    for word in words {
      let box = [word.1, word.2, word.3, word.4].compactMap { Double($0) }
      #expect(
        box.count == 4 && box[0] >= 0 && box[1] >= 0 && box[2] <= width && box[3] <= height, "\(word.0)")
    }
    let text = try ExternalProgram.pdftotext.output([pdf, "-"]).filter { $0.isLetter || $0.isNumber }
    let expected = try browser.answer(
      of: """
        document.querySelectorAll(".tools, .controls, script, style, dialog, .folded .clean-word").forEach((part) => part.remove());
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), words = [];
        while (texts.nextNode()) words.push(texts.currentNode.nodeValue);
        return words.join(" ");
        """, on: page)
    // Lines are broken within names, and hyphens at their ends are not always words' own.
    // Words of punctuation alone have nothing to compare.
    let wanted = Set(expected.split { $0.isWhitespace }.map { $0.filter { $0.isLetter || $0.isNumber } })
      .subtracting([""])
    #expect(wanted.count > 20 && words.count >= wanted.count)
    let missing = wanted.filter { !text.contains($0) }
    #expect(missing.isEmpty, "\(missing.sorted())")
    let pictures = page.matches(of: #/<img /#).count
    let listed = try ExternalProgram.pdfimages.output(["-list", pdf]).split(separator: "\n").count {
      $0.contains(" image ")
    }
    #expect(listed >= pictures, "\(listed) of \(pictures)")
    let sheet = try TemporaryFolder()
    _ = try ExternalProgram.pdftoppm.output([
      "-r", "20", "-f", "1", "-l", "1", "-png", "-singlefile", pdf, sheet.path("page"),
    ])
    // Pictures of dark mode stand on dark ground: the margins are paper.
    let first = try DecodedPNG(path: sheet.path("page.png"))
    #expect(
      first[0].allSatisfy { $0 == 0xFFFF }
        && first[first.header.width * first.header.height - 1].allSatisfy { $0 == 0xFFFF })
  }

  // MARK: Behaviour

  @Test func filtersHideAndSortingMoves() async throws {
    let answer = try browser.answer(
      of: """
        const names = () => [...document.querySelectorAll(".files > tr:not([hidden]) .path")].map((cell) => cell.textContent.replace("art/", "").replace(".png", ""));
        const articles = () => [...document.querySelectorAll("article:not([hidden]) h2")].length;
        const change = (selector, value) => {
          const input = document.querySelector(selector);
          if (input.type === "checkbox") input.checked = value; else input.value = value;
          input.dispatchEvent(new Event("input", { bubbles: true }));
        };
        const said = [names().join()];
        change(".order", "rank"); said.push(names()[0]);
        change(".tools [value=warning]", false); said.push(names().join());
        change(".tools [value=clean]", false); said.push(names().join() + articles());
        change(".tools [value=warning]", true); change(".rule", "gamut-clipping"); change(".order", "name"); said.push(names().join());
        said.push(document.querySelector(".tools output").textContent);
        return said.join(" | ");
        """, on: try await page("check"))
    #expect(
      answer
        == "icon-p3-16,patches-p3-16,photo-p3-16,card-srgb-8,palette-srgb-8 | icon-p3-16 | card-srgb-8,palette-srgb-8 | "
        + "card-srgb-81 | icon-p3-16,patches-p3-16,photo-p3-16 | 3 of 5 shown")
  }

  @Test func pictureAndFindingLeadToEachOther() async throws {
    let answer = try browser.answer(
      of: """
        const wait = () => new Promise((done) => setTimeout(done, 50));
        const mark = document.querySelector(".mark");
        mark.click(); await wait();
        const box = document.querySelector(".box:target");
        const said = [box.querySelector("b").textContent === mark.textContent, box.classList.contains("on")];
        const other = [...document.querySelectorAll(".box b")].at(-1).parentElement;
        other.click(); await wait();
        said.push(document.querySelector("p:target .mark").textContent === other.querySelector("b").textContent);
        said.push(document.querySelectorAll(".box.on").length >= 1 && !box.classList.contains("on"));
        return said.join();
        """, on: try await page("check of one"))
    #expect(answer == "true,true,true,true")
  }

  @Test func picturesAreEnlargedByKeysAndComeBack() async throws {
    let answer = try browser.answer(
      of: """
        const wait = () => new Promise((done) => setTimeout(done, 50));
        const viewer = document.querySelector(".viewer"), home = viewer.parentElement, next = viewer.nextElementSibling;
        const dialog = document.querySelector("dialog");
        const press = (key) => dialog.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        const value = (name) => dialog.style.getPropertyValue(name);
        viewer.querySelector("img").click(); await wait();
        const said = [dialog.open, viewer.closest("dialog") === dialog, value("--zoom")];
        press("+"); said.push(value("--zoom"));
        press("ArrowRight"); press("ArrowDown"); said.push(value("--x") + value("--y"));
        press("0"); said.push(value("--zoom") + value("--x"));
        press("-"); said.push(Number(value("--zoom")) < 1);
        dialog.close();
        // The browser sends it with the next frame, of which there are none here.
        dialog.dispatchEvent(new Event("close"));
        said.push(dialog.open, viewer.parentElement === home && viewer.nextElementSibling === next);
        said.push(document.activeElement === viewer.querySelector(".enlarge"));
        return said.join();
        """, on: try await page("check of one"))
    #expect(answer == "true,true,1,1.5,-60px-60px,10px,true,false,true,true")
  }

  @Test func keysChooseTheViewOfAllPictures() async throws {
    let answer = try browser.answer(
      of: """
        const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        const said = [];
        for (const key of ["1", "2", "3", "4", "5", "6"]) {
          press(key);
          const chosen = [...document.querySelectorAll(".viewer:has([value=heat]) .views input:checked")].map((input) => input.value);
          said.push(chosen.length > 1 && new Set(chosen).size === 1 ? chosen[0] : "several");
          const shown = (selector) => getComputedStyle(document.querySelector(selector)).display !== "none";
          said.push(shown(".viewer:has(.views) .heat") ? "heat" : "none");
        }
        return said.join();
        """.replacing("document.dispatchEvent", with: "document.body.dispatchEvent"),
      on: try await page("convert"))
    #expect(answer == "v0,none,v1,none,heat,heat,side,heat,blink,none,slider,none")
  }

  /// Of the variants of an image one is seen, whole, on the spot of the others, and as wide as the page has room.
  @Test func variantsAreSeenOneAtATimeOnOneSpot() async throws {
    let answer = try browser.answer(
      of: """
        const viewer = document.querySelector(".viewer");
        const places = all(".views input").slice(0, 5).map((input) => {
          input.checked = true;
          const seen = all("figure", viewer).filter((figure) => getComputedStyle(figure).display !== "none");
          const { left, top, width, height } = seen[0].querySelector(".frame").getBoundingClientRect();
          return [seen.length, left, top, width, height].join(" ");
        });
        const [count, , , width] = places[0].split(" ").map(Number);
        return [new Set(places).size, count, width, viewer.querySelector("img").naturalWidth].join();
        """, on: try await page("check of one"))
    #expect(answer == "1,1,384,128")
  }

  /// A key hides and shows the boxes of all pictures; they stand around what they mark.
  @Test func boxesAreSwitchedOff() async throws {
    let answer = try browser.answer(
      of: """
        const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "x", bubbles: true }));
        const seen = () => all(".box").filter((box) => box.getClientRects().length).length;
        const said = [seen() > 0];
        press(); said.push(seen());
        press(); said.push(seen() > 0);
        const box = document.querySelector(".box"), number = box.querySelector("b");
        said.push(getComputedStyle(box).borderTopWidth, number.getBoundingClientRect().bottom < box.getBoundingClientRect().top);
        return said.join();
        """, on: try await page("check"))
    #expect(answer == "true,0,true,0px,true")
  }

  @Test func theOverviewHasSmallPictures() async throws {
    let answer = try browser.answer(
      of: """
        const first = document.querySelector(".files > tr .thumb"), link = first.parentElement.querySelector("a");
        const article = document.querySelector(link.getAttribute("href"));
        return [all(".files .thumb").length, first.src === article.querySelector("img").src].join();
        """, on: try await page("check"))
    #expect(answer == "5,true")
  }

  /// The filters of the page show what `simulate` makes: enlarged, the card is compared with its simulation.
  @Test(arguments: ["protanopia", "deuteranopia", "tritanopia"])
  func colorVisionsAreThoseOfTheSimulation(vision: String) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(testImage: "card-srgb-8.png", as: "in.png")
    let made = try await CommandRunner.p3tool.run(
      ["simulate", "in.png", "--vision", vision, "-o", "seen.png"], in: folder)
    #expect(made.exitCode == 0, "\(made.errors)")
    let size = try DecodedPNG(path: folder.path("seen.png")).header
    let shot = try browser.screenshot(
      of: try await page("soften"), width: size.width, height: size.height,
      after: """
        see("\(vision)");
        const image = [...document.querySelectorAll(".before img")].find((each) => each.naturalWidth == \(size.width));
        document.body.innerHTML += "<div class='stage'><figure></figure></div>";
        document.body.lastChild.firstChild.append(image);
        image.style = "position:fixed;inset:0;width:\(size.width)px;height:\(size.height)px;max-width:none;max-height:none;z-index:9";
        """)
    var request = DifferenceRequest(.visible)
    // A browser's filters have 8 bits between their steps.
    request.maxShare = 0.01
    let report = try await ImageDifference(request).compare(.file(folder.path("seen.png")), .file(shot))
    #expect(report.verdict == .same, "\(report.findings)")
  }

  /// Nothing is wider than the window.
  @Test(
    arguments: [
      ("check", 500), ("check of one", 500), ("convert", 500), ("soften", 500), ("diff", 500),
      ("inspect", 500),
      ("catalog lint", 500), ("palette lint", 500), ("check", 1280), ("palette lint", 1280), ("check", 3840),
      ("diff", 3840),
    ])
  func nothingOverflows(name: String, width: Int) async throws {
    let answer = try browser.answer(
      of: """
        const wide = [...document.querySelectorAll("main *")].filter((each) => !each.closest(".scroll") && each.getBoundingClientRect().right > innerWidth);
        return [innerWidth, document.documentElement.scrollWidth > innerWidth, wide.slice(0, 3).map((each) => each.outerHTML.slice(0, 99))].join();
        """, on: try await page(name), width: width)
    #expect(answer == "\(width),false,")
  }

  /// The page's own policy lets its script run, and nothing of a test's.
  @Test func theScriptOfThePageRunsUnderItsPolicy() async throws {
    let page = try await page("check")
    let file = try TemporaryFolder()
    let hostile = page.replacing("</body>", with: "<script>document.title = 'foreign'</script></body>")
    try file.write(Array(hostile.utf8), to: "page.html")
    let dom = try ExternalProgram.chromium.output([
      "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(file.path("profile"))", "--dump-dom",
      "file://\(file.path("page.html"))",
    ])
    #expect(dom.contains("5 of 5 shown") && dom.contains("<title>p3tool check"))
  }
}
