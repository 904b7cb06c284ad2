// No include guard: included once per target, with LANES floats to a vector and TARGETED(name), the target's name for a
// function.
//
// CIEDE2000 (Sharma, Wu, Dalal 2005) between colours and their clips. Angles are kept as unit vectors: the mean hue
// is the bisector of two, its multiples come from the addition theorems, and only the rotation term needs an angle. The
// formula jumps between opposite hues; this version does not, and need not, as clipping never reverses a hue. Divisions
// take most of the time: hence a cube root without division, and one division for all weights.

#include "p3_clip_difference.h"

#include <stdint.h>
#include <string.h>

// Operations that are fused on some targets would give other bits there.
#pragma STDC FP_CONTRACT OFF

typedef float floats __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t words __attribute__((vector_size(LANES * sizeof(int32_t))));

#include "cpu/srgb_curve.inl"

/// The larger of two values; `b` where `a` is NaN.
static inline floats larger(floats a, floats b) { return choose(a > b, a, b); }

static inline floats at_least(floats a, float floor) { return larger(a, (floats){0} + floor); }

static inline floats at_most(floats a, float ceiling) { return choose(a < ceiling, a, (floats){0} + ceiling); }

static inline floats root(floats a) { return __builtin_elementwise_sqrt(a); }

/// CIELAB's response: the cube root above (6/29)³, its tangent below.
static inline floats response(floats t) {
  const float split = 216.0f / 24389;
  return choose(t > split, cube_root(at_least(t, split)), (24389.0f / 27 * t + 16) * (1.0f / 116));
}

typedef struct {
  floats lightness, a, b;
} lab;

