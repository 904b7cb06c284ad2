// Gamut mapping: whatever is not left to the definition is what bisection along the ray, and the search as CSS Color 4
// writes it, find with the C library's cube root.

#include <math.h>
#include <string.h>

#include "check.h"
#include "conversions.h"
#include "p3_gamut_mapping.h"

#pragma STDC FP_CONTRACT OFF

/// sRGB, whose rows sum to 1, and Display P3 as its source: conversion 0's matrix goes before.
static const double cones_from_rgb[9] = {0.4122214694707630, 0.5363325372617349, 0.0514459932675022,
                                         0.2119034958178251, 0.6806995506452344, 0.1073969535369405,
                                         0.0883024591900564, 0.2817188391361215, 0.6299787016738221};
static const double to_srgb[9] = {1.2249401763,  -0.2249401763, 0,           -0.0420569547, 1.0420569547, 0,
                                  -0.0196375546, -0.0786360456, 1.0982736001};
static const double lab_from_roots[9] = {0.2104542683093140, 0.7936177747023054,  -0.0040720430116193,
                                         1.9779985324311684, -2.4285922420485799, 0.4505937096174110,
                                         0.0259040424655478, 0.7827717124575296,  -0.8086757549230774};

static void multiply(const double m[9], const double v[3], double result[3]) {
  for (int i = 0; i < 3; i++) result[i] = m[3 * i] * v[0] + m[3 * i + 1] * v[1] + m[3 * i + 2] * v[2];
}

static void invert(const double m[9], double inverse[9]) {
  double determinant = 0;
  for (int i = 0; i < 9; i++) {
    // Transposed: the cofactor of row i % 3 and column i / 3.
    const int r = i % 3, c = i / 3, r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
    inverse[i] = m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1];
  }
  for (int i = 0; i < 3; i++) determinant += m[i] * inverse[3 * i];
  for (int i = 0; i < 9; i++) inverse[i] /= determinant;
}

static p3_gamut_mapping new_mapping(p3_mapping_method method) {
  p3_gamut_mapping mapping = {.method = method, .knee = 0.8, .just_noticeable = 0.02, .precision = 0.0001};
  double source[9], roots[9];
  memcpy(mapping.cones_from_rgb, cones_from_rgb, sizeof cones_from_rgb);
  invert(cones_from_rgb, mapping.rgb_from_cones);
  for (int i = 0; i < 9; i++) {
    source[i] = 0;
    for (int k = 0; k < 3; k++) source[i] += cones_from_rgb[i / 3 * 3 + k] * to_srgb[3 * k + i % 3];
  }
  invert(source, mapping.source_from_cones);
  memcpy(mapping.lab_from_roots, lab_from_roots, sizeof lab_from_roots);
  invert(lab_from_roots, roots);
  for (int i = 0; i < 3; i++) {
    mapping.roots_from_a[i] = roots[3 * i + 1];
    mapping.roots_from_b[i] = roots[3 * i + 2];
  }
  return mapping;
}

// MARK: The methods in plain double

static void lab_of(const p3_gamut_mapping *mapping, const double rgb[3], double lab[3]) {
  double cones[3];
  multiply(mapping->cones_from_rgb, rgb, cones);
  for (int i = 0; i < 3; i++) cones[i] = cbrt(cones[i]);
  multiply(mapping->lab_from_roots, cones, lab);
}

/// Linear RGB, of the space that `rgb_from_cones` leads to, of `lab` with its chroma scaled.
static void rgb_of(const p3_gamut_mapping *mapping, const double rgb_from_cones[9], const double lab[3], double scale,
                   double rgb[3]) {
  double cones[3];
  for (int i = 0; i < 3; i++) {
    const double root = lab[0] + scale * (mapping->roots_from_a[i] * lab[1] + mapping->roots_from_b[i] * lab[2]);
    cones[i] = root * root * root;
  }
  multiply(rgb_from_cones, cones, rgb);
}

static int is_inside(const double rgb[3]) {
  return fmin(rgb[0], fmin(rgb[1], rgb[2])) >= 0 && fmax(rgb[0], fmax(rgb[1], rgb[2])) <= 1;
}

static void clip(const double rgb[3], double clipped[3]) {
  for (int i = 0; i < 3; i++) clipped[i] = rgb[i] > 0 ? fmin(rgb[i], 1) : 0;
}

