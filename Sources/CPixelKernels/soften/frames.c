// Marks of pixels that are darker than paper, and long runs of them: what the frames of photographs are found by.

#include "soften/bits.h"

uint64_t p3_soften_count_bits(const p3_soften_bits *bits, int64_t x, int64_t end) {
  uint64_t count = 0;
  while (x < end) {
    const int64_t stop = (x | 63) + 1 < end ? (x | 63) + 1 : end;
    const uint64_t word = bits[x / 64] >> (x % 64) << (64 - (stop - x));
    count += (uint64_t)__builtin_popcountll(word);
    x = stop;
  }
  return count;
}

/// The marks of `n` pixels, 1 to 64. Most words are all paper or all ink, which the extremes show.
static inline uint64_t marks_of(const uint16_t *whiteness, int64_t n, uint16_t limit) {
  uint16_t least = 65535, most = 0;
  for (int64_t k = 0; k < n; k++) {
    least = whiteness[k] < least ? whiteness[k] : least;
    most = whiteness[k] > most ? whiteness[k] : most;
  }
  if (least >= limit || most == 0) return 0;
  if (least > 0 && most < limit) return ~UINT64_C(0) >> (64 - n);
  uint64_t word = 0;
  for (int64_t k = 0; k < n; k++) word |= (uint64_t)(whiteness[k] != 0 && whiteness[k] < limit) << k;
  return word;
}

void p3_soften_mark_row(const uint16_t *whiteness, int64_t width, uint16_t limit, p3_soften_bits *marks) {
  for (int64_t first = 0; first < width; first += 64)
    marks[first / 64] = marks_of(whiteness + first, width - first < 64 ? width - first : 64, limit);
}

int64_t p3_soften_long_runs(const p3_soften_bits *marks, int64_t width, uint32_t *spans) {
  const int64_t words = p3_soften_words(width);
  int64_t count = 0;
  for (int64_t x = 0; x < width;) {
    const int64_t i = x / 64;
    unsigned __int128 set = i + 1 < words ? (unsigned __int128)marks[i + 1] << 64 : 0;
    set = (set | marks[i]) >> (x % 64);
    // A bit stays that begins 2, 4, 8, 16 and P3_SOFTEN_LONG_RUN set ones.
    for (int distance = 1; distance < P3_SOFTEN_LONG_RUN; distance *= 2) set &= set >> distance;
    const uint64_t starts = (uint64_t)set & ~UINT64_C(0) >> (x % 64);
    if (starts == 0) {
      x = (x | 63) + 1;
      continue;
    }
    const int64_t start = x + __builtin_ctzll(starts);
    x = p3_soften_next_clear(marks, start, width);
    spans[2 * count] = (uint32_t)start, spans[2 * count + 1] = (uint32_t)x;
    count++;
  }
  return count;
}
