// No include guard: included once per target, with LANES floats to a vector and NAME, the function to define.
//
// Every value passes the same IEEE operations in the same order on every target; no operation is fused.

#include "layout/components.h"
#include "layout/floats.h"

#pragma STDC FP_CONTRACT OFF

typedef float floats __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t words __attribute__((vector_size(LANES * sizeof(int32_t))));

/// Pixels per tile, a multiple of LANES: the planes stay in the L1 cache.
enum { TILE = 256 };

typedef struct {
  float component[4][TILE];
  float opaque[TILE];
} tile;

#define INLINED static inline __attribute__((always_inline))

// MARK: Curves

static inline floats all(float value) { return (floats){0} + value; }

static inline floats choose(words mask, floats yes, floats no) {
  return (floats)(((words)yes & mask) | ((words)no & ~mask));
}

/// The nearest integer, for magnitudes below 2^22.
static inline floats nearest(floats x) { return (x + 0x1.8p23f) - 0x1.8p23f; }

/// log2 of a mantissa in √½…√2, by the inverse hyperbolic tangent of (m − 1) / (m + 1).
static inline floats log2_of_mantissa(floats mantissa) {
  const floats s = (mantissa - 1) / (mantissa + 1), z = s * s;
  return s * (0x1.715476p+1f + z * (0x1.ec70e6p-1f + z * (0x1.2746eap-1f + z * 0x1.ba2384p-2f)));
}

/// 2^r for r in −½…½.
static inline floats exp2_of_rest(floats r) {
  const floats high = 0x1.3b2a1cp-7f + r * (0x1.5f0896p-10f + r * 0x1.444004p-13f);
  return 1 + r * (0x1.62e43p-1f + r * (0x1.ebfbep-3f + r * (0x1.c6af6cp-5f + r * high)));
}

/// 2^n for an integer n in −126…127.
static inline floats power_of_two(floats n) { return (floats)((__builtin_convertvector(n, words) + 127) << 23); }

/// Powers of positive normal bases; undefined for others. The exponent times the logarithm's integer part is the sum of
/// two floats, the first of which is exact.
static inline floats power(const p3_float_curve *curve, floats base) {
  const words bits = (words)base, shifted = (bits - 0x3f3504f3) >> 23;  // a step begins at √½
  const floats exponent = __builtin_convertvector(shifted, floats);
  const floats high = curve->exponent_high * exponent;
  const floats logarithm = log2_of_mantissa((floats)(bits - (shifted << 23)));
  const floats low = curve->exponent_low * exponent + curve->exponent * logarithm;
  floats n = nearest(high + low);
  const floats fraction = exp2_of_rest((high - n) + low);
  n = choose(n < -252, all(-252), choose(n > 254, all(254), n));
  const floats half = nearest(n * 0.5f);
  return fraction * power_of_two(half) * power_of_two(n - half);
}

/// Infinity and NaN stay; bases below the normal numbers become 0.
static inline floats curved(const p3_float_curve *curve, floats value) {
  const words sign = (words)value & INT32_MIN;
  const floats magnitude = (floats)((words)value ^ sign);
  const floats base = curve->scale * magnitude + curve->offset;
  const words is_tiny = base < 0x1p-126f, is_number = base < __builtin_inff();
  const floats upper = choose(is_tiny, all(0), choose(is_number, power(curve, base), base));
  const floats result = choose(magnitude < curve->end, curve->slope * magnitude, curve->gain * upper + curve->shift);
  return (floats)((words)result ^ sign);
}

static inline floats at(const float *plane, size_t i) {
  floats values;
  memcpy(&values, plane + i, sizeof values);
  return values;
}

static inline void put(float *plane, size_t i, floats values) { memcpy(plane + i, &values, sizeof values); }

static void apply(const p3_float_curve *curve, float *plane, size_t count) {
  for (size_t i = 0; i < count; i += LANES) put(plane, i, curved(curve, at(plane, i)));
}

