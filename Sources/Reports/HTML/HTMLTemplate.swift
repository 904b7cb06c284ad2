import ColorManagement
import Mustache

/// The page of an HTML report: one file without anything from elsewhere, with one script at most, which the page's policy
/// names by its hash. Without it everything can be read and the views of pictures be chosen.
package struct HTMLTemplate {
  /// Escapes scalar by scalar, for text and quoted attributes. The template library goes by graphemes, so that
  /// a quote with a combining mark after it would pass.
  private struct Escaping: MustacheContentType {
    func escapeText(_ text: String) -> String { text.xmlEscaped }
  }

  /// What stands before the rows of the overview, a row, what stands between rows and articles, an article, what stands
  /// before folded ones, and the end.
  let start, row, middle, article, folded, end: MustacheTemplate

  /// - Throws: when the template, which is ours, does not parse: a bug that any test of the page shows.
  init() throws {
    MustacheContentTypes.register(Escaping(), named: "P3HTML")
    start = try Self.template(Self.startText)
    row = try Self.template(Self.rowText)
    middle = try Self.template(Self.middleText)
    article = try Self.template(Self.articleText)
    folded = try Self.template(Self.foldedText)
    end = try Self.template(Self.endText)
  }

  /// The template library reflects what it renders: names in the text are those of stored properties.
  private static func template(_ text: String) throws -> MustacheTemplate {
    try MustacheTemplate(string: "{{% CONTENT_TYPE:P3HTML}}\n" + text)
  }

  /// The row of heads comes first. A table is wider than a telephone: it scrolls by itself.
  private static let table = """
    <div class="scroll" tabindex="0" role="region" aria-label="{{caption}}">
    <table>
    <thead><tr>{{#heads}}<th scope="col" class="{{kind}}">{{text}}</th>{{/heads}}</tr></thead>
    <tbody>
    {{#rows}}<tr>{{#cells}}<td class="{{kind}}">{{text}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    """

  /// A sentence in pieces.
  private static let piece =
    "{{#isCode}}<code>{{text}}</code>{{/isCode}}{{^isCode}}{{text}}{{/isCode}}"

  static let startText = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'{{#script}}; script-src 'sha256-{{hash}}'{{/script}}">
    <meta name="generator" content="p3tool {{version}}">
    <title>{{title}}</title>
    <style>
    \(style)
    \(picturesStyle)
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
    {{#hasTools}}
    <form class="card tools" aria-label="Filter and sort" hidden>
    <fieldset class="levels"><legend>Show</legend></fieldset>
    <label>Rule <select class="rule"><option value="">all</option></select></label>
    <label>Sort by <select class="order"><option value="place">place</option>\
    <option value="rank">severity</option><option value="name">name</option></select></label>
    <output aria-live="polite"></output>
    </form>
    {{/hasTools}}
    {{#hasOverview}}
    <section class="card overview">
    <h2>Overview</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Overview">
    <table>
    <thead><tr>{{#columns}}<th scope="col" class="{{kind}}">{{text}}</th>{{/columns}}<th scope="col">Findings</th></tr></thead>
    <tbody class="files">
    {{/hasOverview}}
    """

  static let rowText = """
    <tr data-levels="{{levelWords}}" data-rules="{{ruleWords}}" data-rank="{{rank}}">
    <td class="path">{{#anchor}}<a href="#{{.}}">{{path}}</a>{{/anchor}}{{^anchor}}{{path}}{{/anchor}}</td>
    {{#columnValues}}<td class="{{kind}}">{{text}}</td>
    {{/columnValues}}
    <td>{{#failure}}<span class="badge error">failed</span> {{/failure}}\
    {{#counts}}<span class="badge {{level}}">{{count}} {{word}}</span> {{/counts}}\
    {{#isClean}}<span class="badge clean">clean</span>{{/isClean}}</td>
    </tr>

    """

  static let middleText = """
    {{#hasOverview}}
    </tbody>
    </table>
    </div>
    </section>
    {{/hasOverview}}
    """

  private static let messages = """
    {{#messages}}
    <p{{#mark}} id="{{anchor}}-finding-{{.}}"{{/mark}}>{{#mark}}<a class="mark" href="#{{anchor}}-box-{{.}}" \
    aria-label="Place {{.}} in the picture">{{.}}</a> {{/mark}}\
    {{#message}}\(piece){{/message}}{{#isKnown}} <span class="known">(in the baseline)</span>{{/isKnown}}</p>\
    {{#place}}<p class="place">{{.}}</p>{{/place}}
    {{/messages}}
    """

  static let articleText = """
    {{#anchor}}
    <article class="card" id="{{.}}" data-levels="{{levelWords}}" data-rules="{{ruleWords}}" data-rank="{{rank}}">
    <div class="title">
    <h2 class="path">{{path}}</h2>
    <p class="facts">{{facts}}</p>
    </div>
    {{#failure}}
    <ul class="findings"><li><span class="badge error">failed</span><div><p>{{.}}</p></div></li></ul>
    {{/failure}}
    {{#pictures}}
    \(pictures)
    {{/pictures}}
    {{#findings}}
    <ul class="findings">
    {{#groups}}
    <li data-level="{{level}}" data-rule="{{rule}}"><span class="badge {{level}}">{{level}}</span>
    <div><p><b>{{rule}}</b></p>
    \(messages)
    {{#more}}
    <details class="more"><summary>{{count}} more</summary>
    \(messages)
    </details>
    {{/more}}
    <p class="remedy">{{#remedy}}\(piece){{/remedy}}</p></div></li>
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

  static let foldedText = """
    <details class="card folded">
    <summary>{{number}} with nothing to complain about</summary>
    """

  static let endText = """
    </main>
    <footer>Made by p3tool {{version}}.{{#hasDifferences}} Colour differences are CIEDE2000: 1 is just noticeable side by side, 2 at a \
    glance, 5 is plain, 10 another colour.{{/hasDifferences}}</footer>
    {{#script}}<script>{{{code}}}</script>{{/script}}
    </body>
    </html>

    """
}
