// Edges of the first pass: how much of each edge pixel is background.
//
// An anti-aliased pixel is p = F + s·(U − F), with U the background beside it, F the ink, s the share of
// background. U and F are found by walking: up the whiteness to where it levels off, and down. A walk cannot
// cross a stroke or a gap, so the ink found is the one that this pixel is mixed with.

#include "soften/bits.h"
#include "soften/pixel.h"

#include <string.h>

/// The share of a pixel that is all background.
#define ALL 15
/// A share below this cannot be told from noise in the ink, and the pixel stays: an error of at most 1.6 L*. Set on the
/// 48 generated cases of the article DarkMode (`make quality`).
#define LEAST_SHARE 2

/// The rows around the one in hand: index P3_SOFTEN_REACH is the row itself, rows outside the image are NULL.
typedef struct {
  const uint16_t *samples[2 * P3_SOFTEN_REACH + 1];
  const uint16_t *whiteness[2 * P3_SOFTEN_REACH + 1];
  const uint16_t *lightness[2 * P3_SOFTEN_REACH + 1];
  const uint32_t *labels[2 * P3_SOFTEN_REACH + 1];
  const uint8_t *steps[2 * P3_SOFTEN_REACH + 1];
  const p3_soften_bits *near[2 * P3_SOFTEN_REACH + 1];
  int64_t width;
  /// The rows that lie in the image.
  int first, last;
  int32_t channels, strokes_are_mixtures;
  const uint32_t *parents;
  const p3_soften_label *regions;
} p3_soften_window;

static p3_soften_window window_of(const p3_soften_ring *ring) {
  p3_soften_window window = {.width = ring->width,
                             .channels = ring->channels,
                             .strokes_are_mixtures = ring->strokes_are_mixtures,
                             .parents = ring->parents,
                             .regions = ring->regions,
                             .first = 2 * P3_SOFTEN_REACH};
  for (int i = 0; i <= 2 * P3_SOFTEN_REACH; i++) {
    const int64_t y = ring->row + i - P3_SOFTEN_REACH;
    if (y < 0 || y >= ring->height) continue;
    if (i < window.first) window.first = i;
    window.last = i;
    const int64_t first = y % ring->slots * ring->stride;
    window.samples[i] = ring->samples + y % ring->slots * ring->width * ring->channels;
    window.whiteness[i] = ring->whiteness + first;
    window.lightness[i] = ring->lightness + first;
    window.labels[i] = ring->labels + first;
    window.steps[i] = ring->steps + first;
    window.near[i] = ring->near + y % ring->slots * ring->words;
  }
  return window;
}

typedef struct {
  int64_t x;
  int row;
} point;

static inline int whiteness_at(const p3_soften_window *w, point at) { return w->whiteness[at.row][at.x]; }

static inline uint8_t steps_at(const p3_soften_window *w, point at) { return w->steps[at.row][at.x]; }

static inline point step(point from, int number) {
  return (point){from.x + (number & 3) - 1, from.row + (number >> 2) - 1};
}

/// Walks at most P3_SOFTEN_REACH steps up the whiteness.
static inline point climb(const p3_soften_window *w, point at) {
  for (int i = 0; i < P3_SOFTEN_REACH && steps_at(w, at) >> 4 != P3_SOFTEN_STAY; i++)
    at = step(at, steps_at(w, at) >> 4);
  return at;
}

static inline void color_at(const p3_soften_window *w, point at, uint16_t color[3]) {
  const uint16_t *p = w->samples[at.row] + at.x * w->channels;
  const int gray = w->channels <= 2;
  for (int c = 0; c < 3; c++) color[c] = p[gray ? 0 : c];
}

/// Whether whiteness goes on falling from `here` to `next` by at least a twelfth of the way from `top` to `here`. A
/// smaller step leads on within an ink of varying colour, as in a photograph that ends sharply at `here`.
static inline int falls_on(int top, int here, int next) { return (here - next) * 12 >= top - here; }

/// Walks at most P3_SOFTEN_REACH steps down from `at`, on the edge that falls from the whiteness `light`.
static inline point descend(const p3_soften_window *w, point at, int light) {
  for (int i = 0; i < P3_SOFTEN_REACH && (steps_at(w, at) & 15) != P3_SOFTEN_STAY; i++) {
    const point next = step(at, steps_at(w, at) & 15);
    if (!falls_on(light, whiteness_at(w, at), whiteness_at(w, next))) break;
    at = next;
  }
  return at;
}

