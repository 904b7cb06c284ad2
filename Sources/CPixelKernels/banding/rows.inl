// No include guard: included once per target, with NAME, the name of the table of kernels. plateaus.inl follows the
// tolerant plateaus.

#include "banding/image.h"
#include "banding/lane.h"

#include <stdbool.h>
#include <string.h>

// Vectors wider than a target's registers have no calling convention. All functions here are inlined, so no vector is
// passed in a call.
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

/// All bits of each lane whose bit is set in `bits`.
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

/// Half an 8-bit code, in 16-bit codes.
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
/// ⌈(a + b) / 2⌉ without a carry.
INLINE u16x32 upper_half(u16x32 a, u16x32 b) { return (a | b) - ((a ^ b) >> 1); }

/// Samples of each row that one step reads: 32, and one more pixel.
#define AVERAGED (32 + 4)

/// Averages each pixel with the next one and keeps every second average: 16 samples, or 15 for three channels.
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
  // Nothing behind the rows may be read, so the rest, less than two steps, is averaged in copies.
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

#include "banding/plateaus.inl"

// MARK: Bits of a row

INLINE u64x8 load_words(const uint64_t *from) {
  u64x8 value;
  memcpy(&value, from, sizeof value);
  return value;
}

INLINE void store_words(uint64_t *to, u64x8 value) { memcpy(to, &value, sizeof value); }
INLINE int any(u64x8 words) { return __builtin_reduce_or(words) != 0; }

/// The bits that lie `count` samples further along, `count` being 0 to 63.
INLINE u64x8 behind(const uint64_t *words, int count) {
  // Two shifts: a single shift by 64 (where `count` is 0) would be undefined.
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

/// The sum of the counters of those samples of one word that `mask` selects.
INLINE uint32_t sum_word(const uint64_t *digit, int digits, uint64_t mask) {
  uint32_t total = 0;
  for (int d = 0; d < digits; d++) total += (uint32_t)__builtin_popcountll(digit[d * P3_BAND_BLOCK] & mask) << d;
  return total;
}

INLINE void sum_digits(const uint64_t *counts, int digits, size_t samples, size_t step, int channels, uint32_t *sums) {
  memset(sums, 0, (samples + step - 1) / step * sizeof *sums);
  size_t end = step;  // of the current cell, in samples
  for (size_t word = 0; word * 64 < samples; word++) {
    const uint64_t *digit = counts + word / P3_BAND_BLOCK * (size_t)digits * P3_BAND_BLOCK + word % P3_BAND_BLOCK;
    uint64_t rest = 0;
    for (int d = 0; d < digits; d++) rest |= digit[d * P3_BAND_BLOCK];
    rest &= p3_band_channel_bits(channels, word, 0);
    for (; end < (word + 1) * 64; end += step) {
      const uint64_t behind = UINT64_MAX << end % 64;
      if (rest & ~behind) *sums += sum_word(digit, digits, rest & ~behind);
      rest &= behind;
      sums++;
    }
    if (rest) *sums += sum_word(digit, digits, rest);
  }
}

static void sum(const uint64_t *counts, int digits, size_t samples, size_t step, int channels, uint32_t *sums) {
  switch (digits) {
    case P3_BAND_FEW_DIGITS: sum_digits(counts, P3_BAND_FEW_DIGITS, samples, step, channels, sums); break;
    case P3_BAND_SOME_DIGITS: sum_digits(counts, P3_BAND_SOME_DIGITS, samples, step, channels, sums); break;
    default: sum_digits(counts, P3_BAND_MOST_DIGITS, samples, step, channels, sums);
  }
}

/// Appends the numbers of a block's words that have a bit set to the `count` entries of `list`; returns the new count.
/// `first` is the number of the block's first word.
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

static size_t columns(uint64_t *const edges[P3_BAND_LEAST_RUN], const uint64_t *followed, size_t blocks,
                      uint64_t *inside, uint64_t *starts, uint64_t *ends, uint32_t *list) {
  size_t count = 0;
  for (size_t word = 0; word < blocks * P3_BAND_BLOCK; word += P3_BAND_BLOCK) {
    const u64x8 now = load_words(edges[0] + word), before = load_words(inside + word);
    const u64x8 since = now | load_words(edges[1] + word) | load_words(edges[2] + word);
    const u64x8 begun = load_words(edges[3] + word) & load_words(followed + word) & ~since, ended = now & before;
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
