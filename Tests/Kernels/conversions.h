#ifndef P3_KERNEL_CONVERSIONS_H
#define P3_KERNEL_CONVERSIONS_H

// Plans to test kernels with: every kind of curve and matrix that profiles have. Their tables are the same on every
// machine.

#include "p3_convert.h"

typedef struct {
  p3_decoder *decoders[3];
  p3_encoder *encoders[3];
  p3_plan *plan;
} conversion;

unsigned conversion_count(void);

/// Conversion number `index`, for `target`.
conversion new_conversion(unsigned index, p3_target target);
void free_conversion(conversion *conversion);

#endif
