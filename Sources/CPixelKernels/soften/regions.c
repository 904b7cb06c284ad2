// Regions of light pixels and of ink: their runs, and how these join row by row.

#include "cpu/samples.h"
#include "soften/bits.h"
#include "soften/pixel.h"

#include <string.h>

// MARK: Runs

/// Pixels whose counts fit 16 bits, and whose squares of 8-bit codes fit a sum of 32.
enum { PART = 16384 };

static inline uint16_t least_of(const uint16_t *values, uint32_t count) {
  uint16_t least = 65535;
  for (uint32_t i = 0; i < count; i++) least = values[i] < least ? values[i] : least;
  return least;
}

/// The first of `count` values that is the least. Vectors find the block that it lies in.
static inline uint32_t first_least(const uint16_t *values, uint32_t count) {
  enum { BLOCK = 64 };
  uint32_t at = 0;
  uint16_t least = least_of(values, count < BLOCK ? count : BLOCK);
  for (uint32_t first = BLOCK; first < count; first += BLOCK) {
    const uint16_t here = least_of(values + first, count - first < BLOCK ? count - first : BLOCK);
    if (here < least) least = here, at = first;
  }
  while (values[at] != least) at++;
  return at;
}

/// Sets `color` to that of pixel `x`.
static inline void take_sample(const p3_soften_decoder *d, const uint16_t *samples, uint32_t x, uint16_t color[3]) {
  const uint16_t *p = samples + (int64_t)x * d->channels;
  for (int c = 0; c < 3; c++) color[c] = p[d->channels <= 2 ? 0 : c];
}

/// Finds the darkest pixel of a run of ink, and how many pixels are about as dark.
static inline void count_core(const p3_soften_decoder *d, const uint16_t *samples, const uint16_t *whiteness,
                              p3_soften_region_run *run) {
  const uint32_t at = run->start + first_least(whiteness + run->start, run->end - run->start);
  const uint16_t least = whiteness[at];
  uint32_t core = 0;
  for (uint32_t first = run->start; first < run->end; first += PART) {
    const uint32_t end = run->end - first < PART ? run->end : first + PART;
    uint16_t count = 0;
    for (uint32_t x = first; x < end; x++) count += (uint16_t)(whiteness[x] - least) <= P3_SOFTEN_CORE;
    core += count;
  }
  take_sample(d, samples, at, run->counts.color);
  run->counts.darkest = least;
  run->counts.core = core;
}

static inline uint32_t away(uint8_t white, uint16_t sample) {
  const uint32_t high = sample >> 8;
  return high < white ? white - high : 0;
}

/// Adds up the second moments about white of up to PART grey pixels: there is but one.
static uint32_t gray_moment(const uint16_t *p, int64_t n, int channels, uint8_t white) {
  uint32_t sum = 0;
  for (int64_t i = 0; i < n; i++) {
    const uint32_t r = away(white, p[i * channels]);
    sum += r * r;
  }
  return sum;
}

/// Eight samples, and eight sums. Of as many pixels each lane has one channel.
typedef uint16_t words __attribute__((ext_vector_type(8)));
typedef uint32_t sums __attribute__((ext_vector_type(8)));
typedef _Bool flags __attribute__((ext_vector_type(8)));
enum { LANES = 8 };

static inline __attribute__((always_inline)) words load_words(const uint16_t *from) {
  words value;
  memcpy(&value, from, sizeof value);
  return value;
}

