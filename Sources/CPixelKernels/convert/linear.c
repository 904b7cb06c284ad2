// Linear light as floats, for stages between decoding and encoding, and back.

#include <math.h>

#include "convert/exact.h"
#include "cpu/samples.h"

#pragma STDC FP_CONTRACT OFF

void p3_linear_color(const p3_plan *plan, const void *source, float *linear, size_t count, unsigned channels,
                     unsigned flags) {
  const int swaps = flags & P3_BIG_ENDIAN_SOURCE;
  const uint8_t *pixel = source;
  for (size_t i = 0; i < count; i++, pixel += 2 * channels) {
    uint16_t red = p3_sample(pixel, swaps), green = p3_sample(pixel + 2, swaps);
    uint16_t blue = p3_sample(pixel + 4, swaps);
    for (unsigned row = 0; row < 3; row++) linear[3 * i + row] = (float)p3_exact_linear(plan, row, red, green, blue);
  }
}

void p3_linear_value(const p3_plan *plan, uint16_t red, uint16_t green, uint16_t blue, double linear[3]) {
  for (unsigned row = 0; row < 3; row++) linear[row] = p3_exact_linear(plan, row, red, green, blue);
}

void p3_linear_gray(const p3_decoder *decoder, const void *source, float *linear, size_t count, unsigned channels,
                    unsigned flags) {
  const int swaps = flags & P3_BIG_ENDIAN_SOURCE;
  const uint8_t *pixel = source;
  for (size_t i = 0; i < count; i++) linear[i] = decoder->nearest[p3_sample(pixel + 2 * channels * i, swaps)];
}

void p3_encode_gray(const p3_encoder *encoder, const float *linear, void *destination, size_t count, unsigned channels,
                    unsigned flags) {
  const int swaps = flags & P3_BIG_ENDIAN_DESTINATION;
  uint8_t *pixel = destination;
  for (size_t i = 0; i < count; i++, pixel += 2 * channels) {
    p3_set_sample(pixel, p3_exact_code(encoder, linear[i]), swaps);
  }
}

static void encode_exact(const p3_plan *plan, const float *linear, uint8_t *pixel, size_t count, unsigned channels) {
  for (size_t i = 0; i < count; i++, pixel += 2 * channels) {
    for (unsigned row = 0; row < 3; row++) {
      p3_set_sample(pixel + 2 * row, p3_exact_code(plan->encoders[row], linear[3 * i + row]), 0);
    }
  }
}

/// u of each value: one rounding, as the error bound expects. NaN becomes the least value: code 0.
static void fill_planes(const p3_linear_stage *stage, p3_tile *tile, const float *linear, size_t count) {
  for (unsigned row = 0; row < 3; row++) {
    const double scale = stage->scale[row], offset = stage->offset[row];
    for (size_t i = 0; i < count; i++) {
      float y = linear[3 * i + row];
      tile->planes[row][i] = y == y ? (float)(y * scale + offset) : -INFINITY;
    }
  }
  memset(tile->planes[3], 0, sizeof tile->planes[3]);
}

/// The doubts of a tile, against the floats themselves.
static void repair(const p3_plan *plan, const p3_tile *tile, const float *linear, uint8_t *result, size_t count,
                   unsigned channels) {
  for (unsigned row = 0; row < 3; row++) {
    for (size_t i = 0; i < count; i++) {
      if (!(tile->doubts[row][i / 64] >> i % 64 & 1)) continue;
      uint16_t code = p3_exact_code(plan->encoders[row], linear[3 * i + row]);
      p3_set_sample(result + (i * channels + row) * 2, code, 0);
    }
  }
}

void p3_encode_color(const p3_plan *plan, const float *linear, void *destination, size_t count, unsigned channels) {
  uint8_t *out = destination;
  if (plan->kernel == P3_KERNEL_EXACT) {
    encode_exact(plan, linear, out, count, channels);
    return;
  }
  const p3_kernel_functions *kernel = p3_kernel_of(plan->target, plan->kernel);
  p3_tile tile;
  memset(&tile, 0, sizeof tile);
  for (size_t first = 0; first < count; first += P3_TILE) {
    size_t pixels = count - first < P3_TILE ? count - first : P3_TILE, bytes = pixels * channels * 2;
    size_t padded = (pixels + kernel->step - 1) / kernel->step * kernel->step;
    memcpy(tile.source, out, bytes);
    fill_planes(p3_stage(plan), &tile, linear, pixels);
    kernel->encode(plan, &tile, tile.source, tile.result, padded, channels);
    repair(plan, &tile, linear, (uint8_t *)tile.result, pixels, channels);
    memcpy(out, tile.result, bytes);
    out += bytes;
    linear += 3 * pixels;
  }
}
