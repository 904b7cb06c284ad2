// Making and freeing what the kernels read, and the one choice of kernel.

#include "p3_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

p3_decoder *p3_decoder_create(const double *values) {
  p3_decoder *decoder = aligned_alloc(64, (sizeof *decoder + 63) / 64 * 64);
  if (!decoder) return NULL;
  memcpy(decoder->exact, values, sizeof decoder->exact);
  for (unsigned code = 0; code < 65536; code++) decoder->nearest[code] = (float)values[code];
  return decoder;
}

void p3_decoder_destroy(p3_decoder *decoder) { free(decoder); }

/// The lower edge of cell `index`.
static double cell_edge(unsigned index) {
  double mantissa = 1 + (double)(index % P3_CELLS_PER_OCTAVE) / P3_CELLS_PER_OCTAVE;
  return ldexp(mantissa, (int)(index / P3_CELLS_PER_OCTAVE) - 32);
}

static void fill_cells(p3_encoder *encoder) {
  unsigned code = 0;
  for (unsigned cell = 0; cell < P3_CELLS; cell++) {
    double edge = cell_edge(cell);
    while (edge >= encoder->levels[code]) code++;
    encoder->cells[cell] = (uint16_t)code;
  }
  encoder->cells[P3_CELLS] = 65535;
}

p3_encoder *p3_encoder_create(const double *levels) {
  p3_encoder *encoder = aligned_alloc(64, (sizeof *encoder + 63) / 64 * 64);
  if (!encoder) return NULL;
  encoder->levels = encoder->storage + 1;
  encoder->storage[0] = -INFINITY;
  memcpy(encoder->storage + 1, levels, 65535 * sizeof *levels);
  encoder->storage[65536] = INFINITY;
  fill_cells(encoder);
  return encoder;
}

void p3_encoder_destroy(p3_encoder *encoder) { free(encoder); }

p3_plan *p3_plan_create(const p3_decoder *const decoders[3], const double matrix[9],
                        const p3_encoder *const encoders[3], p3_target target) {
  p3_plan *plan = aligned_alloc(64, (sizeof *plan + 63) / 64 * 64);
  if (!plan) return NULL;
  for (unsigned channel = 0; channel < 3; channel++) {
    plan->decoders[channel] = decoders[channel];
    plan->encoders[channel] = encoders[channel];
  }
  memcpy(plan->matrix, matrix, sizeof plan->matrix);
  plan->target = target;
  return plan;
}

void p3_plan_destroy(p3_plan *plan) { free(plan); }

void p3_convert_color(const p3_plan *plan, const void *source, void *destination, size_t count,
                      unsigned channels, unsigned flags) {
  p3_convert_color_exact(plan, source, destination, count, channels, flags);
}