/// Adds up the second moments about white of `n` pixels in colour, up to PART. Products of each sample with itself,
/// with the next one and with the one after that are added lane by lane; of these sums those of the same pixel count.
static inline __attribute__((always_inline)) void count_part(const uint16_t *p, int64_t n, int channels,
                                                             const uint8_t white[3], uint64_t moments[6]) {
  // Alpha counts as white; so does what lies behind the last pixel.
  uint16_t whites[4 * LANES], distances[4 * LANES + LANES] = {0}, rest[4 * LANES];
  for (int i = 0; i < channels * LANES; i++) whites[i] = i % channels < 3 ? white[i % channels] : 0;
  sums same[4] = {0}, next[4] = {0}, second[4] = {0};
  for (int64_t x = 0; x < n; x += LANES) {
    const uint16_t *from = p + x * channels;
    if (n - x < LANES) {
      memset(rest, 0xff, sizeof rest);
      memcpy(rest, from, (size_t)((n - x) * channels) * sizeof *from);
      from = rest;
    }
    for (int i = 0; i < channels; i++) {
      const words distance =
          __builtin_elementwise_sub_sat(load_words(whites + i * LANES), load_words(from + i * LANES) >> 8);
      memcpy(distances + i * LANES, &distance, sizeof distance);
    }
    for (int i = 0; i < channels; i++) {
      const words here = load_words(distances + i * LANES);
      same[i] += __builtin_convertvector(here * here, sums);
      next[i] += __builtin_convertvector(here * load_words(distances + i * LANES + 1), sums);
      second[i] += __builtin_convertvector(here * load_words(distances + i * LANES + 2), sums);
    }
  }
  for (int i = 0; i < channels * LANES; i++) {
    const int channel = i % channels, vector = i / LANES, lane = i % LANES;
    if (channel == 3) continue;
    moments[channel] += same[vector][lane];
    if (channel == 0) moments[3] += next[vector][lane], moments[4] += second[vector][lane];
    if (channel == 1) moments[5] += next[vector][lane];
  }
}

/// Adds up the second moments about white of a run's colours.
static void count_moments(const uint16_t *p, int64_t n, int channels, const uint8_t white[3], uint64_t moments[6]) {
  memset(moments, 0, 6 * sizeof *moments);
  for (int64_t x = 0; x < n; x += PART) {
    const int64_t count = n - x < PART ? n - x : PART;
    const uint16_t *from = p + x * channels;
    switch (channels) {
      case 1: moments[0] += gray_moment(from, count, 1, white[0]); break;
      case 2: moments[0] += gray_moment(from, count, 2, white[0]); break;
      case 3: count_part(from, count, 3, white, moments); break;
      default: count_part(from, count, 4, white, moments); break;
    }
  }
}

/// A level stretch, as of a ruled line, has at least STRETCH pixels, none of which differs from the first by more than
/// LEVEL: one 8-bit code.
enum { STRETCH = 16, LEVEL = 270 };

/// A bit for each of 64 values that differs from the one before it by more than twice LEVEL: no level stretch
/// has both. `values[-1]` is read.
static inline uint64_t jumps_of(const uint16_t *values) {
  uint64_t bits = 0;
  for (int i = 0; i < 64; i += LANES) {
    const words here = load_words(values + i), before = load_words(values + i - 1);
    const words away = __builtin_elementwise_sub_sat(here, before) | __builtin_elementwise_sub_sat(before, here);
    const flags jumps = __builtin_convertvector(away > 2 * LEVEL, flags);
    uint8_t word;
    memcpy(&word, &jumps, sizeof word);
    bits |= (uint64_t)word << i;
  }
  return bits;
}

/// Pixels whose starts are known at once: of the last of 64 what follows is not.
enum { STARTS = 64 - STRETCH + 2 };

/// A bit for each of STARTS pixels from `first` on that may begin a level stretch: as many pixels as that needs follow
/// without a jump.
typedef struct {
  uint32_t first;
  uint64_t bits;
} quiet_starts;

static quiet_starts quiet_from(const uint16_t *whiteness, uint32_t first, uint32_t end) {
  const uint16_t *values = whiteness + first;
  uint16_t last[65];
  if (end - first < 65) {
    // Nothing behind the run is read; repeated, its last pixel would begin a stretch.
    for (uint32_t i = 0; i < 65; i++) last[i] = i < end - first ? values[i] : i % 2 ? 0 : 65535;
    values = last;
  }
  uint64_t quiet = ~jumps_of(values + 1);
  // A bit stays that begins 2, 4, 8 and 15 set ones.
  quiet &= quiet >> 1, quiet &= quiet >> 2, quiet &= quiet >> 4, quiet &= quiet >> 7;
  return (quiet_starts){first, quiet};
}

