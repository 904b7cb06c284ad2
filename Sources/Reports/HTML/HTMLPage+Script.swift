import ImageFiles

extension HTMLPage {
  /// The SHA-256 of the script in Base64, by which the page's policy allows it.
  static let scriptHash = TextDigest.sha256(script.text).base64

  /// Sliders, enlarged pictures, boxes, filters, sorting, and keys for the whole page.
  static let script: HTML = #"""
    "use strict";
    const all = (selector, root = document) => [...root.querySelectorAll(selector)];
    const element = (name, properties) => Object.assign(document.createElement(name), properties);

    // Sliders.
    document.addEventListener("input", (event) => {
      if (event.target.matches(".split"))
        event.target.closest(".viewer").style.setProperty("--split", event.target.value + "%");
    });

    // The boxes of one picture on its variants, too; links lead to the first.
    for (const stage of all(".stage")) {
      const boxes = all(".box", stage);
      for (const frame of all("figure:not(.heat) .frame", stage)) {
        if (frame.querySelector(".box")) continue;
        for (const box of boxes) {
          const copy = box.cloneNode(true);
          copy.removeAttribute("id");
          frame.append(copy);
        }
      }
    }

    // All boxes of a finding light up together.
    const lightUp = () => {
      for (const box of all(".box.on")) box.classList.remove("on");
      const id = decodeURIComponent(location.hash.slice(1));
      const place = id.match(/^(.*)-(box|finding)-([0-9]+)$/);
      if (!place) return;
      const target = "#" + place[1] + "-finding-" + place[3];
      const seen = document.getElementById(place[1] + "-box-" + place[3]);
      const index = seen && [...seen.closest(".stage").children].indexOf(seen.closest("figure"));
      const view = seen && seen.closest(".viewer").querySelector(".views [value=v" + index + "]");
      if (view && place[2] === "box") view.checked = true;
      for (const box of all(".box")) if (box.getAttribute("href") === target) box.classList.add("on");
      const open = document.getElementById(id);
      for (let part = open && open.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
    };
    addEventListener("hashchange", lightUp);
    lightUp();

    // The picture over the whole window: the viewer itself moves there and back, so that all its views work.
    const dialog = element("dialog", { ariaLabel: "Enlarged picture" });
    const bar = element("div", { className: "bar" });
    const name = element("span", {});
    const keys = element("small", { textContent: "+ − 0, arrows, Esc" });
    const button = (text, label, action) => {
      const made = element("button", { type: "button", textContent: text, ariaLabel: label });
      made.addEventListener("click", action);
      return made;
    };
    let zoom = 1, x = 0, y = 0, viewer = null, place = null;
    const show = () => {
      dialog.style.setProperty("--zoom", zoom);
      dialog.style.setProperty("--x", x + "px");
      dialog.style.setProperty("--y", y + "px");
      dialog.classList.toggle("near", zoom >= 2);
    };
    const scale = (factor) => {
      const next = Math.min(32, Math.max(0.25, zoom * factor));
      x *= next / zoom; y *= next / zoom; zoom = next;
      show();
    };
    const fit = () => { zoom = 1; x = 0; y = 0; show(); };
    bar.append(
      name, keys, button("−", "Smaller", () => scale(1 / 1.5)), button("+", "Larger", () => scale(1.5)),
      button("Fit", "Fit into the window", fit), button("Close", "Close", () => dialog.close()));
    bar.lastChild.autofocus = true;
    dialog.append(bar);
    document.body.append(dialog);
    const enlarge = (which) => {
      viewer = which;
      place = element("div", {});
      const article = viewer.closest("article");
      name.textContent = article ? article.querySelector("h2").textContent : "";
      viewer.replaceWith(place);
      dialog.append(viewer);
      fit();
      dialog.showModal();
    };
    dialog.addEventListener("close", () => {
      if (!viewer) return;
      place.replaceWith(viewer);
      const opener = viewer.querySelector(".enlarge");
      viewer = place = null;
      opener.focus();
    });
    for (const each of all(".viewer")) {
      const opener = button("Enlarge", "Enlarge the pictures", () => enlarge(each));
      opener.className = "enlarge";
      each.querySelector(".controls").append(opener);
      const stage = each.querySelector(".stage");
      stage.addEventListener("click", (event) => {
        if (!viewer && event.target.tagName === "IMG") enlarge(each);
      });
      stage.addEventListener("pointerdown", (event) => {
        if (!viewer || event.button) return;
        stage.setPointerCapture(event.pointerId);
        event.preventDefault();
      });
      stage.addEventListener("pointermove", (event) => {
        if (!viewer || !stage.hasPointerCapture(event.pointerId)) return;
        x += event.movementX; y += event.movementY;
        show();
      });
      stage.addEventListener("wheel", (event) => {
        if (!viewer) return;
        scale(event.deltaY < 0 ? 1.2 : 1 / 1.2);
        event.preventDefault();
      }, { passive: false });
    }
    dialog.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isInput = event.target.matches("input, select");
      const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
      if (event.key === "+" || event.key === "=") scale(1.5);
      else if (event.key === "-") scale(1 / 1.5);
      else if (event.key === "0") fit();
      else if (moves[event.key] && !isInput) { x += moves[event.key][0]; y += moves[event.key][1]; show(); }
      else return;
      event.preventDefault();
      event.stopPropagation();
    });

    // What people of each colour vision see, on all pictures of the page.
    const visions = ["", ...all(".visions filter").map((filter) => filter.id.replace("vision-", ""))];
    let seen = "";
    const see = (vision) => {
      seen = vision;
      document.documentElement.style.setProperty("--vision", vision ? "url(#vision-" + vision + ")" : "none");
      for (const each of all(".vision")) each.value = vision;
    };
    for (const each of all(".viewer .controls")) {
      const chooser = element("select", { className: "vision", ariaLabel: "Colour vision" });
      for (const value of visions) chooser.append(element("option", { value, textContent: value || "ordinary vision" }));
      chooser.addEventListener("change", () => see(chooser.value));
      each.append(chooser);
    }

    // What is folded is printed too, also by browsers whose style sheets cannot unfold it.
    let folded = [];
    addEventListener("beforeprint", () => {
      folded = all("details:not([open])");
      for (const each of folded) each.open = true;
    });
    addEventListener("afterprint", () => { for (const each of folded) each.open = false; });

    // Keys of the page: digits choose the view of all pictures, x hides and shows boxes, v takes the next colour vision, j and k go from
    // file to file.
    const boxSwitches = all(".boxes");
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select")) return;
      if (/^[1-9]$/.test(event.key)) {
        for (const each of all(".views")) {
          const input = all("input", each)[event.key - 1];
          if (input) input.checked = true;
        }
      }
      if (event.key === "x") {
        const isOn = boxSwitches.some((each) => each.checked);
        for (const each of boxSwitches) each.checked = !isOn;
      }
      if (event.key === "v") see(visions[(visions.indexOf(seen) + 1) % visions.length]);
      const step = event.key === "j" ? 1 : event.key === "k" ? -1 : 0;
      if (!step || viewer) return;
      const articles = all("article").filter((article) => article.getClientRects().length);
      const tops = articles.map((article) => article.getBoundingClientRect().top);
      const next = step > 0 ? tops.findIndex((top) => top > 1) : tops.findLastIndex((top) => top < -1);
      if (next >= 0) articles[next].scrollIntoView();
    });

    // Decisions on pairs of images: buttons and keys (a accept, r reject, n next that is open), exported for --accept.
    const pairs = all("article[data-path]");
    if (pairs.length) {
      const decisions = new Map();
      const save = button("Export decisions", "Export decisions", () => {
        const list = pairs.filter((pair) => decisions.has(pair)).map((pair) => ({
          path: pair.dataset.path, decision: decisions.get(pair),
          before: pair.dataset.before || null, after: pair.dataset.after }));
        const text = JSON.stringify({ tool: "p3tool", schema: 1, decisions: list }, null, 2) + "\n";
        const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
        element("a", { href: url, download: "decisions.json" }).click();
        setTimeout(() => URL.revokeObjectURL(url), 1000);
      });
      const state = element("output", {});
      const review = element("div", { className: "card tools review" });
      review.append(state, save, element("small", { textContent: "a accept, r reject, n next" }));
      document.querySelector("main").prepend(review);
      const tell = () => {
        const accepted = pairs.filter((pair) => decisions.get(pair) === "accept").length;
        state.textContent = accepted + " accepted, " + (decisions.size - accepted) + " rejected, "
          + (pairs.length - decisions.size) + " to decide";
        save.disabled = !decisions.size;
      };
      const decide = (pair, word) => {
        decisions.set(pair, word);
        for (const each of all(".decide button", pair)) each.ariaPressed = String(each.value === word);
        tell();
      };
      // The last pairs of a page cannot be scrolled to its top: the pair that keys decide on has the focus.
      let target = null;
      const jump = () => {
        target = pairs.find((pair) => !decisions.has(pair) && pair.getClientRects().length);
        if (!target) return;
        target.scrollIntoView();
        target.tabIndex = -1;
        target.focus({ preventScroll: true });
      };
      for (const pair of pairs) {
        const box = element("p", { className: "decide" });
        for (const [word, text] of [["accept", "Accept"], ["reject", "Reject"]]) {
          const made = button(text, text + " " + pair.dataset.path, () => decide(pair, word));
          made.value = word;
          made.ariaPressed = "false";
          box.append(made);
        }
        pair.querySelector(".title").append(box);
      }
      const current = () => {
        const shown = pairs.filter((pair) => pair.getClientRects().length);
        const isBelow = (pair) => pair.getBoundingClientRect().bottom > 40;
        if (shown.includes(target) && isBelow(target) && target.getBoundingClientRect().top < innerHeight) return target;
        return shown.find(isBelow) || shown[0];
      };
      document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select")) return;
        // The enlarged viewer has left its article; its place is still there.
        const pair = viewer ? place.closest("article") : current();
        if ((event.key === "a" || event.key === "r") && pair) {
          decide(pair, event.key === "a" ? "accept" : "reject");
          if (!viewer) jump();
        } else if (event.key === "n" && !viewer) jump();
      });
      tell();
    }

    // A small picture of each file in the overview.
    for (const link of all(".files .path a")) {
      const article = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      const picture = article && article.querySelector("img");
      if (picture) link.before(element("img", { src: picture.src, alt: "", className: "thumb", loading: "lazy" }));
    }

    // Filter and sort the files, the gravest first.
    const tools = document.querySelector("form.tools");
    if (tools) {
      const rows = all(".files > tr"), articles = all("article");
      const words = (item, key) => item.dataset[key].split(" ").filter(Boolean);
      const levels = ["failed", "error", "warning", "note", "clean"].filter(
        (level) => rows.some((row) => words(row, "levels").includes(level)));
      const rules = [...new Set(rows.flatMap((row) => words(row, "rules")))].sort();
      const boxes = levels.map((level) => {
        const box = element("input", { type: "checkbox", checked: true, value: level });
        const label = element("label", {});
        label.append(box, " " + level);
        tools.querySelector(".levels").append(label);
        return box;
      });
      const rule = tools.querySelector(".rule"), order = tools.querySelector(".order");
      for (const each of rules) rule.append(element("option", { value: each, textContent: each }));
      const filter = () => {
        const shown = boxes.filter((box) => box.checked).map((box) => box.value);
        const fits = (item) => words(item, "levels").some((level) => shown.includes(level))
          && (!rule.value || words(item, "rules").includes(rule.value));
        for (const item of [...rows, ...articles]) item.hidden = !fits(item);
        for (const item of all(".findings > li[data-level]"))
          item.hidden = !shown.includes(item.dataset.level) || !!rule.value && item.dataset.rule !== rule.value;
        const folded = document.querySelector(".folded");
        if (folded) folded.hidden = all("article", folded).every((article) => article.hidden);
        const count = rows.filter((row) => !row.hidden).length;
        tools.querySelector("output").textContent = count + " of " + rows.length + " shown";
      };
      const sort = () => {
        const text = (item) => item.querySelector(".path").textContent;
        for (const items of [rows, articles.filter((item) => !item.closest(".folded"))]) {
          const sorted = [...items];
          if (order.value === "rank") sorted.sort((a, b) => b.dataset.rank - a.dataset.rank);
          if (order.value === "name") sorted.sort((a, b) => text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0);
          const end = items === rows ? null : document.querySelector(".folded");
          for (const item of sorted) (items === rows ? rows[0].parentElement : document.querySelector("main")).insertBefore(item, end);
        }
      };
      tools.addEventListener("input", () => { filter(); sort(); });
      tools.addEventListener("submit", (event) => event.preventDefault());
      tools.hidden = false;
      filter();
      sort();
    }
    """#
}
