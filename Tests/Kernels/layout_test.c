// Pixels of all layouts: against one component at a time, in whole numbers or doubles. The floats of a conversion are
// also the same bits on every target.

#include <math.h>
#include <string.h>

#include "check.h"
#include "layout/floats.h"

#pragma STDC FP_CONTRACT OFF

enum { MOST = 300 };

static const unsigned component_bytes[] = {1, 2, 2, 4};

static double half(unsigned bits) {
  const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  const double size = exponent == 0    ? ldexp(mantissa, -24)
                      : exponent == 31 ? (mantissa ? NAN : INFINITY)
                                       : ldexp(1024 + mantissa, exponent - 25);
  return bits & 0x8000 ? -size : size;
}

static double nearest_half(double value) {
  if (fabs(value) >= 65520) return copysign(INFINITY, value);
  const double step = ldexp(1, (fabs(value) < 0x1p-14 ? -14 : ilogb(value)) - 10);
  return nearbyint(value / step) * step;
}

/// The component at `index`: the number of an integer, the value of a float.
static double number(const p3_pixel_layout *layout, const uint8_t *pixels, size_t index) {
  uint8_t bytes[4] = {0};
  const unsigned size = component_bytes[layout->component];
  for (unsigned i = 0; i < size; i++) bytes[layout->is_swapped ? size - 1 - i : i] = pixels[index * size + i];
  uint16_t integer;
  float real;
  memcpy(&integer, bytes, sizeof integer);
  memcpy(&real, bytes, sizeof real);
  switch (layout->component) {
    case P3_UINT8: return bytes[0];
    case P3_UINT16: return integer;
    case P3_FLOAT16: return half(integer);
    case P3_FLOAT32: break;
  }
  return (double)real;
}

static double scale(const p3_pixel_layout *layout) {
  return layout->component == P3_UINT8 ? 255 : layout->component == P3_UINT16 ? 65535 : 1;
}

static int has_alpha(const p3_pixel_layout *layout) {
  return layout->alpha == P3_ALPHA_STRAIGHT || layout->alpha == P3_ALPHA_PREMULTIPLIED;
}

static p3_pixel_layout some_layout(unsigned first_component, unsigned components, unsigned gray) {
  static const unsigned orders[][4] = {{0, 1, 2, 3}, {2, 1, 0, 3}, {1, 2, 3, 0}, {3, 2, 1, 0}};
  p3_pixel_layout layout = {.component = (p3_component)(first_component + random_below(components)),
                            .alpha = (p3_alpha)random_below(4)};
  layout.is_swapped = layout.component != P3_UINT8 && random_below(2);
  layout.colors = gray ? 1 : 3;
  layout.components = layout.colors + (layout.alpha != P3_ALPHA_NONE);
  const unsigned *order = orders[random_below(layout.alpha == P3_ALPHA_NONE ? 2 : 4)];
  for (unsigned k = 0; k < layout.colors; k++) layout.place[k] = gray ? 0 : order[k];
  if (layout.alpha != P3_ALPHA_NONE) layout.alpha_place = gray ? 1 : order[3];
  return layout;
}

/// Random components: integers of their whole range, every eighth 0; halves from 0.125 to 2 of both signs; floats from
/// -0.5 to 1.5.
static uint8_t *some_pixels(const p3_pixel_layout *layout, size_t count) {
  const size_t numbers = count * layout->components, size = component_bytes[layout->component];
  uint8_t *pixels = guarded(numbers * size, random_below(2));
  for (size_t i = 0; i < numbers; i++) {
    float real = (float)random_below(40000) / 20000 - 0.5f;
    uint32_t bits = (uint32_t)random_bits() & (random_below(8) ? UINT32_MAX : 0);
    if (layout->component == P3_FLOAT16) bits = (bits & 0x8fff) | 0x3000;
    if (layout->component == P3_FLOAT32) memcpy(&bits, &real, sizeof bits);
    uint8_t bytes[4];
    memcpy(bytes, &bits, sizeof bytes);
    for (size_t b = 0; b < size; b++) pixels[i * size + b] = bytes[layout->is_swapped ? size - 1 - b : b];
  }
  return pixels;
}