/// The first pixel from `x` on, which begins a stretch, that may begin a level one. Pixels between do not matter, since
/// a jump begins a stretch.
static uint32_t next_quiet(const uint16_t *whiteness, uint32_t x, uint32_t end, quiet_starts *known) {
  while (end - x >= STRETCH) {
    if (x - known->first >= STARTS) *known = quiet_from(whiteness, x, end);
    const uint64_t bits = known->bits >> (x - known->first);
    if (bits) return x + (uint32_t)__builtin_ctzll(bits);
    const uint32_t left = known->first + STARTS - x;
    x += left < end - x ? left : end - x;
  }
  return end;
}
_Static_assert(STRETCH == 16, "quiet_from counts to 15");

/// Counts the pixels that are flat or in a level stretch, and takes those of level stretches from the natural ones: the
/// rows beside a ruled line differ as a photograph's do, but evenly.
static inline void count_plateaus(const p3_soften_row *row, p3_soften_region_run *run) {
  const uint16_t *whiteness = row->here;
  uint64_t count = p3_soften_count_bits(row->flat, run->start, run->end);
  quiet_starts starts = quiet_from(whiteness, run->start, run->end);
  for (uint32_t x = run->start, end; (x = next_quiet(whiteness, x, run->end, &starts)) < run->end; x = end) {
    const int first = whiteness[x];
    for (end = x + 1; end < run->end; end++) {
      const int difference = whiteness[end] - first;
      if (difference > LEVEL || difference < -LEVEL) break;
    }
    if (end - x < STRETCH) continue;
    run->counts.natural -= p3_soften_count_bits(row->natural, x, end);
    count += end - x - p3_soften_count_bits(row->flat, x, end);
  }
  run->counts.flat = count;
}

/// What the three functions above count of a run whose pixels are all alike.
static inline void count_flat_ink(const p3_soften_decoder *d, const uint16_t *samples, const p3_soften_row *row,
                                  const uint8_t white[3], p3_soften_region_run *run) {
  const uint64_t n = run->end - run->start;
  const uint16_t *p = samples + (int64_t)run->start * d->channels, whiteness = row->here[run->start];
  run->counts.flat = n;
  if (n >= STRETCH) {
    run->counts.natural = 0;
  } else {
    run->counts.flat = p3_soften_count_bits(row->flat, run->start, run->end);
  }
  take_sample(d, samples, run->start, run->counts.color);
  run->counts.darkest = whiteness;
  run->counts.core = (uint32_t)n;
  count_moments(p, 1, d->channels, white, run->counts.moments);
  for (int i = 0; i < 6; i++) run->counts.moments[i] *= n;
}

static inline void count_ink(const p3_soften_decoder *d, const uint16_t *samples, const p3_soften_row *row,
                             const uint8_t white[3], const p3_soften_bits *contacts, p3_soften_region_run *run) {
  const int64_t x = run->start, end = run->end;
  p3_soften_region *counts = &run->counts;
  counts->natural = p3_soften_count_bits(row->natural, x, end);
  counts->smooth = p3_soften_count_bits(row->smooth, x, end);
  counts->contacts = p3_soften_count_bits(contacts, x, end);
  counts->column_runs = (uint64_t)(end - x) - (row->ink_above ? p3_soften_count_bits(row->ink_above, x, end) : 0);
  const uint16_t *p = samples + x * d->channels;
  if (p3_is_one_color((const uint8_t *)p, (size_t)(end - x), (size_t)d->channels * sizeof *p)) {
    count_flat_ink(d, samples, row, white, run);
    return;
  }
  count_plateaus(row, run);
  count_core(d, samples, row->here, run);
  count_moments(p, end - x, d->channels, white, counts->moments);
}

static inline int is_alike(uint16_t a, uint16_t b) { return (a > b ? a - b : b - a) <= P3_SOFTEN_ALIKE; }

/// Whether each of the pixels from `x` up to `end` looks like the one before it.
static inline int is_level(const uint16_t *whiteness, uint32_t x, uint32_t end) {
  while (++x < end) {
    const int difference = whiteness[x] - whiteness[x - 1];
    if (difference > P3_SOFTEN_FLAT || difference < -P3_SOFTEN_FLAT) return 0;
  }
  return 1;
}