/// The first scale at which the ray leaves the cube: steps of a 256th, then bisection.
static double exit_of(const p3_gamut_mapping *mapping, const double rgb_from_cones[9], const double lab[3],
                      double limit) {
  double rgb[3], inside = 0, outside = limit;
  for (int step = 1; step <= 256; step++) {
    const double scale = limit * step / 256;
    rgb_of(mapping, rgb_from_cones, lab, scale, rgb);
    if (!is_inside(rgb)) {
      outside = scale;
      break;
    }
    inside = scale;
  }
  for (int step = 0; step < 60; step++) {
    const double middle = (inside + outside) / 2;
    rgb_of(mapping, rgb_from_cones, lab, middle, rgb);
    if (is_inside(rgb)) {
      inside = middle;
    } else {
      outside = middle;
    }
  }
  return inside;
}

/// Returns 0 where the colour is too close to a surface or to the axis for a plain comparison.
static int map_softly(const p3_gamut_mapping *mapping, const double rgb[3], double mapped[3]) {
  double lab[3];
  lab_of(mapping, rgb, lab);
  clip(rgb, mapped);
  const double chroma = hypot(lab[1], lab[2]), limit = 1 / mapping->knee;
  if (chroma < 1e-6 || lab[0] < 1e-3 || lab[0] > 1 - 1e-3) return 0;
  const double most = exit_of(mapping, mapping->rgb_from_cones, lab, limit);
  if (most >= limit * (1 - 1e-9)) return 0;
  const double widest = fmax(1, exit_of(mapping, mapping->source_from_cones, lab, 1 / chroma));
  const double knee = mapping->knee * most, room = most - knee, x = (1 - knee) / room;
  if (widest < most) return 0;
  rgb_of(mapping, mapping->rgb_from_cones, lab, knee + room * (x / (1 + x * (1 - room / (widest - knee)))), mapped);
  clip(mapped, mapped);
  return 1;
}

static double distance(const double p[3], const double q[3]) {
  return sqrt(pow(p[0] - q[0], 2) + pow(p[1] - q[1], 2) + pow(p[2] - q[2], 2));
}

static int map_chroma(const p3_gamut_mapping *mapping, const double rgb[3], double mapped[3]) {
  double lab[3], near[3];
  if (is_inside(rgb)) return 0;
  lab_of(mapping, rgb, lab);
  if (!(lab[0] > 0 && lab[0] < 1)) return 0;
  clip(rgb, mapped);
  lab_of(mapping, mapped, near);
  if (distance(near, lab) < mapping->just_noticeable) return 1;
  const double chroma = hypot(lab[1], lab[2]);
  double low = 0, high = chroma;
  int low_is_inside = 1;
  while (high - low > mapping->precision) {
    const double middle = (low + high) / 2;
    const double current[3] = {lab[0], lab[1] * middle / chroma, lab[2] * middle / chroma};
    double color[3];
    rgb_of(mapping, mapping->rgb_from_cones, current, 1, color);
    if (low_is_inside && is_inside(color)) {
      low = middle;
      continue;
    }
    clip(color, mapped);
    lab_of(mapping, mapped, near);
    const double difference = distance(near, current);
    if (difference < mapping->just_noticeable) {
      if (mapping->just_noticeable - difference < mapping->precision) return 1;
      low_is_inside = 0;
      low = middle;
    } else {
      high = middle;
    }
  }
  return 1;
}

// MARK: Comparison

typedef struct {
  const p3_gamut_mapping *mapping;
  const conversion *conversion;
  size_t compared, undecided;
} trial;

/// One colour: what the kernel lists, against the plain method.
static void check_color(trial *trial, const uint16_t *pixel, const float *before, const float *after) {
  double rgb[3], mapped[3];
  p3_linear_value(trial->conversion->plan, pixel[0], pixel[1], pixel[2], rgb);
  for (int i = 0; i < 3; i++) {
    check("the colour before", before[i * P3_MAPPED_COLORS] == (float)rgb[i]);
    check("a mapped value is in gamut", after[i * P3_MAPPED_COLORS] >= 0 && after[i * P3_MAPPED_COLORS] <= 1);
  }
  const int is_soft = trial->mapping->method == P3_MAP_SOFT;
  if (!(is_soft ? map_softly : map_chroma)(trial->mapping, rgb, mapped)) return;
  for (int i = 0; i < 3; i++) {
    describe_case("(%.17g, %.17g, %.17g) channel %d: %.9g", rgb[0], rgb[1], rgb[2], i, mapped[i]);
    check("the mapped value", fabs(after[i * P3_MAPPED_COLORS] - mapped[i]) < 1e-6);
  }
  trial->compared++;
}

