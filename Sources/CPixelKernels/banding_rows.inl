// One body, compiled once per target: no include guard on purpose. NAME is the table's name.

#include "banding_lane.h"

#include <stdbool.h>
#include <string.h>

// Vectors wider than a target's registers are of no ABI, and none crosses a call: all is inlined.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))

typedef uint16_t u16x8 __attribute__((ext_vector_type(8)));
typedef uint16_t u16x16 __attribute__((ext_vector_type(16)));
typedef uint16_t u16x32 __attribute__((ext_vector_type(32)));
typedef uint64_t u64x8 __attribute__((ext_vector_type(8)));
typedef bool boolx16 __attribute__((ext_vector_type(16)));
typedef bool boolx32 __attribute__((ext_vector_type(32)));

INLINE u16x8 load8(const uint16_t *from) {
  u16x8 value;
  memcpy(&value, from, sizeof value);
  return value;
}

INLINE u16x16 load16(const uint16_t *from) {
  u16x16 value;
  memcpy(&value, from, sizeof value);
  return value;
}

INLINE u16x32 load32(const uint16_t *from) {
  u16x32 value;
  memcpy(&value, from, sizeof value);
  return value;
}

INLINE void store8(uint16_t *to, u16x8 value) { memcpy(to, &value, sizeof value); }
INLINE void store16(uint16_t *to, u16x16 value) { memcpy(to, &value, sizeof value); }

/// One bit per lane of a comparison's result, lane 0 lowest.
INLINE uint16_t bits16(u16x16 mask) {
  const boolx16 lanes = __builtin_convertvector(mask, boolx16);
  uint16_t bits;
  memcpy(&bits, &lanes, sizeof bits);
  return bits;
}

/// All bits of the lanes that have one in `bits`.
INLINE u16x16 mask16(uint16_t bits) {
  const u16x16 lane = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
  return (u16x16)((lane & bits) != 0);
}

INLINE uint64_t bits32(u16x32 mask) {
  const boolx32 lanes = __builtin_convertvector(mask, boolx32);
  uint32_t bits;
  memcpy(&bits, &lanes, sizeof bits);
  return bits;
}

// MARK: Differences

/// Half an 8-bit code.
#define LARGE 128

INLINE u16x32 distance(u16x32 a, u16x32 b) { return __builtin_elementwise_max(a, b) - __builtin_elementwise_min(a, b); }

static void compare(const uint16_t *here, const uint16_t *above, int channels, size_t words,
                    const p3_band_marks *marks) {
  for (size_t word = 0; word < words; word++) {
    uint64_t right = 0, down = 0, right_large = 0, down_large = 0;
    for (size_t half = 0; half < 64; half += 32) {
      const uint16_t *at = here + word * 64 + half;
      const u16x32 sample = load32(at);
      const u16x32 across = distance(sample, load32(at - channels));
      const u16x32 along = distance(sample, load32(above + word * 64 + half));
      right |= bits32((u16x32)(across != 0)) << half;
      down |= bits32((u16x32)(along != 0)) << half;
      right_large |= bits32((u16x32)(across > LARGE)) << half;
      down_large |= bits32((u16x32)(along > LARGE)) << half;
    }
    marks->right[word] = right;
    marks->down[word] = down;
    marks->right_large[word] = right_large;
    marks->down_large[word] = down_large;
  }
}

// MARK: Box averages

/// ⌊(a + b) / 2⌋ without a carry.
INLINE u16x32 lower_half(u16x32 a, u16x32 b) { return (a & b) + ((a ^ b) >> 1); }
/// The same, rounded up.
INLINE u16x32 upper_half(u16x32 a, u16x32 b) { return (a | b) - ((a ^ b) >> 1); }

/// Samples that each row of one step is read in, the next pixel of the last one included.
#define AVERAGED (32 + 4)