/// What lies beside a light run: RIM pixels that may be mixtures with it, then FLAT pixels that show a plate. Without a
/// plate, the darkest of NEAR pixels shows the ink. A rim that is darker than the plate by more than OUTLINE, a tenth,
/// is an outline.
enum { RIM = 2, FLAT = 6, NEAR = 4, OUTLINE = 6554 };

/// Whether the light run `run` has a plate beside it: the FLAT pixels from `first` on, next to a rim that begins at
/// `rim`, in a run of ink of `length` pixels. Counts the plate.
static inline int count_plate(const p3_soften_row *row, uint32_t length, uint32_t first, uint32_t rim,
                              p3_soften_region_run *run) {
  if (length < FLAT + RIM) return 0;
  const uint32_t end = first + FLAT;
  if (p3_soften_count_bits(row->flat, first, end) != FLAT && !is_level(row->here, first, end)) return 0;
  if (least_of(row->here + rim, RIM) + OUTLINE < row->here[first]) return 0;
  run->counts.plate_sides++;
  return 1;
}

/// Sets `color` and `darkest` of the light run `run` by `before`, the run of ink that ends where `run` starts.
/// `darkest` becomes 0 if `before` has a plate there, else an odd whiteness.
static inline void find_ink_before(const p3_soften_decoder *d, const uint16_t *samples, const p3_soften_row *row,
                                   const p3_soften_region_run *before, p3_soften_region_run *run) {
  const uint32_t start = run->start, length = start - before->start;
  uint32_t at = start - RIM - 1;
  if (count_plate(row, length, start - RIM - FLAT, start - RIM, run)) {
    run->counts.darkest = 0;
  } else {
    const uint32_t first = length < NEAR ? before->start : start - NEAR;
    at = first + first_least(row->here + first, start - first);
    run->counts.darkest = row->here[at] | 1;
  }
  take_sample(d, samples, at, run->counts.color);
}

/// Whether the directions of two inks from white have a cosine under 0.9: they are of two hues.
static int are_of_two_hues(const uint16_t a[3], const uint16_t b[3], const uint8_t white[3]) {
  uint64_t product = 0, of_a = 0, of_b = 0;
  for (int c = 0; c < 3; c++) {
    const uint64_t x = away(white[c], a[c]), y = away(white[c], b[c]);
    product += x * y, of_a += x * x, of_b += y * y;
  }
  return product * product * 100 < of_a * of_b * 81;
}

/// Counts the plate behind the light run `run`, and whether the ink there, `length` pixels from `x` on, is of another
/// hue than the ink before it. What is no wider than a rim has no colour of its own.
static inline void compare_inks(const p3_soften_decoder *d, const uint16_t *samples, const p3_soften_row *row,
                                uint32_t x, uint32_t length, const uint8_t white[3], p3_soften_region_run *run) {
  const int has_plate = count_plate(row, length, x + RIM, x, run);
  const int has_ink_before = run->counts.darkest != 65535;
  if (!has_ink_before || run[-1].end - run[-1].start <= RIM || length <= RIM) return;
  uint16_t color[3];
  take_sample(d, samples, has_plate ? x + RIM : x + first_least(row->here + x, length < NEAR ? length : NEAR), color);
  run->counts.between += (uint32_t)are_of_two_hues(run->counts.color, color, white);
}

/// Counts whether a run blends into the one that ends where it starts, which is of the other kind.
static inline void count_blend(const uint16_t *whiteness, p3_soften_region_run *before, p3_soften_region_run *run) {
  const uint64_t blends = (uint64_t)is_alike(whiteness[run->start - 1], whiteness[run->start]);
  before->counts.blends += blends, run->counts.blends += blends;
}