static uint16_t straight(unsigned value, unsigned alpha) {
  if (alpha == 0) return 0;
  const uint64_t quotient = (2ull * value * 65535 + alpha) / (2 * alpha);
  return quotient < 65535 ? (uint16_t)quotient : 65535;
}

static void test_load_codes(const p3_pixel_layout *layout, size_t count) {
  const unsigned channels = layout->colors + (unsigned)has_alpha(layout);
  uint8_t *pixels = some_pixels(layout, count);
  uint16_t *codes = guarded(count * channels * 2, 0), expected[MOST * 4];
  p3_load_codes(layout, pixels, count, codes);
  for (size_t i = 0; i < count; i++) {
    const unsigned widened = layout->component == P3_UINT8 ? 257 : 1;
    const double alpha = number(layout, pixels, i * layout->components + layout->alpha_place);
    for (unsigned k = 0; k < layout->colors; k++) {
      const unsigned value = (unsigned)number(layout, pixels, i * layout->components + layout->place[k]);
      expected[i * channels + k] =
          layout->alpha == P3_ALPHA_PREMULTIPLIED ? straight(value, (unsigned)alpha) : (uint16_t)(value * widened);
    }
    if (has_alpha(layout)) expected[i * channels + layout->colors] = (uint16_t)((unsigned)alpha * widened);
  }
  check_same("loaded codes", expected, codes, count * channels * 2);
  check_guards(codes);
  release(codes);
  release(pixels);
}

static void test_store_codes(const p3_pixel_layout *layout, size_t count) {
  const unsigned colors = layout->colors == 1 || random_below(2) ? 1 : 3, given = (unsigned)random_below(2);
  uint16_t codes[MOST * 4];
  for (size_t i = 0; i < MOST * 4; i++) codes[i] = random_sample();
  const size_t size = count * layout->components * component_bytes[layout->component];
  uint8_t *pixels = guarded(size, random_below(2));
  p3_store_codes(layout, codes, colors, (int)given, count, pixels);
  const uint64_t most = layout->component == P3_UINT8 ? 255 : 65535;
  for (size_t i = 0; i < count; i++) {
    const uint16_t *code = codes + i * (colors + given);
    const uint64_t alpha = given ? (code[colors] * most * 2 + 65535) / 131070 : most;
    for (unsigned k = 0; k < layout->colors; k++) {
      const uint64_t factor = layout->alpha == P3_ALPHA_PREMULTIPLIED ? alpha : most;
      const uint64_t expected = (code[colors == 1 ? 0 : k] * factor * 2 + 65535) / 131070;
      check("a stored code", number(layout, pixels, i * layout->components + layout->place[k]) == (double)expected);
    }
    if (layout->alpha == P3_ALPHA_NONE) continue;
    check("a stored alpha", number(layout, pixels, i * layout->components + layout->alpha_place) ==
                                (double)(layout->alpha == P3_ALPHA_IGNORED ? most : alpha));
  }
  add_to_digest(pixels, size);
  check_guards(pixels);
  release(pixels);
}

/// The straight colour `k` of pixel `i`, or its alpha where `k` is that of no colour.
static double value_of(const p3_pixel_layout *layout, const uint8_t *pixels, size_t i, unsigned k) {
  const size_t first = i * layout->components;
  const double alpha = has_alpha(layout) ? number(layout, pixels, first + layout->alpha_place) / scale(layout) : 1;
  if (k == layout->colors) return alpha;
  const double value = number(layout, pixels, first + layout->place[k]) / scale(layout);
  return layout->alpha == P3_ALPHA_PREMULTIPLIED ? (alpha > 0 ? value / alpha : 0) : value;
}

/// What a component becomes that ought to be `value`, of integers between 0 and 1.
static double stored(const p3_pixel_layout *layout, double value) {
  switch (layout->component) {
    case P3_UINT8:
    case P3_UINT16: return floor(value * scale(layout) + 0.5);
    case P3_FLOAT16: return nearest_half((double)(float)value);
    case P3_FLOAT32: break;
  }
  return (double)(float)value;
}

static double clamped(const p3_pixel_layout *layout, double value) {
  return scale(layout) == 1 ? value : fmin(fmax(value, 0), 1);
}

