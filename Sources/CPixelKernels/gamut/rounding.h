#ifndef P3_ROUNDING_H
#define P3_ROUNDING_H

// Which excursions the rounding of the source's samples explains. Private to CPixelKernels.

#include <stdint.h>

#include "convert/plan.h"

/// How far linear values of the target move when those of the source move by (red, green, blue), scalars or vectors.
/// Grows with each of them, rounding included: that is what makes bounds safe.
#define P3_ROUNDING_REACH(matrix, red, green, blue) \
  (__builtin_fabs((matrix)[0]) * (red) + __builtin_fabs((matrix)[1]) * (green) + __builtin_fabs((matrix)[2]) * (blue))

/// The bits of `p3_excursions.rounding` for a colour with exact `linear` values.
uint8_t p3_rounding_of(const p3_plan *plan, const double linear[3], const uint16_t codes[3]);

#endif
