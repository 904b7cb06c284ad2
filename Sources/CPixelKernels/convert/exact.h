#ifndef P3_EXACT_H
#define P3_EXACT_H

// The definition of the result, in double: the scalar target, and the samples that vector kernels cannot decide.

#include "convert/plan.h"

/// The code of `y`: the number of levels that it reaches; 0 for NaN.
uint16_t p3_exact_code(const p3_encoder *encoder, double y);

/// Row `row` of the matrix times the decoded codes, in the written order.
double p3_exact_linear(const p3_plan *plan, unsigned row, uint16_t red, uint16_t green, uint16_t blue);

/// Converts pixel by pixel, as `p3_convert_color` does, without a tally.
void p3_convert_color_exact(const p3_plan *plan, const uint8_t *source, uint8_t *destination, size_t count,
                            unsigned channels);

/// Recomputes the samples of a tile that are in doubt.
void p3_repair(const p3_plan *plan, const p3_tile *tile, const void *source, void *result, size_t count,
               unsigned channels);

#endif