/// The averages of each pixel and the next, of which every second one is kept: 16 samples, or 15 of three channels.
INLINE u16x16 average_pixels(const uint16_t *upper, const uint16_t *lower, int channels) {
  const u16x32 all = upper_half(lower_half(load32(upper), load32(upper + channels)),
                                lower_half(load32(lower), load32(lower + channels)));
  switch (channels) {
    case 1: return __builtin_shufflevector(all, all, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    case 2: return __builtin_shufflevector(all, all, 0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29);
    case 3: return __builtin_shufflevector(all, all, 0, 1, 2, 6, 7, 8, 12, 13, 14, 18, 19, 20, 24, 25, 26, -1);
    default: return __builtin_shufflevector(all, all, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27);
  }
}

INLINE void average_channels(const uint16_t *upper, const uint16_t *lower, int channels, size_t pixels,
                             uint16_t *averages) {
  const size_t count = pixels * (size_t)channels, step = channels == 3 ? 15 : 16;
  size_t i = 0;
  for (; 2 * i + AVERAGED <= 2 * count; i += step)
    store16(averages + i, average_pixels(upper + 2 * i, lower + 2 * i, channels));
  // Rows may end where memory does: the rest, less than two steps, is read from copies.
  uint16_t ends[2][2 * AVERAGED] = {0};
  memcpy(ends[0], upper + 2 * i, 2 * (count - i) * sizeof *upper);
  memcpy(ends[1], lower + 2 * i, 2 * (count - i) * sizeof *lower);
  for (size_t k = 0; i < count; i += step, k += 2 * step)
    store16(averages + i, average_pixels(ends[0] + k, ends[1] + k, channels));
}

static void average(const uint16_t *upper, const uint16_t *lower, int channels, size_t pixels, uint16_t *averages) {
  switch (channels) {
    case 1: average_channels(upper, lower, 1, pixels, averages); break;
    case 2: average_channels(upper, lower, 2, pixels, averages); break;
    case 3: average_channels(upper, lower, 3, pixels, averages); break;
    default: average_channels(upper, lower, 4, pixels, averages); break;
  }
}

// MARK: Tolerant plateaus

/// The open plateaus of two vectors of lanes, side by side: one alone would wait for itself.
typedef struct {
  u16x32 low, high, length;
} open_plateaus;

/// The last plateaus of one vector of lanes.
typedef struct {
  u16x16 value, extent, age, climbs;
} last_plateaus;

/// What some samples met: the plateaus that were open before each, and one bit for each lane where it ended one.
/// What follows from that is found out afterwards: to look at once would be a branch for every sample, of which one in
/// six or so is taken in a photograph, and a processor that foresees it wrongly loses more time than the work takes.
typedef struct {
  open_plateaus open[P3_BAND_TILE];
  uint32_t ends[P3_BAND_TILE];
} met_plateaus;

INLINE u16x32 load_pair(const uint16_t *first, const uint16_t *second) {
  u16x32 pair;
  pair.lo = load16(first);
  pair.hi = load16(second);
  return pair;
}

INLINE void store_pair(uint16_t *first, uint16_t *second, u16x32 pair) {
  store16(first, pair.lo);
  store16(second, pair.hi);
}

INLINE open_plateaus load_open(const p3_band_open *first, const p3_band_open *second) {
  return (open_plateaus){load_pair(first->low, second->low), load_pair(first->high, second->high),
                         load_pair(first->length, second->length)};
}

INLINE void store_open(p3_band_open *first, p3_band_open *second, const open_plateaus *here) {
  store_pair(first->low, second->low, here->low);
  store_pair(first->high, second->high, here->high);
  store_pair(first->length, second->length, here->length);
}

INLINE last_plateaus load_last(const p3_band_open *open) {
  return (last_plateaus){load16(open->value), load16(open->extent), load16(open->age), load16(open->climbs)};
}

INLINE void store_last(p3_band_open *open, const last_plateaus *here) {
  store16(open->value, here->value);
  store16(open->extent, here->extent);
  store16(open->age, here->age);
  store16(open->climbs, here->climbs);
}

INLINE u16x16 pick(u16x16 mask, u16x16 yes, u16x16 no) { return (mask & yes) | (~mask & no); }
INLINE u16x32 pick_pair(u16x32 mask, u16x32 yes, u16x32 no) { return (mask & yes) | (~mask & no); }
INLINE u16x16 plus(u16x16 a, u16x16 b) { return __builtin_elementwise_add_sat(a, b); }

/// Widens each plateau that stays within `tolerance` and starts the others anew with their sample, number `number` of
/// those whose `met` is noted.
INLINE void widen(open_plateaus *here, u16x32 sample, u16x32 tolerance, met_plateaus *met, size_t number) {
  const u16x32 low = __builtin_elementwise_min(here->low, sample);
  const u16x32 high = __builtin_elementwise_max(here->high, sample);
  const u16x32 leaves = (u16x32)((high - low) > tolerance);
  met->open[number] = *here;
  met->ends[number] = (uint32_t)bits32(leaves & (u16x32)(here->length >= P3_BAND_LEAST_RUN));
  here->low = pick_pair(leaves, sample, low);
  here->high = pick_pair(leaves, sample, high);
  // Counts stop at the top: a plateau that long is no part of a ramp.
  here->length = __builtin_elementwise_add_sat(here->length & ~leaves, (u16x32)1);
}

/// Lists those of `count` samples that ended plateaus of one of two vectors.
INLINE size_t list_ends(const met_plateaus *met, size_t count, int vector, uint8_t *list) {
  size_t ended = 0;
  for (size_t i = 0; i < count; i++) {
    list[ended] = (uint8_t)i;
    ended += (uint16_t)(met->ends[i] >> vector * P3_BAND_LANES) != 0;
  }
  return ended;
}

/// The half of `pair` that is one of two vectors.
INLINE u16x16 half(const u16x32 *pair, int vector) { return load16((const uint16_t *)pair + vector * P3_BAND_LANES); }

/// The plateaus of one of two vectors that sample `number` ended become the last ones, `since` samples after what `last`
/// knows. Fills `closing`, which is to be at `place`, where that makes or ends a chain, and returns how many closings
/// that are: 1 or 0.
INLINE size_t close_plateaus(
    last_plateaus *last, const met_plateaus *met, size_t number, int vector, uint16_t since, u16x16 tolerance,
    u16x16 least_step, p3_band_closing *closing, p3_band_place place) {
  const open_plateaus *open = &met->open[number];
  const u16x16 low = half(&open->low, vector), high = half(&open->high, vector), length = half(&open->length, vector);
  const u16x16 ends = mask16((uint16_t)(met->ends[number] >> vector * P3_BAND_LANES));
  const u16x16 age = plus(last->age, (u16x16)since);
  const u16x16 middle = low + ((high - low) >> 1);
  const u16x16 size = __builtin_elementwise_max(middle, last->value) - __builtin_elementwise_min(middle, last->value);
  const u16x16 near = (u16x16)(age - length <= P3_BAND_MOST_GAP) & (u16x16)(age != UINT16_MAX);
  const u16x16 joins = near & (u16x16)(size <= tolerance);
  const u16x16 steps = near & (u16x16)(size >= least_step) & (u16x16)(size <= P3_BAND_MOST_STEP);
  const uint16_t lanes = bits16(ends & (steps | (last->climbs & ~joins)));
  if (lanes) {
    store16(closing->middle, middle);
    store16(closing->length, length);
    store16(closing->value, last->value);
    store16(closing->extent, last->extent);
    store16(closing->age, age);
    closing->lanes = lanes;
    closing->steps = bits16(steps);
    closing->place = place;
  }
  const u16x16 follows = ends & ~joins;
  last->value = pick(follows, middle, last->value);
  last->extent = pick(follows, length, pick(ends, plus(last->extent, age), last->extent));
  last->climbs = pick(follows, steps, last->climbs);
  last->age = age & ~ends;
  return lanes != 0;
}

/// Closes what samples of `count` rows ended in the columns of one of two vectors, number `number` of the row.
INLINE size_t close_down(const met_plateaus *met, int vector, size_t number, size_t count, p3_band_open *open,
                         p3_band_closing *closings) {
  uint8_t list[P3_BAND_GROUP * P3_BAND_TOLERANCES];
  const size_t ended = list_ends(met, count * P3_BAND_TOLERANCES, vector, list);
  size_t closed = 0;
  last_plateaus last[P3_BAND_TOLERANCES] = {load_last(open), load_last(open + 1)};
  uint16_t known[P3_BAND_TOLERANCES] = {0};
  for (size_t i = 0; i < ended; i++) {
    const uint16_t sample = list[i], row = sample / P3_BAND_TOLERANCES, t = sample % P3_BAND_TOLERANCES;
    closed += close_plateaus(
        &last[t], met, sample, vector, row - known[t], (u16x16)(t ? P3_BAND_WIDE : P3_BAND_NARROW),
        (u16x16)(t ? P3_BAND_WIDE_STEP : P3_BAND_NARROW_STEP), closings + closed,
        (p3_band_place){.at = row, .vector = (uint16_t)number, .tolerance = t});
    known[t] = row;
  }
  for (int t = 0; t < P3_BAND_TOLERANCES; t++) {
    last[t].age = plus(last[t].age, (u16x16)(uint16_t)(count - known[t]));
    store_last(open + t, &last[t]);
  }
  return closed;
}

static size_t down(const uint16_t *const rows[P3_BAND_GROUP], size_t count, size_t vectors, p3_band_open *open,
                   p3_band_closing *closings) {
  size_t closed = 0;
  for (size_t vector = 0; vector < vectors; vector += 2, open += 2 * P3_BAND_TOLERANCES) {
    // Beside the last of an odd number, lanes that mean nothing.
    p3_band_open none[P3_BAND_TOLERANCES] = {0};
    p3_band_open *second = vector + 1 < vectors ? open + P3_BAND_TOLERANCES : none;
    met_plateaus met;
    open_plateaus narrow = load_open(open, second), wide = load_open(open + 1, second + 1);
    for (size_t row = 0; row < count; row++) {
      const u16x32 sample = load32(rows[row] + vector * P3_BAND_LANES);
      widen(&narrow, sample, (u16x32)P3_BAND_NARROW, &met, row * P3_BAND_TOLERANCES);
      widen(&wide, sample, (u16x32)P3_BAND_WIDE, &met, row * P3_BAND_TOLERANCES + 1);
    }
    store_open(open, second, &narrow);
    store_open(open + 1, second + 1, &wide);
    closed += close_down(&met, 0, vector, count, open, closings + closed);
    if (second != none) closed += close_down(&met, 1, vector + 1, count, second, closings + closed);
  }
  return closed;
}

/// Turns eight samples of eight rows into eight vectors of one sample per row.
INLINE void transpose(const uint16_t *const rows[P3_BAND_GROUP], size_t first, uint16_t *columns) {
  u16x8 a[8], b[8];
  for (int i = 0; i < 8; i++) a[i] = load8(rows[i] + first);
  for (int i = 0; i < 4; i++) {
    b[2 * i] = __builtin_shufflevector(a[i], a[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
    b[2 * i + 1] = __builtin_shufflevector(a[i], a[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
  }
  for (int i = 0; i < 4; i++) {
    a[2 * i] = __builtin_shufflevector(b[i], b[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
    a[2 * i + 1] = __builtin_shufflevector(b[i], b[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
  }
  for (int i = 0; i < 4; i++) {
    store8(columns + 16 * i, __builtin_shufflevector(a[i], a[i + 4], 0, 8, 1, 9, 2, 10, 3, 11));
    store8(columns + 16 * i + 8, __builtin_shufflevector(a[i], a[i + 4], 4, 12, 5, 13, 6, 14, 7, 15));
  }
}

INLINE u16x16 both(u16x8 low, u16x8 high) {
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/// Eight samples each of two channels, both twice: for the narrow and for the wide tolerance.
INLINE u16x32 twice(u16x16 samples) {
  u16x32 pair;
  pair.lo = both(samples.lo, samples.lo);
  pair.hi = both(samples.hi, samples.hi);
  return pair;
}

/// Closes what the samples of `pixels` pixels ended in the rows of one of two channels.
INLINE size_t close_along(const met_plateaus *met, int vector, int channel, size_t pixels, p3_band_open *open,
                          p3_band_closing *closings) {
  uint8_t list[P3_BAND_TILE];
  const size_t ended = list_ends(met, pixels, vector, list);
  const u16x16 tolerance = both((u16x8)P3_BAND_NARROW, (u16x8)P3_BAND_WIDE);
  const u16x16 least_step = both((u16x8)P3_BAND_NARROW_STEP, (u16x8)P3_BAND_WIDE_STEP);
  size_t closed = 0;
  uint16_t known = 0;
  last_plateaus last = load_last(open);
  for (size_t i = 0; i < ended; i++) {
    const uint16_t x = list[i];
    closed += close_plateaus(&last, met, x, vector, x - known, tolerance, least_step, closings + closed,
                             (p3_band_place){.at = x, .vector = (uint16_t)channel});
    known = x;
  }
  last.age = plus(last.age, (u16x16)(uint16_t)(pixels - known));
  store_last(open, &last);
  return closed;
}

static size_t along(const uint16_t *const rows[P3_BAND_GROUP], int channels, size_t pixels, p3_band_open *open,
                    p3_band_closing *closings) {
  // Beside the last of an odd number of channels, one that means nothing.
  uint16_t columns[(P3_BAND_TILE * 4 + 1) * P3_BAND_GROUP];
  for (size_t i = 0; i < pixels * (size_t)channels; i += 8) transpose(rows, i, columns + i * P3_BAND_GROUP);
  memset(columns + pixels * (size_t)channels * P3_BAND_GROUP, 0, P3_BAND_GROUP * sizeof *columns);
  u16x32 tolerance;
  tolerance.lo = tolerance.hi = both((u16x8)P3_BAND_NARROW, (u16x8)P3_BAND_WIDE);
  size_t closed = 0;
  for (int channel = 0; channel < channels; channel += 2) {
    p3_band_open none = {0}, *second = channel + 1 < channels ? open + channel + 1 : &none;
    open_plateaus here = load_open(open + channel, second);
    met_plateaus met;
    for (size_t x = 0; x < pixels; x++) {
      const uint16_t *sample = columns + (x * (size_t)channels + (size_t)channel) * P3_BAND_GROUP;
      widen(&here, twice(load16(sample)), tolerance, &met, x);
    }
    store_open(open + channel, second, &here);
    closed += close_along(&met, 0, channel, pixels, open + channel, closings + closed);
    if (second != &none) closed += close_along(&met, 1, channel + 1, pixels, second, closings + closed);
  }
  return closed;
}

// MARK: Words of lanes

INLINE u64x8 load_words(const uint64_t *from) {
  u64x8 value;
  memcpy(&value, from, sizeof value);
  return value;
}

INLINE void store_words(uint64_t *to, u64x8 value) { memcpy(to, &value, sizeof value); }
INLINE int any(u64x8 words) { return __builtin_reduce_or(words) != 0; }

/// The bits from `count` lanes behind on, 0 to 63.
INLINE u64x8 behind(const uint64_t *words, int count) {
  // Two shifts, for 64 is one too far.
  return load_words(words) >> (uint64_t)count | load_words(words + 1) << 1 << (uint64_t)(63 - count);
}

INLINE void count_words(const uint64_t *changes, int channels, size_t blocks, int digits, uint64_t *counts) {
  for (size_t block = 0; block < blocks; block++) {
    u64x8 carry = load_words(changes + block * P3_BAND_BLOCK);
    for (int c = 1; c < channels; c++) carry |= behind(changes + block * P3_BAND_BLOCK, c);
    for (uint64_t *digit = counts + block * (size_t)digits * P3_BAND_BLOCK; any(carry); digit += P3_BAND_BLOCK) {
      const u64x8 before = load_words(digit);
      store_words(digit, before ^ carry);
      carry &= before;
    }
  }
}

static void count(const uint64_t *changes, int channels, size_t blocks, int digits, uint64_t *counts) {
  switch (channels) {
    case 1: count_words(changes, 1, blocks, digits, counts); break;
    case 2: count_words(changes, 2, blocks, digits, counts); break;
    case 3: count_words(changes, 3, blocks, digits, counts); break;
    default: count_words(changes, 4, blocks, digits, counts); break;
  }
}

/// Adds what one word's counters say of the lanes in `mask`.
INLINE uint32_t sum_word(const uint64_t *digit, int digits, uint64_t mask) {
  uint32_t total = 0;
  for (int d = 0; d < digits; d++) total += (uint32_t)__builtin_popcountll(digit[d * P3_BAND_BLOCK] & mask) << d;
  return total;
}

INLINE void sum_digits(const uint64_t *counts, int digits, size_t lanes, size_t step, int channels, uint32_t *sums) {
  memset(sums, 0, (lanes + step - 1) / step * sizeof *sums);
  size_t end = step;  // of the cell in hand
  for (size_t word = 0; word * 64 < lanes; word++) {
    const uint64_t *digit = counts + word / P3_BAND_BLOCK * (size_t)digits * P3_BAND_BLOCK + word % P3_BAND_BLOCK;
    uint64_t rest = 0;
    for (int d = 0; d < digits; d++) rest |= digit[d * P3_BAND_BLOCK];
    rest &= p3_band_channel_lanes(channels, word, 0);
    for (; end < (word + 1) * 64; end += step) {
      const uint64_t behind = UINT64_MAX << end % 64;
      if (rest & ~behind) *sums += sum_word(digit, digits, rest & ~behind);
      rest &= behind;
      sums++;
    }
    if (rest) *sums += sum_word(digit, digits, rest);
  }
}

static void sum(const uint64_t *counts, int digits, size_t lanes, size_t step, int channels, uint32_t *sums) {
  switch (digits) {
    case P3_BAND_FEW_DIGITS: sum_digits(counts, P3_BAND_FEW_DIGITS, lanes, step, channels, sums); break;
    case P3_BAND_SOME_DIGITS: sum_digits(counts, P3_BAND_SOME_DIGITS, lanes, step, channels, sums); break;
    default: sum_digits(counts, P3_BAND_MOST_DIGITS, lanes, step, channels, sums);
  }
}

/// Lists the words of a block, which begins with word `first`, that have a bit set; behind `count` others.
INLINE size_t list_words(u64x8 words, size_t first, uint32_t *list, size_t count) {
  if (!any(words)) return count;
  for (size_t i = 0; i < P3_BAND_BLOCK; i++) {
    list[count] = (uint32_t)(first + i);
    count += words[i] != 0;
  }
  return count;
}

static size_t starts(const uint64_t *edges, int channels, size_t blocks, uint64_t *starts, uint32_t *list) {
  size_t count = 0;
  for (size_t word = 0; word < blocks * P3_BAND_BLOCK; word += P3_BAND_BLOCK) {
    u64x8 here = load_words(edges + word);
    for (int i = 1; i < P3_BAND_LEAST_RUN; i++) here &= ~behind(edges + word, i * channels);
    store_words(starts + word, here);
    count = list_words(here, word, list, count);
  }
  return count;
}

static size_t columns(uint64_t *const edges[P3_BAND_LEAST_RUN], size_t blocks, uint64_t *inside, uint64_t *starts,
                      uint64_t *ends, uint32_t *list) {
  size_t count = 0;
  for (size_t word = 0; word < blocks * P3_BAND_BLOCK; word += P3_BAND_BLOCK) {
    const u64x8 now = load_words(edges[0] + word), before = load_words(inside + word);
    const u64x8 since = now | load_words(edges[1] + word) | load_words(edges[2] + word);
    const u64x8 begun = load_words(edges[3] + word) & ~since, ended = now & before;
    store_words(starts + word, begun);
    store_words(ends + word, ended);
    store_words(inside + word, (before & ~ended) | begun);
    count = list_words(begun | ended, word, list, count);
  }
  return count;
}

#undef INLINE
#undef LARGE
#undef AVERAGED

const p3_band_kernels NAME = {compare, average, down, along, count, sum, starts, columns};

#pragma clang diagnostic pop
