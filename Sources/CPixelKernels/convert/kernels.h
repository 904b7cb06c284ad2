#ifndef P3_KERNELS_H
#define P3_KERNELS_H

// The vector kernels of a conversion, and which target has which.

#include "convert/fit.h"
#include "convert/tile.h"
#include "p3_convert.h"

/// How a plan is run: pixel by pixel in double, by tables, or by polynomials.
typedef enum { P3_KERNEL_EXACT, P3_KERNEL_TABLES, P3_KERNEL_POLYNOMIALS } p3_kernel;

/// The two halves of a kernel, and the tally's loops between them. `count` is a multiple of `step`; `source` and
/// `result` hold `count` pixels.
typedef struct {
  /// Pixels per step.
  unsigned step;
  /// Fills `planes`; one function per kind of decoder.
  void (*decode[P3_DECODINGS])(const p3_plan *plan, p3_tile *tile, const void *source, size_t count, unsigned channels);
  /// Writes results, and sets a bit in `doubts` for each of the `count` pixels that is in doubt.
  void (*encode)(const p3_plan *plan, p3_tile *tile, const void *source, void *result, size_t count, unsigned channels);
  /// `leaves`: whether any value of the tile lies outside of `quiet`. `classify`: the bits of one channel, where a
  /// value outside of `records` is extreme. `visible`: bits of RGBA pixels whose alpha is not 0.
  int (*leaves)(const p3_tile *tile, const p3_quiet *quiet, size_t count);
  void (*classify)(const p3_plan *plan, const p3_tile *tile, const p3_quiet *records, unsigned channel, size_t count,
                   p3_gamut_bits *bits);
  void (*visible)(const void *source, size_t count, uint64_t *bits);
  /// The fit's values of all 65,536 codes, to bound its error.
  void (*decode_all)(const p3_decoding_fit *fit, float *values);
} p3_kernel_functions;

/// The kernel for `target`; `kernel` must not be P3_KERNEL_EXACT.
const p3_kernel_functions *p3_kernel_of(p3_target target, p3_kernel kernel);

/// Whether the target has polynomial kernels; the others run tables.
int p3_has_polynomials(p3_target target);

extern const p3_kernel_functions p3_tables_baseline;
#if defined(__x86_64__)
extern const p3_kernel_functions p3_tables_avx2;
extern const p3_kernel_functions p3_polynomials_avx2;
extern const p3_kernel_functions p3_polynomials_avx512;
#elif defined(__aarch64__)
extern const p3_kernel_functions p3_polynomials_neon;
#endif

#endif
