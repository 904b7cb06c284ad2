// No include guard: included once per target, with LANES doubles to a vector and NAME, the function to define.
//
// Along a ray of constant OKLab lightness and hue the cube roots of the cone responses are linear in chroma, so each
// channel is a cubic polynomial of chroma. The ray's exit from the cube of 0…1 is found by Newton's steps for all three
// channels, and then proved: a cubic whose Bernstein coefficients on 0…x lie in 0…1 does not leave 0…1 before x. Where
// the proof fails, a comparison is too close, or a step does not converge, the colour is left to the definition.

#include "gamut/mapping_tile.h"

#include <stdint.h>
#include <string.h>

// Fused on targets that can, the bits would differ between targets.
#pragma STDC FP_CONTRACT OFF

typedef double doubles __attribute__((ext_vector_type(LANES)));
typedef int64_t longs __attribute__((ext_vector_type(LANES)));
typedef float floats __attribute__((ext_vector_type(LANES)));
typedef int32_t words __attribute__((ext_vector_type(LANES)));

/// Comparisons that are closer than this are undecided.
static const double doubtful = 1e-12;

/// Slopes flatter than 1/steepest do not say well enough where a channel takes a value.
static const double steepest = 1e2;

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

/// 1/a to float's precision, for |a| that floats hold.
static inline doubles rough_inverse(doubles a) {
  floats inverse = 1 / __builtin_convertvector(a, floats);
  return __builtin_convertvector(inverse, doubles);
}

static inline int any(longs mask) { return __builtin_reduce_or(mask) != 0; }

/// The cube root, of the sign of `x`, for magnitudes from 1e-30 on: r ≈ |x|^(−⅓) in float, by a third of the bits and
/// two steps of third order, and one such step in double. |x|·r² is the root.
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

/// OKLab of a linear colour; lanes in which a cone response is too small for `cube_root` are added to `undecided`.
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

static inline void store_states(uint8_t *states, longs moves, longs undecided) {
  const longs state = undecided ? (longs)P3_COLOR_UNDECIDED : moves ? (longs)P3_COLOR_MOVES : (longs)P3_COLOR_STAYS;
  for (unsigned lane = 0; lane < LANES; lane++) states[lane] = (uint8_t)state[lane];
}

/// Colours between the first step of a mapping and the second: OKLab lightness, chroma, and what depends on the method.
typedef struct {
  size_t count;
  /// Whose they are.
  uint16_t index[P3_MAPPED_COLORS];
  _Alignas(64) double lightness[P3_MAPPED_COLORS], chroma[P3_MAPPED_COLORS];
  /// How the cube roots of the cone responses change with chroma.
  _Alignas(64) double direction[3][P3_MAPPED_COLORS];
} remaining;

/// Moves the colours that `lanes` marks on to the second step.
static inline void keep(remaining *rest, size_t first, longs lanes, doubles lightness, doubles chroma,
                        triple direction) {
  if (!any(lanes)) return;
  for (unsigned lane = 0; lane < LANES; lane++) {
    const size_t place = rest->count;
    rest->index[place] = (uint16_t)(first + lane);
    rest->lightness[place] = lightness[lane];
    rest->chroma[place] = chroma[lane];
    rest->direction[0][place] = direction.x[lane];
    rest->direction[1][place] = direction.y[lane];
    rest->direction[2][place] = direction.z[lane];
    rest->count += lanes[lane] != 0;
  }
}

/// Repeats the last colour until they fill vectors. (There is room: whole vectors fill the planes.)
static void pad(remaining *rest) {
  for (size_t place = rest->count; place % LANES != 0; place++) {
    const size_t last = rest->count - 1;
    rest->lightness[place] = rest->lightness[last];
    rest->chroma[place] = rest->chroma[last];
    for (unsigned i = 0; i < 3; i++) rest->direction[i][place] = rest->direction[i][last];
  }
}

