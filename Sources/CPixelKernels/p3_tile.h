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

/// A kernel's two halves. `count` is a multiple of its lanes; `source` and `result` hold whole vectors.
typedef struct {
  unsigned lanes;
  /// Fills `planes`.
  void (*decode)(const p3_plan *plan, p3_tile *tile, const void *source, size_t count, unsigned channels);
  /// Writes results and sets `doubts`, bits of all `count` pixels.
  void (*encode)(const p3_plan *plan, p3_tile *tile, const void *source, void *result, size_t count,
                 unsigned channels);
  /// The polynomials' value of all 65,536 codes, for their error bound.
  void (*decode_all)(const p3_decoding_fit *fit, float *values);
} p3_kernel_functions;

/// Redoes the pixels in doubt in double.
void p3_repair(const p3_plan *plan, const p3_tile *tile, const void *source, void *result, size_t count,
               unsigned channels);

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
