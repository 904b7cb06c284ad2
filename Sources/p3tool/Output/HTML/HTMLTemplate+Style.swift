// The style sheet of HTML reports: system fonts, and colours for light and dark appearance.

extension HTMLTemplate {
  static let style = """
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
    body { margin: 0 auto; max-width: 1120px; padding: 40px 24px 56px; background: var(--ground);
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
    .title { margin-bottom: 16px; }
    .overview h2 { margin-bottom: 10px; }
    .pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(230px, 1fr)); gap: 16px; }
    figure { margin: 0; }
    .picture { display: grid; place-items: center; min-height: 130px; padding: 14px; border-radius: 10px;
      border: 1px solid var(--line); }
    .picture.plain { background: var(--ground); }
    .picture.light { background: #ffffff; }
    .picture.dark { background: #1c1c1e; }
    .frame { position: relative; line-height: 0; max-width: 100%; }
    .frame img { max-width: 100%; height: auto; max-height: 320px; object-fit: contain; }
    .frame.tiny img { width: 128px; image-rendering: pixelated; }
    .frame svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
    .frame rect { fill: none; stroke: #ff2d92; stroke-width: 2px; vector-effect: non-scaling-stroke; }
    figcaption { margin-top: 6px; color: var(--soft); font-size: 13px; }
    .scale { display: flex; align-items: center; gap: 6px; margin-top: 12px; color: var(--soft);
      font-size: 13px; }
    .scale i { width: 26px; height: 12px; border-radius: 3px; margin-left: 8px; }
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
    details { margin-top: 14px; border-top: 1px solid var(--line); padding-top: 12px; }
    details.more { margin-top: 4px; border: 0; padding: 0; }
    details.more summary { font-weight: 400; color: var(--soft); }
    summary { cursor: pointer; font-weight: 600; }
    table { width: 100%; margin-top: 8px; border-collapse: collapse; font-size: 14px; }
    th { color: var(--soft); font-weight: 600; }
    th, td { padding: 6px 10px 6px 0; text-align: left; border-bottom: 1px solid var(--line);
      vertical-align: top; }
    th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; padding-right: 16px; }
    footer { margin-top: 28px; font-size: 13px; }
    @media print { body { max-width: none; } .card { break-inside: avoid; } }
    """
}
