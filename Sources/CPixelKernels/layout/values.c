// Pixels of any layout to planes of doubles and back.

#include "layout/components.h"

static inline double value_at(const p3_pixel_layout *layout, const uint8_t *pixels, size_t index) {
  switch (layout->component) {
    case P3_UINT8: return pixels[index] / 255.0;
    case P3_UINT16: return integer(layout, pixels, index, 0) / 65535.0;
    case P3_FLOAT16: return (double)float_of_half((uint16_t)integer(layout, pixels, index, 0));
    case P3_FLOAT32: break;
  }
  uint32_t bits;
  memcpy(&bits, pixels + index * sizeof bits, sizeof bits);
  return (double)float_of_bits(layout->is_swapped ? __builtin_bswap32(bits) : bits);
}

/// NaN becomes 0.
static inline unsigned rounded(double value, double most) {
  return value < 1 ? (value > 0 ? (unsigned)(value * most + 0.5) : 0) : value >= 1 ? (unsigned)most : 0;
}

static inline void set_value(const p3_pixel_layout *layout, uint8_t *pixels, size_t index, double value) {
  switch (layout->component) {
    case P3_UINT8: pixels[index] = (uint8_t)rounded(value, 255); return;
    case P3_UINT16: set_integer(layout, pixels, index, 0, rounded(value, 65535)); return;
    case P3_FLOAT16: set_integer(layout, pixels, index, 0, half_of_float((float)value)); return;
    case P3_FLOAT32: break;
  }
  const uint32_t bits = bits_of_float((float)value), word = layout->is_swapped ? __builtin_bswap32(bits) : bits;
  memcpy(pixels + index * sizeof word, &word, sizeof word);
}

static void load_plane(const p3_pixel_layout *layout, const uint8_t *pixels, size_t count, unsigned place,
                       double *plane) {
  for (size_t i = 0; i < count; i++) plane[i] = value_at(layout, pixels, i * layout->components + place);
}

void p3_load_values(const p3_pixel_layout *layout, const void *pixels, size_t count, size_t stride, double *planes) {
  double *alpha = planes + layout->colors * stride;
  const int has_alpha = layout->alpha == P3_ALPHA_STRAIGHT || layout->alpha == P3_ALPHA_PREMULTIPLIED;
  for (unsigned color = 0; color < layout->colors; color++) {
    load_plane(layout, pixels, count, layout->place[color], planes + color * stride);
  }
  if (has_alpha) {
    load_plane(layout, pixels, count, layout->alpha_place, alpha);
  } else {
    for (size_t i = 0; i < count; i++) alpha[i] = 1;
  }
  if (layout->alpha != P3_ALPHA_PREMULTIPLIED) return;
  for (unsigned color = 0; color < layout->colors; color++) {
    double *plane = planes + color * stride;
    for (size_t i = 0; i < count; i++) plane[i] = alpha[i] > 0 ? plane[i] / alpha[i] : 0;
  }
}

/// Limits to 0…1 before the multiplication, so that a premultiplied colour never exceeds its alpha.
static inline double clamped(double value) { return value < 1 ? (value > 0 ? value : 0) : value >= 1 ? 1 : 0; }

static void store_plane(const p3_pixel_layout *layout, const double *plane, const double *alpha, size_t count,
                        unsigned place, uint8_t *pixels) {
  const int is_integer = layout->component == P3_UINT8 || layout->component == P3_UINT16;
  for (size_t i = 0; i < count; i++) {
    double value = is_integer ? clamped(plane[i]) : plane[i];
    if (alpha) value *= is_integer ? clamped(alpha[i]) : alpha[i];
    set_value(layout, pixels, i * layout->components + place, value);
  }
}

void p3_store_values(const p3_pixel_layout *layout, const double *planes, unsigned colors, size_t count, size_t stride,
                     void *pixels) {
  const double *alpha = planes + colors * stride;
  for (unsigned color = 0; color < layout->colors; color++) {
    const double *plane = planes + (colors == 1 ? 0 : color) * stride;
    store_plane(layout, plane, layout->alpha == P3_ALPHA_PREMULTIPLIED ? alpha : NULL, count, layout->place[color],
                pixels);
  }
  if (layout->alpha == P3_ALPHA_NONE) return;
  if (layout->alpha != P3_ALPHA_IGNORED) {
    store_plane(layout, alpha, NULL, count, layout->alpha_place, pixels);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    set_value(layout, pixels, i * layout->components + layout->alpha_place, 1);
  }
}
