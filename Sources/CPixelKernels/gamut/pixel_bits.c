// A bit for each pixel of a row: whether it is visible, and whether it equals another one. Vectors compare samples; the
// bits of a pixel's samples then become one.

#include "p3_pixel_bits.h"

#include <stdbool.h>
#include <string.h>

// Vectors wider than a target's registers have no calling convention. None is an argument of a call: all is inlined.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

typedef uint16_t samples_vector __attribute__((ext_vector_type(32)));
typedef bool sample_bits __attribute__((ext_vector_type(32)));

enum { LANES = 32 };

#define INLINE static inline __attribute__((always_inline))

INLINE samples_vector load(const uint16_t *samples) {
  samples_vector value;
  memcpy(&value, samples, sizeof value);
  return value;
}

/// A bit for each of 64 samples, set where those of the two rows differ.
INLINE uint64_t differing(const uint16_t *first, const uint16_t *second) {
  uint32_t bits[2];
  for (int half = 0; half < 2; half++) {
    const sample_bits differ =
        __builtin_convertvector(load(first + half * LANES) != load(second + half * LANES), sample_bits);
    memcpy(&bits[half], &differ, sizeof bits[half]);
  }
  return bits[0] | (uint64_t)bits[1] << 32;
}

/// Every third bit of a word, 21 of them from bit 0 on, side by side: the last steps of a Morton decoder.
INLINE uint64_t every_third(uint64_t bits) {
  bits &= 0x1249249249249249;
  bits = (bits | bits >> 2) & 0x10c30c30c30c30c3;
  bits = (bits | bits >> 4) & 0x100f00f00f00f00f;
  bits = (bits | bits >> 8) & 0x001f0000ff0000ff;
  bits = (bits | bits >> 16) & 0x001f00000000ffff;
  return (bits | bits >> 32) & 0x00000000001fffff;
}

/// Every fourth bit of a word, 16 of them from bit 0 on, side by side.
INLINE uint64_t every_fourth(uint64_t bits) {
  bits &= 0x1111111111111111;
  bits = (bits | bits >> 3) & 0x0303030303030303;
  bits = (bits | bits >> 6) & 0x000f000f000f000f;
  bits = (bits | bits >> 12) & 0x000000ff000000ff;
  return (bits | bits >> 24) & 0x000000000000ffff;
}

/// Bits of 64 pixels of three channels, set where any of the pixel's three bits is set in the 192 given.
INLINE uint64_t any_of_three(const uint64_t bits[3]) {
  // Pixel 21 and pixel 42 lie across two words: each third of the pixels begins with its own bits.
  const uint64_t second = bits[0] >> 63 | bits[1] << 1, third = bits[1] >> 62 | bits[2] << 2;
  // The 64th pixel's bits are the highest three of the last word.
  const uint64_t last = bits[2] >> 61 != 0;
  return every_third(bits[0] | bits[0] >> 1 | bits[0] >> 2) | every_third(second | second >> 1 | second >> 2) << 21 |
         every_third(third | third >> 1 | third >> 2) << 42 | last << 63;
}

/// Bits of the colours of 64 pixels of four channels.
INLINE uint64_t any_color_of_four(const uint64_t bits[4]) {
  uint64_t any = 0;
  for (int i = 0; i < 4; i++) any |= every_fourth(bits[i] | bits[i] >> 1 | bits[i] >> 2) << 16 * i;
  return any;
}

INLINE uint64_t alphas_of_four(const uint64_t bits[4]) {
  uint64_t alphas = 0;
  for (int i = 0; i < 4; i++) alphas |= every_fourth(bits[i] >> 3) << 16 * i;
  return alphas;
}

/// 64 pixels: which are visible in both rows and of one colour.
INLINE uint64_t same_block(const uint16_t *first, const uint16_t *second, int channels) {
  uint64_t bits[4];
  for (int i = 0; i < channels; i++) bits[i] = differing(first + 64 * i, second + 64 * i);
  return channels == 3 ? ~any_of_three(bits) : ~any_color_of_four(bits);
}

INLINE uint64_t visible_block(const uint16_t *samples) {
  static const uint16_t zeros[64] = {0};
  uint64_t bits[4];
  for (int i = 0; i < 4; i++) bits[i] = differing(samples + 64 * i, zeros);
  return alphas_of_four(bits);
}

/// The lowest `count` bits, 1 to 64.
INLINE uint64_t low_bits(size_t count) { return UINT64_MAX >> (64 - count); }

INLINE void same_pixels(const uint16_t *first, const uint16_t *second, size_t count, int channels, uint64_t *bits) {
  for (; count >= 64; count -= 64, first += 64 * channels, second += 64 * channels)
    *bits++ = same_block(first, second, channels);
  if (count == 0) return;
  // Nothing behind the rows may be read: the last pixels are compared in copies.
  uint16_t last[2][64 * 4] = {{0}};
  memcpy(last[0], first, count * (size_t)channels * sizeof *first);
  memcpy(last[1], second, count * (size_t)channels * sizeof *second);
  *bits = same_block(last[0], last[1], channels) & low_bits(count);
}

void p3_visible_pixels(const uint16_t *pixels, size_t count, unsigned channels, uint64_t *bits) {
  if (channels != 4) {
    for (; count >= 64; count -= 64) *bits++ = UINT64_MAX;
    if (count > 0) *bits = low_bits(count);
    return;
  }
  for (; count >= 64; count -= 64, pixels += 64 * 4) *bits++ = visible_block(pixels);
  if (count == 0) return;
  uint16_t last[64 * 4] = {0};
  memcpy(last, pixels, count * 4 * sizeof *pixels);
  *bits = visible_block(last);
}

void p3_same_pixels(const uint16_t *first, const uint16_t *second, size_t count, unsigned channels,
                    const uint64_t *first_visible, const uint64_t *second_visible, uint64_t *bits) {
  if (channels == 3)
    same_pixels(first, second, count, 3, bits);
  else
    same_pixels(first, second, count, 4, bits);
  for (size_t word = 0; word < (count + 63) / 64; word++) bits[word] &= first_visible[word] & second_visible[word];
}

void p3_same_neighbours(const uint16_t *pixels, size_t count, unsigned channels, const uint64_t *visible,
                        uint64_t *bits) {
  const size_t words = (count + 63) / 64;
  if (words == 0) return;
  // Pixel i + 1 with pixel i, and the bits moved by one.
  bits[words - 1] = 0;
  if (channels == 3)
    same_pixels(pixels, pixels + 3, count - 1, 3, bits);
  else
    same_pixels(pixels, pixels + 4, count - 1, 4, bits);
  for (size_t word = words; word-- > 0;) {
    const uint64_t before = word > 0 ? bits[word - 1] >> 63 : 0, seen_before = word > 0 ? visible[word - 1] >> 63 : 0;
    bits[word] = (bits[word] << 1 | before) & visible[word] & (visible[word] << 1 | seen_before);
  }
}

#pragma clang diagnostic pop
