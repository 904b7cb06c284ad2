// No include guard: included once per target, with LANES floats to a vector and TARGETED(name), the target's name of a
// function.
//
// CIEDE2000 (Sharma, Wu, Dalal 2005) between colours and their clips. Angles are kept as unit vectors: the mean hue
// is the bisector of two, its multiples come from the addition theorems, and only the rotation term needs the angle
// itself. That is also why the formula's jumps at opposite hues do not appear here: a clip never turns a hue around.

#include "p3_clip_difference.h"

#include <stdint.h>
#include <string.h>

// Fused or not, the bits would differ between targets.
#pragma STDC FP_CONTRACT OFF

typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t words __attribute__((vector_size(LANES * sizeof(int32_t))));

static inline lanes choose(words mask, lanes yes, lanes no) {
  return (lanes)(((words)yes & mask) | ((words)no & ~mask));
}

static inline lanes at_least(lanes a, float floor) { return choose(a > floor, a, a * 0 + floor); }

static inline lanes at_most(lanes a, float ceiling) { return choose(a < ceiling, a, a * 0 + ceiling); }

static inline lanes root(lanes a) { return __builtin_elementwise_sqrt(a); }

/// The cube root of normal positive numbers: a third of the bits is within 5 %, each Halley step triples the digits.
static inline lanes cube_root(lanes a) {
  words guess = __builtin_convertvector(__builtin_convertvector((words)a, lanes) * (1.0f / 3), words) + 0x2A514067;
  lanes r = (lanes)guess;
  for (int step = 0; step < 2; step++) {
    lanes cube = r * r * r;
    r *= (cube + 2 * a) / (2 * cube + a);
  }
  return r;
}

/// CIELAB's response: the cube root above (6/29)³, its tangent below.
static inline lanes response(lanes t) {
  const float split = 216.0f / 24389;
  return choose(t > split, cube_root(at_least(t, split)), (24389.0f / 27 * t + 16) * (1.0f / 116));
}

typedef struct {
  lanes lightness, a, b;
} lab;

