// No include guard: included once per target, with NAME, the table's name. Sixteen pixels at a time, in clang's vector
// types.

#include "soften/bits.h"
#include "soften/pixel.h"

#include <stdbool.h>
#include <string.h>

// Vectors wider than a target's registers have no calling convention. None is an argument of a call: all is inlined.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

enum { LANES = P3_SOFTEN_LANES };
typedef uint8_t bytes __attribute__((ext_vector_type(16)));
typedef uint16_t words __attribute__((ext_vector_type(16)));
typedef int16_t masks __attribute__((ext_vector_type(16)));
typedef uint32_t longs __attribute__((ext_vector_type(16)));
typedef int32_t ints __attribute__((ext_vector_type(16)));
typedef float floats __attribute__((ext_vector_type(16)));
typedef bool flags __attribute__((ext_vector_type(16)));

static inline __attribute__((always_inline)) words load(const uint16_t *from) {
  words value;
  memcpy(&value, from, sizeof value);
  return value;
}

static inline __attribute__((always_inline)) void store(uint16_t *to, words value) { memcpy(to, &value, sizeof value); }

static inline __attribute__((always_inline)) words pick(masks mask, words yes, words no) {
  return (words)((mask & (masks)yes) | (~mask & (masks)no));
}

static inline __attribute__((always_inline)) words least_of(words a, words b) {
  return __builtin_elementwise_min(a, b);
}

static inline __attribute__((always_inline)) words most_of(words a, words b) { return __builtin_elementwise_max(a, b); }

/// One bit per lane of a mask, lane 0 lowest.
static inline __attribute__((always_inline)) uint64_t bits_of(masks mask) {
  const flags bits = __builtin_convertvector(mask, flags);
  uint16_t word;
  memcpy(&word, &bits, sizeof word);
  return word;
}

static inline __attribute__((always_inline)) longs longs_of(words value) {
  return __builtin_convertvector(value, longs);
}

static inline __attribute__((always_inline)) words words_of(longs value) {
  return __builtin_convertvector(value, words);
}

/// √(n / 65535) in 1/65535, rounded: as `p3_soften_decoder.root`. The float root is within one of it, and
/// n·65535 > r·(r + 1) says exactly that r is too small, since the halves between have no integer square.
static inline __attribute__((always_inline)) words root(words value) {
  const longs n = longs_of(value);
  const longs square = (n << 16) - n;
  const floats product = __builtin_convertvector((ints)n, floats) * 65535.0f;
  longs r = (longs) __builtin_convertvector(__builtin_elementwise_sqrt(product) + 0.5f, ints);
  r -= (longs)(square > r * r + r);  // a true lane is −1
  r += (longs)((square <= r * r - r) & (r != 0));
  return words_of(r);
}

/// Pixels that are looked up in tables, one by one, before vectors are made of them. A vector that is loaded right
/// after its lanes were stored one by one waits for all the stores, so look-ups run ahead by up to four vectors.
enum { TILE = 4 * LANES };

/// The linear values of one channel, or its samples where `table` is NULL.
static inline __attribute__((always_inline)) void look_up(const uint16_t *table, const uint16_t *p, int64_t count,
                                                          int channels, uint16_t *values) {
  for (int64_t i = 0; i < count; i++) values[i] = table ? table[p[i * channels]] : p[i * channels];
}

static inline __attribute__((always_inline)) words luminance(const p3_soften_decoder *d, words r, words g, words b) {
  return words_of((longs_of(r) * d->weight[0] + longs_of(g) * d->weight[1] + longs_of(b) * d->weight[2] + 32768u) >>
                  16);
}

// MARK: Light

/// Whiteness and lightness of up to TILE pixels, a multiple of LANES.
static inline __attribute__((always_inline)) void light_tile(const p3_soften_decoder *d, const uint16_t *p,
                                                             int64_t count, int channels, uint16_t *whiteness,
                                                             uint16_t *lightness) {
  uint16_t linear[3][TILE], alpha[TILE];
  for (int c = 0; c < (channels <= 2 ? 1 : 3); c++) look_up(d->linear[c], p + c, count, channels, linear[c]);
  if (channels % 2 == 0) look_up(0, p + channels - 1, count, channels, alpha);
  for (int64_t i = 0; i < count; i += LANES) {
    const words r = load(linear[0] + i);
    words light, white;
    if (channels <= 2) {
      white = light = root(r);
    } else {
      const words g = load(linear[1] + i), b = load(linear[2] + i);
      light = root(luminance(d, r, g, b));
      white = root(least_of(r, least_of(g, b)));
    }
    white = most_of(white, (words)1);
    if (channels % 2 == 0) {
      const masks visible = load(alpha + i) != 0;
      white = (words)((masks)white & visible);
      light = (words)((masks)light & visible);
    }
    store(whiteness + i, white);
    store(lightness + i, light);
  }
}

