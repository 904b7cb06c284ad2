#ifndef P3_ROUNDING_STEPS_H
#define P3_ROUNDING_STEPS_H

// How far a channel's linear value moves when its 16-bit code moves by half a code of 8 or of 16 bits: the most that
// rounding to that depth can have changed.

/// Half an 8-bit code is 128.5 codes of 16 bits, half a 16-bit code is 0.5: the whole codes of each.
enum { P3_WHOLE_CODES_8 = 128, P3_WHOLE_CODES_16 = 0 };

/// Bounds over many codes. They decide most colours without the steps of the colours' own codes.
typedef struct {
  /// The widest step of half a 16-bit code, and of half an 8-bit code.
  double widest16, widest8;
  /// The widest and the least step of half an 8-bit code within each 256 codes.
  double most8[256], least8[256];
} p3_rounding_steps;

/// Measures the curve `exact` of 65,536 linear values.
void p3_measure_rounding(p3_rounding_steps *steps, const double *exact);

/// How far the linear value moves when its code moves by `whole` + ½. The value between two codes is their mean; beyond
/// the ends it is the end's.
double p3_rounding_step(const double *exact, int code, int whole);

#endif