/// Chroma as (a, b)'s length, and its direction; both of no use where chroma is tiny.
static inline triple direction_of(const p3_gamut_mapping *mapping, triple lab, doubles chroma) {
  const doubles inverse = 1 / larger(chroma, set(1e-30));
  const doubles a = lab.y * inverse, b = lab.z * inverse;
  const double *from_a = mapping->roots_from_a, *from_b = mapping->roots_from_b;
  return (triple){from_a[0] * a + from_b[0] * b, from_a[1] * a + from_b[1] * b, from_a[2] * a + from_b[2] * b};
}

// MARK: Rays

/// The three channels along rays: ((c3·x + c2)·x + c1)·x + c0.
typedef struct {
  doubles c0, c1[3], c2[3], c3[3];
} ray;

static inline ray ray_of(const double m[9], doubles lightness, triple d) {
  const triple squares = {d.x * d.x, d.y * d.y, d.z * d.z}, third = {squares.x * d.x, squares.y * d.y, squares.z * d.z};
  const triple first = product(m, d), second = product(m, squares), cubic = product(m, third);
  const doubles l3 = 3 * lightness, ll3 = l3 * lightness;
  return (ray){lightness * lightness * lightness,
               {ll3 * first.x, ll3 * first.y, ll3 * first.z},
               {l3 * second.x, l3 * second.y, l3 * second.z},
               {cubic.x, cubic.y, cubic.z}};
}

static inline doubles value(const ray *r, int i, doubles x) {
  return ((r->c3[i] * x + r->c2[i]) * x + r->c1[i]) * x + r->c0;
}
static inline doubles slope(const ray *r, int i, doubles x) { return (3 * r->c3[i] * x + 2 * r->c2[i]) * x + r->c1[i]; }

/// Lanes in which the two halves of a cubic on 0…x, given by its Bernstein coefficients, surely lie in 0…1.
static inline longs halves_stay_inside(doubles b0, doubles b1, doubles b2, doubles b3) {
  // De Casteljau's construction.
  const doubles m01 = (b0 + b1) * 0.5, m12 = (b1 + b2) * 0.5, m23 = (b2 + b3) * 0.5;
  const doubles h1 = (m01 + m12) * 0.5, h2 = (m12 + m23) * 0.5, middle = (h1 + h2) * 0.5;
  const doubles bottom = smaller(smaller(m01, h1), smaller(smaller(h2, m23), middle));
  const doubles top = larger(larger(m01, h1), larger(larger(h2, m23), middle));
  return (bottom > doubtful) & (top < 1 - doubtful);
}

/// Lanes in which all channels surely stay in 0…1 before x, and are in it at x by `margin`: more than nothing, or less.
static inline longs ray_stays_inside(const ray *r, doubles x, double margin) {
  const doubles x1 = x * (1.0 / 3), x2 = x * x1, x3 = x * x * x;
  longs inside = (longs)-1;
  for (int i = 0; i < 3; i++) {
    const doubles q1 = r->c1[i] * x1, q12 = q1 + r->c2[i] * x2;
    const doubles b1 = r->c0 + q1, b2 = b1 + q12, b3 = r->c0 + 3 * q12 + r->c3[i] * x3;
    longs whole = (smaller(b1, b2) > doubtful) & (larger(b1, b2) < 1 - doubtful);
    if (any(~whole)) whole |= halves_stay_inside(r->c0, b1, b2, b3);
    inside &= whole & (b3 > margin) & (b3 < 1 - margin);
  }
  return inside;
}

/// Where the exit of each ray is sought, and found; `sure` tells in which lanes it is proved.
typedef struct {
  ray rays[2];
  doubles exits[2];
  longs sure[2];
} exits;

