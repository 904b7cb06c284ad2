#include "p3_rounding.h"

#include <math.h>

#include "p3_excursions.h"
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

void p3_measure_rounding(p3_rounding_steps *steps, const double *exact) {
  steps->widest16 = steps->widest8 = 0;
  for (int window = 0; window < 256; window++) {
    double most = 0, least = INFINITY;
    for (int code = 256 * window; code < 256 * (window + 1); code++) {
      double step8 = step_of(exact, code, WHOLE_8), step16 = step_of(exact, code, WHOLE_16);
      most = step8 > most ? step8 : most;
      least = step8 < least ? step8 : least;
      if (step16 > steps->widest16) steps->widest16 = step16;
    }
    steps->most8[window] = most;
    steps->least8[window] = least;
    if (most > steps->widest8) steps->widest8 = most;
  }
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
