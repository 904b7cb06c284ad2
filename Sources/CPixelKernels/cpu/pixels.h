#ifndef P3_PIXELS_H
#define P3_PIXELS_H

// Pixels of any layout as one 64-bit number each.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The alpha of pixels in images without alpha.
enum { P3_OPAQUE = 0xffff };

/// Expands pixels to four samples each, the first in the lowest bits: grey fills three, and missing alpha is opaque.
static inline void p3_expand_pixels(const uint8_t *pixels, unsigned channels, uint64_t *expanded, size_t count) {
  const uint64_t opaque = (uint64_t)P3_OPAQUE << 48, gray = 0x100010001ull;
  uint16_t samples[4];
  // One loop per layout: a copy whose size is a variable would be a call for every pixel.
  switch (channels) {
    case 1:
      for (size_t i = 0; i < count; i++) {
        memcpy(samples, pixels + 2 * i, 2);
        expanded[i] = samples[0] * gray | opaque;
      }
      break;
    case 2:
      for (size_t i = 0; i < count; i++) {
        memcpy(samples, pixels + 4 * i, 4);
        expanded[i] = samples[0] * gray | (uint64_t)samples[1] << 48;
      }
      break;
    case 3:
      for (size_t i = 0; i < count; i++) {
        memcpy(samples, pixels + 6 * i, 6);
        expanded[i] = samples[0] | (uint64_t)samples[1] << 16 | (uint64_t)samples[2] << 32 | opaque;
      }
      break;
    default: memcpy(expanded, pixels, 8 * count);
  }
}

#endif
