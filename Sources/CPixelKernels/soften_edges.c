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
  uint8_t *steps[2 * P3_SOFTEN_REACH + 1];
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
    window.steps[i] = ring->steps + first;
  }
  return window;
}

typedef struct {
  int64_t x;
  int row;
} place;

static inline int whiteness_at(const p3_soften_window *w, place at) { return w->whiteness[at.row][at.x]; }

/// Neighbours are numbered row by row, 0 to 8; this one is the pixel itself: no step.
#define STAY 4

/// The steps up (high nibble) and down (low nibble) from one pixel: to its whitest and to its least white
/// neighbour, where that one differs by more than a plateau. The first of equals wins; invisible pixels are
/// never stepped on, nor are rows and columns outside the image.
static uint8_t steps_of(const p3_soften_window *w, place from) {
  const int here = whiteness_at(w, from);
  // Keys order by whiteness first, then by number: the greatest and the least are one comparison each.
  int most = here << 4, least = here << 4;
  for (int row = -1; row <= 1; row++) {
    const uint16_t *whiteness = w->whiteness[from.row + row];
    if (!whiteness) continue;
    const uint16_t *at = whiteness + from.x;
    for (int column = -1; column <= 1; column++) {
      if (from.x + column < 0 || from.x + column >= w->width) continue;
      const int value = at[column];
      const int number = (row + 1) * 3 + column + 1;
      const int high = value << 4 | (15 - number);
      const int low = (value ? value : 65536) << 4 | number;
      most = high > most ? high : most;
      least = low < least ? low : least;
    }
  }
  const int up = (most >> 4) > here + PLATEAU ? 15 - (most & 15) : STAY;
  const int down = (least >> 4) < here - PLATEAU ? (least & 15) : STAY;
  return (uint8_t)(up << 4 | down);
}

/// The same, looked for once per pixel: walks from neighbouring pixels run along the same ways.
static inline uint8_t known_steps(const p3_soften_window *w, place from) {
  uint8_t *known = w->steps[from.row] + from.x;
  if (*known == P3_SOFTEN_UNKNOWN) *known = steps_of(w, from);
  return *known;
}

static inline place step(place from, int number) {
  return (place){from.x + number % 3 - 1, from.row + number / 3 - 1};
}

/// At most P3_SOFTEN_REACH steps up.
static inline place climb(const p3_soften_window *w, place at) {
  for (int i = 0; i < P3_SOFTEN_REACH; i++) {
    const int up = known_steps(w, at) >> 4;
    if (up == STAY) break;
    at = step(at, up);
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
    const int down = known_steps(w, at) & 15;
    if (down == STAY) break;
    const place next = step(at, down);
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

/// Whether the pixel is a light grey, to be lowered with the paper.
static inline int is_pale_at(const p3_soften_window *w, place at) {
  const int whiteness = whiteness_at(w, at);
  return whiteness >= PALE && w->lightness[at.row][at.x] - whiteness <= TINT;
}

/// One edge pixel solved: labels of its light side (0 where it stays as it is) and, where `is_pale`, of its
/// dark side (0 for a hairline), and its share of background.
typedef struct {
  uint32_t light, dark;
  int is_pale;
  uint8_t share;
} edge;

static inline int same_sides(edge a, edge b) {
  return a.light == b.light && a.dark == b.dark && a.is_pale == b.is_pale;
}

static inline edge solve(const p3_soften_window *w, int64_t x) {
  const edge stays = {0};
  edge result = {0};
  const place self = {x, P3_SOFTEN_REACH};
  const int self_steps = known_steps(w, self);
  // Ink itself: nothing darker beside it, and no light grey.
  if ((self_steps & 15) == STAY && !is_pale_at(w, self)) return stays;
  const place top = climb(w, self);
  uint32_t label = label_near(w, top);
  if (label && self_steps >> 4 == STAY) {
    // On the plateau beside the edge: background and nothing else.
    result.light = root_of(w, label);
    result.share = 255;
    return result;
  }
  uint16_t here[3], high[3], low[3];
  color_at(w, self, here);
  color_at(w, top, high);
  const place bottom = descend(w, self, high);
  result.is_pale = is_pale_at(w, bottom);
  if (bottom.x == x && bottom.row == P3_SOFTEN_REACH && !result.is_pale) return stays;  // an ink beside others
  color_at(w, bottom, low);
  if (!label) {
    const p3_soften_block *memory = remembered(w, x);
    if (!memory || whiteness_at(w, top) * 16 < memory->whiteness * GAP_SIXTEENTHS) return stays;
    label = memory->label;
    for (int c = 0; c < 3; c++) high[c] = memory->color[c];
  }
  result.share = share_of(here, high, low);
  if (result.share == 0 && !result.is_pale) return stays;
  result.light = root_of(w, label);
  const uint32_t below = result.is_pale ? label_near(w, bottom) : 0;
  if (below) result.dark = root_of(w, below);
  return result;
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

static inline uint8_t *put_edges(uint8_t *to, edge sides, const uint8_t *shares, int64_t n) {
  to = put_label(put_head(to, sides.is_pale ? 3 : 2, n), sides.light);
  if (sides.is_pale) to = put_label(to, sides.dark);
  memcpy(to, shares, (size_t)n);
  return to + n;
}

int64_t p3_soften_edge_row(const p3_soften_ring *ring, uint8_t *shares, uint8_t *tokens) {
  const p3_soften_window window = window_of(ring);
  const uint32_t *labels = window.labels[P3_SOFTEN_REACH];
  const uint16_t *whiteness = window.whiteness[P3_SOFTEN_REACH];
  uint8_t *to = tokens;
  int64_t x = 0, stays = 0;
  edge next = {0};
  int is_solved = 0;
  while (x < window.width) {
    const int64_t start = x;
    if (labels[x]) {
      do x++;
      while (x < window.width && labels[x] == labels[start]);
      if (stays) to = put_head(to, 0, stays);
      stays = 0;
      to = put_label(put_head(to, 1, x - start), root_of(&window, labels[start]));
      is_solved = 0;
      continue;
    }
    const edge first = is_solved ? next : whiteness[x] ? solve(&window, x) : (edge){0};
    is_solved = 0;
    if (!first.light) {
      stays++;
      x++;
      continue;
    }
    if (stays) to = put_head(to, 0, stays);
    stays = 0;
    shares[0] = first.share;
    while (++x < window.width && !labels[x]) {
      next = whiteness[x] ? solve(&window, x) : (edge){0};
      is_solved = 1;
      if (!same_sides(first, next)) break;
      shares[x - start] = next.share;
      is_solved = 0;
    }
    to = put_edges(to, first, shares, x - start);
  }
  return to - tokens;
}
