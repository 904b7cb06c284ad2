#ifndef P3_TILE_H
#define P3_TILE_H

// Kernels walk an image in tiles that stay in the L1 cache: decode and matrix over the tile, then what looks at
// unclamped linear values, then encode, then the lanes in doubt.

#include "p3_plan.h"

#include <string.h>

enum { P3_TILE = 256 };

/// One tile in flight.
typedef struct {
  /// The source samples, native, when they cannot be read in place.
  _Alignas(64) uint16_t source[P3_TILE * 4];
  /// The results, when they cannot be written in place.
  _Alignas(64) uint16_t result[P3_TILE * 4];
  /// Unclamped u of each channel, and max(r, g, b).
  _Alignas(64) float planes[4][P3_TILE];
  /// Per channel, a bit for each pixel in doubt.
  _Alignas(64) uint64_t doubts[3][P3_TILE / 64];
} p3_tile;

/// Values of u, per channel, that need no look.
typedef struct {
  float low[3], high[3];
} p3_quiet;

/// A bit for each pixel of a tile: surely out of gamut, too close to tell, perhaps a new extreme.
typedef struct {
  uint64_t below[P3_TILE / 64], above[P3_TILE / 64], unsure[P3_TILE / 64], loud[P3_TILE / 64];
} p3_gamut_bits;

/// A kernel's halves, and what looks at the values between them. `count` is a multiple of its lanes; `source` and `result` hold whole vectors.
typedef struct {
  unsigned lanes;
  /// Fills `planes`.
  void (*decode)(const p3_plan *plan, p3_tile *tile, const void *source, size_t count, unsigned channels);
  /// Writes results and sets `doubts`, bits of all `count` pixels.
  void (*encode)(const p3_plan *plan, p3_tile *tile, const void *source, void *result, size_t count,
                 unsigned channels);
  /// Whether some value of the tile is not `quiet`; which of a channel are out of gamut, and which are beyond the
  /// `records`; which pixels of RGBA are visible.
  int (*leaves)(const p3_tile *tile, const p3_quiet *quiet, size_t count);
  void (*classify)(const p3_plan *plan, const p3_tile *tile, const p3_quiet *records, unsigned channel, size_t count,
                   p3_gamut_bits *bits);
  void (*visible)(const void *source, size_t count, uint64_t *bits);
  /// The polynomials' value of all 65,536 codes, for their error bound.
  void (*decode_all)(const p3_decoding_fit *fit, float *values);
} p3_kernel_functions;

/// Redoes the pixels in doubt in double.
void p3_repair(const p3_plan *plan, const p3_tile *tile, const void *source, void *result, size_t count,
               unsigned channels);

/// The linear stage of the plan's kernel, and its limits of the gamut when y errs by at most `error`.
const p3_linear_stage *p3_stage(const p3_plan *plan);
void p3_bound_gamut(p3_linear_stage *stage, unsigned row, double scale, double error);

/// Adds a decoded tile to `tally`; `outside` receives the bits of pixels out of gamut.
void p3_tally_tile(const p3_plan *plan, const p3_kernel_functions *kernel, const p3_tile *tile,
                   const uint8_t *source, size_t count, unsigned channels, p3_gamut_tally *tally,
                   uint64_t outside[P3_TILE / 64]);
void p3_tally_exact(const p3_plan *plan, const uint8_t *source, size_t count, unsigned channels, unsigned flags,
                    p3_gamut_tally *tally, uint8_t *outside);

/// The definition, pixel by pixel in double: the scalar target, and what no vector kernel can promise.
void p3_convert_color_exact(const p3_plan *plan, const uint8_t *source, uint8_t *destination, size_t count,
                            unsigned channels, unsigned flags);

/// The kernel that `plan` runs; not for P3_KERNEL_EXACT.
const p3_kernel_functions *p3_kernel_of(p3_target target, p3_kernel kernel);

extern const p3_kernel_functions p3_tables_baseline;
#if defined(__x86_64__)
extern const p3_kernel_functions p3_tables_avx2;
extern const p3_kernel_functions p3_polynomials_avx2;
extern const p3_kernel_functions p3_polynomials_avx512;
#endif

#endif
