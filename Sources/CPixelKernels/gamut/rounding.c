#include "gamut/rounding.h"

#include "p3_excursions.h"

#pragma STDC FP_CONTRACT OFF

/// Whether moving each code by up to `whole` + ½ can bring every channel into 0…1. Tests each channel by itself. So all
/// colours count that rounding pushed out, and some that no single move of the codes brings in.
static int is_within_rounding(const p3_plan *plan, const double linear[3], const uint16_t codes[3], int whole) {
  double steps[3];
  for (unsigned i = 0; i < 3; i++) steps[i] = p3_rounding_step(plan->decoders[i]->exact, codes[i], whole);
  for (unsigned row = 0; row < 3; row++) {
    double reach = P3_ROUNDING_REACH(plan->matrix + 3 * row, steps[0], steps[1], steps[2]);
    if (linear[row] + reach < 0 || linear[row] - reach > 1) return 0;
  }
  return 1;
}

uint8_t p3_rounding_of(const p3_plan *plan, const double linear[3], const uint16_t codes[3]) {
  if (!is_within_rounding(plan, linear, codes, P3_WHOLE_CODES_8)) return 0;
  return is_within_rounding(plan, linear, codes, P3_WHOLE_CODES_16) ? P3_WITHIN_ROUNDING_8 | P3_WITHIN_ROUNDING_16
                                                                    : P3_WITHIN_ROUNDING_8;
}
