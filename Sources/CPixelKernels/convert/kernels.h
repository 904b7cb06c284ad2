#ifndef P3_KERNELS_H
#define P3_KERNELS_H

// The vector kernels of a conversion, and which of them a target has.

#include "convert/fit.h"
#include "convert/tile.h"
#include "p3_convert.h"

/// How a plan is run: pixel by pixel in double, by tables, or by polynomials.
typedef enum { P3_KERNEL_EXACT, P3_KERNEL_TABLES, P3_KERNEL_POLYNOMIALS } p3_kernel;

/// The two halves of a kernel, and the tally's loops between them. `count` is a multiple of `step`; `source` and
/// `result` hold as many pixels.
typedef struct {
  /// Pixels at a time.
  unsigned step;
  /// Fills `planes`, in a way that the kernel has for the plan's decoders.
  void (*decode[P3_DECODINGS])(const p3_plan *plan, p3_tile *tile, const void *source, size_t count, unsigned channels);
  /// Writes results and sets `doubts`, bits of all `count` pixels.
  void (*encode)(const p3_plan *plan, p3_tile *tile, const void *source, void *result, size_t count, unsigned channels);
  /// Whether some value of the tile lies outside of `quiet`; the bits of one channel, extreme being what lies outside
  /// of `records`; which pixels of RGBA are visible (alpha not 0).
  int (*leaves)(const p3_tile *tile, const p3_quiet *quiet, size_t count);
  void (*classify)(const p3_plan *plan, const p3_tile *tile, const p3_quiet *records, unsigned channel, size_t count,
                   p3_gamut_bits *bits);
  void (*visible)(const void *source, size_t count, uint64_t *bits);
  /// The fit's value of all 65,536 codes, for its error bound.
  void (*decode_all)(const p3_decoding_fit *fit, float *values);
} p3_kernel_functions;

/// The kernel for `target`; not for P3_KERNEL_EXACT.
const p3_kernel_functions *p3_kernel_of(p3_target target, p3_kernel kernel);

/// Whether the target has polynomial kernels. Others run tables.
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