static void test_values(const p3_pixel_layout *layout, const p3_pixel_layout *to, size_t count) {
  uint8_t *pixels = some_pixels(layout, count);
  uint8_t *copy = guarded(count * to->components * component_bytes[to->component], random_below(2));
  double planes[MOST * 4];
  p3_load_values(layout, pixels, count, MOST, planes);
  p3_store_values(to, planes, layout->colors, count, MOST, copy);
  for (size_t i = 0; i < count; i++) {
    const double alpha = clamped(to, value_of(layout, pixels, i, layout->colors));
    for (unsigned k = 0; k < layout->colors + 1; k++)
      check("a loaded value", planes[k * MOST + i] == value_of(layout, pixels, i, k));
    for (unsigned k = 0; k < to->colors; k++) {
      const double color = clamped(to, value_of(layout, pixels, i, layout->colors == 1 ? 0 : k));
      const double expected = stored(to, to->alpha == P3_ALPHA_PREMULTIPLIED ? color * alpha : color);
      check("a stored value", number(to, copy, i * to->components + to->place[k]) == expected);
    }
    if (to->alpha == P3_ALPHA_NONE) continue;
    check("a stored alpha", number(to, copy, i * to->components + to->alpha_place) ==
                                stored(to, to->alpha == P3_ALPHA_IGNORED ? 1 : alpha));
  }
  add_to_digest(copy, count * to->components * component_bytes[to->component]);
  check_guards(copy);
  release(pixels);
  release(copy);
}

// MARK: Floats

static p3_float_curve curve(double end, double slope, double scale, double offset, double exponent, double gain,
                            double shift) {
  const float high = (float)(nearbyint(exponent * 4096) / 4096);
  return (p3_float_curve){(float)end,      (float)slope, (float)scale,
                          (float)offset,   (float)gain,  (float)shift,
                          (float)exponent, high,         (float)(exponent - (double)high)};
}

static double curved(const p3_float_curve *c, double value) {
  const double size = fabs(value), base = fmax((double)c->scale * size + (double)c->offset, 0);
  const double exponent = (double)c->exponent_high + (double)c->exponent_low;
  const double upper = pow(base, exponent) * (double)c->gain + (double)c->shift;
  return copysign(size < (double)c->end ? size * (double)c->slope : upper, value);
}

typedef void (*converter)(const p3_float_conversion *, const p3_pixel_layout *, const void *, const p3_pixel_layout *,
                          void *, size_t);

/// sRGB decoded, a power encoded.
static p3_float_conversion some_conversion(unsigned colors) {
  p3_float_conversion result = {.colors = colors, .decodes = (int)random_below(2), .encodes = (int)random_below(2)};
  result.has_matrix = colors == 3 && random_below(2);
  for (unsigned k = 0; k < 3; k++) {
    result.decode[k] = curve(0.04045, 1 / 12.92, 1 / 1.055, 0.055 / 1.055, 2.4, 1, 0);
    result.encode[k] = k ? curve(0.0031308, 12.92, 1, 0, 1 / 2.4, 1.055, -0.055) : curve(0, 0, 1, 0, 1 / 2.2, 1, 0);
  }
  for (unsigned i = 0; i < 9; i++) result.matrix[i] = (float)random_below(2000) / 1000 - 0.5f;
  return result;
}

static void same_on_all_targets(const p3_float_conversion *conversion, const p3_pixel_layout *from,
                                const uint8_t *pixels, const p3_pixel_layout *to, const uint8_t *expected,
                                size_t count) {
  const size_t size = count * p3_bytes_per_pixel(to);
  uint8_t *other = guarded(size, 0);
  p3_convert_floats_baseline(conversion, from, pixels, to, other, count);
  check_same("the baseline's floats", expected, other, size);
#if defined(__x86_64__)
  if (p3_cpu_available() & 1u << P3_TARGET_AVX2) {
    p3_convert_floats_avx2(conversion, from, pixels, to, other, count);
    check("AVX2's floats", memcmp(expected, other, size) == 0);  // no part of a digest that arm64 has, too
  }
#endif
  release(other);
}