static void multiply(const float *m, float *const color[3], size_t count) {
  for (size_t i = 0; i < count; i += LANES) {
    const floats r = at(color[0], i), g = at(color[1], i), b = at(color[2], i);
    for (unsigned row = 0; row < 3; row++) put(color[row], i, m[3 * row] * r + m[3 * row + 1] * g + m[3 * row + 2] * b);
  }
}

// MARK: Memory

INLINED float component_at(const uint8_t *pixels, size_t index, p3_component component, int is_swapped) {
  const p3_pixel_layout order = {.is_swapped = is_swapped};
  switch (component) {
    case P3_UINT8: return (float)pixels[index] / 255;
    case P3_UINT16: return (float)integer(&order, pixels, index, 0) / 65535;
    case P3_FLOAT16: return float_of_half((uint16_t)integer(&order, pixels, index, 0));
    case P3_FLOAT32: break;
  }
  uint32_t bits;
  memcpy(&bits, pixels + index * sizeof bits, sizeof bits);
  return float_of_bits(is_swapped ? __builtin_bswap32(bits) : bits);
}

INLINED void load_step(tile *t, const uint8_t *pixels, size_t count, p3_component component, int is_swapped,
                       unsigned step) {
  for (size_t i = 0; i < count; i++) {
    for (unsigned c = 0; c < step; c++) {
      t->component[c][i] = component_at(pixels, i * step + c, component, is_swapped);
    }
  }
}

INLINED void load_component(tile *t, const uint8_t *pixels, size_t count, p3_component component, int is_swapped,
                            unsigned step) {
  switch (step) {
    case 1: load_step(t, pixels, count, component, is_swapped, 1); break;
    case 2: load_step(t, pixels, count, component, is_swapped, 2); break;
    case 3: load_step(t, pixels, count, component, is_swapped, 3); break;
    default: load_step(t, pixels, count, component, is_swapped, 4);
  }
}

/// One loop per component type and step: with constants, compilers vectorise it.
static void load(const p3_pixel_layout *layout, const uint8_t *pixels, size_t count, tile *t) {
  const int is_swapped = layout->is_swapped;
  switch (layout->component) {
    case P3_UINT8: load_component(t, pixels, count, P3_UINT8, 0, layout->components); break;
    case P3_UINT16: load_component(t, pixels, count, P3_UINT16, is_swapped, layout->components); break;
    case P3_FLOAT16: load_component(t, pixels, count, P3_FLOAT16, is_swapped, layout->components); break;
    case P3_FLOAT32: load_component(t, pixels, count, P3_FLOAT32, is_swapped, layout->components); break;
  }
}

INLINED void set_component(uint8_t *pixels, size_t index, p3_component component, int is_swapped, float value) {
  const p3_pixel_layout order = {.is_swapped = is_swapped};
  if (component == P3_UINT8) {
    pixels[index] = (uint8_t)(int32_t)(value * 255 + 0.5f);
  } else if (component == P3_FLOAT16) {
    set_integer(&order, pixels, index, 0, half_of_float(value));
  } else {
    const uint32_t bits = bits_of_float(value), word = is_swapped ? __builtin_bswap32(bits) : bits;
    memcpy(pixels + index * sizeof word, &word, sizeof word);
  }
}

INLINED void store_step(const float *const planes[4], uint8_t *pixels, size_t count, p3_component component,
                        int is_swapped, unsigned step) {
  for (size_t i = 0; i < count; i++) {
    for (unsigned c = 0; c < step; c++) set_component(pixels, i * step + c, component, is_swapped, planes[c][i]);
  }
}

INLINED void store_component(const float *const planes[4], uint8_t *pixels, size_t count, p3_component component,
                             int is_swapped, unsigned step) {
  switch (step) {
    case 1: store_step(planes, pixels, count, component, is_swapped, 1); break;
    case 2: store_step(planes, pixels, count, component, is_swapped, 2); break;
    case 3: store_step(planes, pixels, count, component, is_swapped, 3); break;
    default: store_step(planes, pixels, count, component, is_swapped, 4);
  }
}

