// The style sheet of pictures in HTML reports.

extension HTMLPage {
  static let picturesStyle: HTML = """
    h3 { margin: 18px 0 8px; font-size: 15px; }
    .controls { display: flex; flex-wrap: wrap; gap: 6px 28px; align-items: center; margin-bottom: 10px; }
    .controls:empty { display: none; }
    fieldset { display: flex; flex-wrap: wrap; gap: 4px 14px; margin: 0; padding: 0; border: 0; font-size: 14px; }
    legend { float: left; margin-right: 14px; padding: 0; color: var(--soft); font-weight: 600; }
    .enlarge { margin-left: auto; }
    button, select { font: inherit; font-size: 14px; padding: 3px 12px; border: 1px solid var(--line); border-radius: 8px;
      background: var(--ground); color: var(--ink); cursor: pointer; }
    .stage { display: grid; grid-template-columns: repeat(auto-fit, minmax(170px, 1fr)); gap: 16px; padding: 26px 14px 14px;
      border: 1px solid var(--line); border-radius: 10px; background: var(--ground); overflow: hidden; }
    .stage.light, .viewer:has([value=light]:checked) .stage { background: #fff; color: #1c1c1e; --soft: #62626a; }
    .stage.dark, .viewer:has([value=dark]:checked) .stage { background: var(--on, #1c1c1e);
      color: var(--on-ink, #f2f2f4); --soft: var(--on-soft, #a5a5ae); }
    figure { margin: 0; display: grid; justify-items: center; align-content: start; gap: 8px; min-width: 0; }
    .frame { position: relative; line-height: 0; max-width: 100%; }
    .frame img { max-width: 100%; height: auto; max-height: 320px; width: auto; }
    .viewer.tiny .frame img { width: 180px; max-width: 100%; max-height: none; image-rendering: pixelated; }
    figcaption { color: var(--soft); font-size: 13px; text-align: center; }
    .scale { display: flex; flex-wrap: wrap; align-items: center; gap: 4px; justify-content: center; }
    .scale i { width: 20px; height: 11px; border-radius: 3px; margin-left: 4px; }
    .stage figure:not(.heat) img { filter: var(--vision, none); }
    .visions { position: absolute; }
    .split { display: none; width: 100%; margin: 10px 0 0; }
    /* One picture: as wide as the page, but seen whole, and not larger than the image. */
    article .viewer:not(:has([value=side]:checked)) .frame {
      width: min(100%, max(var(--full), 384px), calc(max(80vh, 400px) * var(--ratio))); }
    article .viewer:not(:has([value=side]:checked)) .frame img { width: 100%; max-height: none; }
    .choices { display: none; }
    .viewer:has([value=blink]:checked, [value=slider]:checked) .choices { display: flex; }
    .viewer:has(.views :is([value^=v], [value=heat]):checked) figure { display: none; }
    .viewer:has(.views [value=v0]:checked) .before, .viewer:has(.views [value=v1]:checked) .after-1,
    .viewer:has(.views [value=v2]:checked) .after-2, .viewer:has(.views [value=v3]:checked) .after-3,
    .viewer:has(.views [value=heat]:checked) .heat { display: grid; }
    .viewer:has(.views):not(:has([value=side]:checked)) .stage { grid-template-columns: 1fr; }
    .viewer:has(.views):not(:has([value=side]:checked)) figure { grid-area: 1 / 1; }
    .viewer:has([value=blink]:checked, [value=slider]:checked) :is(.before, .after) figcaption { visibility: hidden; }
    .viewer:has([value=blink]:checked) .heat, .viewer:has([value=slider]:checked) .heat,
    .viewer.quiet:has([value=side]:checked) .heat { display: none; }
    .viewer:has([value=blink]:checked, [value=slider]:checked):has(.choices) .after { display: none; }
    .viewer:has([value=blink]:checked, [value=slider]:checked):has(.choices [value="1"]:checked) .after-1,
    .viewer:has([value=blink]:checked, [value=slider]:checked):has(.choices [value="2"]:checked) .after-2,
    .viewer:has([value=blink]:checked, [value=slider]:checked):has(.choices [value="3"]:checked) .after-3 { display: grid; }
    .viewer:has([value=blink]:checked) .after { animation: blink 1.2s steps(1) infinite; }
    .viewer:has([value=slider]:checked) .after .frame { clip-path: inset(0 0 0 var(--split, 50%)); }
    .viewer:has([value=slider]:checked) .split { display: block; }
    @keyframes blink { 0% { visibility: visible; } 50% { visibility: hidden; } }
    /* Around what it marks, never over it; the number stands above. */
    .box { position: absolute; z-index: 2; text-decoration: none;
      box-shadow: 0 0 0 calc(2px / var(--zoom, 1)) #fff, 0 0 0 calc(4px / var(--zoom, 1)) #000; }
    .viewer:has(.boxes:not(:checked)) .box, .viewer:has([value=side]:checked) .after .box { display: none; }
    .box b { position: absolute; left: calc((var(--shift) * 24px - 4px) / var(--zoom, 1)); bottom: calc(100% + 4px / var(--zoom, 1)); padding: 1px 6px;
      background: #000; color: #fff; font-size: calc(12px / var(--zoom, 1)); line-height: 1.3; border: calc(1px / var(--zoom, 1)) solid #fff; }
    .box:target, .box.on { z-index: 3;
      box-shadow: 0 0 0 calc(2px / var(--zoom, 1)) #000, 0 0 0 calc(6px / var(--zoom, 1)) #ffd60a; }
    .box:target b, .box.on b { background: #ffd60a; color: #000; }
    .mark { display: inline-block; min-width: 24px; padding: 0 6px; border-radius: 6px; background: var(--ink); color: var(--card);
      font-size: 12.5px; font-weight: 700; text-align: center; text-decoration: none; }
    p:target { background: var(--note-ground); border-radius: 6px; box-shadow: 0 0 0 6px var(--note-ground); }
    :target { scroll-margin: 30vh; }
    article:target { scroll-margin: 0; }
    dialog { width: 100vw; height: 100vh; max-width: none; max-height: none; margin: 0; padding: 12px; border: 0;
      background: var(--ground); color: var(--ink); overflow: hidden; }
    dialog[open] { display: flex; flex-direction: column; gap: 10px; }
    dialog .bar { display: flex; gap: 8px; align-items: center; }
    dialog .bar span { margin-right: auto; font-weight: 600; overflow-wrap: anywhere; }
    dialog .viewer { flex: 1; min-height: 0; display: flex; flex-direction: column; }
    dialog .enlarge { display: none; }
    dialog .stage { flex: 1; min-height: 0; cursor: grab; touch-action: none; grid-auto-rows: 1fr; }
    dialog .stage > figure { transform: translate(var(--x, 0px), var(--y, 0px)) scale(var(--zoom, 1)); align-content: center; }
    dialog .frame img, dialog .viewer.tiny .frame img { width: auto; max-height: calc(100vh - 190px); min-width: min(100%, 320px); }
    dialog.near .frame img { image-rendering: pixelated; }
    dialog figcaption { transform: scale(calc(1 / var(--zoom, 1))); }
    @media (prefers-reduced-motion: reduce) { .viewer:has([value=blink]:checked) .after { animation-duration: 3s; } }
    """
}