int64_t p3_soften_region_runs(const p3_soften_decoder *decoder, const uint16_t *samples, const p3_soften_row *row,
                              const uint8_t white[3], const p3_soften_bits *contacts, int is_outer_row,
                              p3_soften_region_run *runs) {
  const int64_t width = row->width;
  int64_t count = 0;
  for (int64_t x = 0; x < width;) {
    const int is_light = p3_soften_bit(row->light, x);
    if (!is_light && !p3_soften_bit(row->ink, x)) {  // invisible
      x = p3_soften_next_set(row->light, x, p3_soften_next_set(row->ink, x, width));
      continue;
    }
    const int64_t end = p3_soften_next_clear(is_light ? row->light : row->ink, x, width);
    p3_soften_region_run *run = runs + count++;
    // Of a light region no more than the fields below is read.
    if (!is_light) memset(run, 0, sizeof *run);
    run->start = (uint32_t)x, run->end = (uint32_t)end, run->is_light = (uint32_t)is_light;
    run->counts.pixels = (uint64_t)(end - x), run->counts.runs = 1, run->counts.blends = 0;
    run->counts.is_open = is_outer_row || x == 0 || end == width;
    run->counts.left = run->start, run->counts.right = run->end;
    run->counts.darkest = 65535, run->counts.plate_sides = 0, run->counts.between = 0;
    memset(run->counts.color, 0, sizeof run->counts.color);
    if (!is_light) count_ink(decoder, samples, row, white, contacts, run);
    if (count > 1 && run[-1].end == run->start) {
      count_blend(row->here, run - 1, run);
      if (is_light)
        find_ink_before(decoder, samples, row, run - 1, run);
      else
        compare_inks(decoder, samples, row, run->start, run->end - run->start, white, run - 1);
    }
    x = end;
  }
  return count;
}

int64_t p3_soften_ink_runs(const p3_soften_region_run *runs, int64_t count, p3_soften_ink_run *ink) {
  int64_t found = 0;
  for (int64_t i = 0; i < count; i++)
    if (!runs[i].is_light) ink[found++] = (p3_soften_ink_run){runs[i].start, runs[i].end, runs[i].label};
  return found;
}

void p3_soften_place_runs(p3_soften_run *runs, int64_t count, const p3_soften_region_run *regions,
                          int64_t region_count) {
  for (int64_t i = 0, at = 0; i < count; i++) {
    while (at < region_count && regions[at].end <= runs[i].start) at++;
    runs[i].region = at < region_count ? regions[at].label : 0;
  }
}

// MARK: Joining

static inline uint32_t root_of(const p3_soften_regions *r, uint32_t label) {
  while (r->labels[label].parent != label) label = r->labels[label].parent;
  return label;
}

static inline p3_soften_region *tally_of(const p3_soften_regions *r, uint32_t root) {
  return r->tallies + r->labels[root].pixels;
}

/// Adds what was counted of `from` to `to`.
static inline void add_counts(p3_soften_region *to, const p3_soften_region *from, int is_light) {
  to->pixels += from->pixels, to->runs += from->runs;
  to->blends += from->blends, to->is_open |= from->is_open;
  to->left = from->left < to->left ? from->left : to->left;
  to->right = from->right > to->right ? from->right : to->right;
  to->first_row = from->first_row < to->first_row ? from->first_row : to->first_row;
  if (is_light) {
    to->plate_sides += from->plate_sides, to->between += from->between;
    return;
  }
  to->flat += from->flat, to->natural += from->natural, to->smooth += from->smooth;
  to->contacts += from->contacts, to->column_runs += from->column_runs;
  for (int i = 0; i < 6; i++) to->moments[i] += from->moments[i];
  if (from->darkest < to->darkest) {
    const uint64_t before = to->darkest - from->darkest <= P3_SOFTEN_CORE ? to->core : 0;
    to->darkest = from->darkest;
    memcpy(to->color, from->color, sizeof to->color);
    to->core = from->core + before;
  } else if (from->darkest - to->darkest <= P3_SOFTEN_CORE) {
    to->core += from->core;
  }
}

static uint32_t new_label(p3_soften_regions *r, const p3_soften_region_run *run, uint32_t outer, uint8_t depth) {
  const uint32_t label = r->label_count++;
  const uint32_t slot = r->free_count ? r->free_slots[--r->free_count] : r->tally_count++;
  r->labels[label] = (p3_soften_label){.parent = label,
                                       .outer = outer,
                                       .pixels = slot,
                                       .depth = depth,
                                       .flags = (uint16_t)(P3_SOFTEN_GROWING | (run->is_light ? P3_SOFTEN_LIGHT : 0))};
  r->tallies[slot] = run->counts;
  return label;
}

/// The runs of a light region that its colour comes from: they are the top of a letter. The later runs of a large
/// region lie beside other inks.
enum { FIRST_RUNS = 8 };

