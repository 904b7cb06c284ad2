#ifndef P3_STAGE_H
#define P3_STAGE_H

// The linear stage of the vector kernels: decoded floats times the matrix, and the limits that decide on the result.

/// Linear values from this far below 0 or above 1 on are out of gamut. Rounding to 16 bits alone moves colours on a
/// gamut's surface by up to 2.5e-5 (article Accuracy, "Linear strips and the gamut").
static const double p3_gamut_tolerance = 5e-5;

/// Float row i of the matrix, scaled by the encoder's scale: u = offset + m·(r, g, b).
typedef struct {
  float m[3][3];
  float offset[3], top[3];
  /// u = offset + scale·y, within `margin`. The gamut's limits in u: beyond the `outside` limits a value is surely out,
  /// between the `inside` limits surely in; the rest is decided in double.
  double scale[3], margin[3];
  float outside_low[3], inside_low[3], inside_high[3], outside_high[3];
  /// Up to this u the code is surely 0.
  float black[3];
  /// A pixel's linear value y errs by less than bound = `weight[i]`·max(r, g, b) + `constant`. A sample is in doubt if
  /// `fixed` is closer to a whole code than its segment's error + slope·bound, in 1/65536 of a code.
  float weight[3], constant;
} p3_linear_stage;

/// Sets the limits of the gamut of row `row`, where u = offset + scale·y and y errs by at most `error`.
void p3_bound_gamut(p3_linear_stage *stage, unsigned row, double scale, double error);

#endif
