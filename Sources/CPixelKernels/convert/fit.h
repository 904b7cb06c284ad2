#ifndef P3_FIT_H
#define P3_FIT_H

// Curves as piecewise polynomials over logarithmic segments, with proven error bounds (article Accuracy).
//
// The leading bits of a float, its exponent and a few bits of its mantissa, are the name of a segment. An integer shift
// finds the name, and wrapping around at a power of two keeps the tables in registers. An offset is added to sources
// and levels first: it limits the octaves, and puts the break of a two-part curve on the edge of a segment.

#include <stdint.h>

enum { P3_MAX_SEGMENTS = 512, P3_MAX_DEGREE = 5 };

/// Encoding fits hold for linear values y that err by at most p3_reach + p3_relative_reach·y. At the end of sRGB's
/// linear part that is less than half a code, so the curve's jump there is out of reach of both neighbouring levels.
static const double p3_reach = 0x1.2p-21, p3_relative_reach = 0x1p-20;

static inline double p3_reach_at(double y) { return p3_reach + p3_relative_reach * y; }

/// How one kind of kernel divides and evaluates a curve.
typedef struct {
  /// Bits of a float below the segment's name.
  unsigned shift;
  /// Segments in the table, a power of two; names wrap around.
  unsigned count;
  /// The degree of each polynomial.
  unsigned degree;
  /// Whether the variable is the square root of the value (encoders only): it halves the octaves.
  int takes_root;
} p3_fit_shape;

/// How polynomial kernels decode.
typedef enum {
  /// Polynomials over segments of the code.
  P3_DECODING_SEGMENTS,
  /// A pure power: polynomials over segments of the code's mantissa, times the power of its octave. Near zero, where a
  /// power has no good polynomial, the error is no larger than elsewhere.
  P3_DECODING_POWERS,
  /// The nearest floats: any curve.
  P3_DECODING_TABLE,
  P3_DECODINGS
} p3_decoding;

/// Segments: linear(code) = Σ c[i]·t^i with u = code + offset and t = u − the middle of u's segment.
///
/// Powers: linear(code) = octaves[exponent of u]·Σ c[i]·t^i with u = code and t = u's mantissa − the middle of its
/// segment. Sixteen exponents name the octaves of the codes from 1 on; code 0 belongs to the octave of 2 and 3.
typedef struct {
  p3_decoding kind;
  int32_t offset;
  float c[P3_MAX_DEGREE + 1][32];
  float octaves[16];
  /// |fitted − exact| ≤ relative·fitted + absolute on all 65,536 codes.
  double relative, absolute;
} p3_decoding_fit;

/// fixed(y) = base + round(Σ c[i]·t^i), i ≥ 1, in 1/65536 of a code, with u = scale·y + offset (or scale·√y + offset)
/// clamped to offset…top. Its integer part is the code, and fixed(levels[k]) lies near k + 1.
typedef struct {
  float scale, offset, top;
  uint32_t base[P3_MAX_SEGMENTS];
  float c[P3_MAX_DEGREE + 1][P3_MAX_SEGMENTS];
  /// Largest growth of `fixed` per unit of y within reach of the segment.
  double slope[P3_MAX_SEGMENTS];
  /// The largest error of `fixed` for exact y, in 1/65536 of a code: of the fit, of jumps between segments, and of all
  /// rounding.
  double error[P3_MAX_SEGMENTS];
  /// The largest y of the segment.
  double upper[P3_MAX_SEGMENTS];
  /// The mean of `error` over the codes, each at most half a code. Twice this share of the samples is in doubt.
  double mean_error;
  /// Whether fixed(0) lies well inside of code 0.
  int is_black_at_zero;
} p3_encoding_fit;

/// Fits the 65,536 linear values `exact`, all at least 0. `p3_decoding_error` sets `relative` and `absolute` later, as
/// it needs the kernel's float evaluation. `break_code` is the first code of the upper part of a two-part curve, 0 for
/// other curves.
void p3_fit_decoding(p3_decoding_fit *fit, p3_fit_shape shape, const double *exact, unsigned break_code);

/// Fits values that are a power of the code, as `P3_DECODING_POWERS`. Returns 0 if a few sampled values are not.
int p3_fit_powers(p3_decoding_fit *fit, p3_fit_shape shape, const double *exact);

/// Sets the error bound from the kernel's own values of all 65,536 codes.
void p3_decoding_error(p3_decoding_fit *fit, const double *exact, const float *fitted);

/// The largest (|values − exact| − absolute) / values over 65,536 codes. Infinite if a value that errs by more than
/// `absolute` is not positive; 0 if none errs by more.
double p3_relative_error(const double *exact, const float *values, double absolute);

/// Fits the inverse of the ascending `levels` (65,535, positive, `levels[-1]` and `levels[65535]` infinite).
/// `break_code` as above. Returns 0 when they cannot be fitted at all.
int p3_fit_encoding(p3_encoding_fit *fit, p3_fit_shape shape, const double *levels, unsigned break_code);

#endif
