// No include guard: included once per target, with LANES doubles to a vector and NAME(step), the functions to define.
//
// A colour is left to the definition where a proof fails, a comparison is too close, or a step does not converge.

#include "gamut/mapping_tile.h"

#include <stdint.h>
#include <string.h>

// Operations that are fused on some targets would give other bits there.
#pragma STDC FP_CONTRACT OFF

typedef double doubles __attribute__((ext_vector_type(LANES)));
typedef int64_t longs __attribute__((ext_vector_type(LANES)));
typedef float floats __attribute__((ext_vector_type(LANES)));
typedef int32_t words __attribute__((ext_vector_type(LANES)));

/// Comparisons closer than this are undecided.
static const double doubtful = 1e-12;

static inline doubles load(const double *p) {
  doubles x;
  memcpy(&x, p, sizeof x);
  return x;
}

static inline void store(double *p, doubles x) { memcpy(p, &x, sizeof x); }
static inline doubles set(double x) { return (doubles)x; }
static inline doubles choose(longs mask, doubles yes, doubles no) { return mask ? yes : no; }
static inline doubles larger(doubles a, doubles b) { return choose(a > b, a, b); }
static inline doubles smaller(doubles a, doubles b) { return choose(a < b, a, b); }
static inline doubles magnitude(doubles a) { return (doubles)((longs)a & INT64_MAX); }
static inline doubles clipped(doubles a) { return choose(a > 0, smaller(a, set(1)), set(0)); }
static inline doubles root(doubles a) { return __builtin_elementwise_sqrt(a); }

static inline int any(longs mask) { return __builtin_reduce_or(mask) != 0; }

/// The cube root, with the sign of `x`, for |x| ≥ 1e-30: r ≈ |x|^(−⅓) in float, from a third of the exponent and two
/// steps of third order, then one such step in double. |x|·r² is the root.
static inline doubles cube_root(doubles x) {
  const doubles a = magnitude(x);
  const floats rough = __builtin_convertvector(a, floats);
  const floats third = __builtin_convertvector((words)rough, floats) * (1.0f / 3);
  floats guess = (floats)((words)0x54a20000 - __builtin_convertvector(third, words));
  for (int step = 0; step < 2; step++) {
    const floats h = 1 - rough * (guess * guess * guess);
    guess += guess * (h * (1.0f / 3 + h * (2.0f / 9)));
  }
  doubles r = __builtin_convertvector(guess, doubles);
  const doubles h = 1 - a * (r * r * r);
  r += r * (h * (1.0 / 3 + h * (2.0 / 9)));
  const doubles result = a * (r * r);
  return choose(x < 0, -result, result);
}

typedef struct {
  doubles x, y, z;
} triple;

static inline triple product(const double m[9], triple v) {
  return (triple){m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
                  m[6] * v.x + m[7] * v.y + m[8] * v.z};
}

static inline triple cubes(triple v) { return (triple){v.x * v.x * v.x, v.y * v.y * v.y, v.z * v.z * v.z}; }
static inline triple clipped_color(triple v) { return (triple){clipped(v.x), clipped(v.y), clipped(v.z)}; }

static inline doubles least(triple v) { return smaller(v.x, smaller(v.y, v.z)); }
static inline doubles most(triple v) { return larger(v.x, larger(v.y, v.z)); }

/// OKLab of a linear colour. Adds lanes with a cone response too small for `cube_root` to `undecided`.
static inline triple lab_of(const p3_gamut_mapping *mapping, triple rgb, longs *undecided) {
  triple cones = product(mapping->cones_from_rgb, rgb);
  const triple size = {magnitude(cones.x), magnitude(cones.y), magnitude(cones.z)};
  *undecided |= ~(least(size) >= 1e-30);
  cones = (triple){cube_root(cones.x), cube_root(cones.y), cube_root(cones.z)};
  return product(mapping->lab_from_roots, cones);
}

static inline triple load_color(const double planes[3][P3_MAPPED_COLORS], size_t i) {
  return (triple){load(planes[0] + i), load(planes[1] + i), load(planes[2] + i)};
}

static inline void store_color(double planes[3][P3_MAPPED_COLORS], size_t i, triple color) {
  store(planes[0] + i, color.x);
  store(planes[1] + i, color.y);
  store(planes[2] + i, color.z);
}

static inline void store_bytes(uint8_t *p, longs values) {
  typedef uint8_t bytes __attribute__((ext_vector_type(LANES)));
  const bytes packed = __builtin_convertvector(values, bytes);
  memcpy(p, &packed, sizeof packed);
}

static inline void store_states(uint8_t *states, longs moves, longs undecided) {
  store_bytes(states, undecided ? (longs)P3_COLOR_UNDECIDED : moves ? (longs)P3_COLOR_MOVES : (longs)P3_COLOR_STAYS);
}

#include "gamut/mapping_chroma.inl"
#include "gamut/mapping_soft.inl"

// MARK: Steps of a tile

void NAME(linearize)(const double matrix[9], p3_mapped_colors *colors) {
  for (size_t i = 0; i < colors->count; i += LANES) {
    store_color(colors->before, i, product(matrix, load_color(colors->before, i)));
  }
}

void NAME(map_linear)(const p3_gamut_mapping *mapping, p3_mapped_colors *colors) {
  if (mapping->method == P3_MAP_SOFT) {
    map_softly(mapping, colors);
  } else {
    map_chroma(mapping, colors);
  }
}

void NAME(scale_mapped)(const p3_mapped_colors *colors, unsigned row, double scale, double offset, float *scaled) {
  for (size_t i = 0; i < colors->count; i += LANES) {
    const floats value = __builtin_convertvector(load(colors->after[row] + i) * scale + offset, floats);
    memcpy(scaled + i, &value, sizeof value);
  }
}

static inline void store_floats(float *p, doubles x) {
  const floats rounded = __builtin_convertvector(x, floats);
  memcpy(p, &rounded, sizeof rounded);
}

void NAME(compare_mapped)(const p3_mapped_colors *colors, double tolerance, p3_color_moves *moves) {
  for (size_t i = 0; i < colors->count; i += LANES) {
    longs is_outside = (longs)0, is_moved = (longs)0;
    for (unsigned row = 0; row < 3; row++) {
      const doubles from = load(colors->before[row] + i), to = load(colors->after[row] + i);
      is_outside |= (from < -tolerance) | (from > 1 + tolerance);
      is_moved |= magnitude(from - to) > tolerance;
      store_floats(moves->before[row] + i, from);
      store_floats(moves->after[row] + i, to);
    }
    store_bytes(moves->is_outside + i, is_outside & 1);
    store_bytes(moves->counts + i, (is_outside | is_moved) & 1);
  }
}
