#ifndef P3_CONVERT_H
#define P3_CONVERT_H

// Matrix/TRC conversion of 16-bit pixels: decode each channel, multiply by a 3×3, encode each channel.
// Every function gives the correctly rounded code: the number of decision levels that the linear value reaches, where
// the value is computed in IEEE double in the written order.

#include <stddef.h>
#include <stdint.h>

#include "p3_cpu.h"

/// The linear values of one channel's 65,536 codes, and what kernels derive from them.
typedef struct p3_decoder p3_decoder;
/// The 65,535 decision levels of one channel, and what kernels derive from them.
typedef struct p3_encoder p3_encoder;
/// One conversion: three decoders, a matrix, three encoders, and the kernel that runs it.
typedef struct p3_plan p3_plan;

/// Null when out of memory. The caller writes the 65,536 values, 0 at first, and then calls `p3_decoder_finish`.
p3_decoder *p3_decoder_allocate(void);
double *p3_decoder_values(p3_decoder *decoder);
/// Derives the rest from the values, which must not change any more. Then the decoder serves plans of `target`.
/// `break_code` is the first code of the upper part of a two-part curve, 0 for other curves: a hint for better
/// polynomials.
void p3_decoder_finish(p3_decoder *decoder, unsigned break_code, p3_target target);
void p3_decoder_destroy(p3_decoder *decoder);

/// Null when out of memory. The caller writes the 65,535 levels, ascending, and then calls `p3_encoder_finish`.
p3_encoder *p3_encoder_allocate(void);
double *p3_encoder_levels(p3_encoder *encoder);
void p3_encoder_finish(p3_encoder *encoder, unsigned break_code, p3_target target);
void p3_encoder_destroy(p3_encoder *encoder);

/// Null when out of memory. Decoders and encoders are borrowed and must outlive the plan. `matrix` is row-major.
p3_plan *p3_plan_create(const p3_decoder *const decoders[3], const double matrix[9],
                        const p3_encoder *const encoders[3], p3_target target);
void p3_plan_destroy(p3_plan *plan);
/// Whether every linear value lies in 0…1, but for 1e-12, the arithmetic's error: reports print less as 0.
int p3_plan_is_closed(const p3_plan *plan);

/// The name of the plan's kernel: "polynomials", "table and polynomials" (only the destination's curve is a
/// polynomial), "tables" or "exact".
const char *p3_plan_kernel(const p3_plan *plan);

/// What leaves the destination's gamut: linear values below −5e-5 or above 1 + 5e-5, of pixels whose alpha is not 0.
typedef struct {
  /// Pixels whose alpha is not zero, and those among them with a channel out of gamut.
  uint64_t visible, outside;
  /// Values out of gamut, per channel.
  uint64_t below[3], above[3];
  /// The largest −y and y − 1 per channel, also within the tolerance; 0 if no value is below 0 or above 1.
  double most_below[3], most_above[3];
} p3_gamut_tally;

/// Converts `count` pixels, RGB (`channels` 3) or RGBA (`channels` 4; alpha is copied). The buffers are equal or do not
/// overlap, hold `count * channels * 2` bytes, and need no alignment.
///
/// If `destination` is null, pixels are only tallied. `tally`, unless null, is added to. `outside`, unless null, needs
/// a tally and receives (count + 7) / 8 bytes: a bit per pixel, set if out of gamut, the first pixel in the lowest bit.
void p3_convert_color(const p3_plan *plan, const void *source, void *destination, size_t count, unsigned channels,
                      p3_gamut_tally *tally, uint8_t *outside);

/// Exact linear destination values of a colour.
void p3_linear_value(const p3_plan *plan, uint16_t red, uint16_t green, uint16_t blue, double linear[3]);

/// Looks up `count` grey pixels (`channels` 1, or 2 with alpha, which is copied) in the 65,536 entries of `table`.
void p3_convert_gray(const uint16_t *table, const void *source, void *destination, size_t count, unsigned channels);

/// Unclamped linear destination values of `count` pixels, three floats each: the double result rounded to nearest,
/// which has the same bits on all targets.
void p3_linear_color(const p3_plan *plan, const void *source, float *linear, size_t count, unsigned channels);

/// As `p3_linear_color`, for grey: one float per pixel.
void p3_linear_gray(const p3_decoder *decoder, const void *source, float *linear, size_t count, unsigned channels);

/// Sets `table[code]` for all 65,536 codes of a grey conversion.
void p3_gray_table(const p3_decoder *decoder, const p3_encoder *encoder, uint16_t *table);

#endif