/// Whether sixteen pixels all equal the one before them.
static inline __attribute__((always_inline)) bool repeats(const uint16_t *p, int channels) {
  words different = {0};
  for (int i = 0; i < channels; i++) different |= load(p + i * LANES) ^ load(p + i * LANES - channels);
  return __builtin_reduce_or(different) == 0;
}

/// Columns from `x` up to `end` one by one: the first ones, since pixel 0 has none before it, and the last few.
static inline __attribute__((always_inline)) void light_ends(const p3_soften_decoder *d, const uint16_t *samples,
                                                             int64_t x, int64_t end, int channels, uint16_t *whiteness,
                                                             uint16_t *lightness) {
  for (; x < end; x++) p3_soften_light_pixel(d, samples + x * channels, channels, whiteness + x, lightness + x);
}

static inline __attribute__((always_inline)) void light_pixels(const p3_soften_decoder *d, const uint16_t *samples,
                                                               int64_t width, int channels, uint16_t *whiteness,
                                                               uint16_t *lightness, p3_soften_bits *same) {
  memset(same, 0, (size_t)p3_soften_words(width) * sizeof *same);
  int64_t x = width < LANES ? width : LANES;
  light_ends(d, samples, 0, x, channels, whiteness, lightness);
  while (x + LANES <= width) {
    // First the vectors that do not repeat what is before them, then one that does.
    int64_t count = 0;
    bool is_repeated = false;
    while (count < TILE && x + count + LANES <= width) {
      is_repeated = repeats(samples + (x + count) * channels, channels);
      if (is_repeated) break;
      count += LANES;
    }
    if (count) light_tile(d, samples + x * channels, count, channels, whiteness + x, lightness + x);
    x += count;
    if (!is_repeated) continue;
    store(whiteness + x, (words)whiteness[x - 1]);
    store(lightness + x, (words)lightness[x - 1]);
    same[x / 64] |= UINT64_C(0xFFFF) << (x % 64);
    x += LANES;
  }
  light_ends(d, samples, x, width, channels, whiteness, lightness);
}

static void light_row(const p3_soften_decoder *d, const uint16_t *samples, int64_t width, uint16_t *whiteness,
                      uint16_t *lightness, p3_soften_bits *same) {
  switch (d->channels) {
    case 1: light_pixels(d, samples, width, 1, whiteness, lightness, same); break;
    case 2: light_pixels(d, samples, width, 2, whiteness, lightness, same); break;
    case 3: light_pixels(d, samples, width, 3, whiteness, lightness, same); break;
    default: light_pixels(d, samples, width, 4, whiteness, lightness, same); break;
  }
}

// MARK: Runs and edges

/// The number of the first of nine neighbours that equals `wanted`.
static inline __attribute__((always_inline)) words first_equal(const words neighbors[9], words wanted) {
  words number = (words)10;
  for (int i = 7; i >= 0; i--) number = pick(neighbors[i] == wanted, (words)(uint16_t)(i / 3 * 4 + i % 3), number);
  return number;
}

static inline __attribute__((always_inline)) words distance(words a, words b) { return most_of(a, b) - least_of(a, b); }

/// By how much half the sum of the ends of a line through the middle differs from it, at most over four lines; 65535
/// where an end is invisible.
static inline __attribute__((always_inline)) words bend_of(const words neighbors[9]) {
  words most = {0};
  masks invisible = {0};
  for (int i = 0; i < 4; i++) {
    const words a = neighbors[i], b = neighbors[8 - i];
    most = most_of(most, distance((a >> 1) + (b >> 1), neighbors[4]));
    invisible |= (a == 0) | (b == 0);
  }
  return pick(invisible, (words)65535, most);
}

/// The bits of sixteen pixels, by the array of `p3_soften_row` that they go to.
typedef struct {
  uint64_t smooth, light, ink, flat, natural;
} block_bits;