/// A step of Newton's for all channels, more for the one that leaves 0…1 first. Both rays and all channels side by
/// side: each step waits for the one before it.
static inline __attribute__((always_inline)) void seek_exits(exits *found, const doubles starts[2]) {
  doubles x[2][3], targets[2][3];
  for (int r = 0; r < 2; r++) {
    const ray *ray = &found->rays[r];
    for (int i = 0; i < 3; i++) {
      const doubles y = value(ray, i, starts[r]), inverse = rough_inverse(slope(ray, i, starts[r]));
      targets[r][i] = choose((y > 1) | ((y >= 0) & (inverse > 0)), set(1), set(0));
      x[r][i] = starts[r] - (y - targets[r][i]) * inverse;
    }
  }
  doubles best[2], target[2], c1[2], c2[2], c3[2], twice[2], thrice[2];
  for (int r = 0; r < 2; r++) {
    const ray *ray = &found->rays[r];
    best[r] = set(8);
    target[r] = c1[r] = c2[r] = c3[r] = set(0);
    for (int i = 0; i < 3; i++) {
      const longs better = (x[r][i] > 0) & (x[r][i] < best[r]);
      best[r] = choose(better, x[r][i], best[r]);
      target[r] = choose(better, targets[r][i], target[r]);
      c1[r] = choose(better, ray->c1[i], c1[r]);
      c2[r] = choose(better, ray->c2[i], c2[r]);
      c3[r] = choose(better, ray->c3[i], c3[r]);
    }
    twice[r] = 2 * c2[r];
    thrice[r] = 3 * c3[r];
  }
  // A lane that has converged stays, whatever the others need: results do not depend on who shares a vector.
  longs converged[2] = {(longs)0, (longs)0};
  for (int pass = 0; pass < 6 && any(~converged[0] | ~converged[1]); pass++) {
    for (int r = 0; r < 2; r++) {
      const doubles c0 = found->rays[r].c0, y = ((c3[r] * best[r] + c2[r]) * best[r] + c1[r]) * best[r] + c0;
      const doubles inverse = rough_inverse((thrice[r] * best[r] + twice[r]) * best[r] + c1[r]);
      const doubles step = (y - target[r]) * inverse;
      best[r] = choose(converged[r], best[r], best[r] - step);
      // What is left is about half the curvature times this.
      converged[r] |= (step * step * magnitude(inverse) < 1e-15) & (magnitude(inverse) < steepest);
    }
  }
  for (int r = 0; r < 2; r++) {
    const longs sure = converged[r] & (best[r] > 0) & ray_stays_inside(&found->rays[r], best[r], -doubtful);
    found->exits[r] = choose(found->sure[r], found->exits[r], best[r]);
    found->sure[r] |= sure;
  }
}

// MARK: Soft

/// Colours that surely stay are done; the others are kept.
static void begin_soft(const p3_gamut_mapping *mapping, p3_mapped_colors *colors, remaining *rest) {
  for (size_t i = 0; i < colors->count; i += LANES) {
    const triple rgb = load_color(colors->before, i);
    longs undecided = (longs)0;
    const triple lab = lab_of(mapping, rgb, &undecided);
    const doubles chroma = root(lab.y * lab.y + lab.z * lab.z);
    const triple direction = direction_of(mapping, lab, chroma);
    const ray r = ray_of(mapping->rgb_from_cones, lab.x, direction);
    const doubles end = chroma * (1 / mapping->knee);
    longs leaves = (longs)0;
    for (int channel = 0; channel < 3; channel++) {
      const doubles y = value(&r, channel, end);
      leaves |= (y < 0) | (y > 1);
    }
    const longs stays = (lab.x > 0) & (lab.x < 1) & ray_stays_inside(&r, end, doubtful);
    // Neutrals move by no more than their chroma, which is an error of rounding.
    const longs is_neutral = chroma < 1e-13, is_black = (rgb.x == 0) & (rgb.y == 0) & (rgb.z == 0);
    const longs has_no_ray = (lab.x < -doubtful) | (lab.x > 1 + doubtful);
    const longs is_simple = is_black | is_neutral | has_no_ray;
    undecided = (undecided & ~is_black) | (~is_simple & ~stays & ~leaves);
    const longs kept = ~undecided & ~is_simple & ~stays;
    const triple mapped = clipped_color(rgb);
    const longs clips = (is_neutral | has_no_ray) & ((mapped.x != rgb.x) | (mapped.y != rgb.y) | (mapped.z != rgb.z));
    store_color(colors->after, i, mapped);
    store_states(colors->states + i, clips, undecided);
    keep(rest, i, kept, lab.x, chroma, direction);
  }
}

