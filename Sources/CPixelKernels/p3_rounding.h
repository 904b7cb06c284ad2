#ifndef P3_ROUNDING_H
#define P3_ROUNDING_H

// Which excursions the rounding of the source's samples explains. Private to CPixelKernels.

#include <stdint.h>

typedef struct p3_decoder p3_decoder;
typedef struct p3_plan p3_plan;

/// How far half a code moves the linear values of one channel: what tells most colours without a look at theirs.
typedef struct {
  /// The widest step of half a 16-bit code, and of half an 8-bit code.
  double widest16, widest8;
  /// The widest and the least step of half an 8-bit code from each 256 codes.
  double most8[256], least8[256];
} p3_rounding_steps;

/// Measures the curve `exact` of 65,536 linear values.
void p3_measure_rounding(p3_rounding_steps *steps, const double *exact);

/// How far linear values of the target move when those of the source move by (red, green, blue), scalars or vectors.
/// Grows with each of them, rounding included: that is what makes bounds safe.
#define P3_ROUNDING_REACH(matrix, red, green, blue) \
  (__builtin_fabs((matrix)[0]) * (red) + __builtin_fabs((matrix)[1]) * (green) + __builtin_fabs((matrix)[2]) * (blue))

/// The bits of `p3_excursions.rounding` for a colour with exact `linear` values.
uint8_t p3_rounding_of(const p3_plan *plan, const double linear[3], const uint16_t codes[3]);

#endif
