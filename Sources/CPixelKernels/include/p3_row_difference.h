#ifndef P3_ROW_DIFFERENCE_H
#define P3_ROW_DIFFERENCE_H

// How far the pixels of two images are apart: CIEDE2000 in float, for rows of native 16-bit samples and for linear
// colours.

#include <stddef.h>
#include <stdint.h>

#include "p3_convert.h"
#include "p3_cpu.h"
#include "p3_excursions.h"

/// The most that a float difference may differ from the formula in double: this, and this share of the difference. (The
/// hue of a colour next to grey is made of rounding: that is where the share comes from.)
#define P3_ROW_DIFFERENCE_MARGIN 0.002f
#define P3_ROW_DIFFERENCE_SHARE 0.0005f

/// One row of an image, or several without a gap.
typedef struct {
  /// Takes codes to linear values, and these by its matrix to XYZ over the white; grey goes through the first decoder
  /// for all three channels.
  const p3_plan *plan;
  const void *pixels;
  /// 1 grey, 2 grey and alpha, 3 colour, 4 colour and alpha.
  unsigned channels;
} p3_pixel_row;

/// `difference[i]` = CIEDE2000 between pixels i of both rows, for `count` pixels: where one is translucent, the larger
/// of those over black and over white; 0 where both are fully transparent.
///
/// Translucent pixels are composited in encoded sRGB, beyond its gamut too: `to_srgb`, row-major, takes XYZ over the
/// white to linear sRGB, and `from_srgb` back. Where both plans are the same, equal pixels are 0 without being
/// computed. The same bits on every target: IEEE operations alone, none fused.
void p3_row_difference(p3_target target, const p3_pixel_row *first, const p3_pixel_row *second, const double to_srgb[9],
                       const double from_srgb[9], size_t count, float *difference);

/// `difference[i]` = CIEDE2000 between linear colours i of two lists, each three planes of floats `stride` apart, which
/// `matrix`, row-major, takes to XYZ over the white. Within the same margin, and the same bits on every target.
void p3_color_difference(p3_target target, const float matrix[9], const float *first, const float *second,
                         size_t stride, size_t count, float *difference);

/// Takes linear colours to linear sRGB, in whose encoded values translucent ones are composited, and that to XYZ over
/// the white; both row-major.
typedef struct {
  float to_srgb[9], from_srgb[9];
} p3_compositing;

/// Replaces the differences of translucent colours by the larger of those over black and over white: `difference[i]`
/// where `alphas[i]` is under 65535. The colours are as those of `p3_color_difference`.
void p3_weigh_differences(p3_target target, const p3_compositing *compositing, const float *first, const float *second,
                          const uint16_t *alphas, size_t stride, size_t count, float *difference);

/// The same for `excursions` from their clips; `pixels` are the native RGBA pixels that they were found in.
void p3_weigh_excursions(p3_target target, const p3_compositing *compositing, const p3_excursions *excursions,
                         const void *pixels, size_t count);

/// Whether all of `count` bytes are equal.
int p3_same_bytes(const void *first, const void *second, size_t count);

#endif
