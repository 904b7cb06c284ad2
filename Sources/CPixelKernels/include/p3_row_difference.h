#ifndef P3_ROW_DIFFERENCE_H
#define P3_ROW_DIFFERENCE_H

// CIEDE2000 in float between the pixels of two images: for rows of native 16-bit samples and for linear colours.

#include <stddef.h>
#include <stdint.h>

#include "p3_convert.h"
#include "p3_cpu.h"
#include "p3_excursions.h"

/// The largest error against the formula in double: the margin plus this share of the difference. (The share is for the
/// hue of colours next to grey, which rounding determines.)
#define P3_ROW_DIFFERENCE_MARGIN 0.002f
#define P3_ROW_DIFFERENCE_SHARE 0.0005f

/// One row of an image, or several adjacent ones.
typedef struct {
  /// Takes codes to linear values, and with its matrix to XYZ over the white; grey passes the first decoder as all
  /// three channels.
  const p3_plan *plan;
  const void *pixels;
  /// 1 grey, 2 grey and alpha, 3 colour, 4 colour and alpha.
  unsigned channels;
} p3_pixel_row;

/// `difference[i]` = CIEDE2000 between pixels i of both rows, for `count` pixels. If one is translucent, the larger of
/// the differences over black and over white; 0 if both are fully transparent.
///
/// Translucent pixels are composited in encoded sRGB, beyond its gamut too: `to_srgb`, row-major, takes XYZ over the
/// white to linear sRGB, and `from_srgb` takes it back. If both plans are the same, equal pixels are 0 without
/// computation. IEEE operations only, none fused: the same bits on every target.
void p3_row_difference(p3_target target, const p3_pixel_row *first, const p3_pixel_row *second, const double to_srgb[9],
                       const double from_srgb[9], size_t count, float *difference);

/// `difference[i]` = CIEDE2000 between colours i of two lists of linear colours, each three planes of floats `stride`
/// apart. `matrix`, row-major, takes them to XYZ over the white. The same error bound, and the same bits on every
/// target.
void p3_color_difference(p3_target target, const float matrix[9], const float *first, const float *second,
                         size_t stride, size_t count, float *difference);

/// Row-major matrices: linear colours to linear sRGB, in whose encoded values translucent colours are composited, and
/// linear sRGB to XYZ over the white.
typedef struct {
  float to_srgb[9], from_srgb[9];
} p3_compositing;

/// Replaces `difference[i]` by the larger of the differences over black and over white if `alphas[i]` is under 65535.
/// The colours are laid out as for `p3_color_difference`.
void p3_weigh_differences(p3_target target, const p3_compositing *compositing, const float *first, const float *second,
                          const uint16_t *alphas, size_t stride, size_t count, float *difference);

/// As `p3_weigh_differences`, for `excursions` and their clips; `pixels` are the native RGBA pixels they were found in.
void p3_weigh_excursions(p3_target target, const p3_compositing *compositing, const p3_excursions *excursions,
                         const void *pixels, size_t count);

/// Whether all of `count` bytes are equal.
int p3_same_bytes(const void *first, const void *second, size_t count);

#endif
