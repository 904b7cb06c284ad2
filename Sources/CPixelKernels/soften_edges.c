// Edges of the first pass: how much of each edge pixel is background.
//
// An anti-aliased pixel is p = F + s·(U − F), with U the background beside it, F the ink, s the share of
// background. U and F are found by walking: up the whiteness to where it levels off, and down. A walk cannot
// cross a stroke or a gap, so the ink found is the one that this pixel is mixed with.

#include "p3_soften_kernels.h"

#include <string.h>

/// A step of less than 1.5 % of whiteness is the plateau, not the edge.
#define PLATEAU 983
/// Grey and pale enough (Y ≥ 0.46) to be lowered with the paper instead of kept as ink.
#define PALE 44600
/// Whiteness this far below lightness is a tint, not a grey.
#define TINT 5243
/// A gap between strokes counts as background from this share of the paper's whiteness (in 1/16) on.
#define GAP_SIXTEENTHS 10
/// Rows for which the column memory is believed.
#define MEMORY_ROWS 64

/// The rows around the one in hand: index P3_SOFTEN_REACH is the row itself, rows outside the image are NULL.
typedef struct {
  const uint16_t *samples[2 * P3_SOFTEN_REACH + 1];
  const uint16_t *whiteness[2 * P3_SOFTEN_REACH + 1];
  const uint16_t *lightness[2 * P3_SOFTEN_REACH + 1];
  const uint32_t *labels[2 * P3_SOFTEN_REACH + 1];
  int64_t width;
  int64_t row;
  int32_t channels;
  const uint32_t *parents;
  const p3_soften_block *blocks;
} p3_soften_window;

static p3_soften_window window_of(const p3_soften_ring *ring) {
  p3_soften_window window = {.width = ring->width, .row = ring->row, .channels = ring->channels,
                             .parents = ring->parents, .blocks = ring->blocks};
  for (int i = 0; i <= 2 * P3_SOFTEN_REACH; i++) {
    const int64_t y = ring->row + i - P3_SOFTEN_REACH;
    if (y < 0 || y >= ring->height) continue;
    const int64_t first = y % ring->slots * ring->width;
    window.samples[i] = ring->samples + first * ring->channels;
    window.whiteness[i] = ring->whiteness + first;
    window.lightness[i] = ring->lightness + first;
    window.labels[i] = ring->labels + first;
  }
  return window;
}

typedef struct {
  int64_t x;
  int row;
} place;

static inline int whiteness_at(const p3_soften_window *w, place at) { return w->whiteness[at.row][at.x]; }

/// The neighbour with the least (`direction` −1) or most (+1) whiteness, or `from` where none is better by a
/// plateau's height. Neighbours are taken in a fixed order, the first of equals wins.
static inline place step_from(const p3_soften_window *w, place from, int direction) {
  const int here = whiteness_at(w, from) * direction;
  int best = here + PLATEAU;
  place to = from;
  const int first_row = from.row > 0 ? from.row - 1 : 0;
  const int last_row = from.row < 2 * P3_SOFTEN_REACH ? from.row + 1 : from.row;
  const int64_t first = from.x > 0 ? from.x - 1 : 0;
  const int64_t last = from.x + 1 < w->width ? from.x + 1 : from.x;
  for (int row = first_row; row <= last_row; row++) {
    const uint16_t *whiteness = w->whiteness[row];
    if (!whiteness) continue;
    for (int64_t x = first; x <= last; x++) {
      const int value = whiteness[x] * direction;
      if (value <= best || whiteness[x] == 0) continue;
      best = value;
      to = (place){x, row};
    }
  }
  return to;
}

/// At most P3_SOFTEN_REACH steps up.
static inline place climb(const p3_soften_window *w, place at) {
  for (int i = 0; i < P3_SOFTEN_REACH; i++) {
    const place next = step_from(w, at, 1);
    if (next.x == at.x && next.row == at.row) break;
    at = next;
  }
  return at;
}

static inline void color_at(const p3_soften_window *w, place at, uint16_t color[3]) {
  const uint16_t *p = w->samples[at.row] + at.x * w->channels;
  const int gray = w->channels <= 2;
  for (int c = 0; c < 3; c++) color[c] = p[gray ? 0 : c];
}