static void store(const p3_pixel_layout *layout, const float *const planes[4], size_t count, uint8_t *pixels) {
  const int is_swapped = layout->is_swapped;
  switch (layout->component) {
    case P3_UINT8: store_component(planes, pixels, count, P3_UINT8, 0, layout->components); break;
    case P3_FLOAT16: store_component(planes, pixels, count, P3_FLOAT16, is_swapped, layout->components); break;
    case P3_FLOAT32: store_component(planes, pixels, count, P3_FLOAT32, is_swapped, layout->components); break;
    case P3_UINT16: __builtin_unreachable();
  }
}

// MARK: Alpha

/// Colours become 0 where alpha is not positive.
static void divide(float *plane, const float *alpha, size_t count) {
  for (size_t i = 0; i < count; i++) plane[i] = alpha[i] > 0 ? plane[i] / alpha[i] : 0;
}

static void multiply_by(float *plane, const float *alpha, size_t count) {
  for (size_t i = 0; i < count; i++) plane[i] *= alpha[i];
}

/// NaN becomes 0.
static void clamp(float *plane, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const float value = plane[i] > 0 ? plane[i] : 0;
    plane[i] = value < 1 ? value : 1;
  }
}

// MARK: Pixels

static void convert(const p3_float_conversion *conversion, float *const color[3], size_t count) {
  const unsigned colors = conversion->colors;
  for (unsigned k = 0; conversion->decodes && k < colors; k++) apply(&conversion->decode[k], color[k], count);
  if (conversion->has_matrix) multiply(conversion->matrix, color, count);
  for (unsigned k = 0; conversion->encodes && k < colors; k++) apply(&conversion->encode[k], color[k], count);
}

static void convert_tile(const p3_float_conversion *conversion, const p3_pixel_layout *from, const uint8_t *source,
                         const p3_pixel_layout *to, uint8_t *destination, size_t count, tile *t) {
  load(from, source, count, t);
  const unsigned colors = conversion->colors;
  const int has_alpha = from->alpha == P3_ALPHA_STRAIGHT || from->alpha == P3_ALPHA_PREMULTIPLIED;
  float *alpha = has_alpha ? t->component[from->alpha_place] : t->opaque, *color[3];
  for (unsigned k = 0; k < 3; k++) color[k] = t->component[from->place[k < colors ? k : 0]];
  for (unsigned k = 0; from->alpha == P3_ALPHA_PREMULTIPLIED && k < colors; k++) divide(color[k], alpha, count);
  convert(conversion, color, count);
  if (to->component == P3_UINT8) {
    for (unsigned k = 0; k < colors; k++) clamp(color[k], count);
    clamp(alpha, count);
  }
  for (unsigned k = 0; to->alpha == P3_ALPHA_PREMULTIPLIED && k < colors; k++) multiply_by(color[k], alpha, count);
  const float *planes[4] = {t->opaque, t->opaque, t->opaque, t->opaque};
  for (unsigned k = 0; k < to->colors; k++) planes[to->place[k]] = color[k];
  if (to->alpha == P3_ALPHA_STRAIGHT || to->alpha == P3_ALPHA_PREMULTIPLIED) planes[to->alpha_place] = alpha;
  store(to, planes, count, destination);
}

void NAME(const p3_float_conversion *conversion, const p3_pixel_layout *from, const void *source,
          const p3_pixel_layout *to, void *destination, size_t count) {
  const size_t source_step = p3_bytes_per_pixel(from), step = p3_bytes_per_pixel(to);
  // Zeros where nothing is loaded, as whole vectors are converted.
  tile t = {0};
  for (size_t i = 0; i < TILE; i++) t.opaque[i] = 1;
  for (size_t done = 0; done < count; done += TILE) {
    const size_t pixels = count - done < TILE ? count - done : TILE;
    convert_tile(conversion, from, (const uint8_t *)source + done * source_step, to,
                 (uint8_t *)destination + done * step, pixels, &t);
  }
}

#undef INLINED