/// Whether the pixel at `at` continues the plateau that `beside` lies on: both look alike, and one is not on a slope.
static inline int continues(const p3_soften_window *w, point at, point beside) {
  const int difference = whiteness_at(w, beside) - whiteness_at(w, at), steps = steps_at(w, at);
  if (difference > P3_SOFTEN_PLATEAU || difference < -P3_SOFTEN_PLATEAU) return 0;
  return steps >> 4 == P3_SOFTEN_STAY || (steps & 15) == P3_SOFTEN_STAY ||
         steps_at(w, beside) == (P3_SOFTEN_STAY << 4 | P3_SOFTEN_STAY);
}

/// The label of the pixel at `at`, or of the first one beside it on the same plateau; 0 where there is none.
static inline uint32_t label_near(const p3_soften_window *w, point at) {
  // A row outside of the image is replaced by the middle one, which is searched in any case.
  const int rows[3] = {at.row > w->first ? at.row - 1 : at.row, at.row, at.row < w->last ? at.row + 1 : at.row};
  int any = 0;
  for (int i = 0; i < 3; i++) any |= p3_soften_bit(w->near[rows[i]], at.x);
  if (!any) return 0;
  if (w->labels[at.row][at.x]) return w->labels[at.row][at.x];
  for (int i = 0; i < 3; i++) {
    if (!p3_soften_bit(w->near[rows[i]], at.x)) continue;
    // Labels are 0 in the margins.
    for (int64_t x = at.x - 1; x <= at.x + 1; x++)
      if (w->labels[rows[i]][x] && continues(w, at, (point){x, rows[i]})) return w->labels[rows[i]][x];
  }
  return 0;
}

/// Whether no channel of the colours at `a` and `b` differs by more than P3_SOFTEN_FLAT.
static inline int has_color_of(const p3_soften_window *w, point a, point b) {
  uint16_t one[3], other[3];
  color_at(w, a, one), color_at(w, b, other);
  for (int c = 0; c < 3; c++)
    if (one[c] > other[c] + P3_SOFTEN_FLAT || other[c] > one[c] + P3_SOFTEN_FLAT) return 0;
  return 1;
}

/// Finds the pale plate that the pixel at `at` belongs to, if `at` lies in a gap between strokes that is too narrow for
/// smooth pixels. The plate is the component of the nearest pixel of a component that has the same column and the same
/// colour as `at`, at most P3_SOFTEN_REACH rows away. The result is the label of that component, or 0 if there is none.
static inline uint32_t label_in_column(const p3_soften_window *w, point at) {
  if (!p3_soften_is_pale(w->whiteness[at.row][at.x], w->lightness[at.row][at.x])) return 0;
  for (int i = 1; i <= P3_SOFTEN_REACH; i++) {
    for (int row = at.row - i; row <= at.row + i; row += 2 * i) {
      const uint32_t label = row < w->first || row > w->last ? 0 : w->labels[row][at.x];
      if (label != 0 && !(label & 1) && has_color_of(w, at, (point){at.x, row})) return label;
    }
  }
  return 0;
}

/// The label that stands for all of the region or component that `label` belongs to.
static inline uint32_t root_of(const p3_soften_window *w, uint32_t label) {
  uint32_t root = label >> 1;
  if (label & 1) {
    while (w->regions[root].parent != root) root = w->regions[root].parent;
    return p3_soften_light_label(root);
  }
  while (w->parents[root] != root) root = w->parents[root];
  return p3_soften_smooth_label(root);
}

/// The square of the distance (a third of full scale, in codes / 4) by which a colour misses the line between two
/// others if it is no mixture of them.
#define OFF_LINE 29822521