/// Whether ink of the region `outer` is ink of the one that encloses the light region `light`.
static inline int is_around(const p3_soften_regions *r, uint32_t outer, uint32_t light) {
  const uint32_t other = r->labels[light].outer;
  return outer != 0 && other != 0 && root_of(r, outer) == root_of(r, other);
}

/// Gives a light region the colour of the ink before one of its runs, if that ink is a plate or is darker.
static inline void take_color(p3_soften_region *to, const p3_soften_region *from) {
  if (from->darkest >= to->darkest) return;
  to->darkest = from->darkest;
  memcpy(to->color, from->color, sizeof to->color);
}

/// Joins two roots under the lesser label. Both still grow: they reach into the row before.
static uint32_t join(p3_soften_regions *r, uint32_t a, uint32_t b, int is_light) {
  if (a == b) return a;
  const uint32_t root = a < b ? a : b, child = a < b ? b : a;
  add_counts(tally_of(r, root), tally_of(r, child), is_light);
  r->free_slots[r->free_count++] = r->labels[child].pixels;
  r->labels[child].parent = root;
  const int breaks = r->labels[root].breaks + r->labels[child].breaks;
  r->labels[root].breaks = (uint8_t)(breaks < 255 ? breaks : 255);
  r->labels[child].flags = (uint16_t)(r->labels[child].flags & ~P3_SOFTEN_GROWING);
  return root;
}

/// Whether all pixels are mixtures of white and one colour: of the matrix of second moments the part beside its largest
/// eigenvalue is less than about a thousandth of its trace.
static int has_one_ink(const p3_soften_region *t) {
  const uint64_t *m = t->moments;
  const unsigned __int128 trace = m[0] + m[1] + m[2];
  const unsigned __int128 squares =
      (unsigned __int128)m[0] * m[0] + (unsigned __int128)m[1] * m[1] + (unsigned __int128)m[2] * m[2] +
      2 * ((unsigned __int128)m[3] * m[3] + (unsigned __int128)m[4] * m[4] + (unsigned __int128)m[5] * m[5]);
  return (trace * trace - squares) * 500 <= trace * trace;
}

static int flags_of(const p3_soften_region *t) {
  const int is_soft = t->smooth * 10 >= t->pixels * 7 && t->contacts >= 4;
  const int is_plate = t->flat * 2 >= t->pixels;
  const int is_photo = t->natural * 4 >= t->pixels && t->pixels >= 2000 && t->pixels >= 24 * t->runs && !is_plate;
  const int is_one_ink = has_one_ink(t) && !is_photo;
  const int is_line = t->pixels < 5 * t->runs || t->pixels < 5 * t->column_runs;
  return (is_one_ink ? P3_SOFTEN_ONE_INK : 0) | (is_soft ? P3_SOFTEN_SOFT : 0) | (is_photo ? P3_SOFTEN_PHOTO : 0) |
         (t->core * 10 >= t->pixels * 3 ? P3_SOFTEN_SOLID : 0) | (is_plate ? P3_SOFTEN_PLATE : 0) |
         (is_line ? P3_SOFTEN_LINE : 0);
}

static int light_flags_of(const p3_soften_region *t, uint8_t depth) {
  if (t->between * 2 > t->runs) return P3_SOFTEN_LIGHT | P3_SOFTEN_BETWEEN;
  if (t->darkest != 0 || depth < P3_SOFTEN_INSET) return P3_SOFTEN_LIGHT;
  return P3_SOFTEN_LIGHT | P3_SOFTEN_ON_PLATE | (t->plate_sides > t->runs ? P3_SOFTEN_SIGN : 0);
}

static inline uint32_t narrowed(uint64_t count) { return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX; }

