#include "p3_depth.h"

#include "cpu/samples.h"

void p3_widen(const uint8_t *source, uint16_t *destination, size_t count) {
  for (size_t i = 0; i < count; i++) destination[i] = (uint16_t)(source[i] << 8 | source[i]);
}

void p3_narrow(const uint16_t *source, uint8_t *destination, size_t count) {
  // v/257 = (255·v + 255·v/65535)/65535 …: libpng's multiplication (pngrtran.c) without a division, exact for all v.
  for (size_t i = 0; i < count; i++) destination[i] = (uint8_t)((source[i] * 255u + 32895u) >> 16);
}

void p3_swap(const void *source, void *destination, size_t count) {
  const uint8_t *in = source;
  uint8_t *out = destination;
  for (size_t i = 0; i < count; i++) p3_set_sample(out + 2 * i, p3_sample(in + 2 * i, 1), 0);
}
