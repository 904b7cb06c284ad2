#ifndef P3_ROUNDING_H
#define P3_ROUNDING_H

// Whether rounding the source's samples can have put a colour out of gamut.

#include <stdint.h>

#include "convert/plan.h"

/// The largest move of a linear value of the target if the source's linear values move by (red, green, blue), numbers
/// or vectors. It rises with each of the three, even as computed, so bounds of these give a bound of it.
#define P3_ROUNDING_REACH(matrix, red, green, blue) \
  (__builtin_fabs((matrix)[0]) * (red) + __builtin_fabs((matrix)[1]) * (green) + __builtin_fabs((matrix)[2]) * (blue))

/// The bits of `p3_excursions.rounding` for a colour with exact `linear` values.
uint8_t p3_rounding_of(const p3_plan *plan, const double linear[3], const uint16_t codes[3]);

#endif