static inline triple compressed(const p3_gamut_mapping *mapping, doubles lightness, doubles chroma, triple direction,
                                longs *undecided) {
  exits found = {
      {ray_of(mapping->rgb_from_cones, lightness, direction), ray_of(mapping->source_from_cones, lightness, direction)},
      {chroma, chroma},
      {(longs)0, (longs)0}};
  seek_exits(&found, (doubles[]){chroma, chroma * 1.1});
  // A channel that bulges out of 0…1 and comes back is met on its way out from below.
  if (any(~found.sure[0] | ~found.sure[1])) seek_exits(&found, (doubles[]){chroma * 0.4, chroma * 0.6});
  const doubles end = found.exits[0], widest = larger(chroma, found.exits[1]);
  const doubles knee = mapping->knee * end, beyond = chroma - knee;
  const doubles spread = larger(widest - end, set(0)), rooms = (end - knee) * (widest - knee);
  const doubles x = knee + beyond * (rooms / (rooms + beyond * spread));
  *undecided = ~found.sure[0] | ~found.sure[1] | ~(lightness > doubtful) | ~(lightness < 1 - doubtful);
  const triple roots = {lightness + direction.x * x, lightness + direction.y * x, lightness + direction.z * x};
  return clipped_color(product(mapping->rgb_from_cones, cubes(roots)));
}

static void finish_soft(const p3_gamut_mapping *mapping, p3_mapped_colors *colors, const remaining *rest) {
  for (size_t i = 0; i < rest->count; i += LANES) {
    longs undecided;
    const triple mapped = compressed(mapping, load(rest->lightness + i), load(rest->chroma + i),
                                     load_color(rest->direction, i), &undecided);
    for (size_t lane = 0; lane < LANES && i + lane < rest->count; lane++) {
      const size_t color = rest->index[i + lane];
      colors->states[color] = undecided[lane] ? P3_COLOR_UNDECIDED : P3_COLOR_MOVES;
      colors->after[0][color] = mapped.x[lane];
      colors->after[1][color] = mapped.y[lane];
      colors->after[2][color] = mapped.z[lane];
    }
  }
}

// MARK: Chroma

/// Squared deltaEOK.
static inline doubles squared_distance(triple p, triple q) {
  const doubles x = p.x - q.x, y = p.y - q.y, z = p.z - q.z;
  return x * x + y * y + z * z;
}

/// Lanes in which `square` is under `limit`²; where it is too close, they are added to `undecided`.
static inline longs is_under(doubles square, double limit, longs *undecided) {
  *undecided |= ~(magnitude(square - limit * limit) > doubtful);
  return square < limit * limit;
}

/// Colours in gamut stay, those close to it are clipped, the others are kept.
static void begin_chroma(const p3_gamut_mapping *mapping, p3_mapped_colors *colors, remaining *rest) {
  for (size_t i = 0; i < colors->count; i += LANES) {
    const triple rgb = load_color(colors->before, i), mapped = clipped_color(rgb);
    const longs outside = (least(rgb) < 0) | (most(rgb) > 1);
    store_color(colors->after, i, mapped);
    store_states(colors->states + i, outside, (longs)0);
    if (!any(outside)) continue;
    // What is outside by an error of rounding is clipped, or becomes white or black, which then is the same.
    const longs far = outside & ((least(rgb) < -doubtful) | (most(rgb) > 1 + doubtful));
    longs undecided = (longs)0;
    const triple lab = lab_of(mapping, rgb, &undecided), clip = lab_of(mapping, mapped, &undecided);
    const longs is_close = is_under(squared_distance(lab, clip), mapping->just_noticeable, &undecided);
    const longs is_white = far & (lab.x > 1 + doubtful), is_black = far & (lab.x < -doubtful),
                ends = is_white | is_black;
    undecided |= ~ends & (~(lab.x > doubtful) | ~(lab.x < 1 - doubtful));
    const doubles end = choose(is_white, set(1), set(0));
    store_color(colors->after, i,
                (triple){choose(ends, end, mapped.x), choose(ends, end, mapped.y), choose(ends, end, mapped.z)});
    store_states(colors->states + i, outside, far & undecided);
    const doubles chroma = root(lab.y * lab.y + lab.z * lab.z);
    keep(rest, i, far & ~undecided & ~is_close & ~ends, lab.x, chroma, direction_of(mapping, lab, chroma));
  }
}

