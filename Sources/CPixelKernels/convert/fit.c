// Fits curves by piecewise polynomials and bounds their error.
//
// The problem: a code is the number of decision levels that a value reaches. A search among 65,535 levels is slow, and
// a float polynomial alone would sometimes be one code off. The idea: fit a polynomial per segment, and prove a bound
// of everything that can be wrong with it. If the result's fraction is further from a whole code than the bound, the
// code is certain; otherwise the sample is computed again in double (exact.c). So results are exact whatever the fit; a
// better fit only means fewer samples in doubt.
//
//   for each segment of u:
//     interpolate the levels nearest to Chebyshev's nodes; round the coefficients as the kernel stores them
//     error = largest |fixed(level k) - (k + 1)| over all its levels      (between levels fixed only rises)
//           + what float evaluation rounds + how far fixed may fall between two levels
//     slope = largest growth of fixed per unit of y                       (turns the matrix's error into codes)
//     where a level is close to the edge of two segments: both get the larger bounds, plus the jump

#include "convert/fit.h"

#include <math.h>
#include <string.h>

#include "convert/levels.h"
#include "cpu/doubles.h"

#pragma STDC FP_CONTRACT OFF

static uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static double float_of(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/// The coefficients in t of the polynomial through `degree + 1` points (t scaled by `half` while solving).
static void interpolate(unsigned degree, const double *t, const double *values, double half, double *c) {
  double rows[P3_MAX_DEGREE + 1][P3_MAX_DEGREE + 2];
  for (unsigned i = 0; i <= degree; i++) {
    double power = 1;
    for (unsigned j = 0; j <= degree; j++, power *= t[i] / half) rows[i][j] = power;
    rows[i][degree + 1] = values[i];
  }
  for (unsigned column = 0; column <= degree; column++) {
    unsigned pivot = column;
    for (unsigned i = column + 1; i <= degree; i++) {
      if (fabs(rows[i][column]) > fabs(rows[pivot][column])) pivot = i;
    }
    for (unsigned j = 0; j <= degree + 1; j++) {
      double swapped = rows[pivot][j];
      rows[pivot][j] = rows[column][j];
      rows[column][j] = swapped;
    }
    for (unsigned i = 0; i <= degree; i++) {
      if (i == column || rows[column][column] == 0) continue;
      double factor = rows[i][column] / rows[column][column];
      for (unsigned j = column; j <= degree + 1; j++) rows[i][j] -= factor * rows[column][j];
    }
  }
  double scale = 1;
  for (unsigned j = 0; j <= degree; j++, scale *= half) {
    c[j] = rows[j][j] == 0 ? 0 : rows[j][degree + 1] / rows[j][j] / scale;
  }
}

/// Chebyshev's node number `index` of `count` in low…high.
static double node(unsigned index, unsigned count, double low, double high) {
  const double pi = 3.14159265358979323846;
  double angle = pi * (count - index - 0.5) / count;
  return (low + high) / 2 + (high - low) / 2 * cos(angle);
}

/// Drops points that do not lie beyond their predecessor, and returns how many are left.
static unsigned distinct(unsigned count, double *t, double *values) {
  unsigned kept = 0;
  for (unsigned i = 0; i < count; i++) {
    if (kept > 0 && t[i] <= t[kept - 1]) continue;
    t[kept] = t[i];
    values[kept++] = values[i];
  }
  return kept;
}

// MARK: Decoding

/// The offset that puts `break_code` on the edge of a segment; the least offset if none does.
static int32_t decoding_offset(p3_fit_shape shape, unsigned break_code) {
  // Within these limits no two segments of 65,536 codes wrap around into one: the first code lies in the second segment
  // at least, the last code in the first segment of the fifth octave.
  const int32_t first = 4096, segments_per_octave = 1 << (23 - shape.shift);
  const int32_t least = first + first / segments_per_octave, most = 2 * first * 4;
  for (int32_t octave = first; octave <= most && break_code > 0; octave *= 2) {
    for (int32_t i = 0; i < segments_per_octave; i++) {
      int32_t offset = octave + i * (octave / segments_per_octave) - (int32_t)break_code;
      uint32_t names = (bits_of((float)(offset + 65535)) >> shape.shift) - (bits_of((float)offset) >> shape.shift);
      if (offset >= least && names < shape.count) return offset;
    }
  }
  return least;
}

/// Fits the segment `name`.
static void fit_decoding_segment(p3_decoding_fit *fit, p3_fit_shape shape, const double *exact, uint32_t name) {
  double low = float_of(name << shape.shift), high = float_of((name + 1) << shape.shift);
  double middle = (low + high) / 2, half = (high - low) / 2;
  double from = fmax(low, fit->offset), to = fmin(high - 1, fit->offset + 65535.0);
  double t[P3_MAX_DEGREE + 1], values[P3_MAX_DEGREE + 1], c[P3_MAX_DEGREE + 1] = {0};
  for (unsigned i = 0; i <= shape.degree; i++) {
    double u = rint(node(i, shape.degree + 1, from, to));
    t[i] = u - middle;
    values[i] = exact[(int32_t)u - fit->offset];
  }
  unsigned points = distinct(shape.degree + 1, t, values);
  interpolate(points - 1, t, values, half, c);
  for (unsigned i = 0; i <= shape.degree; i++) fit->c[i][name & (shape.count - 1)] = (float)c[i];
}

void p3_fit_decoding(p3_decoding_fit *fit, p3_fit_shape shape, const double *exact, unsigned break_code) {
  memset(fit, 0, sizeof *fit);
  fit->offset = decoding_offset(shape, break_code);
  const uint32_t first = bits_of((float)fit->offset) >> shape.shift;
  const uint32_t last = bits_of((float)(fit->offset + 65535)) >> shape.shift;
  for (uint32_t name = first; name <= last; name++) fit_decoding_segment(fit, shape, exact, name);
}

/// The exponent of the pure power through the values of two codes; 0 if a third code's value is not on that curve.
static double exponent_of(const double *exact) {
  if (!(exact[0] == 0 && exact[128] > 0 && exact[65535] > 0 && isfinite(exact[65535]))) return 0;
  const double exponent = log2(exact[32768] / exact[16384]), third = log2(exact[16384] / exact[128]);
  return fabs(third - 7 * exponent) < 0x1p-30 ? exponent : 0;
}

int p3_fit_powers(p3_decoding_fit *fit, p3_fit_shape shape, const double *exact) {
  const double exponent = exponent_of(exact);
  if (!(exponent > 0)) return 0;
  memset(fit, 0, sizeof *fit);
  fit->kind = P3_DECODING_POWERS;
  for (uint32_t i = 0; i < shape.count; i++) {
    const uint32_t name = (bits_of(1) >> shape.shift) + i;
    const double low = float_of(name << shape.shift), high = float_of((name + 1) << shape.shift);
    double t[P3_MAX_DEGREE + 1], values[P3_MAX_DEGREE + 1], c[P3_MAX_DEGREE + 1];
    for (unsigned k = 0; k <= shape.degree; k++) {
      const double mantissa = node(k, shape.degree + 1, low, high);
      t[k] = mantissa - (low + high) / 2;
      values[k] = pow(mantissa, exponent);
    }
    interpolate(shape.degree, t, values, (high - low) / 2, c);
    for (unsigned k = 0; k <= shape.degree; k++) fit->c[k][name & (shape.count - 1)] = (float)c[k];
  }
  for (int octave = 0; octave < 16; octave++) {
    const uint32_t biased = bits_of(ldexpf(1, octave)) >> 23;
    fit->octaves[biased & 15] = (float)(exact[65535] * pow(ldexp(1, octave) / 65535, exponent));
  }
  return 1;
}

void p3_decoding_error(p3_decoding_fit *fit, const double *exact, const float *fitted) {
  // The absolute part is a thousandth of a code where curves are steepest. Without it the values next to 0, whose
  // errors are smallest, would set the relative part. Powers are not exact at 0.
  fit->absolute = fmax(0x1p-30, 1.01 * fabs(fitted[0] - exact[0]));
  fit->relative = p3_relative_error(exact, fitted, fit->absolute);
}

double p3_relative_error(const double *exact, const float *values, double absolute) {
  enum { BLOCK = 8 };
  double relative = 0;
  for (unsigned first = 0; first < 65536; first += BLOCK) {
    // Divides only values that may exceed the largest error so far.
    const double limit = relative * (1 - 0x1p-40);
    p3_double_mask exceeds = {0};
    for (unsigned code = first; code < first + BLOCK; code += 2) {
      p3_doubles value = {values[code], values[code + 1]};
      exceeds |= p3_magnitude(value - p3_load(exact + code)) - absolute > limit * p3_magnitude(value);
    }
    if (!(exceeds[0] | exceeds[1])) continue;
    for (unsigned code = first; code < first + BLOCK; code++) {
      double error = fabs(values[code] - exact[code]) - absolute;
      if (error > 0) relative = fmax(relative, values[code] > 0 ? error / values[code] : INFINITY);
    }
  }
  return relative;
}

// MARK: Encoding

/// One segment while it is fitted.
typedef struct {
  unsigned index, degree;
  double low, high, middle;
  double c[P3_MAX_DEGREE + 1];
  /// The bounds of this segment alone, without those of its neighbours.
  double error, slope;
} segment;

/// The polynomial at `u`. Double stands for exact arithmetic: its rounding is 2⁻²⁰ of the accuracy needed here.
static double value_at(const segment *s, double u) {
  double t = u - s->middle, value = 0;
  for (unsigned i = s->degree; i > 0; i--) value = (value + s->c[i]) * t;
  return value + s->c[0];
}

static double growth_at(const segment *s, double u) {
  double t = u - s->middle, growth = 0;
  for (unsigned i = s->degree; i > 0; i--) growth = growth * t + i * s->c[i];
  return growth;
}

static double u_of(const p3_encoding_fit *fit, int takes_root, double y) {
  return (takes_root ? sqrt(y) : y) * fit->scale + fit->offset;
}

static double y_of(const p3_encoding_fit *fit, int takes_root, double u) {
  double x = (u - fit->offset) / fit->scale;
  if (x < 0) x = 0;
  return takes_root ? x * x : x;
}

/// The number of levels that `y` reaches.
static unsigned code_of(const double *levels, double y) { return p3_levels_reached(levels, y, 0, 65535); }

/// How far `fixed` lies outside of code `code`, which covers 65536·code…65536·(code + 1). Unit: 1/65536 of a code.
static double excess(double fixed, unsigned code) {
  double low = 65536.0 * code, high = low + 65536;
  return fmax(0, fmax(low - fixed, fixed - high));
}

/// Interpolates points (u, fixed) near Chebyshev's nodes where `fixed` is known: k + 1 at level k. The open ends count
/// half a code.
static void fit_segment(p3_encoding_fit *fit, p3_fit_shape shape, const double *levels, segment *s) {
  double t[P3_MAX_DEGREE + 1], values[P3_MAX_DEGREE + 1];
  for (unsigned i = 0; i <= shape.degree; i++) {
    double u = node(i, shape.degree + 1, s->low, s->high);
    unsigned k = code_of(levels, y_of(fit, shape.takes_root, u));
    unsigned level = k == 0 ? 0 : k - 1;
    t[i] = u_of(fit, shape.takes_root, levels[level]) - s->middle;
    values[i] = 65536.0 * (level + 1);
  }
  if (s->low <= fit->offset) {
    t[0] = s->low - s->middle;
    values[0] = 32768;  // zero lies half a code below the first level
  }
  unsigned points = distinct(shape.degree + 1, t, values);
  memset(s->c, 0, sizeof s->c);
  interpolate(points - 1, t, values, (s->high - s->low) / 2, s->c);
  s->degree = shape.degree;
  s->c[0] = rint(s->c[0]);
  for (unsigned i = 1; i <= shape.degree; i++) s->c[i] = (float)s->c[i];
}

/// A bound of all rounding: of the float evaluation with or without fused multiply-add (Horner; each step errs by half
/// a unit in the last place of its result), of the conversion to an integer, and of the error bound in the kernel.
static double rounding(const segment *s) {
  double half = fmax(s->high - s->middle, s->middle - s->low), total = 0, power = 1, all = 0;
  double terms[P3_MAX_DEGREE + 1];
  for (unsigned i = 1; i <= s->degree; i++) {
    power *= half;
    terms[i] = fabs(s->c[i]) * power;
    all += terms[i];
  }
  double rest = all;
  for (unsigned i = 1; i <= s->degree; i++) {
    total += 2 * rest;
    rest -= terms[i];
  }
  return total * 0x1p-24 + 4;
}

/// An upper bound of how far d fixed / du strays from its chord over `step`, from the third derivative.
static double curvature_bound(const segment *s, double step) {
  double half = fmax(s->high - s->middle, s->middle - s->low), power = 1, third = 0;
  for (unsigned i = 3; i <= s->degree; i++, power *= half) third += i * (i - 1) * (i - 2) * fabs(s->c[i]) * power;
  return third * step * step / 8;
}

/// An upper bound of how far the polynomial falls between two levels; 0 if it only rises.
static double monotonicity_defect(const segment *s) {
  enum { STEPS = 32 };
  double step = (s->high - s->low) / STEPS, curvature = curvature_bound(s, step), total = 0;
  for (unsigned i = 0; i < STEPS; i++) {
    double least = fmin(growth_at(s, s->low + i * step), growth_at(s, s->low + (i + 1) * step)) - curvature;
    total += fmax(0, -least) * step;
  }
  return total;
}

/// An upper bound of d fixed / du.
static double growth_bound(const segment *s) {
  enum { STEPS = 32 };
  double step = (s->high - s->low) / STEPS, most = 0;
  for (unsigned i = 0; i <= STEPS; i++) most = fmax(most, growth_at(s, s->low + i * step));
  return most + curvature_bound(s, step);
}

/// Half a unit in the last place of floats up to `x`.
static double half_unit(double x) { return ldexp(1, ilogb(x) - 24); }

typedef struct {
  /// An upper bound of d fixed / dy.
  double slope;
  /// How far `fixed` can move when the matrix's last sum rounds by half a unit in its last place.
  double sum_rounding;
} slope_bounds;

/// If a root is taken, the bounds hold for y ≥ `least_y`: the slope of √y has no bound at 0.
static slope_bounds bound_slopes(const p3_encoding_fit *fit, int takes_root, const segment *s, double least_y) {
  enum { STEPS = 128 };
  if (!takes_root) return (slope_bounds){growth_bound(s) * fit->scale, growth_bound(s) * half_unit(s->high)};
  double low = sqrt(fmax(y_of(fit, 1, s->low), least_y)), high = sqrt(y_of(fit, 1, s->high));
  double ratio = pow(high / low, 1.0 / STEPS);
  slope_bounds bounds = {0};
  for (unsigned i = 0; i < STEPS; i++, low *= ratio) {
    double u = low * fit->scale + fit->offset, step = low * (ratio - 1) * fit->scale;
    double growth = fmax(growth_at(s, u), growth_at(s, u + step)) + curvature_bound(s, step);
    double slope = growth * fit->scale / (2 * low), y = low * ratio * low * ratio;
    bounds.slope = fmax(bounds.slope, slope);
    bounds.sum_rounding = fmax(bounds.sum_rounding, slope * half_unit(y));
  }
  return bounds;
}

/// The largest u that `fit_affine` maps to: below 1 by more than a float's rounding.
#define AFFINE_TOP 0.9999

/// The least offset, from `least` on, that puts `level` (a share of the largest u less the offset) on a segment's edge:
/// edge = offset + level·range and offset + range = AFFINE_TOP. Returns `least` if no edge can hold it.
static double offset_for_edge(p3_fit_shape shape, double least, double level) {
  for (unsigned i = 1; i < shape.count; i++) {
    double edge = float_of(bits_of((float)least) + (i << shape.shift));
    double offset = (edge - AFFINE_TOP * level) / (1 - level);
    if (offset >= least) return offset;
  }
  return least;
}

/// Finds u = offset + scale·y (or scale·√y) with every u below 1, and with the break of a two-part curve on the edge of
/// a segment if possible. Returns 0 if there is no such scale.
static int fit_affine(p3_encoding_fit *fit, p3_fit_shape shape, const double *levels, unsigned break_code) {
  // Half a code above the last level: a value clamped to the ceiling is surely code 65535.
  const double ceiling = levels[65534] + (levels[65534] - levels[65533]) / 2;
  const double root_ceiling = shape.takes_root ? sqrt(ceiling) : ceiling;
  const unsigned per_octave = 1u << (23 - shape.shift), octaves = shape.count / per_octave;
  const double least = ldexp(1, -(int)octaves);
  double offset = least;
  if (break_code > 0 && break_code < 65535 && shape.count <= 32) {
    // Curves may jump at the break, so the edge lies in the middle of the gap, out of reach of both levels.
    double gap = (levels[break_code - 1] + levels[break_code]) / 2;
    double level = (shape.takes_root ? sqrt(gap) : gap) / root_ceiling;
    offset = offset_for_edge(shape, least, level);
  }
  const double range = AFFINE_TOP - offset;
  fit->scale = (float)(range / root_ceiling);
  fit->offset = fmaxf((float)offset, (float)least);
  fit->top = (float)(fit->offset + range);
  return fit->scale > 0 && isfinite(fit->scale) && fit->top < 1;
}

static segment made_segment(p3_encoding_fit *fit, p3_fit_shape shape, const double *levels, uint32_t name) {
  double low = float_of(name << shape.shift), high = float_of((name + 1) << shape.shift);
  segment s = {.index = name & (shape.count - 1), .middle = (low + high) / 2};
  s.low = fmax(low, fit->offset);
  s.high = fmin(high, fit->top);
  fit_segment(fit, shape, levels, &s);
  return s;
}

/// Whether a level lies within reach of the edge `y` of two segments. If so, a value may be computed in one segment
/// while the exact value, beyond the level, belongs to the other.
static int is_near_level(const double *levels, double y) {
  unsigned code = code_of(levels, y);
  return y - levels[(int)code - 1] <= p3_reach_at(y) || levels[code] - y <= p3_reach_at(y);
}

/// Gives two such segments the larger of their bounds, plus the jump between them.
static void merge_edge_bounds(p3_encoding_fit *fit, const segment *left, const segment *right) {
  const segment *pair[2] = {left, right};
  const double jump = fabs(value_at(right, right->low) - value_at(left, right->low));
  for (unsigned i = 0; i < 2; i++) {
    const segment *here = pair[i], *there = pair[1 - i];
    fit->error[here->index] = fmax(fit->error[here->index], fmax(here->error, there->error) + jump);
    fit->slope[here->index] = fmax(fit->slope[here->index], there->slope);
  }
  fit->upper[left->index] = fit->upper[right->index];
}

/// How far `fixed`, evaluated without rounding, strays in segment `s`: at the segment's ends and at its levels, from
/// number `*level` on (all remaining levels if the segment `is_last`). Advances `*level`.
static double stray_at_levels(const p3_encoding_fit *fit, int takes_root, const double *levels, const segment *s,
                              int is_last, unsigned *level) {
  double stray = excess(value_at(s, s->low), code_of(levels, y_of(fit, takes_root, s->low)));
  stray = fmax(stray, excess(value_at(s, s->high), code_of(levels, y_of(fit, takes_root, s->high))));
  for (; *level < 65535; *level += 1) {
    double u = u_of(fit, takes_root, levels[*level]);
    if (u >= s->high && !is_last) break;
    stray = fmax(stray, fabs(value_at(s, u) - 65536.0 * (*level + 1)));
  }
  return stray;
}

/// Adds rounding to the error of `s`, and sets its slope. If a root is taken, slopes are not bounded for y below
/// `tiny`.
static void bound_segment(const p3_encoding_fit *fit, int takes_root, double tiny, int is_first, segment *s) {
  const slope_bounds slopes = bound_slopes(fit, takes_root, s, tiny);
  s->slope = slopes.slope;
  s->error += rounding(s) + monotonicity_defect(s);
  s->error += slopes.sum_rounding;
  if (!takes_root) return;
  // Everything below `tiny` counts as error; the root and u are rounded.
  if (is_first) s->error += value_at(s, u_of(fit, 1, tiny)) - value_at(s, s->low);
  double root = sqrt(y_of(fit, 1, s->high));
  s->error += growth_bound(s) * (half_unit(root) * fit->scale + half_unit(s->high));
}

static void store_segment(p3_encoding_fit *fit, p3_fit_shape shape, const segment *s) {
  fit->base[s->index] = (uint32_t)(int64_t)s->c[0];
  for (unsigned i = 1; i <= shape.degree; i++) fit->c[i][s->index] = (float)s->c[i];
  fit->error[s->index] = s->error;
  fit->slope[s->index] = s->slope;
  fit->upper[s->index] = y_of(fit, shape.takes_root, s->high);
}

int p3_fit_encoding(p3_encoding_fit *fit, p3_fit_shape shape, const double *levels, unsigned break_code) {
  memset(fit, 0, sizeof *fit);
  if (!(levels[0] > 0) || !isfinite(levels[65534]) || levels[65534] > 64) return 0;
  if (!(levels[65534] > levels[65533]) || !fit_affine(fit, shape, levels, break_code)) return 0;
  const uint32_t first = bits_of(fit->offset) >> shape.shift, last = bits_of(fit->top) >> shape.shift;
  if (last - first >= shape.count) return 0;

  segment previous = {0};
  unsigned level = 0;
  for (uint32_t name = first; name <= last; name++) {
    segment s = made_segment(fit, shape, levels, name);
    const unsigned first_level = level;
    s.error = stray_at_levels(fit, shape.takes_root, levels, &s, name == last, &level);
    bound_segment(fit, shape.takes_root, levels[0] / 256, name == first, &s);
    store_segment(fit, shape, &s);
    fit->mean_error += fmin(s.error, 32768) * (level - first_level) / 65535;
    if (name == first) fit->is_black_at_zero = fabs(value_at(&s, s.low) - 32768) < 32000;
    const double lower = y_of(fit, shape.takes_root, s.low), upper = fit->upper[s.index];
    if (name > first && is_near_level(levels, lower)) merge_edge_bounds(fit, &previous, &s);
    if (name > first && name < last && upper - lower < 2 * p3_reach_at(upper)) return 0;
    previous = s;
  }
  return 1;
}
