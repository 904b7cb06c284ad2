#ifndef P3_CONVERT_H
#define P3_CONVERT_H

// Matrix/TRC conversion of 16-bit pixels: decode each channel, multiply by a 3×3, encode each channel.
// Every function gives the correctly rounded code: the number of decision levels that the linear value, computed
// in IEEE double in the written order, reaches.

#include <stddef.h>
#include <stdint.h>

#include "p3_cpu.h"

/// The linear values of one channel's 65,536 codes, and what kernels derive from them.
typedef struct p3_decoder p3_decoder;
/// The 65,535 decision levels of one channel, and what kernels derive from them.
typedef struct p3_encoder p3_encoder;
/// One conversion: three decoders, a matrix, three encoders, and the kernel that runs it.
typedef struct p3_plan p3_plan;

/// Null when out of memory. The caller writes the 65,536 values, 0 at first, and then has the rest derived.
p3_decoder *p3_decoder_allocate(void);
double *p3_decoder_values(p3_decoder *decoder);
/// `break_code` is the first code of a two-part curve's upper part, 0 where there is none: a hint, polynomials fit
/// better when they know. From now on the decoder is never written again, and serves plans of `target`.
void p3_decoder_finish(p3_decoder *decoder, unsigned break_code, p3_target target);
void p3_decoder_destroy(p3_decoder *decoder);

/// Null when out of memory. The caller writes the 65,535 levels, ascending, and then has the rest derived, as above.
p3_encoder *p3_encoder_allocate(void);
double *p3_encoder_levels(p3_encoder *encoder);
void p3_encoder_finish(p3_encoder *encoder, unsigned break_code, p3_target target);
void p3_encoder_destroy(p3_encoder *encoder);

/// Null when out of memory. Decoders and encoders are borrowed: they outlive the plan. `matrix` is row-major.
p3_plan *p3_plan_create(const p3_decoder *const decoders[3], const double matrix[9],
                        const p3_encoder *const encoders[3], p3_target target);
void p3_plan_destroy(p3_plan *plan);

/// Which kernel the plan runs: "polynomials", "table and polynomials" where only the destination's curve is one,
/// "tables" or "exact".
const char *p3_plan_kernel(const p3_plan *plan);

/// What leaves the destination's gamut: linear values below −5e-5 or above 1 + 5e-5, of pixels whose alpha is not 0.
typedef struct {
  /// Pixels whose alpha is not zero, and those of them with a channel out of gamut.
  uint64_t visible, outside;
  /// Per channel.
  uint64_t below[3], above[3];
  /// The largest −y and y − 1, within the tolerance or not; 0 where no value is below 0 or above 1.
  double most_below[3], most_above[3];
} p3_gamut_tally;

/// Converts `count` RGB (`channels` 3) or RGBA (`channels` 4; alpha is copied) pixels. The buffers are equal or
/// apart, hold `count * channels * 2` bytes, and need no alignment. Nothing is written beyond them.
///
/// `destination` may be null: then pixels are only tallied. `tally`, unless null, is added to. `outside`, unless
/// null (needs a tally), receives a bit for each pixel out of gamut, the first in the lowest bit: (count + 7) / 8
/// bytes.
void p3_convert_color(const p3_plan *plan, const void *source, void *destination, size_t count, unsigned channels,
                      p3_gamut_tally *tally, uint8_t *outside);

/// Exact linear destination values of a colour.
void p3_linear_value(const p3_plan *plan, uint16_t red, uint16_t green, uint16_t blue, double linear[3]);

/// Looks up `count` grey pixels (`channels` 1, or 2 with alpha, which is copied) in the 65,536 entries of `table`.
void p3_convert_gray(const uint16_t *table, const void *source, void *destination, size_t count, unsigned channels);

/// Unclamped linear destination values of `count` pixels, three floats each: the double result rounded to nearest, so
/// that all targets give the same bits.
void p3_linear_color(const p3_plan *plan, const void *source, float *linear, size_t count, unsigned channels);

/// The same for grey, one float a pixel.
void p3_linear_gray(const p3_decoder *decoder, const void *source, float *linear, size_t count, unsigned channels);

/// `table[code]` for all 65,536 codes of a grey conversion.
void p3_gray_table(const p3_decoder *decoder, const p3_encoder *encoder, uint16_t *table);

#endif