/// Against doubles, the error of a matrix grown by the steepest part of the curve.
static void test_floats(size_t count) {
  const unsigned gray = random_below(4) == 0;
  p3_pixel_layout from = some_layout(0, 4, gray), to = some_layout(2, 2, gray && random_below(2));
  if (random_below(4) == 0) to.component = P3_UINT8, to.is_swapped = 0;
  const p3_float_conversion conversion = some_conversion(from.colors);
  uint8_t *pixels = some_pixels(&from, count), *result = guarded(count * p3_bytes_per_pixel(&to), random_below(2));
  p3_convert_floats(&conversion, &from, pixels, &to, result, count);
  for (size_t i = 0; i < count; i++) {
    double color[3] = {0}, product[3] = {0}, most = 0;
    for (unsigned k = 0; k < from.colors; k++) {
      color[k] = value_of(&from, pixels, i, k);
      if (conversion.decodes) color[k] = curved(&conversion.decode[k], color[k]);
      most = fmax(most, fabs(color[k]));
    }
    for (unsigned k = 0; k < 9; k++) product[k / 3] += (double)conversion.matrix[k] * color[k % 3];
    if (conversion.has_matrix) memcpy(color, product, sizeof color);
    const double alpha = clamped(&to, value_of(&from, pixels, i, from.colors));
    for (unsigned k = 0; k < to.colors; k++) {
      const unsigned c = from.colors == 1 ? 0 : k;
      const double error = 1e-6 * (conversion.has_matrix ? most : fabs(color[c]));
      const p3_float_curve *encode = &conversion.encode[c];
      double low = color[c] - error, high = color[c] + error;
      if (conversion.encodes) low = curved(encode, low), high = curved(encode, high);
      low = clamped(&to, low - 1e-6 * fabs(low)), high = clamped(&to, high + 1e-6 * fabs(high));
      if (to.alpha == P3_ALPHA_PREMULTIPLIED) low *= alpha, high *= alpha;
      const double value = number(&to, result, i * to.components + to.place[k]);
      const double a = stored(&to, low), b = stored(&to, high);
      check("a converted float", value >= fmin(a, b) && value <= fmax(a, b));
    }
    if (to.alpha == P3_ALPHA_NONE) continue;
    const double rest = number(&to, result, i * to.components + to.alpha_place);
    check("a float's alpha", fabs(rest - stored(&to, to.alpha == P3_ALPHA_IGNORED ? 1 : alpha)) <= 0x1p-11);
  }
  same_on_all_targets(&conversion, &from, pixels, &to, result, count);
  check_guards(result);
  release(pixels);
  release(result);
}

/// Curves far beyond 1, and near 0.
static void test_far_values(void) {
  const p3_pixel_layout layout = {.component = P3_FLOAT32, .colors = 1, .components = 1, .alpha = P3_ALPHA_NONE};
  p3_float_conversion conversion = {.colors = 1, .decodes = 1, .decode = {curve(0, 0, 1, 0, 2.2, 1, 0)}};
  const float values[] = {0, 1, 1e-30f, 1e-18f, 1e-10f, 1e10f, 1e17f, -1e17f, 1e30f, INFINITY, -INFINITY, NAN};
  float results[12];
  for (unsigned power = 0; power < 2; power++) {
    if (power) conversion.decode[0] = curve(0, 0, 1, 0, 1 / 2.2, 1, 0);
    p3_convert_floats(&conversion, &layout, values, &layout, results, 12);
    for (unsigned i = 0; i < 11; i++) {
      const float expected = (float)curved(&conversion.decode[0], (double)values[i]);
      check("a far value", results[i] == expected || fabsf(results[i] - expected) <= 1e-6f * fabsf(expected) + 1e-37f);
    }
    check("a value that is no number", isnan(results[11]));
  }
}

void test_layouts(void) {
  begin_family("layouts", P3_TARGET_SCALAR);
  for (size_t count = 0; count < MOST; count += count < 70 ? 1 : 37) {
    for (unsigned turn = 0; turn < 12; turn++) {
      const unsigned gray = turn % 4 == 0;
      const p3_pixel_layout codes = some_layout(0, 2, gray), from = some_layout(0, 4, gray);
      const p3_pixel_layout to = some_layout(0, 4, gray && turn % 8 == 0);
      describe_case("%zu pixels, turn %u", count, turn);
      test_load_codes(&codes, count);
      test_store_codes(&codes, count);
      test_values(&from, &to, count);
      test_floats(count);
    }
  }
  test_far_values();
  end_family();
}