/// Up to sixteen pixels from `x` on.
static inline __attribute__((always_inline)) block_bits classify_block(const p3_soften_row *row, int64_t x) {
  const uint16_t *rows[3] = {row->above + x - 1, row->here + x - 1, row->below + x - 1};
  words neighbors[9];
  for (int i = 0; i < 9; i++) neighbors[i] = load(rows[i / 3] + i % 3);
  // Less one, an invisible pixel is 65535 and so never the least; as it is, 0 and never the most.
  words most = neighbors[0], least = neighbors[0] - 1;
  for (int i = 1; i < 9; i++) {
    most = most_of(most, neighbors[i]);
    least = least_of(least, neighbors[i] - 1);
  }
  least += 1;
  const words here = neighbors[4];
  const masks visible = here != 0;
  const words span = pick(visible, most - least, (words)65535);
  store(row->span + x, span);
  const words bend = bend_of(neighbors);
  const masks is_even = (span <= row->limit) | ((span <= P3_SOFTEN_SLOPE) & (bend <= P3_SOFTEN_BEND));
  const masks is_smooth = (here >= row->least) & is_even;
  const masks is_light = visible & (here >= row->paper);
  const masks is_natural =
      (span > P3_SOFTEN_NATURAL_LEAST) & (span <= P3_SOFTEN_NATURAL_MOST) & (bend > (span >> 2) - (span >> 4));

  words steps = (words)(P3_SOFTEN_STAY << 4 | P3_SOFTEN_STAY);
  if (bits_of(visible & (span > P3_SOFTEN_PLATEAU))) {
    const masks goes_up = visible & (most - here > P3_SOFTEN_PLATEAU);
    const masks goes_down = visible & (here - least > P3_SOFTEN_PLATEAU);
    const words up = pick(goes_up, first_equal(neighbors, most), (words)P3_SOFTEN_STAY);
    const words down = pick(goes_down, first_equal(neighbors, least), (words)P3_SOFTEN_STAY);
    steps = up << 4 | down;
  }
  const bytes narrow = __builtin_convertvector(steps, bytes);
  memcpy(row->steps + x, &narrow, sizeof narrow);
  return (block_bits){.smooth = bits_of(visible & is_smooth),
                      .light = bits_of(is_light),
                      .ink = bits_of(visible & ~is_light),
                      .flat = bits_of(visible & (span <= P3_SOFTEN_FLAT)),
                      .natural = bits_of(visible & is_natural)};
}

static void classify_row(const p3_soften_row *row) {
  for (int64_t word = 0; word < p3_soften_words(row->width); word++) {
    block_bits all = {0};
    for (int64_t first = 0; first < 64 && word * 64 + first < row->width; first += LANES) {
      const block_bits some = classify_block(row, word * 64 + first);
      all.smooth |= some.smooth << first, all.light |= some.light << first, all.ink |= some.ink << first;
      all.flat |= some.flat << first, all.natural |= some.natural << first;
    }
    // Whiteness is 0 behind the row's end, so nothing there has a bit.
    row->smooth[word] = all.smooth, row->light[word] = all.light, row->ink[word] = all.ink;
    row->flat[word] = all.flat, row->natural[word] = all.natural;
  }
}

// MARK: Tone

static inline __attribute__((always_inline)) words less_of(words a, words b) { return a - least_of(a, b); }

/// `p3_soften_glare` of some pixels.
static inline __attribute__((always_inline)) words glare_of(const p3_soften_decoder *d, const p3_soften_tone *tone,
                                                            words r, words g, words b) {
  const words most = most_of(r, most_of(g, b));
  const words slack = words_of(longs_of(most) * tone->slack >> 16);
  const words color = less_of(most - least_of(r, least_of(g, b)), slack);
  return less_of(less_of(luminance(d, r, g, b), color), color >> tone->shift);
}

/// Whether all of some pixels lose what white loses; then no look-ups are needed. Losses rise with glare.
static inline __attribute__((always_inline)) bool has_all_of(const uint16_t *losses, const uint16_t *glare,
                                                             int64_t count) {
  words darkest = (words)65535;
  for (int64_t i = 0; i < count; i += LANES) darkest = least_of(darkest, load(glare + i));
  const uint16_t least = losses[__builtin_reduce_min(darkest)];
  return least > 0 && least == losses[65535];
}

