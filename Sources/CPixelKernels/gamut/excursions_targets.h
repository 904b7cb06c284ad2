#ifndef P3_EXCURSIONS_TARGETS_H
#define P3_EXCURSIONS_TARGETS_H

#include "p3_excursions.h"

#define P3_EXCURSIONS_TARGET(target)                                                          \
  void p3_describe_colors_##target(const p3_plan *plan, const uint64_t *colors, size_t count, \
                                   const p3_excursions *excursions, size_t first);            \
  void p3_sum_excursions_##target(const p3_excursions *excursions, size_t count, p3_excursion_sums *sums);

P3_EXCURSIONS_TARGET(baseline)
P3_EXCURSIONS_TARGET(avx2)
P3_EXCURSIONS_TARGET(avx512)

#endif
