// The scalar target: byte by byte, as the PNG standard words it.

#include <stdlib.h>

#include "png/targets.h"

static uint8_t predicted(unsigned type, int a, int b, int c) {
  int p = a + b - c, pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);
  switch (type) {
    case 1: return (uint8_t)a;
    case 2: return (uint8_t)b;
    case 3: return (uint8_t)((a + b) / 2);
    case 4: return (uint8_t)(pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
    default: return 0;
  }
}

static void unfilter(unsigned type, unsigned step, const uint8_t *filtered, const uint8_t *above, uint8_t *row,
                     size_t count) {
  for (size_t i = 0; i < count; i++) {
    int a = i < step ? 0 : row[i - step], c = i < step ? 0 : above[i - step];
    row[i] = (uint8_t)(filtered[i] + predicted(type, a, above[i], c));
  }
}

static void unfilter_pair(unsigned type, unsigned step, const uint8_t *const filtered[2], const uint8_t *above,
                          uint8_t *const rows[2], size_t count) {
  unfilter(type, step, filtered[0], above, rows[0], count);
  unfilter(type, step, filtered[1], rows[0], rows[1], count);
}

static void filter(unsigned type, unsigned step, const uint8_t *row, const uint8_t *above, uint8_t *filtered,
                   size_t count) {
  for (size_t i = 0; i < count; i++) {
    int a = i < step ? 0 : row[i - step], c = i < step ? 0 : above[i - step];
    filtered[i] = (uint8_t)(row[i] - predicted(type, a, above[i], c));
  }
}

static uint64_t magnitude(const uint8_t *filtered, size_t count, unsigned stride) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i += stride) sum += (uint64_t)abs((int8_t)filtered[i]);
  return sum;
}

static void widen(const uint8_t *bytes, uint16_t *samples, size_t count) {
  for (size_t i = 0; i < count; i++) samples[i] = (uint16_t)(bytes[i] * 257);
}

static void load(const uint8_t *bytes, uint16_t *samples, size_t count) {
  for (size_t i = 0; i < count; i++) samples[i] = (uint16_t)(bytes[i * 2] * 256 + bytes[i * 2 + 1]);
}

static void store(const uint16_t *samples, uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    bytes[i * 2] = (uint8_t)(samples[i] / 256);
    bytes[i * 2 + 1] = (uint8_t)(samples[i] % 256);
  }
}

static void narrow(const uint16_t *samples, uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)(samples[i] / 256);
}

const p3_png_kernels p3_png_scalar = {unfilter, unfilter_pair, filter, magnitude, widen, load, store, narrow};