static inline lab lab_of(const float *m, lanes red, lanes green, lanes blue) {
  lanes x = response(m[0] * red + m[1] * green + m[2] * blue);
  lanes y = response(m[3] * red + m[4] * green + m[5] * blue);
  lanes z = response(m[6] * red + m[7] * green + m[8] * blue);
  return (lab){116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// √(C⁷ / (C⁷ + 25⁷)).
static inline lanes saturation(lanes chroma) {
  lanes cube = chroma * chroma * chroma;
  lanes seventh = cube * cube * chroma;
  return root(seventh / (seventh + 6103515625.0f));
}

/// The angle of the unit vector (cosine, sine) in degrees, 0…360.
static inline lanes degrees(lanes cosine, lanes sine) {
  lanes x = choose(cosine < 0, -cosine, cosine), y = choose(sine < 0, -sine, sine);
  words steep = y > x;
  lanes t = choose(steep, x, y) / at_least(choose(steep, y, x), 1e-20f);
  lanes s = t * t;
  // A minimax polynomial of atan(t)/t in t², in degrees: to 0.0001.
  lanes series = -19.057877f + s * (11.089009f + s * (-6.6706575f + s * (3.0163804f + s * -0.67142339f)));
  lanes angle = t * (57.294474f + s * series);
  angle = choose(steep, 90 - angle, angle);
  angle = choose(cosine < 0, 180 - angle, angle);
  return choose(sine < 0, 360 - angle, angle);
}

/// exp(−x) for x ≥ 0: 2 to a whole power times Taylor's series, |rest| ≤ ln 2 / 2.
static inline lanes decay(lanes x) {
  lanes z = at_most(x, 80) * -1.44269504f;
  words whole = __builtin_convertvector(z - 0.5f, words);
  lanes rest = (z - __builtin_convertvector(whole, lanes)) * 0.69314718f;
  lanes series = 1 + rest * (1 + rest * (0.5f + rest * (1.0f / 6 + rest * (1.0f / 24 + rest * (1.0f / 120 + rest * (1.0f / 720))))));
  return series * (lanes)((whole + 127) << 23);
}

/// sin x for 0 ≤ x ≤ π/3.
static inline lanes sine_of(lanes x) {
  lanes s = x * x;
  return x * (1 + s * (-1.0f / 6 + s * (1.0f / 120 + s * (-1.0f / 5040 + s * (1.0f / 362880)))));
}

static inline lanes difference_of(lab p, lab q) {
  lanes mean = (root(p.a * p.a + p.b * p.b) + root(q.a * q.a + q.b * q.b)) * 0.5f;
  lanes stretch = 1.5f - 0.5f * saturation(mean);
  lanes a1 = stretch * p.a, a2 = stretch * q.a;
  lanes c1 = root(a1 * a1 + p.b * p.b), c2 = root(a2 * a2 + q.b * q.b);

  // Unit vectors of both hues, and of the hue between them.
  lanes inverse1 = 1 / at_least(c1, 1e-12f), inverse2 = 1 / at_least(c2, 1e-12f);
  lanes x1 = a1 * inverse1, y1 = p.b * inverse1, x2 = a2 * inverse2, y2 = q.b * inverse2;
  lanes x = x1 + x2, y = y1 + y2;
  lanes inverse = 1 / at_least(root(x * x + y * y), 1e-12f);
  lanes k1 = x * inverse, s1 = y * inverse;

  // 2·√(C1·C2)·sin(Δh/2), where the chord of both unit vectors is 2·sin(|Δh|/2).
  lanes chord = root((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1));
  lanes hue = root(c1 * c2) * choose(x1 * y2 - y1 * x2 < 0, -chord, chord);
  lanes chroma = c2 - c1, mean_chroma = (c1 + c2) * 0.5f;

  lanes k2 = 2 * k1 * k1 - 1, s2 = 2 * s1 * k1;
  lanes k3 = k2 * k1 - s2 * s1, s3 = s2 * k1 + k2 * s1;
  lanes k4 = 2 * k2 * k2 - 1, s4 = 2 * s2 * k2;
  lanes weight = 1 - 0.17f * (0.866025404f * k1 + 0.5f * s1) + 0.24f * k2 +
                 0.32f * (0.994521895f * k3 - 0.104528463f * s3) - 0.20f * (0.453990500f * k4 + 0.891006524f * s4);

  lanes fifty = (p.lightness + q.lightness) * 0.5f - 50;
  fifty = fifty * fifty;
  lanes l = (q.lightness - p.lightness) / (1 + 0.015f * fifty / root(20 + fifty));
  lanes c = chroma / (1 + 0.045f * mean_chroma);
  lanes h = hue / (1 + 0.015f * mean_chroma * weight);

  lanes distance = (degrees(k1, s1) - 275) * (1.0f / 25);
  // 60° in radians, from 2·30°.
  lanes rotation = -2 * saturation(mean_chroma) * sine_of(1.04719755f * decay(distance * distance));
  return root(at_least(l * l + c * c + h * h + rotation * c * h, 0));
}

static inline lanes clip_difference(const float *matrix, lanes red, lanes green, lanes blue) {
  lab original = lab_of(matrix, red, green, blue);
  lab clipped = lab_of(matrix, at_most(at_least(red, 0), 1), at_most(at_least(green, 0), 1), at_most(at_least(blue, 0), 1));
  return difference_of(original, clipped);
}

static inline void differences_of(const float *matrix, const float *red, const float *green, const float *blue,
                                  float *difference, size_t size) {
  lanes r = {0}, g = {0}, b = {0};
  memcpy(&r, red, size);
  memcpy(&g, green, size);
  memcpy(&b, blue, size);
  lanes result = clip_difference(matrix, r, g, b);
  memcpy(difference, &result, size);
}

void TARGETED(p3_clip_difference)(const float matrix[9], const float *red, const float *green, const float *blue, float *difference,
          size_t count) {
  size_t first = 0;
  for (; first + LANES <= count; first += LANES)
    differences_of(matrix, red + first, green + first, blue + first, difference + first, sizeof(lanes));
  // The last vector may be short: what is missing is black.
  if (first < count)
    differences_of(matrix, red + first, green + first, blue + first, difference + first,
                   (count - first) * sizeof(float));
}
