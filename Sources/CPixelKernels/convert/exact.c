// The definition of the result, in double. Samples that vector kernels cannot decide are computed again here.

#include "convert/exact.h"

#include "convert/levels.h"
#include "cpu/samples.h"

// Unfused on every target: a·b + c rounds twice, as in Pixels' Matrix3x3.
#pragma STDC FP_CONTRACT OFF

/// The cell of a positive `y`: the exponent and the first 8 bits of the mantissa.
static unsigned cell_of(double y) {
  int64_t bits;
  memcpy(&bits, &y, sizeof bits);
  int64_t cell = (bits >> 44) - ((int64_t)(1023 - 32) << 8);
  return cell < 0 ? 0 : cell >= P3_CELLS ? P3_CELLS - 1 : (unsigned)cell;
}

uint16_t p3_exact_code(const p3_encoder *encoder, double y) {
  const double *levels = encoder->levels;
  if (!(y >= levels[0])) return 0;
  if (y >= levels[65534]) return 65535;
  unsigned cell = y > 0 ? cell_of(y) : 0;
  // Values below the first cell belong to it, those above the last cell to the last.
  unsigned low = cell == 0 ? 0 : encoder->cells[cell];
  unsigned high = cell == P3_CELLS - 1 ? 65535 : encoder->cells[cell + 1];
  return (uint16_t)p3_levels_reached(levels, y, low, high);
}

double p3_exact_linear(const p3_plan *plan, unsigned row, uint16_t red, uint16_t green, uint16_t blue) {
  const double *m = plan->matrix + 3 * row;
  return m[0] * plan->decoders[0]->exact[red] + m[1] * plan->decoders[1]->exact[green] +
         m[2] * plan->decoders[2]->exact[blue];
}

void p3_convert_color_exact(const p3_plan *plan, const uint8_t *source, uint8_t *destination, size_t count,
                            unsigned channels) {
  for (size_t pixel = 0; pixel < count; pixel++, source += 2 * channels, destination += 2 * channels) {
    uint16_t red = p3_sample(source), green = p3_sample(source + 2), blue = p3_sample(source + 4);
    uint16_t alpha = channels == 4 ? p3_sample(source + 6) : 0;
    for (unsigned row = 0; row < 3; row++) {
      double y = p3_exact_linear(plan, row, red, green, blue);
      p3_set_sample(destination + 2 * row, p3_exact_code(plan->encoders[row], y));
    }
    if (channels == 4) p3_set_sample(destination + 6, alpha);
  }
}

/// The code of `y`, found from the guess `code`, which is rarely more than one off.
static uint16_t code_near(const p3_encoder *encoder, double y, uint16_t code) {
  const double *levels = encoder->levels;
  if (y >= levels[code]) {
    return y < levels[code + 1] ? code + 1 : p3_exact_code(encoder, y);
  }
  if (y < levels[code - 1]) {
    return code > 1 && y >= levels[code - 2] ? code - 1 : p3_exact_code(encoder, y);
  }
  return code;
}

/// Recomputes channel `row` of the pixel at `pixel`.
static void repair_sample(const p3_plan *plan, const p3_encoder *encoder, unsigned row, const uint8_t *pixel,
                          uint8_t *sample) {
  double y = p3_exact_linear(plan, row, p3_sample(pixel), p3_sample(pixel + 2), p3_sample(pixel + 4));
  p3_set_sample(sample, code_near(encoder, y, p3_sample(sample)));
}

void p3_repair(const p3_plan *plan, const p3_tile *tile, const void *source, void *result, size_t count,
               unsigned channels) {
  const size_t stride = 2 * channels;
  for (unsigned row = 0; row < 3; row++) {
    const p3_encoder *encoder = plan->encoders[row];
    for (size_t first = 0; first < count; first += 64) {
      uint64_t doubt = tile->doubts[row][first / 64];
      if (count - first < 64) doubt &= (1ull << (count - first)) - 1;
      while (doubt != 0) {
        size_t offset = (first + (unsigned)__builtin_ctzll(doubt)) * stride;
        repair_sample(plan, encoder, row, (const uint8_t *)source + offset, (uint8_t *)result + offset + 2 * row);
        doubt &= doubt - 1;
      }
    }
  }
}