/// 15 · (p − F)·(U − F) / |U − F|², rounded and clamped to 0…15; 0 where U and F are the same, or p is another ink.
static inline uint8_t share_of(const uint16_t p[3], const uint16_t light[3], const uint16_t dark[3]) {
  int64_t dot = 0, length = 0, distance = 0;  // in codes / 4
  for (int c = 0; c < 3; c++) {
    const int64_t axis = (light[c] - dark[c]) >> 2, away = (p[c] - dark[c]) >> 2;
    dot += away * axis, length += axis * axis, distance += away * away;
  }
  if (dot <= 0 || (distance - OFF_LINE) * length > dot * dot) return 0;
  if (dot >= length) return ALL;
  return (uint8_t)((dot * ALL + length / 2) / length);
}

/// Makes `color` the ink with a channel of 0 of which it is a mixture with the background `light`: of a grey, black.
static inline void saturate(uint16_t color[3], const uint16_t light[3]) {
  int least = 0;  // the channel in which `color` has least of the background
  for (int c = 1; c < 3; c++)
    if ((int64_t)color[c] * light[least] < (int64_t)color[least] * light[c]) least = c;
  const int64_t full = light[least], taken = full - color[least];
  for (int c = 0; c < 3; c++) {
    const int64_t ink = taken > 0 ? light[c] - (light[c] - color[c]) * full / taken : 0;
    color[c] = (uint16_t)(ink < 0 ? 0 : ink > 65535 ? 65535 : ink);
  }
}

/// How far from a pixel of a stroke, at most, background lies on both sides.
#define STROKE 3

/// Whether background lies within STROKE pixels of `at` in the direction (dx, dy).
static inline int is_beside_light(const p3_soften_window *w, point at, int dx, int dy) {
  for (int i = 1; i <= STROKE; i++) {
    const point next = {at.x + i * dx, at.row + i * dy};
    if (next.row < w->first || next.row > w->last || next.x < 0 || next.x >= w->width) return 0;
    if (w->labels[next.row][next.x] & 1) return 1;
  }
  return 0;
}

/// Whether the pixel at `at` belongs to a stroke: there is background on both sides, or above and below.
static inline int is_in_stroke(const p3_soften_window *w, point at) {
  return (is_beside_light(w, at, 1, 0) && is_beside_light(w, at, -1, 0)) ||
         (is_beside_light(w, at, 0, 1) && is_beside_light(w, at, 0, -1));
}

static inline int is_pale_at(const p3_soften_window *w, point at) {
  return p3_soften_is_pale(w->whiteness[at.row][at.x], w->lightness[at.row][at.x]);
}

/// The share of paper's full loss, where the light side is paper in shadow or a glow: it loses in proportion. That of
/// plates is so much larger.
static inline uint8_t shaded(uint8_t share, int whiteness) { return (uint8_t)((share * whiteness + 32768) >> 16); }

/// A plate's largest channel exceeds its least one by a fifth of full scale at least, and by nine twentieths of itself:
/// paler plates are lowered themselves.
#define COLORED 13107
/// The amount by which a channel may be less than the plate's: eight 8-bit codes.
#define NOISE 2056
/// How many pixels of a plate follow its first one in their column.
#define PLATE 2

/// The label of region 0. No pixel lies in that region, and its verdict is P3_SOFTEN_KEPT.
#define KEPT p3_soften_light_label(0)

/// Whether the pixel at `at` lies in the rows in hand, and each of its channels is at least that of `low` less NOISE.
static inline int is_lighter(const p3_soften_window *w, point at, const uint16_t low[3]) {
  if (at.row < w->first || at.row > w->last || at.x < 0 || at.x >= w->width) return 0;
  uint16_t color[3];
  color_at(w, at, color);
  return color[0] + NOISE >= low[0] && color[1] + NOISE >= low[1] && color[2] + NOISE >= low[2];
}

