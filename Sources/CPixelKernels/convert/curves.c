// Makes and frees what the kernels use of a curve.

#include "convert/curves.h"

#include <math.h>

#include "convert/kernels.h"
#include "cpu/doubles.h"
#include "cpu/memory.h"

#pragma STDC FP_CONTRACT OFF

// MARK: Decoders

p3_decoder *p3_decoder_allocate(void) { return p3_allocated(sizeof(p3_decoder)); }

double *p3_decoder_values(p3_decoder *decoder) { return decoder->exact; }

/// Sets the range, the nearest floats, and their error bound.
static void measure(p3_decoder *decoder) {
  p3_doubles least = {INFINITY, INFINITY}, most = -least;
  for (unsigned code = 0; code < 65536; code += 2) {
    p3_doubles exact = p3_load(decoder->exact + code);
    least = p3_smaller(exact, least);
    most = p3_larger(exact, most);
    decoder->nearest[code] = (float)exact[0];
    decoder->nearest[code + 1] = (float)exact[1];
  }
  decoder->least = p3_smallest(least);
  decoder->most = p3_largest(most);
  decoder->absolute = 0x1p-36;
  decoder->relative = p3_relative_error(decoder->exact, decoder->nearest, decoder->absolute);
}

/// Whether the fit's values, written to `fitted`, are close enough to the curve that few samples end in doubt.
static int fits(p3_decoder *decoder, p3_target target, float *fitted) {
  p3_kernel_of(target, P3_KERNEL_POLYNOMIALS)->decode_all(&decoder->fit, fitted);
  p3_decoding_error(&decoder->fit, decoder->exact, fitted);
  return decoder->fit.relative < 0x1p-20 && decoder->fit.absolute < 0x1p-25;
}

/// Fits powers if the curve is one, else segments.
static int fit(p3_decoder *decoder, unsigned break_code, p3_target target, float *fitted) {
  const int wide = target == P3_TARGET_AVX512;
  const p3_fit_shape powers = wide ? p3_power_shape_avx512 : p3_power_shape_avx2;
  const p3_fit_shape segments = wide ? p3_decoding_shape_avx512 : p3_decoding_shape_avx2;
  if (p3_fit_powers(&decoder->fit, powers, decoder->exact) && fits(decoder, target, fitted)) return 1;
  p3_fit_decoding(&decoder->fit, segments, decoder->exact, break_code);
  return fits(decoder, target, fitted);
}

void p3_decoder_finish(p3_decoder *decoder, unsigned break_code, p3_target target) {
  measure(decoder);
  p3_measure_rounding(&decoder->steps, decoder->exact);
  if (!p3_has_polynomials(target) || !(decoder->least >= 0)) return;
  float *fitted = malloc(65536 * sizeof *fitted);
  if (!fitted) return;
  decoder->is_fitted = fit(decoder, break_code, target, fitted);
  free(fitted);
}

void p3_decoder_destroy(p3_decoder *decoder) { free(decoder); }

// MARK: Encoders

p3_encoder *p3_encoder_allocate(void) {
  p3_encoder *encoder = p3_allocated(sizeof *encoder);
  p3_encoding_table *table = p3_allocated(sizeof *table);
  if (!encoder || !table || pthread_mutex_init(&table->lock, NULL) != 0) {
    free(encoder);
    free(table);
    return NULL;
  }
  encoder->table = table;
  encoder->levels = encoder->storage + 1;
  encoder->storage[0] = -INFINITY;
  encoder->storage[65536] = INFINITY;
  return encoder;
}

double *p3_encoder_levels(p3_encoder *encoder) { return encoder->storage + 1; }

/// The lower edge of cell `index`, the inverse of `cell_of`.
static double cell_edge(unsigned index) {
  int64_t bits = (((int64_t)(1023 - 32) << 8) + index) << 44;
  double edge;
  memcpy(&edge, &bits, sizeof edge);
  return edge;
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

/// The largest mean error of a fit that is used: polynomials that leave a quarter of the samples in doubt, as those of
/// most sampled curves would, are slower than tables.
static const double largest_mean_error = 65536.0 / 8;

void p3_encoder_finish(p3_encoder *encoder, unsigned break_code, p3_target target) {
  encoder->break_code = break_code;
  fill_cells(encoder);
  if (!p3_has_polynomials(target)) return;
  int wide = target == P3_TARGET_AVX512;
  encoder->is_fitted = p3_fit_encoding(&encoder->fit, wide ? p3_encoding_shape_avx512 : p3_encoding_shape_avx2,
                                       encoder->levels, break_code) &&
                       encoder->fit.mean_error < largest_mean_error;
}

const p3_encoding_fit *p3_encoder_table(const p3_encoder *encoder) {
  p3_encoding_table *table = encoder->table;
  pthread_mutex_lock(&table->lock);
  if (!table->is_tried) {
    table->is_fitted = p3_fit_encoding(&table->fit, p3_table_shape, encoder->levels, encoder->break_code);
    table->is_tried = 1;
  }
  pthread_mutex_unlock(&table->lock);
  return table->is_fitted ? &table->fit : NULL;
}

void p3_encoder_destroy(p3_encoder *encoder) {
  pthread_mutex_destroy(&encoder->table->lock);
  free(encoder->table);
  free(encoder);
}