/// Up to TILE pixels, a multiple of LANES.
static inline __attribute__((always_inline)) void tone_tile(const p3_soften_decoder *d,
                                                            const uint16_t *const encoded[3],
                                                            const p3_soften_tone *tone, uint16_t *p, int64_t count,
                                                            int channels) {
  const uint16_t *losses = tone->losses;
  const int colors = channels <= 2 ? 1 : 3;
  uint16_t linear[3][TILE], glare[TILE], loss[TILE];
  for (int c = 0; c < colors; c++) look_up(d->linear[c], p + c, count, channels, linear[c]);
  for (int64_t i = 0; i < count && colors == 3; i += LANES)
    store(glare + i, glare_of(d, tone, load(linear[0] + i), load(linear[1] + i), load(linear[2] + i)));
  const bool is_constant = has_all_of(losses, colors == 3 ? glare : linear[0], count);
  if (!is_constant) look_up(losses, colors == 3 ? glare : linear[0], count, 1, loss);
  for (int64_t i = 0; i < count; i += LANES) {
    const words taken = is_constant ? (words)losses[65535] : load(loss + i);
    for (int c = 0; c < colors; c++) {
      const longs kept = longs_of(load(linear[c] + i)) * (65536u - longs_of(taken));
      store(linear[c] + i, words_of((kept + 32768u) >> 16));
    }
  }
  for (int64_t i = 0; i < count; i++)
    for (int c = 0; c < colors; c++) {
      uint16_t *sample = p + i * channels + c;
      *sample = is_constant || loss[i] ? encoded[c][linear[c][i]] : *sample;
    }
}

/// Sixteen equal pixels before and after softening: the next such sixteen take a comparison and a copy.
typedef struct {
  bool is_known;
  words before[4], after[4];
} repeated;

static inline __attribute__((always_inline)) bool is_again(const repeated *last, const uint16_t *p, int channels) {
  words different = {0};
  for (int i = 0; i < channels && last->is_known; i++) different |= load(p + i * LANES) ^ last->before[i];
  return last->is_known && __builtin_reduce_or(different) == 0;
}

static inline __attribute__((always_inline)) bool is_flat(const uint16_t *p, int channels) {
  return p3_soften_same_pixel(p, p + channels, channels) &&
         memcmp(p, p + channels, (size_t)((LANES - 1) * channels) * sizeof *p) == 0;
}

static inline __attribute__((always_inline)) void tone_blocks(const p3_soften_decoder *d,
                                                              const uint16_t *const encoded[3],
                                                              const p3_soften_tone *tone, uint16_t *p, int64_t n,
                                                              int channels) {
  repeated last = {.is_known = false};
  while (n >= LANES) {
    int64_t count = 0;
    bool is_repeated = false;
    while (count < TILE && count + LANES <= n) {
      is_repeated = is_again(&last, p + count * channels, channels) || is_flat(p + count * channels, channels);
      if (is_repeated) break;
      count += LANES;
    }
    if (count) tone_tile(d, encoded, tone, p, count, channels);
    p += count * channels, n -= count;
    if (!is_repeated) continue;
    if (!is_again(&last, p, channels)) {
      for (int i = 0; i < channels; i++) last.before[i] = load(p + i * LANES);
      p3_soften_tone_pixel(d, encoded, tone, p);
      for (int i = channels; i < LANES * channels; i++) p[i] = p[i - channels];
      for (int i = 0; i < channels; i++) last.after[i] = load(p + i * LANES);
      last.is_known = true;
    }
    for (int i = 0; i < channels; i++) store(p + i * LANES, last.after[i]);
    p += LANES * channels, n -= LANES;
  }
  p3_soften_tone_pixels(d, encoded, tone, p, n);
}

static void tone_run(const p3_soften_decoder *d, const uint16_t *const encoded[3], const p3_soften_tone *tone,
                     uint16_t *p, int64_t n) {
  switch (d->channels) {
    case 1: tone_blocks(d, encoded, tone, p, n, 1); break;
    case 2: tone_blocks(d, encoded, tone, p, n, 2); break;
    case 3: tone_blocks(d, encoded, tone, p, n, 3); break;
    default: tone_blocks(d, encoded, tone, p, n, 4); break;
  }
}

const p3_soften_kernels NAME = {light_row, classify_row, tone_run};

#pragma clang diagnostic pop