/// From this squared distance on (in codes / 4, 0.47 of full scale) a turn of colour means another ink; nearer
/// to the top, noise turns colours as much.
#define COMMITTED 60000000

/// Whether the colour goes on from `here` to `next` roughly as it went from `top` to `here`: within 45°.
/// Where it turns, another ink begins.
static inline int goes_on(const uint16_t top[3], const uint16_t here[3], const uint16_t next[3]) {
  int64_t dot = 0, before = 0, after = 0;
  for (int c = 0; c < 3; c++) {
    const int64_t a = ((int64_t)here[c] - top[c]) >> 2;
    const int64_t b = ((int64_t)next[c] - here[c]) >> 2;
    dot += a * b;
    before += a * a;
    after += b * b;
  }
  if (before < COMMITTED) return 1;
  // dot² ≥ before·after / 2, in doubles exact enough on every machine: products of integers below 2^30.
  return dot > 0 && (double)dot * (double)dot * 2 >= (double)before * (double)after;
}

/// At most P3_SOFTEN_REACH steps down from `at`, as long as the colour goes on away from `top`.
static inline place descend(const p3_soften_window *w, place at, const uint16_t top[3]) {
  uint16_t here[3], below[3];
  color_at(w, at, here);
  for (int i = 0; i < P3_SOFTEN_REACH; i++) {
    const place next = step_from(w, at, -1);
    if (next.x == at.x && next.row == at.row) break;
    color_at(w, next, below);
    if (!goes_on(top, here, below)) break;
    for (int c = 0; c < 3; c++) here[c] = below[c];
    at = next;
  }
  return at;
}

/// The label of the smooth run at `at`, or of one beside it on the same plateau; 0 where there is none.
static inline uint32_t label_near(const p3_soften_window *w, place at) {
  if (w->labels[at.row][at.x]) return w->labels[at.row][at.x];
  const int here = whiteness_at(w, at);
  for (int row = at.row > 0 ? at.row - 1 : 0; row <= at.row + 1 && row <= 2 * P3_SOFTEN_REACH; row++) {
    if (!w->labels[row]) continue;
    for (int64_t x = at.x > 0 ? at.x - 1 : 0; x <= at.x + 1 && x < w->width; x++) {
      const int difference = w->whiteness[row][x] - here;
      if (w->labels[row][x] && difference <= PLATEAU && difference >= -PLATEAU) return w->labels[row][x];
    }
  }
  return 0;
}

static inline uint32_t root_of(const p3_soften_window *w, uint32_t label) {
  while (w->parents[label] != label) label = w->parents[label];
  return label;
}

/// The block beside column `x` that saw a smooth run last, or NULL where none did lately.
static inline const p3_soften_block *remembered(const p3_soften_window *w, int64_t x) {
  const int64_t block = x / P3_SOFTEN_BLOCK;
  const int64_t last = (w->width - 1) / P3_SOFTEN_BLOCK;
  const p3_soften_block *best = 0;
  for (int64_t b = block > 0 ? block - 1 : 0; b <= (block < last ? block + 1 : last); b++) {
    const p3_soften_block *memory = w->blocks + b;
    if (memory->label == 0 || memory->row < w->row - MEMORY_ROWS) continue;
    if (!best || memory->row > best->row || (memory->row == best->row && b == block)) best = memory;
  }
  return best;
}

/// 255 · (p − F)·(U − F) / |U − F|², kept within 0 and 255; 0 where U and F are the same.
static inline uint8_t share_of(const uint16_t p[3], const uint16_t light[3], const uint16_t dark[3]) {
  int64_t dot = 0, length = 0;
  for (int c = 0; c < 3; c++) {
    const int64_t axis = (int64_t)light[c] - dark[c];
    dot += ((int64_t)p[c] - dark[c]) * axis;
    length += axis * axis;
  }
  if (dot <= 0 || length == 0) return 0;
  if (dot >= length) return 255;
  return (uint8_t)((dot * 255 + length / 2) / length);
}