/// The search of CSS Color 4 on LANES colours, all lanes as long as one of them searches.
static inline triple searched(const p3_gamut_mapping *mapping, doubles lightness, doubles chroma, triple direction,
                              triple clip, longs *undecided) {
  doubles low = set(0), high = chroma;
  longs low_is_inside = (longs)-1, searches = (longs)-1;
  const double found = mapping->just_noticeable - mapping->precision;
  while (1) {
    const doubles width = high - low;
    *undecided |= searches & ~(magnitude(width - mapping->precision) > doubtful);
    searches &= (width > mapping->precision) & ~*undecided;
    if (!any(searches)) return clip;
    const doubles x = (low + high) * 0.5;
    const triple roots = {lightness + direction.x * x, lightness + direction.y * x, lightness + direction.z * x};
    const triple rgb = product(mapping->rgb_from_cones, cubes(roots)), near = clipped_color(rgb);
    const doubles below = least(rgb), above = most(rgb) - 1;
    const longs inside = (below >= 0) & (above <= 0) & low_is_inside;
    *undecided |= searches & low_is_inside & ~((magnitude(below) > doubtful) & (magnitude(above) > doubtful));
    const longs measured = searches & ~inside;
    // The roots are the cube roots of this colour's cones; of its clip's they have to be taken.
    longs unclear = (longs)0;
    const triple lab = product(mapping->lab_from_roots, roots), near_lab = lab_of(mapping, near, &unclear);
    const doubles distance = squared_distance(lab, near_lab);
    const longs is_close = is_under(distance, mapping->just_noticeable, &unclear);
    const longs is_found = is_close & ~is_under(distance, found, &unclear);
    *undecided |= measured & unclear;
    clip.x = choose(measured, near.x, clip.x);
    clip.y = choose(measured, near.y, clip.y);
    clip.z = choose(measured, near.z, clip.z);
    searches &= ~(measured & is_found);
    low_is_inside &= ~(measured & is_close);
    low = choose(searches & (inside | is_close), x, low);
    high = choose(searches & ~inside & ~is_close, x, high);
  }
}

static void finish_chroma(const p3_gamut_mapping *mapping, p3_mapped_colors *colors, const remaining *rest) {
  for (size_t i = 0; i < rest->count; i += LANES) {
    triple clip = {set(0), set(0), set(0)};
    for (size_t lane = 0; lane < LANES && i + lane < rest->count; lane++) {
      const size_t color = rest->index[i + lane];
      clip.x[lane] = colors->after[0][color];
      clip.y[lane] = colors->after[1][color];
      clip.z[lane] = colors->after[2][color];
    }
    longs undecided = (longs)0;
    const triple mapped = searched(mapping, load(rest->lightness + i), load(rest->chroma + i),
                                   load_color(rest->direction, i), clip, &undecided);
    for (size_t lane = 0; lane < LANES && i + lane < rest->count; lane++) {
      const size_t color = rest->index[i + lane];
      colors->states[color] = undecided[lane] ? P3_COLOR_UNDECIDED : P3_COLOR_MOVES;
      colors->after[0][color] = mapped.x[lane];
      colors->after[1][color] = mapped.y[lane];
      colors->after[2][color] = mapped.z[lane];
    }
  }
}

/// Sets the states and the mapped colours of all.
void NAME(const p3_gamut_mapping *mapping, p3_mapped_colors *colors) {
  remaining rest;
  rest.count = 0;
  if (mapping->method == P3_MAP_SOFT) {
    begin_soft(mapping, colors, &rest);
    pad(&rest);
    finish_soft(mapping, colors, &rest);
  } else {
    begin_chroma(mapping, colors, &rest);
    pad(&rest);
    finish_chroma(mapping, colors, &rest);
  }
}
