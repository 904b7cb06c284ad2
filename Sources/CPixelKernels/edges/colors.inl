// No include guard: included once per target, with LANES doubles to a vector and TARGETED(name), the target's name of a
// function.
//
// Encoded sRGB by roots in place of a power: IEC 61966-2-1's exponent 1/2.4 is 1/4 + 1/6. In double by operations alone
// whose results IEEE 754 says to the last bit: divisions and square roots take the time. In float as near as a decision
// mostly needs.

#include "edges/targets.h"

#include <string.h>

// Fused or not, the bits would differ between targets.
#pragma STDC FP_CONTRACT OFF

typedef double doubles __attribute__((ext_vector_type(LANES)));
typedef uint64_t longs __attribute__((ext_vector_type(LANES)));
typedef float floats __attribute__((ext_vector_type(2 * LANES)));
typedef int32_t words __attribute__((ext_vector_type(2 * LANES)));
typedef float half_floats __attribute__((ext_vector_type(LANES)));

#include "cpu/srgb_curve.inl"

static inline doubles load_doubles(const double *values) {
  doubles result;
  memcpy(&result, values, sizeof result);
  return result;
}

static inline floats load_floats(const float *values) {
  floats result;
  memcpy(&result, values, sizeof result);
  return result;
}

static inline doubles dot(const double *m, const doubles v[3]) { return m[0] * v[0] + m[1] * v[1] + m[2] * v[2]; }

/// Linear sRGB of pixels `i` and on.
static inline void linear_of(const p3_edge_matrices *matrices, double colors[3][P3_EDGE_PIXELS], size_t i,
                             doubles linear[3]) {
  doubles decoded[3], ratio[3];
  for (int c = 0; c < 3; c++) decoded[c] = load_doubles(colors[c] + i);
  for (int c = 0; c < 3; c++) ratio[c] = dot(matrices->to_ratio + 3 * c, decoded);
  for (int c = 0; c < 3; c++) linear[c] = dot(matrices->to_srgb + 3 * c, ratio);
}

// MARK: In double

/// Each divided by 3, rounded down: both halves by a multiplication, and what is left of them.
static inline longs third_of(longs a) {
  const uint64_t third = 0xaaaaaaab;
  const longs high = a >> 32, low = a & 0xffffffff;
  const longs from_high = high * third >> 33, from_low = low * third >> 33;
  const longs high_rest = high - 3 * from_high, rest = high_rest + (low - 3 * from_low);
  // 2³² is three times 0x55555555, and 1. Of the rest, at most 4, the third is 0 or 1.
  return (from_high << 32) + high_rest * 0x55555555 + from_low + ((rest + 1) >> 2);
}

/// Of values from 0: by Halley's iteration, which triples the right bits, from five that a third of the exponent gives.
static inline doubles cubic_root(doubles value) {
  doubles result = (doubles)(third_of((longs)value) + 0x2a9f84fe36d22425);
  for (int step = 0; step < 3; step++) {
    const doubles cube = result * result * result;
    result = result * (cube + 2 * value) / (2 * cube + value);
  }
  return result;
}

/// The curve of sRGB, mirrored below 0.
static inline doubles encoded(doubles linear) {
  const longs sign = (longs)linear & (uint64_t)1 << 63;
  const doubles magnitude = (doubles)((longs)linear ^ sign);
  // Where the toe is taken the roots may be those of any number: of the smallest they are slow.
  const doubles value = magnitude <= 0.0031308 ? (doubles)1 : magnitude;
  const doubles root = __builtin_elementwise_sqrt(value);
  const doubles curved = 1.055 * __builtin_elementwise_sqrt(root) * cubic_root(root) - 0.055;
  return (doubles)((longs)(magnitude <= 0.0031308 ? 12.92 * magnitude : curved) ^ sign);
}

void TARGETED(p3_exact_colors)(const p3_edge_matrices *matrices, double colors[3][P3_EDGE_PIXELS], const double *alpha,
                               size_t count) {
  for (size_t i = 0; i < count; i += LANES) {
    doubles linear[3];
    linear_of(matrices, colors, i, linear);
    for (int c = 0; c < 3; c++) {
      doubles color = encoded(linear[c]);
      if (alpha) color *= load_doubles(alpha + i);
      memcpy(colors[c] + i, &color, sizeof color);
    }
  }
}

// MARK: In float

static inline void store_rounded(float *values, doubles value) {
  const half_floats rounded = __builtin_convertvector(value, half_floats);
  memcpy(values, &rounded, sizeof rounded);
}

void TARGETED(p3_rough_colors)(const p3_edge_matrices *matrices, double colors[3][P3_EDGE_PIXELS], const double *alpha,
                               size_t count, float rough[P3_EDGE_PLANES][P3_EDGE_PIXELS]) {
  for (size_t i = 0; i < count; i += LANES) {
    doubles linear[3];
    linear_of(matrices, colors, i, linear);
    for (int c = 0; c < 3; c++) store_rounded(rough[c] + i, linear[c]);
    if (alpha) store_rounded(rough[3] + i, load_doubles(alpha + i));
  }
  for (int c = 0; c < 3; c++) {
    for (size_t i = 0; i < count; i += 2 * LANES) {
      floats color = encoded_srgb(load_floats(rough[c] + i));
      if (alpha) color *= load_floats(rough[3] + i);
      memcpy(rough[c] + i, &color, sizeof color);
    }
  }
}