/// Solves one edge pixel; `light` is 0 where it stays as it is. `pale` says that the dark side is a light grey.
static inline uint8_t solve(const p3_soften_window *w, int64_t x, uint32_t *light, uint32_t *dark, int *pale) {
  *light = 0;
  *dark = 0;
  *pale = 0;
  const place self = {x, P3_SOFTEN_REACH};
  const place top = climb(w, self);
  uint16_t here[3], high[3], low[3];
  color_at(w, self, here);
  color_at(w, top, high);
  const place bottom = descend(w, self, high);
  const int bottom_whiteness = whiteness_at(w, bottom);
  *pale = bottom_whiteness >= PALE && w->lightness[bottom.row][bottom.x] - bottom_whiteness <= TINT;
  if (bottom.x == x && bottom.row == P3_SOFTEN_REACH && !*pale) return 0;  // ink itself
  color_at(w, bottom, low);
  const uint32_t label = label_near(w, top);
  if (label) {
    *light = root_of(w, label);
  } else {
    const p3_soften_block *memory = remembered(w, x);
    if (!memory || whiteness_at(w, top) * 16 < memory->whiteness * GAP_SIXTEENTHS) return 0;
    *light = root_of(w, memory->label);
    for (int c = 0; c < 3; c++) high[c] = memory->color[c];
  }
  const uint32_t below = *pale ? label_near(w, bottom) : 0;
  if (below) *dark = root_of(w, below);
  return share_of(here, high, low);
}

// MARK: Tokens

static inline uint8_t *put_label(uint8_t *to, uint32_t label) {
  memcpy(to, &label, 4);
  return to + 4;
}

static inline uint8_t *put_head(uint8_t *to, int kind, int64_t n) {
  if (n < 64) {
    *to++ = (uint8_t)(kind << 6 | n);
    return to;
  }
  *to++ = (uint8_t)(kind << 6);
  return put_label(to, (uint32_t)n);
}

/// Marks in `light` for what is not an edge: nothing, and a smooth run (with its label in `dark`).
#define STAYS 0u
#define SMOOTH 0xffffffffu
/// Set in `dark` for edges between light and light grey.
#define PALE_EDGE 0x80000000u

static uint8_t *put_row(const uint8_t *shares, const uint32_t *light, const uint32_t *dark, int64_t width,
                        uint8_t *to) {
  int64_t x = 0;
  while (x < width) {
    const int64_t start = x;
    do x++;
    while (x < width && light[x] == light[start] && dark[x] == dark[start]);
    const int64_t n = x - start;
    if (light[start] == STAYS) {
      if (x < width) to = put_head(to, 0, n);
    } else if (light[start] == SMOOTH) {
      to = put_label(put_head(to, 1, n), dark[start]);
    } else {
      const int pale = (dark[start] & PALE_EDGE) != 0;
      to = put_label(put_head(to, pale ? 3 : 2, n), light[start]);
      if (pale) to = put_label(to, dark[start] & ~PALE_EDGE);
      memcpy(to, shares + start, (size_t)n);
      to += n;
    }
  }
  return to;
}

int64_t p3_soften_edge_row(const p3_soften_ring *ring, uint8_t *shares, uint32_t *light, uint32_t *dark,
                           uint8_t *tokens) {
  const p3_soften_window around = window_of(ring);
  const p3_soften_window *window = &around;
  const uint32_t *labels = window->labels[P3_SOFTEN_REACH];
  const uint16_t *whiteness = window->whiteness[P3_SOFTEN_REACH];
  for (int64_t x = 0; x < window->width; x++) {
    shares[x] = 0;
    light[x] = STAYS;
    dark[x] = 0;
    if (labels[x]) {
      light[x] = SMOOTH;
      // Neighbours within a run have the label of the run: no need to climb to its root again.
      dark[x] = x > 0 && labels[x] == labels[x - 1] ? dark[x - 1] : root_of(window, labels[x]);
      continue;
    }
    if (whiteness[x] == 0) continue;
    int pale;
    const uint8_t share = solve(window, x, light + x, dark + x, &pale);
    if (share == 0 && !pale) light[x] = STAYS;
    if (light[x] == STAYS) {
      dark[x] = 0;
      continue;
    }
    shares[x] = share;
    dark[x] = pale ? dark[x] | PALE_EDGE : 0;
  }
  return put_row(shares, light, dark, window->width, tokens) - tokens;
}
