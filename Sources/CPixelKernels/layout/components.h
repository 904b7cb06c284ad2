#ifndef P3_LAYOUT_COMPONENTS_H
#define P3_LAYOUT_COMPONENTS_H

// One component in memory, at any address.

#include "p3_pixel_layout.h"

#include <string.h>

static inline unsigned integer(const p3_pixel_layout *layout, const uint8_t *pixels, size_t index, int is_byte) {
  if (is_byte) return pixels[index];
  uint16_t value;
  memcpy(&value, pixels + index * sizeof value, sizeof value);
  return layout->is_swapped ? __builtin_bswap16(value) : value;
}

static inline void set_integer(const p3_pixel_layout *layout, uint8_t *pixels, size_t index, int is_byte,
                               unsigned value) {
  if (is_byte) {
    pixels[index] = (uint8_t)value;
    return;
  }
  const uint16_t word = layout->is_swapped ? __builtin_bswap16((uint16_t)value) : (uint16_t)value;
  memcpy(pixels + index * sizeof word, &word, sizeof word);
}

static inline float float_of_bits(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static inline uint32_t bits_of_float(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// A binary16, exactly: its exponent and mantissa in place are 2^-112 times the value, subnormals included.
static inline float float_of_half(uint16_t half) {
  const uint32_t magnitude = (uint32_t)(half & 0x7fff) << 13, sign = (uint32_t)(half & 0x8000) << 16;
  if (magnitude >= 0x0f800000) return float_of_bits(sign | 0x7f800000 | magnitude);  // infinity or NaN
  return float_of_bits(sign | bits_of_float(float_of_bits(magnitude) * 0x1p112f));
}

/// The nearest binary16, ties to even; infinite from 65520 on.
static inline uint16_t half_of_float(float value) {
  const uint32_t bits = bits_of_float(value), magnitude = bits & 0x7fffffff;
  const uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
  if (magnitude > 0x7f800000) return sign | 0x7e00;   // NaN
  if (magnitude >= 0x477ff000) return sign | 0x7c00;  // too large
  if (magnitude < 0x38800000) {                       // subnormal: the sum rounds to multiples of 2^-24
    return sign | (uint16_t)(bits_of_float(float_of_bits(magnitude) + 0.5f) - 0x3f000000);
  }
  const uint32_t odd = magnitude >> 13 & 1;
  return sign | (uint16_t)((magnitude - 0x38000000 + 0xfff + odd) >> 13);
}

#endif
