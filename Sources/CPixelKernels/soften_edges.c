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
/// So light (Y ≥ 0.71 in its least channel) that it is no ink, tinted or not: noise of compression beside ink.
#define NEARLY_WHITE 55050
/// A gap between strokes counts as background from this share of the paper's whiteness (in 1/16) on.
#define GAP_SIXTEENTHS 10
/// The share of a pixel that is all background.
#define ALL 15
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

/// Takes one neighbour into the greatest and the least key: whiteness first, then the number, so that the first of
/// equals wins. Invisible pixels (0) are never the least.
static inline void compare(int value, int number, int *most, int *least) {
  const int high = value << 4 | (15 - number);
  const int low = (value ? value : 65536) << 4 | number;
  *most = high > *most ? high : *most;
  *least = low < *least ? low : *least;
}

/// The steps up (high nibble) and down (low nibble) from one pixel: to its whitest and to its least white
/// neighbour, where that one differs by more than a plateau. The first of equals wins; invisible pixels are
/// never stepped on, nor are rows and columns outside the image.
static uint8_t steps_of(const p3_soften_window *w, place from) {
  const int here = whiteness_at(w, from);
  int most = here << 4, least = here << 4;
  for (int row = -1; row <= 1; row++) {
    const uint16_t *whiteness = w->whiteness[from.row + row];
    if (!whiteness) continue;
    const uint16_t *at = whiteness + from.x;
    const int number = (row + 1) * 3;
    if (from.x > 0) compare(at[-1], number, &most, &least);
    compare(at[0], number + 1, &most, &least);
    if (from.x + 1 < w->width) compare(at[1], number + 2, &most, &least);
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

/// 15 · (p − F)·(U − F) / |U − F|², rounded and kept within 0 and 15; 0 where U and F are the same.
static inline uint8_t share_of(const uint16_t p[3], const uint16_t light[3], const uint16_t dark[3]) {
  int64_t dot = 0, length = 0;
  for (int c = 0; c < 3; c++) {
    const int64_t axis = (int64_t)light[c] - dark[c];
    dot += ((int64_t)p[c] - dark[c]) * axis;
    length += axis * axis;
  }
  if (dot <= 0 || length == 0) return 0;
  if (dot >= length) return ALL;
  return (uint8_t)((dot * ALL + length / 2) / length);
}

/// Whether the pixel is a light grey, to be lowered with the paper.
static inline int is_pale_at(const p3_soften_window *w, place at) {
  const int whiteness = whiteness_at(w, at);
  if (whiteness >= NEARLY_WHITE) return 1;
  return whiteness >= PALE && w->lightness[at.row][at.x] - whiteness <= TINT;
}

/// A share of what paper loses, where the light side is paper in shadow: it loses less, so the share shrinks along
/// a smoothstep from lightness 0.85, where shadows begin to matter, down to 0.447, where the paper's curve ends.
static inline uint8_t shaded(uint8_t share, int lightness) {
  if (lightness >= 55706) return share;
  const int t = lightness <= 29308 ? 0 : (lightness - 29308) * 256 / (55706 - 29308);
  return (uint8_t)((share * (t * t * (768 - 2 * t) >> 16) + 128) >> 8);
}

/// One edge pixel solved: labels of its light side (0 where it stays as it is) and, where `is_pale`, of its
/// dark side (0 for a hairline), and its share of background. `is_plateau`: background and nothing else.
typedef struct {
  uint32_t light, dark;
  int is_pale, is_plateau;
  uint8_t share;
} edge;

static inline edge solve(const p3_soften_window *w, int64_t x) {
  const edge stays = {0};
  edge result = {0};
  const place self = {x, P3_SOFTEN_REACH};
  const int self_steps = known_steps(w, self);
  // Ink itself: nothing darker beside it, and no light grey.
  if ((self_steps & 15) == STAY && !is_pale_at(w, self)) return stays;
  const place top = climb(w, self);
  uint32_t label = label_near(w, top);
  int light_level = w->lightness[top.row][top.x];
  if (label && self_steps >> 4 == STAY) {
    // On the plateau beside the edge: it takes the curve of the smooth pixels that it continues.
    result.light = root_of(w, label);
    result.is_plateau = 1;
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
    light_level = 65535;
    for (int c = 0; c < 3; c++) high[c] = memory->color[c];
  }
  result.share = shaded(share_of(here, high, low), light_level);
  if (result.share == 0 && !result.is_pale) return stays;
  result.light = root_of(w, label);
  const uint32_t below = result.is_pale ? label_near(w, bottom) : 0;
  if (below) result.dark = root_of(w, below);
  return result;
}

// MARK: Tokens

/// Set in `dark` for edges between light and light grey.
#define PALE_EDGE 0x80000000u
/// In `dark`: background that continues a smooth run.
#define PLATEAU_EDGE 0x40000000u
/// The longest run of edge pixels in one token, and the longest pause within it that is written as shares of 0.
#define LONGEST 62
#define PAUSE 4

static inline uint8_t *put_word(uint8_t *to, uint32_t word) {
  memcpy(to, &word, 4);
  return to + 4;
}

static inline uint8_t *put_head(uint8_t *to, int kind, int64_t n) {
  if (n <= LONGEST) {
    *to++ = (uint8_t)(kind << 6 | n);
    return to;
  }
  *to++ = (uint8_t)(kind << 6 | 63);
  return put_word(to, (uint32_t)n);
}

/// The label that background and edges belong to, the one before it, and the one named last.
typedef struct {
  uint32_t current, previous, named;
} label_state;

/// Writes the label where it changes: one byte back to the one before (from the inside of a letter to the page),
/// else its distance from the one named last, seven bits to a byte, the sign lowest: letters of one line have
/// labels close to each other.
static inline uint8_t *put_label(uint8_t *to, label_state *state, uint32_t label) {
  if (state->current == label) return to;
  const uint32_t before = state->current;
  if (state->previous == label) {
    *to++ = 3 << 6 | 63;
  } else {
    *to++ = 3 << 6;
    const int64_t distance = (int64_t)label - state->named;
    uint64_t rest = (uint64_t)(distance < 0 ? -distance : distance) << 1 | (distance < 0);
    for (; rest > 127; rest >>= 7) *to++ = (uint8_t)(rest | 128);
    *to++ = (uint8_t)rest;
    state->named = label;
  }
  state->current = label;
  state->previous = before;
  return to;
}

static inline uint8_t *put_shares(uint8_t *to, const uint8_t *shares, int64_t n) {
  for (int64_t i = 0; i < n; i += 2) *to++ = (uint8_t)(shares[i] | (i + 1 < n ? shares[i + 1] << 4 : 0));
  return to;
}

/// Where the run of edges that begins at `x` ends: pixels with the same sides, with pauses of a few that stay.
/// Not between light and light grey, where a curve does the work and a share of 0 does not mean to stay.
static inline int64_t end_of_edges(const uint32_t *labels, const uint32_t *light, const uint32_t *dark,
                                   int64_t x, int64_t width) {
  const int64_t last = x + LONGEST < width ? x + LONGEST : width;
  const int64_t pause = dark[x] & PALE_EDGE ? 1 : PAUSE;
  int64_t end = x + 1;
  for (int64_t at = end; at < last && at - end < pause && !labels[at]; at++)
    if (light[at] == light[x] && dark[at] == dark[x]) end = at + 1;
    else if (light[at]) break;
  return end;
}

static uint8_t *put_row(const uint32_t *labels, const p3_soften_window *window, const uint8_t *shares,
                        const uint32_t *light, const uint32_t *dark, uint8_t *to) {
  const int64_t width = window->width;
  label_state state = {0};
  int64_t x = 0, stays = 0;
  while (x < width) {
    if (!labels[x] && !light[x]) {
      stays++;
      x++;
      continue;
    }
    if (stays) to = put_head(to, 0, stays);
    stays = 0;
    int64_t end = x + 1;
    if (labels[x] || dark[x] == PLATEAU_EDGE) {
      const uint32_t root = labels[x] ? root_of(window, labels[x]) : light[x];
      // A smooth run has one label; what continues it names its root.
      for (uint32_t last = labels[x]; end < width; end++) {
        if (labels[end] ? labels[end] != last && root_of(window, labels[end]) != root
                        : dark[end] != PLATEAU_EDGE || light[end] != root)
          break;
        last = labels[end];
      }
      to = put_label(to, &state, root);
      to = put_head(to, 1, end - x);
    } else {
      end = end_of_edges(labels, light, dark, x, width);
      to = put_label(to, &state, light[x]);
      to = put_head(to, dark[x] & PALE_EDGE ? 3 : 2, end - x);
      if (dark[x] & PALE_EDGE) to = put_word(to, dark[x] & ~PALE_EDGE);
      to = put_shares(to, shares + x, end - x);
    }
    x = end;
  }
  return to;
}

int64_t p3_soften_edge_row(const p3_soften_ring *ring, uint8_t *shares, uint32_t *light, uint32_t *dark,
                           uint8_t *tokens) {
  const p3_soften_window window = window_of(ring);
  const uint32_t *labels = window.labels[P3_SOFTEN_REACH];
  const uint16_t *whiteness = window.whiteness[P3_SOFTEN_REACH];
  for (int64_t x = 0; x < window.width; x++) {
    if (labels[x]) continue;
    const edge found = whiteness[x] ? solve(&window, x) : (edge){0};
    shares[x] = found.light ? found.share : 0;
    light[x] = found.light;
    dark[x] = !found.light ? 0 : found.is_plateau ? PLATEAU_EDGE : found.is_pale ? found.dark | PALE_EDGE : 0;
  }
  return put_row(labels, &window, shares, light, dark, tokens) - tokens;
}
