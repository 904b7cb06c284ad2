#ifndef P3_PLAN_H
#define P3_PLAN_H

// What the kernels read. Private to CPixelKernels.

#include <pthread.h>

#include "p3_convert.h"
#include "p3_fit.h"
#include "p3_rounding.h"

struct p3_decoder {
  /// The definition: linear value of each code.
  double exact[65536];
  /// The same, rounded to nearest.
  float nearest[65536];
  /// For polynomial kernels; `is_fitted` says whether it is of use.
  p3_decoding_fit fit;
  int is_fitted;
  /// |nearest − exact| ≤ relative·nearest + absolute, and the smallest and largest value.
  double relative, absolute, least, most;
  p3_rounding_steps steps;
};

/// Cells of the index into the decision levels: 256 to the octave, from 2^-32 to 2.
enum { P3_CELLS_PER_OCTAVE = 256, P3_CELL_OCTAVES = 33, P3_CELLS = P3_CELLS_PER_OCTAVE * P3_CELL_OCTAVES };

/// What table kernels read, made when a plan first asks for it: polynomials mostly do.
typedef struct {
  pthread_mutex_t lock;
  int is_tried, is_fitted;
  p3_encoding_fit fit;
} p3_encoding_table;

struct p3_encoder {
  /// `levels[k]` is the least linear value of code k + 1; open ends: levels[-1] is −∞, levels[65535] is +∞.
  const double *levels;
  double storage[65537];
  /// The code of the lower edge of each cell, and 65535 after the last.
  uint16_t cells[P3_CELLS + 1];
  unsigned break_code;
  /// For polynomial kernels.
  p3_encoding_fit fit;
  int is_fitted;
  p3_encoding_table *table;
};

/// The fit for table kernels, null where the levels have none. Safe from any thread.
const p3_encoding_fit *p3_encoder_table(const p3_encoder *encoder);

/// Float row i of the matrix, scaled by the encoder's scale: u = offset + m·(r, g, b).
typedef struct {
  float m[3][3];
  float offset[3], top[3];
  /// u = offset + scale·y, within `margin`. Limits of the gamut in u: beyond `outside` a value is surely out, between the
  /// `inside` ones surely in, else doubles tell.
  double scale[3], margin[3];
  float outside_low[3], inside_low[3], inside_high[3], outside_high[3];
  /// Whatever u is at most this is code 0 without a doubt.
  float black[3];
  /// A pixel's linear values y err by less than bound = `weight[i]`·max(r, g, b) + `constant`. How close to a whole number
  /// `fixed` may come before the lane is in doubt: error + slope·bound of its segment, in 1/65536 of a code.
  float weight[3], constant;
} p3_linear_stage;

/// One source curve, one destination curve, both as polynomials.
typedef struct {
  p3_linear_stage stage;
  int32_t decode_offset;
  _Alignas(64) float decode[P3_MAX_DEGREE + 1][32];
  _Alignas(64) uint32_t base[32];
  _Alignas(64) float encode[P3_MAX_DEGREE + 1][32];
  /// Low half: the error; read as a float: the slope.
  _Alignas(64) uint32_t band[32];
  /// With a root, u = √y·root_scale + offset, and the matrix is not scaled.
  float root_scale, root_offset;
} p3_polynomials;

/// A segment of a table kernel: one vector load.
typedef struct {
  uint32_t base;
  float c1, c2;
  uint32_t band;
} p3_cell;

/// Any three curves a side.
typedef struct {
  p3_linear_stage stage;
  /// Which of `cells` each channel uses: equal curves share.
  unsigned shared[3];
  /// Name of the first cell.
  uint32_t first[3];
  _Alignas(64) p3_cell cells[3][P3_MAX_SEGMENTS];
} p3_tables;

typedef enum { P3_KERNEL_EXACT, P3_KERNEL_TABLES, P3_KERNEL_POLYNOMIALS } p3_kernel;

struct p3_plan {
  const p3_decoder *decoders[3];
  const p3_encoder *encoders[3];
  double matrix[9];
  p3_target target;
  p3_kernel kernel;
  p3_polynomials polynomials;
  p3_tables tables;
};

/// How polynomial kernels cut their curves: AVX-512 looks up 32 entries at once, AVX2 eight.
static const p3_fit_shape p3_decoding_shape_avx512 = {20, 32, 3, 0};
static const p3_fit_shape p3_encoding_shape_avx512 = {21, 32, 4, 0};
static const p3_fit_shape p3_decoding_shape_avx2 = {22, 8, 5, 0};
static const p3_fit_shape p3_encoding_shape_avx2 = {22, 8, 5, 1};
/// Table kernels: 64 segments to each of eight octaves.
static const p3_fit_shape p3_table_shape = {17, 512, 2, 0};

/// The code of `y`: the number of levels that it reaches; 0 for NaN.
uint16_t p3_exact_code(const p3_encoder *encoder, double y);

/// `size` bytes of zeros on a cache line of their own, null when out of memory; to be freed.
void *p3_allocated(size_t size);

int p3_has_polynomials(p3_target target);

/// Row `row` of the matrix times the decoded codes, in the written order.
double p3_exact_linear(const p3_plan *plan, unsigned row, uint16_t red, uint16_t green, uint16_t blue);

#endif
