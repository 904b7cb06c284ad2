#include "p3_rounding.h"

#include <math.h>

#include "p3_excursions.h"
#include "p3_lanes.h"
#include "p3_plan.h"

#pragma STDC FP_CONTRACT OFF

/// Half an 8-bit code is 128.5 codes, half a 16-bit code is 0.5: so many whole ones.
enum { WHOLE_8 = 128, WHOLE_16 = 0 };

/// How far the linear value moves when its code moves by `whole` and a half: between two codes lies their mean, and
/// beyond the ends the end.
static double step_of(const double *exact, int code, int whole) {
  double above = code + whole + 1 > 65535 ? exact[65535] : (exact[code + whole] + exact[code + whole + 1]) / 2;
  double below = code < whole + 1 ? exact[0] : (exact[code - whole - 1] + exact[code - whole]) / 2;
  return fmax(fabs(above - exact[code]), fabs(exact[code] - below));
}

/// The same for two codes side by side, far enough from the ends.
static p3_lanes steps_of(const double *here, int whole) {
  p3_lanes exact = p3_load(here);
  p3_lanes above = (p3_load(here + whole) + p3_load(here + whole + 1)) / 2;
  p3_lanes below = (p3_load(here - whole - 1) + p3_load(here - whole)) / 2;
  return p3_larger(p3_magnitude(above - exact), p3_magnitude(exact - below));
}

/// The steps of two neighbouring codes.
static p3_lanes both_steps(const double *exact, int code, int whole) {
  if (code >= whole + 1 && code + whole + 2 <= 65535) return steps_of(exact + code, whole);
  return (p3_lanes){step_of(exact, code, whole), step_of(exact, code + 1, whole)};
}

void p3_measure_rounding(p3_rounding_steps *steps, const double *exact) {
  p3_lanes widest8 = {0}, widest16 = {0};
  for (int window = 0; window < 256; window++) {
    p3_lanes most = {0}, least = {INFINITY, INFINITY};
    for (int code = 256 * window; code < 256 * (window + 1); code += 2) {
      p3_lanes step8 = both_steps(exact, code, WHOLE_8);
      most = p3_larger(step8, most);
      least = p3_smaller(step8, least);
      widest16 = p3_larger(both_steps(exact, code, WHOLE_16), widest16);
    }
    steps->most8[window] = p3_largest(most);
    steps->least8[window] = p3_smallest(least);
    widest8 = p3_larger(most, widest8);
  }
  steps->widest8 = p3_largest(widest8);
  steps->widest16 = p3_largest(widest16);
}

/// Channel by channel, so necessary rather than sufficient: colours that rounding pushed out are all found.
static int is_explained(const p3_plan *plan, const double linear[3], const uint16_t codes[3], int whole) {
  double steps[3];
  for (unsigned i = 0; i < 3; i++) steps[i] = step_of(plan->decoders[i]->exact, codes[i], whole);
  for (unsigned row = 0; row < 3; row++) {
    double reach = P3_ROUNDING_REACH(plan->matrix + 3 * row, steps[0], steps[1], steps[2]);
    if (linear[row] + reach < 0 || linear[row] - reach > 1) return 0;
  }
  return 1;
}

uint8_t p3_rounding_of(const p3_plan *plan, const double linear[3], const uint16_t codes[3]) {
  if (!is_explained(plan, linear, codes, WHOLE_8)) return 0;
  return is_explained(plan, linear, codes, WHOLE_16) ? P3_WITHIN_ROUNDING_8 | P3_WITHIN_ROUNDING_16
                                                     : P3_WITHIN_ROUNDING_8;
}