/// Colours of one tile, one pixel each.
static void test_tile(p3_target target, trial *trial, const uint16_t *pixels, size_t count, p3_mapped_colors *colors) {
  static const uint32_t untouched[1024];
  static const double nothing[3];
  static const uint16_t black[3];
  const size_t seen =
      p3_map_colors(target, trial->mapping, trial->conversion->plan, untouched, pixels, count, 3, colors);
  check("a tile takes all", seen == count);
  for (; p3_next_undecided(colors) != SIZE_MAX; trial->undecided++) p3_decide(colors, 0, nothing, black);
  float before[3 * P3_MAPPED_COLORS], after[3 * P3_MAPPED_COLORS];
  uint32_t runs[P3_MAPPED_COLORS];
  uint8_t are_outside[P3_MAPPED_COLORS];
  const size_t moved = p3_list_moved(colors, 0, 5e-5, before, after, runs, are_outside);
  size_t pixel = 0;
  for (size_t i = 0; i < moved; i++, pixel++) {
    // Those that move keep their order.
    float linear[3];
    do {
      check("a pixel for each colour that moves", pixel < count);
      p3_linear_color(trial->conversion->plan, pixels + 3 * pixel, linear, 1, 3, 0);
      pixel++;
    } while (linear[0] != before[i] || linear[1] != before[i + P3_MAPPED_COLORS] ||
             linear[2] != before[i + 2 * P3_MAPPED_COLORS]);
    pixel--;
    check_color(trial, pixels + 3 * pixel, before + i, after + i);
    for (int plane = 0; plane < 3; plane++) add_to_digest(after + plane * P3_MAPPED_COLORS + i, sizeof *after);
  }
  uint16_t *written = guarded(count * 6, 2);
  memcpy(written, pixels, count * 6);
  p3_write_mapped(colors, written, 3);
  add_to_digest(written, count * 6);
  check_guards(written);
  release(written);
}

static void test_method(p3_target target, p3_mapping_method method) {
  const p3_gamut_mapping mapping = new_mapping(method);
  conversion conversion = new_conversion(0, target);
  trial trial = {&mapping, &conversion, 0, 0};
  p3_mapped_colors *colors = p3_mapped_allocate();
  uint16_t pixels[3 * P3_MAPPED_COLORS];
  for (unsigned round = 0; round < 60; round++) {
    const size_t count = 1 + random_below(P3_MAPPED_COLORS);
    for (size_t i = 0; i < 3 * count; i++) {
      pixels[i] = round % 3 == 0 && random_below(3) == 0 ? 65535 * (uint16_t)random_below(2) : random_sample();
      if (round % 3 == 1) pixels[i] >>= 3 * (i % 3);
    }
    test_tile(target, &trial, pixels, count, colors);
  }
  describe_case("%zu compared, %zu undecided", trial.compared, trial.undecided);
  check("most colours are decided and compared", trial.compared > 1500 && trial.undecided < trial.compared / 8);
  p3_mapped_destroy(colors);
  free_conversion(&conversion);
}

/// A pixel of alpha 0 is left alone, and pixels of one colour are one colour.
static void test_runs(p3_target target) {
  const p3_gamut_mapping mapping = new_mapping(P3_MAP_SOFT);
  static const uint32_t untouched[1024];
  conversion conversion = new_conversion(0, target);
  p3_mapped_colors *colors = p3_mapped_allocate();
  uint16_t pixels[4 * 1000];
  for (size_t i = 0; i < 1000; i++) {
    const uint16_t pixel[4] = {2000, 60000, 3000, i % 100 == 99 ? 0 : 65535};
    memcpy(pixels + 4 * i, pixel, sizeof pixel);
  }
  check("one tile", p3_map_colors(target, &mapping, conversion.plan, untouched, pixels, 1000, 4, colors) == 1000);
  check("the kernel decides", p3_next_undecided(colors) == SIZE_MAX);
  float before[3 * P3_MAPPED_COLORS], after[3 * P3_MAPPED_COLORS];
  uint32_t runs[P3_MAPPED_COLORS];
  uint8_t are_outside[P3_MAPPED_COLORS];
  check("ten runs", p3_list_moved(colors, 0, 5e-5, before, after, runs, are_outside) == 10 && runs[9] == 99);
  check("counted from a pixel on",
        p3_list_moved(colors, 250, 5e-5, before, after, runs, are_outside) == 8 && runs[0] == 49);
  p3_write_mapped(colors, pixels, 4);
  for (size_t i = 0; i < 1000; i++) {
    check("visible pixels move, others stay",
          (pixels[4 * i] == 2000) == (i % 100 == 99) &&
              memcmp(pixels + 4 * i + 3, i % 100 == 99 ? "\0\0" : "\xff\xff", 2) == 0);
    if (i % 100 != 99) check("all to one colour", memcmp(pixels + 4 * i, pixels, 6) == 0);
  }
  p3_mapped_destroy(colors);
  free_conversion(&conversion);
}

void test_mapping(p3_target target) {
  begin_family("gamut mapping", target);
  test_method(target, P3_MAP_CHROMA);
  test_method(target, P3_MAP_SOFT);
  test_runs(target);
  end_family();
}
