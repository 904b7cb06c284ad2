// The style sheet of HTML reports: system fonts, and colours for light and dark appearance.

extension HTMLPage {
  package static let style: HTML = """
    :root {
      color-scheme: light dark;
      --ground: #f4f4f6; --card: #ffffff; --ink: #1c1c1e; --soft: #62626a; --line: #dcdce2;
      --note: #2f5fb3; --note-ground: #e4ecfb; --warning: #8a5200; --warning-ground: #fdeecb;
      --error: #b3161b; --error-ground: #fde3e1; --clean: #1b6e35; --clean-ground: #def3e3;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #121214; --card: #1c1c1e; --ink: #f2f2f4; --soft: #a5a5ae; --line: #38383d;
        --note: #a9c6ff; --note-ground: #1d2c49; --warning: #ffd38a; --warning-ground: #43310f;
        --error: #ffb1ac; --error-ground: #4a1a1a; --clean: #9be0ad; --clean-ground: #173a22;
      }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 1440px; padding: 40px 24px 56px; background: var(--ground);
      color: var(--ink); font: 15px/1.5 -apple-system, "Segoe UI", Inter, Roboto, "Helvetica Neue", Arial,
      sans-serif; }
    h1 { margin: 2px 0 6px; font-size: 30px; line-height: 1.2; letter-spacing: -0.02em; }
    h2 { margin: 0; font-size: 18px; overflow-wrap: anywhere; }
    p { margin: 0; }
    a { color: inherit; text-decoration-color: var(--soft); text-underline-offset: 3px; overflow-wrap: anywhere; }
    .tool { color: var(--soft); font-weight: 600; }
    .lead, .facts, footer { color: var(--soft); }
    .card { margin-top: 24px; padding: 22px 24px; background: var(--card); border: 1px solid var(--line);
      border-radius: 14px; }
    .tools { display: flex; flex-wrap: wrap; gap: 8px 28px; align-items: center; padding: 14px 24px; font-size: 14px; }
    .tools output { margin-left: auto; color: var(--soft); }
    .tools label { white-space: nowrap; }
    .review { position: sticky; top: 0; z-index: 2; }
    .review output { margin: 0 auto 0 0; }
    .decide button[aria-pressed=true] { outline: 2px solid currentColor; font-weight: 600; }
    [hidden] { display: none !important; }
    code { font: 0.92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--ground);
      border-radius: 5px; padding: 1px 5px; overflow-wrap: anywhere; }
    .scroll { overflow-x: auto; }
    .thumb { width: 56px; height: 40px; margin-right: 10px; object-fit: contain; vertical-align: middle; }
    @media (max-width: 640px) { .thumb { display: block; } .card { padding: 16px 14px; } body { padding: 24px 10px; } }
    article { content-visibility: auto; contain-intrinsic-size: auto 480px; }
    .folded > summary { font-size: 16px; }
    .folded article { border: 0; padding: 12px 0; margin: 0; }
    .folded article .clean-word { display: none; }
    .folded .viewer .frame img { max-height: 120px !important; }
    :focus-visible { outline: 2px solid var(--note); outline-offset: 2px; }
    .title { margin-bottom: 16px; }
    .overview h2 { margin-bottom: 10px; }
    .findings { list-style: none; margin: 18px 0 0; padding: 0; }
    .findings li { display: grid; grid-template-columns: 84px 1fr; gap: 14px; padding: 12px 0;
      border-top: 1px solid var(--line); overflow-wrap: anywhere; }
    .badge { align-self: start; justify-self: start; display: inline-block; padding: 2px 9px;
      border-radius: 999px; font-size: 12.5px; font-weight: 600; white-space: nowrap; }
    .badge.note { color: var(--note); background: var(--note-ground); }
    .badge.warning { color: var(--warning); background: var(--warning-ground); }
    .badge.error { color: var(--error); background: var(--error-ground); }
    .badge.clean { color: var(--clean); background: var(--clean-ground); }
    .place, .known { color: var(--soft); font-size: 13.5px; }
    .remedy { margin-top: 2px; color: var(--soft); }
    .remedy::before { content: "→ "; }
    .clean-word { margin-top: 16px; color: var(--clean); font-weight: 600; }
    details:not(.card) { margin-top: 14px; border-top: 1px solid var(--line); padding-top: 12px; }
    details.more { margin-top: 4px; border: 0; padding: 0; }
    details.more summary { font-weight: 400; color: var(--soft); }
    summary { cursor: pointer; font-weight: 600; }
    table { width: 100%; margin-top: 8px; border-collapse: collapse; font-size: 14px; }
    th { color: var(--soft); font-weight: 600; }
    th, td { padding: 6px 10px 6px 0; text-align: left; border-bottom: 1px solid var(--line);
      vertical-align: top; }
    th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; padding-right: 16px; }
    footer { margin-top: 28px; font-size: 13px; }
    @media print {
      :root { color-scheme: light; --ground: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --note: #2f5fb3;
        --note-ground: #fff; --warning: #8a5200; --warning-ground: #fff; --error: #b3161b; --error-ground: #fff;
        --clean: #1b6e35; --clean-ground: #fff; }
      body { max-width: none; padding: 0; font-size: 10.5pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      .badge { border: 1px solid currentColor; }
      .card { break-inside: avoid; padding: 12px; margin-top: 12px; }
      .overview, .folded { break-inside: auto; }
      tr, .findings li, figure { break-inside: avoid; }
      h2, .title { break-after: avoid; }
      .scroll { overflow: visible; }
      td, th { overflow-wrap: anywhere; }
      /* Figures stay whole: the columns of names give way. */
      td.number, th.number { overflow-wrap: break-word; }
      article { content-visibility: visible; }
      /* What is folded is printed: paper has no triangle to click on. */
      details::details-content { display: block; content-visibility: visible; block-size: auto; }
      .tools, .controls, .split, dialog { display: none !important; }
      .viewer .stage { grid-template-columns: repeat(auto-fit, minmax(180px, 1fr)) !important; overflow: visible; }
      .viewer figure { grid-area: auto !important; display: grid !important; }
      .viewer :is(figure, figcaption) { visibility: visible !important; animation: none !important; }
      .viewer .frame { clip-path: none !important; }
    }
    """
}