/// Packs the region of a root that no longer grows.
static void pack(p3_soften_regions *r, uint32_t root) {
  p3_soften_label *label = r->labels + root;
  const uint32_t slot = label->pixels;
  const p3_soften_region *t = r->tallies + slot;
  const uint64_t thickness = t->pixels / t->runs;
  const int is_light = label->flags & P3_SOFTEN_LIGHT;
  label->flags =
      (uint16_t)((is_light ? light_flags_of(t, label->depth) : flags_of(t)) | (t->is_open ? P3_SOFTEN_OPEN : 0));
  label->thickness = (uint16_t)(thickness < 65535 ? thickness : 65535);
  memcpy(label->color, t->color, sizeof label->color);
  label->pixels = narrowed(t->pixels);
  label->blends = narrowed(t->blends);
  label->left = t->left, label->top = t->first_row;
  label->width = t->right - t->left, label->height = t->last_row + 1 - t->first_row;
  r->free_slots[r->free_count++] = slot;
}

void p3_soften_finish_regions(p3_soften_regions *r, const p3_soften_region_run *runs, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    const uint32_t root = root_of(r, runs[i].label);
    if (r->labels[root].flags & P3_SOFTEN_GROWING) pack(r, root);
  }
}

/// Counts where a run blends into one of the other kind above it.
static void count_blends(const p3_soften_regions *r, const p3_soften_rows *whiteness, p3_soften_region_run *run,
                         const p3_soften_region_run *above) {
  const uint32_t start = run->start > above->start ? run->start : above->start;
  const uint32_t end = run->end < above->end ? run->end : above->end;
  uint32_t blends = 0;
  for (uint32_t x = start; x < end; x++) blends += (uint32_t)is_alike(whiteness->above[x], whiteness->here[x]);
  if (blends == 0) return;
  run->counts.blends += blends;
  tally_of(r, root_of(r, above->label))->blends += blends;
}

void p3_soften_join_regions(p3_soften_regions *r, const p3_soften_rows *whiteness, p3_soften_region_run *runs,
                            int64_t count, const p3_soften_region_run *above, int64_t above_count, uint32_t row,
                            const uint8_t *depths, const p3_soften_bits *below) {
  for (int64_t k = 0; k < above_count; k++)
    if (!above[k].is_light)
      tally_of(r, root_of(r, above[k].label))->contacts += p3_soften_count_bits(below, above[k].start, above[k].end);
  int64_t first = 0;
  for (int64_t i = 0; i < count; i++) {
    p3_soften_region_run *run = runs + i;
    run->counts.first_row = row;
    while (first < above_count && above[first].end < run->start) first++;
    const uint32_t outer = i > 0 && runs[i - 1].end == run->start ? runs[i - 1].label : 0;
    uint32_t label = 0;
    for (int64_t k = first; k < above_count && above[k].start <= run->end; k++) {
      if (above[k].is_light != run->is_light) {
        count_blends(r, whiteness, run, above + k);
        continue;
      }
      const uint32_t other = root_of(r, above[k].label);
      label = label ? join(r, label, other, (int)run->is_light) : other;
    }
    if (label) {
      add_counts(tally_of(r, label), &run->counts, (int)run->is_light);
      if (run->is_light && tally_of(r, label)->runs <= FIRST_RUNS && is_around(r, outer, label))
        take_color(tally_of(r, label), &run->counts);
    } else {
      label = new_label(r, run, outer, depths[run->start]);
    }
    tally_of(r, label)->last_row = row;
    run->label = label;
  }
  for (int64_t k = 0; k < above_count; k++) {
    const uint32_t root = root_of(r, above[k].label);
    if ((r->labels[root].flags & P3_SOFTEN_GROWING) && tally_of(r, root)->last_row < row) pack(r, root);
  }
}

void p3_soften_deepen(const p3_soften_bits *ink, int64_t width, uint8_t *depths) {
  for (int64_t first = 0; first < width; first += 64) {
    const int64_t end = first + 64 < width ? first + 64 : width;
    uint64_t word = ink[first / 64];
    if (word == 0) {
      memset(depths + first, 0, (size_t)(end - first));
      continue;
    }
    if (~word == 0) {
      for (int64_t x = first; x < end; x++) depths[x] = (uint8_t)(depths[x] + (depths[x] < 255));
      continue;
    }
    for (int64_t x = first; x < end; x++, word >>= 1)
      depths[x] = (uint8_t)((depths[x] + (depths[x] < 255)) & -(int)(word & 1));
  }
}

// MARK: Contacts

