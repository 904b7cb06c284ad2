#include "convert/rounding_steps.h"

#include <math.h>

#include "cpu/doubles.h"

#pragma STDC FP_CONTRACT OFF

double p3_rounding_step(const double *exact, int code, int whole) {
  double above = code + whole + 1 > 65535 ? exact[65535] : (exact[code + whole] + exact[code + whole + 1]) / 2;
  double below = code < whole + 1 ? exact[0] : (exact[code - whole - 1] + exact[code - whole]) / 2;
  return fmax(fabs(above - exact[code]), fabs(exact[code] - below));
}

/// The steps of two codes side by side that are far enough from the ends.
static p3_doubles steps_of(const double *here, int whole) {
  p3_doubles exact = p3_load(here);
  p3_doubles above = (p3_load(here + whole) + p3_load(here + whole + 1)) / 2;
  p3_doubles below = (p3_load(here - whole - 1) + p3_load(here - whole)) / 2;
  return p3_larger(p3_magnitude(above - exact), p3_magnitude(exact - below));
}

/// The steps of two neighbouring codes.
static p3_doubles both_steps(const double *exact, int code, int whole) {
  if (code >= whole + 1 && code + whole + 2 <= 65535) return steps_of(exact + code, whole);
  return (p3_doubles){p3_rounding_step(exact, code, whole), p3_rounding_step(exact, code + 1, whole)};
}

void p3_measure_rounding(p3_rounding_steps *steps, const double *exact) {
  p3_doubles widest8 = {0}, widest16 = {0};
  for (int window = 0; window < 256; window++) {
    p3_doubles most = {0}, least = {INFINITY, INFINITY};
    for (int code = 256 * window; code < 256 * (window + 1); code += 2) {
      p3_doubles step8 = both_steps(exact, code, P3_WHOLE_CODES_8);
      most = p3_larger(step8, most);
      least = p3_smaller(step8, least);
      widest16 = p3_larger(both_steps(exact, code, P3_WHOLE_CODES_16), widest16);
    }
    steps->most8[window] = p3_largest(most);
    steps->least8[window] = p3_smallest(least);
    widest8 = p3_larger(most, widest8);
  }
  steps->widest8 = p3_largest(widest8);
  steps->widest16 = p3_largest(widest16);
}
