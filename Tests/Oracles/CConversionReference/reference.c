#include "CConversionReference.h"

// y is computed in the written order; the reference does not fuse.
#pragma STDC FP_CONTRACT OFF

static uint64_t next(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

void p3_fill_test_pixels(uint16_t *samples, size_t count, unsigned channels, uint64_t *state) {
  for (size_t i = 0; i < count; i++) {
    uint64_t random = next(state);
    uint16_t value = (uint16_t)random;
    unsigned shift = random >> 16 & 15;
    switch (i / 1024 % 5) {
      case 0: break;
      case 1: value >>= shift; break;
      case 2: value = (uint16_t)(random >> 20 & 1 ? value >> shift : 65535 - (value >> shift)); break;
      case 3:
        if (i % channels != 0) value = (uint16_t)(samples[i - 1] + (value & 63) - 32);
        break;
      case 4: value = (uint16_t)(i % channels == shift % channels ? i * 61 : value >> 8); break;
    }
    samples[i] = value;
  }
}

size_t p3_count_differences(const p3_definition *definition, const uint16_t *source, const uint16_t *converted,
                            size_t pixels, unsigned channels) {
  size_t differences = 0;
  for (size_t i = 0; i < pixels; i++, source += channels, converted += channels) {
    double red = definition->decode[0][source[0]], green = definition->decode[1][source[1]];
    double blue = definition->decode[2][source[2]];
    for (unsigned row = 0; row < 3; row++) {
      const double *m = definition->matrix + 3 * row, *levels = definition->levels[row];
      double y = m[0] * red + m[1] * green + m[2] * blue;
      uint16_t code = converted[row];
      int is_reached = code == 0 || y >= levels[code - 1];
      int is_exceeded = code < 65535 && y >= levels[code];
      differences += !is_reached || is_exceeded;
    }
    if (channels == 4) differences += source[3] != converted[3];
  }
  return differences;
}