/// Walks from `self` up its column (`down` is -1) or down (1) until PLATE pixels in a row belong to a plate. A pixel of
/// a plate has a lightness of at most `lightest`, 0 to 65,535, and its whiteness differs by at most P3_SOFTEN_FLAT from
/// the whiteness of the pixel before it. `low` becomes the colour of the last of these pixels. The result is 1 if the
/// walk ends in the rows in hand, `low` is a colour (COLORED), and no pixel from `self` to the last one is darker than
/// `low`; else 0.
static inline int walk_to_plate(const p3_soften_window *w, point self, int down, int lightest, uint16_t low[3]) {
  point at = self;
  for (int alike = 0; alike < PLATE;) {
    const int before = whiteness_at(w, at);
    at.row += down;
    if (at.row < w->first || at.row > w->last) return 0;
    const int difference = whiteness_at(w, at) - before;
    const int is_flat = difference <= P3_SOFTEN_FLAT && difference >= -P3_SOFTEN_FLAT;
    alike = is_flat && w->lightness[at.row][at.x] <= lightest ? alike + 1 : 0;
  }
  color_at(w, at, low);
  int most;
  const int range = p3_soften_range(low, &most);
  if (range < COLORED || range * 20 < most * 9) return 0;
  for (; at.row != self.row; at.row -= down)
    if (!is_lighter(w, at, low)) return 0;
  return is_lighter(w, self, low);
}

/// Whether the edge pixel `self` belongs to a light stroke on a plate of colour: one so thin that no pixel of it is
/// light. `top` is the pixel where the walk up from `self` ends. It is at least halfway from the plate to white, and no
/// pixel of the 3×3 around it is darker than the plate.
static inline int is_on_plate(const p3_soften_window *w, point self, point top) {
  const int lightest = 2 * w->lightness[top.row][top.x] - 65535;
  if (lightest < 0) return 0;
  uint16_t low[3];
  if (!walk_to_plate(w, self, -1, lightest, low) && !walk_to_plate(w, self, 1, lightest, low)) return 0;
  for (int row = top.row - 1; row <= top.row + 1; row++)
    for (int64_t x = top.x - 1; x <= top.x + 1; x++)
      if (!is_lighter(w, (point){x, row}, low)) return 0;
  return 1;
}

/// One edge pixel solved: the labels of its light side (0 where it stays as it is) and of a light grey on its dark side
/// (0 where that is ink), and its share of background. `is_plateau`: background, or KEPT, and nothing else.
typedef struct {
  uint32_t light, dark;
  int is_plateau;
  uint8_t share;
} edge;

/// Finds the dark side of the edge that falls from the colour `high` of whiteness `light_level` to the pixel `self` of
/// the colour `here`: the colour `low`, and in `dark` the label of a light grey, or 0. The result is 0 where `self`
/// stays as it is.
static inline int find_dark_side(const p3_soften_window *w, point self, const uint16_t here[3], const uint16_t high[3],
                                 int light_level, uint16_t low[3], uint32_t *dark) {
  memset(low, 0, 3 * sizeof *low);
  if (w->strokes_are_mixtures && p3_soften_takes_gray(high, here) && is_in_stroke(w, self)) return 1;
  const point bottom = descend(w, self, light_level);
  color_at(w, bottom, low);
  if (!is_pale_at(w, bottom)) return bottom.x != self.x || bottom.row != self.row;  // or an ink beside others
  const uint32_t below = label_near(w, bottom);
  if (below) {
    *dark = root_of(w, below);
    return 1;
  }
  if (!w->strokes_are_mixtures && !p3_soften_takes_gray(high, low)) return 0;
  saturate(low, high);  // a hairline: ink drawn with less than full opacity, or too thin to cover a pixel
  return 1;
}

