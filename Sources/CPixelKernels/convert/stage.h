#ifndef P3_STAGE_H
#define P3_STAGE_H

// The linear stage of the vector kernels: decoded floats times the matrix, and the limits that decide on the result.

/// A linear value is out of gamut from this far below 0 or above 1 on. Rounding to 16 bits alone moves colours on a gamut's
/// surface by up to 2.5e-5, 4.7e-5 with CSS's matrices: see "What counts" in the article Gamut.
static const double p3_gamut_tolerance = 5e-5;

/// Float row i of the matrix, scaled by the encoder's scale: u = offset + m·(r, g, b).
typedef struct {
  float m[3][3];
  float offset[3], top[3];
  /// u = offset + scale·y, within `margin`. Limits of the gamut in u: beyond `outside` a value is surely out, between the
  /// `inside` ones surely in, else doubles tell.
  double scale[3], margin[3];
  float outside_low[3], inside_low[3], inside_high[3], outside_high[3];
  /// Whatever u is at most this is code 0 without a doubt.
  float black[3];
  /// A pixel's linear values y err by less than bound = `weight[i]`·max(r, g, b) + `constant`. How close to a whole number
  /// `fixed` may come before the lane is in doubt: error + slope·bound of its segment, in 1/65536 of a code.
  float weight[3], constant;
} p3_linear_stage;

/// Sets the limits of the gamut of row `row`, where u = offset + scale·y and y errs by at most `error`.
void p3_bound_gamut(p3_linear_stage *stage, unsigned row, double scale, double error);

#endif
