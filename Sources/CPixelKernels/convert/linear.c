// Linear light, of one colour in double and of rows as floats.

#include "convert/exact.h"
#include "cpu/samples.h"

#pragma STDC FP_CONTRACT OFF

void p3_linear_color(const p3_plan *plan, const void *source, float *linear, size_t count, unsigned channels) {
  const uint8_t *pixel = source;
  for (size_t i = 0; i < count; i++, pixel += 2 * channels) {
    uint16_t red = p3_sample(pixel), green = p3_sample(pixel + 2), blue = p3_sample(pixel + 4);
    for (unsigned row = 0; row < 3; row++) linear[3 * i + row] = (float)p3_exact_linear(plan, row, red, green, blue);
  }
}

void p3_linear_value(const p3_plan *plan, uint16_t red, uint16_t green, uint16_t blue, double linear[3]) {
  for (unsigned row = 0; row < 3; row++) linear[row] = p3_exact_linear(plan, row, red, green, blue);
}

void p3_linear_gray(const p3_decoder *decoder, const void *source, float *linear, size_t count, unsigned channels) {
  const uint8_t *pixel = source;
  for (size_t i = 0; i < count; i++) linear[i] = decoder->nearest[p3_sample(pixel + 2 * channels * i)];
}