/// The bits of `a` and their neighbours to both sides, in word `i` of `words`.
static inline uint64_t widened(const uint64_t *smooth, const uint64_t *kind, int64_t i, int64_t words) {
  const uint64_t here = smooth[i] & kind[i];
  const uint64_t before = i > 0 ? smooth[i - 1] & kind[i - 1] : 0;
  const uint64_t after = i + 1 < words ? smooth[i + 1] & kind[i + 1] : 0;
  return here | here << 1 | here >> 1 | before >> 63 | after << 63;
}

void p3_soften_contact_sides(const p3_soften_contact_row *above, const p3_soften_contact_row *here, int64_t width,
                             p3_soften_bits *sides, p3_soften_bits *below) {
  const int64_t words = p3_soften_words(width);
  for (int64_t i = 0; i < words; i++) {
    const uint64_t light = widened(here->smooth, here->light, i, words);
    const uint64_t light_above = above ? widened(above->smooth, above->light, i, words) : 0;
    sides[i] = here->smooth[i] & here->ink[i] & (light | light_above);
    below[i] = above ? above->smooth[i] & above->ink[i] & light : 0;
  }
}

/// The label of a smooth light pixel within one column of `x`, or 0.
static inline uint32_t light_beside(const p3_soften_contact_row *row, int64_t x, int64_t width) {
  for (int64_t at = x > 0 ? x - 1 : 0; at <= (x + 1 < width ? x + 1 : width - 1); at++)
    if (p3_soften_bit(row->smooth, at) && p3_soften_bit(row->light, at)) return row->labels[at] >> 1;
  return 0;
}

/// Names the contacts of smooth ink in `ink` with smooth light pixels in `light`, one per stretch of pixels.
static int64_t meet(const p3_soften_contact_row *ink, const p3_soften_contact_row *light, int64_t width,
                    p3_soften_contact *contacts) {
  const int64_t words = p3_soften_words(width);
  int64_t count = 0;
  uint64_t carry = 0;
  for (int64_t i = 0; i < words; i++) {
    const uint64_t met = ink->smooth[i] & ink->ink[i] & widened(light->smooth, light->light, i, words);
    uint64_t starts = met & ~(met << 1 | carry);
    carry = met >> 63;
    for (; starts; starts &= starts - 1) {
      const int64_t x = i * 64 + __builtin_ctzll(starts);
      contacts[count++] = (p3_soften_contact){ink->labels[x] >> 1, light_beside(light, x, width)};
    }
  }
  return count;
}

int64_t p3_soften_contacts(const p3_soften_contact_row *above, const p3_soften_contact_row *here, int64_t width,
                           p3_soften_contact *contacts) {
  int64_t count = meet(here, here, width, contacts);
  if (!above) return count;
  count += meet(here, above, width, contacts + count);
  return count + meet(above, here, width, contacts + count);
}

// MARK: Tokens

static inline uint8_t *put_number(uint8_t *to, uint64_t number) {
  for (; number > 127; number >>= 7) *to++ = (uint8_t)(number | 128);
  *to++ = (uint8_t)number;
  return to;
}

static inline uint8_t *put_region(uint8_t *to, int kind, uint64_t n, uint32_t label, uint32_t *named) {
  const int is_new = label != *named;
  *to++ = (uint8_t)(kind << 6 | is_new << 5 | (n < 32 ? n : 0));
  if (n >= 32) to = put_number(to, n);
  if (is_new) {
    const int64_t distance = (int64_t)label - *named;
    to = put_number(to, (uint64_t)(distance < 0 ? -distance : distance) << 1 | (distance < 0));
    *named = label;
  }
  return to;
}

int64_t p3_soften_region_tokens(const p3_soften_region_run *runs, int64_t count, uint8_t *tokens) {
  uint8_t *to = tokens;
  uint32_t named[3] = {0};
  uint32_t x = 0;
  for (int64_t i = 0; i < count; i++) {
    if (runs[i].start > x) to = put_region(to, 0, runs[i].start - x, 0, named);
    const int kind = runs[i].is_light ? 1 : 2;
    to = put_region(to, kind, runs[i].end - runs[i].start, runs[i].label, named + kind);
    x = runs[i].end;
  }
  // What is invisible at the row's end needs no token.
  return to - tokens;
}
