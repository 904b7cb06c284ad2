import P3Kit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The viewer of two pictures: its part of an article, its style, and the script that moves the slider. Choosing a view
// needs no script: it is a group of radio buttons, which the arrow keys move through.

extension HTMLTemplate {
  static let comparison = """
    <div class="compare{{#isTiny}} tiny{{/isTiny}}">
    <fieldset class="views"><legend>View</legend>
    <label><input type="radio" name="view-{{anchor}}" value="side" checked> Side by side</label>
    <label><input type="radio" name="view-{{anchor}}" value="blink"> Blink</label>
    <label><input type="radio" name="view-{{anchor}}" value="slider"> Slider</label>
    <label><input type="radio" name="view-{{anchor}}" value="heat"> Heat map</label>
    </fieldset>
    <div class="stage">
    <img class="before" src="data:image/png;base64,{{before}}" width="{{width}}" height="{{height}}" alt="Before">
    <img class="after" src="data:image/png;base64,{{after}}" width="{{width}}" height="{{height}}" alt="After">
    {{#overlay}}<img class="heat" src="data:image/png;base64,{{.}}" width="{{width}}" height="{{height}}"
     alt="Where pixels differ">{{/overlay}}
    </div>
    <input class="split" type="range" min="0" max="100" value="50" aria-label="Where the second picture begins, in percent">
    </div>
    """

  static let comparisonStyle = """
    .views { display: flex; flex-wrap: wrap; gap: 6px 18px; margin: 0 0 12px; padding: 0; border: 0; font-size: 14px; }
    .views legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .stage { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; justify-items: center; padding: 14px;
      border: 1px solid var(--line); border-radius: 10px; background: #fff; }
    .stage img { max-width: 100%; height: auto; align-self: start; }
    .compare.tiny img { width: 160px; image-rendering: pixelated; }
    .stage .heat, .split { display: none; }
    .compare:not(:has([value=side]:checked)) .stage { grid-template-columns: 1fr; }
    .compare:not(:has([value=side]:checked)) img { grid-area: 1 / 1; }
    .compare:has([value=blink]:checked) .after { animation: blink 1.2s steps(1) infinite; }
    .compare:has([value=slider]:checked) .after { clip-path: inset(0 0 0 var(--split, 50%)); }
    .compare:has([value=slider]:checked) .split { display: block; width: 100%; margin: 10px 0 0; }
    .compare:has([value=heat]:checked) .before { filter: grayscale(1) opacity(.45); }
    .compare:has([value=heat]:checked) .after { visibility: hidden; }
    .compare:has([value=heat]:checked) .heat { display: block; z-index: 1; }
    @keyframes blink { 0% { visibility: visible; } 50% { visibility: hidden; } }
    .keys { color: var(--soft); font-size: 13px; }
    """
}

extension HTMLPage.Viewer {
  /// Moves sliders, and has keys for all comparisons of the page.
  static let comparisons = HTMLPage.Viewer(
    code: script, hash: Data(TextDigest.sha256(script)).base64EncodedString())

  private static let script = """
    for (const box of document.querySelectorAll(".compare")) {
      const split = box.querySelector(".split");
      split.addEventListener("input", () => box.style.setProperty("--split", split.value + "%"));
    }
    const views = ["side", "blink", "slider", "heat"];
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const view = views[Number(event.key) - 1];
      if (view) for (const input of document.querySelectorAll(".views [value=" + view + "]")) input.checked = true;
      const step = event.key === "j" ? 1 : event.key === "k" ? -1 : 0;
      if (!step) return;
      const articles = [...document.querySelectorAll("article")];
      const tops = articles.map((article) => article.getBoundingClientRect().top);
      const next = step > 0 ? tops.findIndex((top) => top > 1) : tops.findLastIndex((top) => top < -1);
      if (next >= 0) articles[next].scrollIntoView();
    });
    """
}
