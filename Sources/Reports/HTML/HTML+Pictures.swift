// The pictures of a file, in its article. Views work without a script: they are a group of radio buttons, which the
// arrow keys change.

import Checking

extension HTML {
  /// A set of pictures in the article with this anchor.
  static func viewer(_ pictures: HTMLPage.Pictures, anchor: String) -> HTML {
    let title = pictures.title.map { title -> HTML in "<h3>\(title)</h3>" }
    let kinds = (pictures.isTiny ? " tiny" : "") + (pictures.isHeatAside ? " quiet" : "")
    let style = pictures.groundStyle.map { style -> HTML in " style=\"\(style)\"" }
    let split: HTML = """
      <input class="split" type="range" min="0" max="100" value="50" \
      aria-label="Where the second picture begins, in percent">
      """
    return """
      \(title)
      <div class="viewer\(kinds)" style="--ratio:\(pictures.ratio);--full:\(pictures.fullWidth)px">
      <div class="controls">
      \(controls(pictures, anchor: anchor))</div>
      <div class="stage \(pictures.ground)"\(style)>
      \(pictures.items.indices.map { figure($0, of: pictures, anchor: anchor) })\(heat(pictures))</div>
      \(pictures.isComparison ? split : "")
      </div>

      """
  }

  // MARK: Controls

  private static func controls(_ pictures: HTMLPage.Pictures, anchor: String) -> [HTML] {
    var controls: [HTML] = []
    if pictures.isComparison { controls.append(views(pictures, anchor: anchor)) }
    if pictures.items.count > 2 { controls.append(choices(pictures, anchor: anchor)) }
    if pictures.hasGrounds { controls.append(grounds(pictures, anchor: anchor)) }
    if pictures.items.contains(where: { !$0.boxes.isEmpty }) {
      controls.append("<label><input type=\"checkbox\" class=\"boxes\" checked> Boxes</label>\n")
    }
    return controls
  }

  /// The views: each picture alone, all at the same place, then comparisons of two pictures.
  private static func views(_ pictures: HTMLPage.Pictures, anchor: String) -> HTML {
    let name = "\(anchor)-view-\(pictures.group)"
    let single = pictures.items.enumerated().map { index, item -> HTML in
      "\(button(name, "v\(index)", item.caption, isChecked: index == pictures.shown))\n"
    }
    let heat = pictures.heat.map { heat -> HTML in "\(button(name, "heat", heat.legend))\n" }
    return """
      <fieldset class="views"><legend>View</legend>
      \(single)\(heat)\(button(name, "side", "Side by side"))
      \(button(name, "blink", "Blink"))
      \(button(name, "slider", "Slider"))
      </fieldset>

      """
  }

  /// The choice of the picture to compare the first picture with.
  private static func choices(_ pictures: HTMLPage.Pictures, anchor: String) -> HTML {
    let buttons = pictures.items.enumerated().dropFirst().map { index, item -> HTML in
      let name = "\(anchor)-with-\(pictures.group)"
      return "\(button(name, "\(index)", item.caption, isChecked: index == 1))\n"
    }
    return """
      <fieldset class="choices"><legend>After</legend>
      \(buttons)</fieldset>

      """
  }

  private static func grounds(_ pictures: HTMLPage.Pictures, anchor: String) -> HTML {
    let name = "\(anchor)-ground-\(pictures.group)"
    return """
      <fieldset class="grounds"><legend>Ground</legend>
      \(button(name, "light", "White", isChecked: pictures.ground == "light"))
      \(button(name, "dark", "Dark", isChecked: pictures.ground != "light"))
      </fieldset>

      """
  }

  private static func button(
    _ name: String, _ value: String, _ words: String, isChecked: Bool = false
  ) -> HTML {
    let checked = isChecked ? " checked" : ""
    return "<label><input type=\"radio\" name=\"\(name)\" value=\"\(value)\"\(checked)> \(words)</label>"
  }

  // MARK: Figures

  private static func figure(_ index: Int, of pictures: HTMLPage.Pictures, anchor: String) -> HTML {
    let item = pictures.items[index]
    // The script copies the boxes to the other pictures.
    let boxes = index == pictures.shown ? item.boxes : []
    // The class for the style sheet and the script.
    let role = index == 0 ? "before" : "after after-\(index)"
    return """
      <figure class="\(role)"><div class="frame">\(image(item.png, item.caption, of: pictures))\
      \(boxes.map { box($0, anchor: anchor) })</div><figcaption>\(item.caption)</figcaption></figure>

      """
  }

  private static func image(_ png: String, _ words: String, of pictures: HTMLPage.Pictures) -> HTML {
    """
    <img loading="lazy" src="data:image/png;base64,\(png)" width="\(pictures.width)" height="\(pictures.height)" \
    alt="\(words)">
    """
  }

  private static func box(_ box: HTMLPage.Box, anchor: String) -> HTML {
    let id: HTML = box.isFirstPlace ? "id=\"\(anchor)-box-\(box.number)\" " : ""
    let number: HTML = box.isFirstPlace ? "<b>\(box.number)</b>" : ""
    return """
      <a class="box" \(id)href="#\(anchor)-finding-\(box.number)" tabindex="-1" aria-hidden="true" \
      style="left:\(box.left);top:\(box.top);width:\(box.across);height:\(box.down);--shift:\(box.shift)">\(number)</a>
      """
  }

  /// The heat map, with a scale that all heat maps share.
  private static func heat(_ pictures: HTMLPage.Pictures) -> HTML? {
    guard let heat = pictures.heat else { return nil }
    let stops = HeatmapScale.stops
    let scale = stops.enumerated().map { index, stop -> HTML in
      let color = (0..<3).map { "\(stop.color[$0])" }.joined(separator: ",")
      let more = index == stops.count - 1 ? "+" : ""
      return "<i style=\"background:rgb(\(color))\"></i>\(Int(stop.deltaE))\(more)"
    }
    return """
      <figure class="heat"><div class="frame">\(image(heat.map, heat.legend, of: pictures))</div>\
      <figcaption>\(heat.legend)<span class="scale" aria-hidden="true"> ΔE\(scale)</span></figcaption></figure>

      """
  }
}
