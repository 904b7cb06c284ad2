// Joins two conversions along a plane: each channel takes the larger or the smaller of two codes.

#include "p3_extremes.h"

/// Samples in whole pixels of any channel count and in whole vectors.
enum { PERIOD = 48 };

/// The larger of `a` and `b` if `flip` is 0. If `flip` is all ones: the larger of the complements, which is the
/// smaller.
static inline uint16_t extreme(uint16_t a, uint16_t b, uint16_t flip) {
  a ^= flip;
  b ^= flip;
  return (uint16_t)((a > b ? a : b) ^ flip);
}

void p3_take_extremes(uint16_t *samples, const uint16_t *others, size_t count, unsigned channels, unsigned larger) {
  uint16_t flips[PERIOD];
  for (unsigned i = 0; i < PERIOD; i++) flips[i] = larger >> i % channels & 1 ? 0 : 0xffff;
  const size_t end = count * channels, whole = end - end % PERIOD;
  for (size_t first = 0; first < whole; first += PERIOD) {
    for (unsigned i = 0; i < PERIOD; i++) {
      samples[first + i] = extreme(samples[first + i], others[first + i], flips[i]);
    }
  }
  for (size_t i = whole; i < end; i++) samples[i] = extreme(samples[i], others[i], flips[i % PERIOD]);
}
