#ifndef P3_CURVES_H
#define P3_CURVES_H

// The curves of source and destination, as the kernels read them.

#include <pthread.h>

#include "convert/fit.h"
#include "convert/rounding_steps.h"
#include "p3_convert.h"

struct p3_decoder {
  /// The definition: the linear value of each code.
  double exact[65536];
  /// The same values rounded to float.
  float nearest[65536];
  /// For polynomial kernels. Valid if `is_fitted`: the target has such kernels, and the fit is close enough.
  p3_decoding_fit fit;
  int is_fitted;
  /// nearest − exact| ≤ relative·nearest + absolute; the smallest and the largest value.
  double relative, absolute, least, most;
  p3_rounding_steps steps;
};

/// Cells of the index into the decision levels: 256 to the octave, from 2^-32 to 2.
enum { P3_CELLS_PER_OCTAVE = 256, P3_CELL_OCTAVES = 33, P3_CELLS = P3_CELLS_PER_OCTAVE * P3_CELL_OCTAVES };

/// What table kernels read. Made when a plan first needs it, as most plans run polynomials.
typedef struct {
  pthread_mutex_t lock;
  int is_tried, is_fitted;
  p3_encoding_fit fit;
} p3_encoding_table;

struct p3_encoder {
  /// `levels[k]` is the least linear value of code k + 1; levels[-1] is −∞ and levels[65535] is +∞.
  const double *levels;
  double storage[65537];
  /// The code at the lower edge of each cell, and 65535 after the last cell.
  uint16_t cells[P3_CELLS + 1];
  unsigned break_code;
  /// For polynomial kernels.
  p3_encoding_fit fit;
  int is_fitted;
  p3_encoding_table *table;
};

/// The fit for table kernels; null if the levels cannot be fitted. Safe from any thread.
const p3_encoding_fit *p3_encoder_table(const p3_encoder *encoder);

/// How polynomial kernels divide curves into segments: AVX-512 looks up 32 coefficients in two registers, AVX2 eight in
/// one, NEON eight in two. With 32 segments 1.3 % and with eight 4.4 % of random samples are in doubt (article
/// Accuracy, "The price of exactness").
static const p3_fit_shape p3_decoding_shape_avx512 = {20, 32, 3, 0};
static const p3_fit_shape p3_encoding_shape_avx512 = {21, 32, 4, 0};
static const p3_fit_shape p3_decoding_shape_avx2 = {22, 8, 5, 0};
/// Segments of a mantissa.
static const p3_fit_shape p3_power_shape_avx512 = {18, 32, 3, 0}, p3_power_shape_avx2 = {20, 8, 3, 0};
static const p3_fit_shape p3_encoding_shape_avx2 = {22, 8, 5, 1};
/// Table kernels: 64 segments in each of eight octaves.
static const p3_fit_shape p3_table_shape = {17, 512, 2, 0};

#endif
