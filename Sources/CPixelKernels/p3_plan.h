#ifndef P3_PLAN_H
#define P3_PLAN_H

// What the kernels read. Private to CPixelKernels.

#include "p3_convert.h"

struct p3_decoder {
  /// The definition: linear value of each code.
  double exact[65536];
  /// The same, rounded to nearest.
  float nearest[65536];
};

/// Cells of the index into the decision levels: 256 to the octave, from 2^-32 to 2.
enum { P3_CELLS_PER_OCTAVE = 256, P3_CELL_OCTAVES = 33, P3_CELLS = P3_CELLS_PER_OCTAVE * P3_CELL_OCTAVES };

struct p3_encoder {
  /// `levels[k]` is the least linear value of code k + 1; open ends: levels[-1] is −∞, levels[65535] is +∞.
  const double *levels;
  double storage[65537];
  /// The code of the lower edge of each cell, and 65535 after the last.
  uint16_t cells[P3_CELLS + 1];
};

struct p3_plan {
  const p3_decoder *decoders[3];
  const p3_encoder *encoders[3];
  double matrix[9];
  p3_target target;
};

/// The code of `y`: the number of levels that it reaches; 0 for NaN.
uint16_t p3_exact_code(const p3_encoder *encoder, double y);

/// The definition, pixel by pixel in double; it runs where no vector kernel serves.
void p3_convert_color_exact(const p3_plan *plan, const uint8_t *source, uint8_t *destination, size_t count,
                            unsigned channels, unsigned flags);

/// Row `row` of the matrix times the decoded codes, in the written order.
double p3_exact_linear(const p3_plan *plan, unsigned row, uint16_t red, uint16_t green, uint16_t blue);

#endif
