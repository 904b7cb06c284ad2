import ColorManagement
import Mustache
import P3Kit

/// The page of an HTML report: one file without anything from elsewhere, and without scripts but for the viewer of
/// comparisons, which the page's policy names by its hash.
struct HTMLTemplate {
  /// Escapes scalar by scalar, for text and quoted attributes. The template library goes by graphemes, so that
  /// a quote with a combining mark after it would pass.
  private struct Escaping: MustacheContentType {
    func escapeText(_ text: String) -> String { text.xmlEscaped }
  }

  /// What stands before the rows of the overview, a row, what stands between rows and articles, an article, and the end.
  let start, row, middle, article, end: MustacheTemplate

  /// - Throws: when the template, which is ours, does not parse: a bug that any test of the page shows.
  init() throws {
    MustacheContentTypes.register(Escaping(), named: "P3HTML")
    start = try Self.template(Self.startText)
    row = try Self.template(Self.rowText)
    middle = try Self.template(Self.middleText)
    article = try Self.template(Self.articleText)
    end = try Self.template(Self.endText)
  }

  /// The template library reflects what it renders: names in the text are those of stored properties.
  private static func template(_ text: String) throws -> MustacheTemplate {
    try MustacheTemplate(string: "{{% CONTENT_TYPE:P3HTML}}\n" + text)
  }

  private static let table = """
    <table>
    <thead><tr>{{#heads}}<th class="{{kind}}">{{text}}</th>{{/heads}}</tr></thead>
    <tbody>
    {{#rows}}<tr>{{#cells}}<td class="{{kind}}">{{text}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody>
    </table>
    """

  static let startText = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'{{#viewer}}; script-src 'sha256-{{hash}}'{{/viewer}}">
    <meta name="generator" content="p3tool {{version}}">
    <title>{{title}}</title>
    <style>
    \(style)
    {{#viewer}}
    \(comparisonStyle)
    {{/viewer}}
    </style>
    </head>
    <body>
    <header>
    <p class="tool">p3tool {{command}}</p>
    <h1>{{headline}}</h1>
    <p class="lead">{{lead}}</p>
    </header>
    <main>
    {{#summary}}
    <section class="card overview">
    <h2>{{caption}}</h2>
    \(table)
    </section>
    {{/summary}}
    {{#hasOverview}}
    <section class="card overview">
    <h2>Overview</h2>
    <table>
    <thead><tr>{{#columns}}<th class="{{kind}}">{{text}}</th>{{/columns}}<th>Findings</th></tr></thead>
    <tbody>
    {{/hasOverview}}
    """

  static let rowText = """
    <tr>
    <td>{{#anchor}}<a href="#{{.}}">{{path}}</a>{{/anchor}}{{^anchor}}{{path}}{{/anchor}}</td>
    {{#columnValues}}<td class="{{kind}}">{{text}}</td>
    {{/columnValues}}
    <td>{{#failure}}<span class="badge error">failed</span>{{/failure}}\
    {{#counts}}<span class="badge {{level}}">{{count}} {{word}}</span> {{/counts}}\
    {{#isClean}}<span class="badge clean">clean</span>{{/isClean}}</td>
    </tr>

    """

  static let middleText = """
    {{#hasOverview}}
    </tbody>
    </table>
    </section>
    {{/hasOverview}}
    """

  static let articleText = """
    {{#anchor}}
    <article class="card" id="{{.}}">
    <div class="title">
    <h2>{{path}}</h2>
    <p class="facts">{{facts}}</p>
    </div>
    {{#failure}}
    <ul class="findings"><li><span class="badge error">failed</span><div><p>{{.}}</p></div></li></ul>
    {{/failure}}
    {{#pictures}}
    <div class="pictures">
    {{#items}}
    <figure>
    <div class="picture {{ground}}">\
    <div class="frame{{#isTiny}} tiny{{/isTiny}}">\
    <img src="data:image/png;base64,{{png}}" width="{{width}}" height="{{height}}" alt="{{caption}}">\
    {{#boxes}}<svg viewBox="0 0 {{imageWidth}} {{imageHeight}}" preserveAspectRatio="none" aria-hidden="true">\
    {{#rects}}<rect x="{{x}}" y="{{y}}" width="{{width}}" height="{{height}}"/>{{/rects}}</svg>{{/boxes}}\
    </div></div>
    <figcaption>{{caption}}</figcaption>
    </figure>
    {{/items}}
    </div>
    {{/pictures}}
    {{#comparison}}
    \(comparison)
    {{/comparison}}
    {{#scale}}
    <p class="scale" aria-hidden="true"><span>ΔE</span>\
    {{#stops}}<i style="background:{{color}}"></i><span>{{label}}</span>{{/stops}}</p>
    {{/scale}}
    {{#findings}}
    <ul class="findings">
    {{#groups}}
    <li><span class="badge {{level}}">{{level}}</span>
    <div><p><b>{{rule}}</b></p>
    {{#messages}}
    <p>{{message}}{{#isKnown}} <span class="known">(in the baseline)</span>{{/isKnown}}</p>\
    {{#place}}<p class="place">{{.}}</p>{{/place}}
    {{/messages}}
    {{#more}}
    <details class="more"><summary>{{count}} more</summary>
    {{#messages}}
    <p>{{message}}{{#isKnown}} <span class="known">(in the baseline)</span>{{/isKnown}}</p>\
    {{#place}}<p class="place">{{.}}</p>{{/place}}
    {{/messages}}
    </details>
    {{/more}}
    <p class="remedy">{{remedy}}</p></div></li>
    {{/groups}}
    </ul>
    {{/findings}}
    {{#isClean}}<p class="clean-word">Nothing to complain about.</p>{{/isClean}}
    {{#tables}}
    <details>
    <summary>{{caption}}</summary>
    \(table)
    </details>
    {{/tables}}
    </article>
    {{/anchor}}
    """

  static let endText = """
    </main>
    <footer>Made by p3tool {{version}}.{{#hasDifferences}} Colour differences are CIEDE2000: 1 is just noticeable side by side, 2 at a \
    glance, 5 is plain, 10 another colour.{{/hasDifferences}}</footer>
    {{#viewer}}<script>{{{code}}}</script>{{/viewer}}
    </body>
    </html>

    """
}