static inline edge solve(const p3_soften_window *w, int64_t x) {
  const edge stays = {0};
  edge result = {0};
  const point self = {x, P3_SOFTEN_REACH};
  const uint32_t own = label_near(w, self);
  if (own) {
    // On a plateau beside the edge: it takes the curve of the smooth pixels that it continues.
    result.light = root_of(w, own);
    result.is_plateau = 1;
    return result;
  }
  const point top = climb(w, self);
  const uint32_t beside = label_near(w, top), label = beside ? beside : label_in_column(w, top);
  if (!label) {
    if (!is_on_plate(w, self, top)) return stays;
    result.light = KEPT;
    result.is_plateau = 1;
    return result;
  }
  const int light_level = whiteness_at(w, top);
  uint16_t here[3], high[3], low[3];
  color_at(w, top, high);
  color_at(w, self, here);
  if (!find_dark_side(w, self, here, high, light_level, low, &result.dark)) return stays;
  result.share = shaded(share_of(here, high, low), light_level);
  if (result.share < LEAST_SHARE && !result.dark) return stays;
  result.light = root_of(w, label);
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

/// A row as it is written: the bits say which pixels are smooth ink and which are solved edges; `light` and `dark` are
/// those of solved ones, `shares` are 0 for all others.
typedef struct {
  const p3_soften_window *window;
  const p3_soften_bits *smooth, *solved;
  const uint8_t *shares;
  const uint32_t *light, *dark;
} solved_row;

/// Where the run of edges that begins at `x` ends: pixels with the same sides, with pauses of a few that stay.
/// Not between light and light grey, where a curve does the work and a share of 0 does not mean to stay.
static inline int64_t end_of_edges(const solved_row *row, int64_t x) {
  const int64_t width = row->window->width;
  const int64_t last = x + LONGEST < width ? x + LONGEST : width;
  const int64_t pause = row->dark[x] & PALE_EDGE ? 1 : PAUSE;
  int64_t end = x + 1;
  for (int64_t at = end; at < last && at - end < pause && !p3_soften_bit(row->smooth, at); at++) {
    if (!p3_soften_bit(row->solved, at)) continue;
    if (row->light[at] != row->light[x] || row->dark[at] != row->dark[x]) break;
    end = at + 1;
  }
  return end;
}

/// The component of the background at `x`, smooth or continuing a smooth run; 0 where it is neither.
static inline uint32_t background_at(const solved_row *row, int64_t x) {
  if (p3_soften_bit(row->smooth, x)) return root_of(row->window, row->window->labels[P3_SOFTEN_REACH][x]);
  return p3_soften_bit(row->solved, x) && row->dark[x] == PLATEAU_EDGE ? row->light[x] : 0;
}

/// Where the background of component `root` that begins at `x` ends. A smooth run has one label.
static inline int64_t end_of_background(const solved_row *row, int64_t x, uint32_t root) {
  const int64_t width = row->window->width;
  while (x < width && background_at(row, x) == root)
    x = p3_soften_bit(row->smooth, x) ? p3_soften_next_clear(row->smooth, x, width) : x + 1;
  return x;
}

/// The first pixel from `x` on that does not stay as it is, or the row's end.
static inline int64_t next_change(const solved_row *row, int64_t x) {
  const int64_t end = p3_soften_next_set(row->smooth, x, row->window->width);
  return p3_soften_next_set(row->solved, x, end);
}

static uint8_t *put_row(const solved_row *row, uint8_t *to) {
  const int64_t width = row->window->width;
  label_state state = {0};
  for (int64_t x = 0; x < width;) {
    const int64_t first = next_change(row, x);
    if (first == width) break;  // what stays at the row's end needs no token
    if (first > x) to = put_head(to, 0, first - x);
    const uint32_t root = background_at(row, first);
    if (root) {
      x = end_of_background(row, first, root);
      to = put_label(to, &state, root);
      to = put_head(to, 1, x - first);
    } else {
      x = end_of_edges(row, first);
      to = put_label(to, &state, row->light[first]);
      to = put_head(to, row->dark[first] & PALE_EDGE ? 3 : 2, x - first);
      if (row->dark[first] & PALE_EDGE) to = put_word(to, row->dark[first] & ~PALE_EDGE);
      to = put_shares(to, row->shares + first, x - first);
    }
  }
  return to;
}

/// Whether a region is decided as a whole whatever is found later: it no longer grows, has one ink, and cannot enclose
/// light artwork.
static inline int is_decided(const p3_soften_label *regions, uint32_t label) {
  while (regions[label].parent != label) label = regions[label].parent;
  const uint16_t flags = regions[label].flags;
  if (flags & P3_SOFTEN_GROWING) return 0;
  return (flags & P3_SOFTEN_ONE_INK) && !(flags & P3_SOFTEN_PLATE);
}

/// Sets the bits of ink in regions that edges and components may decide about.
static void find_undecided(const p3_soften_ring *ring, p3_soften_bits *undecided) {
  memset(undecided, 0, (size_t)p3_soften_words(ring->width) * sizeof *undecided);
  for (int64_t i = 0; i < ring->ink_run_count; i++) {
    const p3_soften_ink_run *run = ring->ink_runs + i;
    if (!is_decided(ring->regions, run->label)) p3_soften_set_bits(undecided, run->start, run->end);
  }
}

// MARK: New edges

/// The share, and the difference of two, from which what looked alike is parted by an edge: 18 codes of 8 bits, where
/// paper loses 35.
#define HALF 8

/// Whether the pixel at `one` in `strong` looks like the one at `other` in `beside`, and loses so much more.
static inline int is_parted(const p3_soften_window *w, const p3_soften_edges *strong, point one,
                            const p3_soften_edges *beside, point other) {
  if (!p3_soften_bit(beside->open, other.x) || strong->shares[one.x] < beside->shares[other.x] + HALF) return 0;
  const int difference = whiteness_at(w, one) - whiteness_at(w, other);
  return difference <= P3_SOFTEN_ALIKE && difference >= -P3_SOFTEN_ALIKE && !is_pale_at(w, other);
}

/// Counts the new edges of a run of ink, and those between it and the row above.
static int breaks_of(const p3_soften_window *w, const p3_soften_edges *above, const p3_soften_edges *here,
                     const p3_soften_ink_run *run) {
  const int row = P3_SOFTEN_REACH;
  int count = 0;
  for (int64_t x = run->start; (x = p3_soften_next_set(here->strong, x, run->end)) < run->end; x++) {
    const point self = {x, row};
    if (x > run->start) count += is_parted(w, here, self, here, (point){x - 1, row});
    if (x + 1 < run->end) count += is_parted(w, here, self, here, (point){x + 1, row});
    if (w->first < row) count += is_parted(w, here, self, above, (point){x, row - 1});
  }
  if (w->first == row) return count;
  for (int64_t x = run->start; (x = p3_soften_next_set(above->strong, x, run->end)) < run->end; x++)
    count += is_parted(w, above, (point){x, row - 1}, here, (point){x, row});
  return count;
}

static void count_breaks(const p3_soften_ring *ring, const p3_soften_window *w, const p3_soften_edges *above,
                         const p3_soften_edges *here) {
  for (int64_t i = 0; i < ring->ink_run_count; i++) {
    const p3_soften_ink_run *run = ring->ink_runs + i;
    const int count = breaks_of(w, above, here, run);
    if (count == 0) continue;
    uint32_t root = run->label;
    while (ring->regions[root].parent != root) root = ring->regions[root].parent;
    const int sum = ring->regions[root].breaks + count;
    ring->regions[root].breaks = (uint8_t)(sum < 255 ? sum : 255);
  }
}

int64_t p3_soften_edge_row(const p3_soften_ring *ring, const p3_soften_edges *last, const p3_soften_edges *rows,
                           uint32_t *light, uint32_t *dark, p3_soften_bits *solved, p3_soften_bits *smooth,
                           uint8_t *tokens) {
  const p3_soften_window window = window_of(ring);
  uint8_t *shares = rows->shares;
  memset(shares, 0, (size_t)window.width);
  memset(solved, 0, (size_t)p3_soften_words(window.width) * sizeof *solved);
  memset(rows->strong, 0, (size_t)p3_soften_words(window.width) * sizeof *solved);
  find_undecided(ring, smooth);
  for (int64_t i = 0; i < p3_soften_words(window.width); i++) rows->open[i] = smooth[i] & ~ring->smooth[i];
  for (int64_t i = 0; i < p3_soften_words(window.width); i++) {
    for (uint64_t edges = rows->open[i]; edges; edges &= edges - 1) {
      const int64_t x = i * 64 + __builtin_ctzll(edges);
      const edge found = solve(&window, x);
      if (!found.light) continue;
      p3_soften_set_bit(solved, x);
      shares[x] = found.share;
      light[x] = found.light;
      dark[x] = found.is_plateau ? PLATEAU_EDGE : found.dark ? found.dark | PALE_EDGE : 0;
      if (dark[x] && found.light != KEPT)
        rows->open[i] &= ~(edges & -edges);
      else if (found.share >= HALF)
        p3_soften_set_bit(rows->strong, x);
    }
  }
  for (int64_t i = 0; i < p3_soften_words(window.width); i++) smooth[i] &= ring->smooth[i];
  count_breaks(ring, &window, last, rows);
  const solved_row row = {&window, smooth, solved, shares, light, dark};
  return put_row(&row, tokens) - tokens;
}
