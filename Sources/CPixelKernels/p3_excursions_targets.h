#ifndef P3_EXCURSIONS_TARGETS_H
#define P3_EXCURSIONS_TARGETS_H

#include "p3_excursions.h"

/// The 48-bit number of a colour, as its samples lie in memory: red lowest.
static inline uint64_t p3_packed_color(const uint8_t *pixel) {
  uint32_t red_green;
  uint16_t blue;
  __builtin_memcpy(&red_green, pixel, sizeof red_green);
  __builtin_memcpy(&blue, pixel + sizeof red_green, sizeof blue);
  return red_green | (uint64_t)blue << 32;
}

#define P3_EXCURSIONS_TARGET(target)                                                                            \
  void p3_describe_colors_##target(const p3_plan *plan, const uint64_t *colors, size_t count,                   \
                                   const p3_excursions *excursions, size_t first);                              \
  void p3_sum_excursions_##target(const p3_excursions *excursions, size_t count, p3_excursion_sums *sums);

P3_EXCURSIONS_TARGET(baseline)
P3_EXCURSIONS_TARGET(avx2)
P3_EXCURSIONS_TARGET(avx512)

#endif