static inline lab lab_of(const float *m, floats red, floats green, floats blue) {
  floats x = response(m[0] * red + m[1] * green + m[2] * blue);
  floats y = response(m[3] * red + m[4] * green + m[5] * blue);
  floats z = response(m[6] * red + m[7] * green + m[8] * blue);
  return (lab){116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// √(C⁷ / (C⁷ + 25⁷)).
static inline floats saturation(floats chroma) {
  floats cube = chroma * chroma * chroma;
  floats seventh = cube * cube * chroma;
  return root(seventh / (seventh + 6103515625.0f));
}

/// atan t in degrees, 0 ≤ t ≤ 1: t times a minimax polynomial of atan(t)/t in t², to 0.0001.
static inline floats degrees(floats t) {
  floats s = t * t;
  floats series = -19.057877f + s * (11.089009f + s * (-6.6706575f + s * (3.0163804f + s * -0.67142339f)));
  return t * (57.294474f + s * series);
}

/// exp(−x) for x ≥ 0: 2 to a whole power times Taylor's series, |rest| ≤ ln 2 / 2.
static inline floats decay(floats x) {
  floats z = at_most(x, 80) * -1.44269504f;
  words whole = __builtin_convertvector(z - 0.5f, words);
  floats rest = (z - __builtin_convertvector(whole, floats)) * 0.69314718f;
  floats series =
      1 +
      rest * (1 + rest * (0.5f + rest * (1.0f / 6 + rest * (1.0f / 24 + rest * (1.0f / 120 + rest * (1.0f / 720))))));
  return series * (floats)((whole + 127) << 23);
}

/// sin x for 0 ≤ x ≤ π/3.
static inline floats sine_of(floats x) {
  floats s = x * x;
  return x * (1 + s * (-1.0f / 6 + s * (1.0f / 120 + s * (-1.0f / 5040 + s * (1.0f / 362880)))));
}

/// CIEDE2000's rotation term R_T for the mean hue (cosine, sine). It nearly vanishes more than 90° from 275°, so the
/// angle is limited to 90°.
static inline floats rotation_of(floats cosine, floats sine, floats mean_chroma) {
  floats x = 1 + 0.0871557427f * cosine - 0.9961946981f * sine;
  floats y = 0.0871557427f * sine + 0.9961946981f * cosine;
  y = choose(y < 0, -y, y);
  // The tangent of half the angle from 275°.
  floats distance = degrees(y / larger(x, y)) * (2.0f / 25);
  // 60° in radians, from 2·30°.
  return -2 * saturation(mean_chroma) * sine_of(1.04719755f * decay(distance * distance));
}

/// CIEDE2000's weight T of hue differences, for the mean hue (k1, s1).
static inline floats hue_weight(floats k1, floats s1) {
  floats k2 = 2 * k1 * k1 - 1, s2 = 2 * s1 * k1;
  floats k3 = k2 * k1 - s2 * s1, s3 = s2 * k1 + k2 * s1;
  floats k4 = 2 * k2 * k2 - 1, s4 = 2 * s2 * k2;
  return 1 - 0.17f * (0.866025404f * k1 + 0.5f * s1) + 0.24f * k2 + 0.32f * (0.994521895f * k3 - 0.104528463f * s3) -
         0.20f * (0.453990500f * k4 + 0.891006524f * s4);
}

static inline floats difference_of(lab p, lab q) {
  floats mean = (root(p.a * p.a + p.b * p.b) + root(q.a * q.a + q.b * q.b)) * 0.5f;
  floats stretch = 1.5f - 0.5f * saturation(mean);
  floats a1 = stretch * p.a, a2 = stretch * q.a;
  floats c1 = root(a1 * a1 + p.b * p.b), c2 = root(a2 * a2 + q.b * q.b);

  // With the hue vectors v1 and v2: C1·C2 + v1·v2 = 2·C1·C2·cos²(Δh/2), and C2·v1 + C1·v2 points to the mean hue and
  // has length √(2·C1·C2·(C1·C2 + v1·v2)). Colours without chroma have no hue, and no difference of hue.
  floats product = c1 * c2, cosines = product + (a1 * a2 + p.b * q.b);
  floats inverse = 1 / root(at_least(product * cosines, 1e-30f));
  floats k1 = (c2 * a1 + c1 * a2) * inverse * 0.707106781f, s1 = (c2 * p.b + c1 * q.b) * inverse * 0.707106781f;
  // 2·√(C1·C2)·sin(Δh/2) is the cross product over √(C1·C2)·cos(Δh/2).
  floats hue = (a1 * (q.b - p.b) - p.b * (a2 - a1)) * inverse * root(product) * 1.41421356f;
  floats chroma = c2 - c1, mean_chroma = (c1 + c2) * 0.5f;

  floats fifty = (p.lightness + q.lightness) * 0.5f - 50;
  fifty = fifty * fifty;
  // S_L = dividend / divisor; all three weights share one division.
  floats divisor = root(20 + fifty), dividend = divisor + 0.015f * fifty;
  floats weight_c = 1 + 0.045f * mean_chroma, weight_h = 1 + 0.015f * mean_chroma * hue_weight(k1, s1);
  floats shared = 1 / (dividend * weight_c * weight_h);
  floats l = (q.lightness - p.lightness) * divisor * weight_c * weight_h * shared;
  floats c = chroma * dividend * weight_h * shared, h = hue * dividend * weight_c * shared;
  floats rotation = rotation_of(k1, s1, mean_chroma);
  return root(at_most(at_least(l * l + c * c + h * h + rotation * c * h, 0), P3_MOST_DIFFERENCE * P3_MOST_DIFFERENCE));
}

static inline floats load(const float *values) {
  floats result;
  memcpy(&result, values, sizeof result);
  return result;
}

static inline void store(float *values, floats value) { memcpy(values, &value, sizeof value); }

static inline floats clipped(floats value) { return at_most(at_least(value, 0), 1); }

/// Colours as three planes, `stride` floats apart.
static inline lab load_lab(const float *planes, size_t stride) {
  return (lab){load(planes), load(planes + stride), load(planes + 2 * stride)};
}

static inline void store_lab(float *planes, size_t stride, lab color) {
  store(planes, color.lightness);
  store(planes + stride, color.a);
  store(planes + 2 * stride, color.b);
}

enum { BLOCK = 256 };

/// `count` is a multiple of LANES. Two short loops instead of one: the operations on a vector depend on each other, and
/// in a short loop the CPU can begin the next vector early.
static void differences_of(const float *matrix, const float *red, const float *green, const float *blue,
                           float *difference, size_t count) {
  float colors[3 * BLOCK], clips[3 * BLOCK];
  for (size_t first = 0; first < count; first += BLOCK) {
    const size_t size = count - first < BLOCK ? count - first : BLOCK;
    for (size_t i = 0; i < size; i += LANES) {
      floats r = load(red + first + i), g = load(green + first + i), b = load(blue + first + i);
      store_lab(colors + i, BLOCK, lab_of(matrix, r, g, b));
      store_lab(clips + i, BLOCK, lab_of(matrix, clipped(r), clipped(g), clipped(b)));
    }
    for (size_t i = 0; i < size; i += LANES) {
      store(difference + first + i, difference_of(load_lab(colors + i, BLOCK), load_lab(clips + i, BLOCK)));
    }
  }
}

void TARGETED(p3_clip_difference)(const float matrix[9], const float *red, const float *green, const float *blue,
                                  float *difference, size_t count) {
  const size_t whole = count / LANES * LANES, rest = (count - whole) * sizeof(float);
  differences_of(matrix, red, green, blue, difference, whole);
  if (rest == 0) return;
  // The last vector is padded with black.
  float last[4][LANES] = {{0}};
  memcpy(last[0], red + whole, rest);
  memcpy(last[1], green + whole, rest);
  memcpy(last[2], blue + whole, rest);
  differences_of(matrix, last[0], last[1], last[2], last[3], LANES);
  memcpy(difference + whole, last[3], rest);
}
