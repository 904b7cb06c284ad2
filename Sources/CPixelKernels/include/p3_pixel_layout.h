#ifndef P3_PIXEL_LAYOUT_H
#define P3_PIXEL_LAYOUT_H

// Converts pixels of other programs' layouts to the kernels' formats and back: straight 16-bit codes, or planes of
// doubles.

#include <stddef.h>
#include <stdint.h>

/// The type of a component.
typedef enum { P3_UINT8 = 0, P3_UINT16 = 1, P3_FLOAT16 = 2, P3_FLOAT32 = 3 } p3_component;

/// How a pixel stores alpha. Ignored alpha takes room, is read as opaque and written as opaque.
typedef enum { P3_ALPHA_NONE = 0, P3_ALPHA_STRAIGHT = 1, P3_ALPHA_PREMULTIPLIED = 2, P3_ALPHA_IGNORED = 3 } p3_alpha;

typedef struct {
  p3_component component;
  /// Whether a component's bytes are in the opposite of the machine's order.
  int is_swapped;
  p3_alpha alpha;
  /// 1 (grey) or 3.
  unsigned colors;
  /// Components per pixel, colours and alpha: 1 to 4.
  unsigned components;
  /// The indices of grey, or of red, green and blue, among the components.
  unsigned place[3];
  /// The index of alpha, if there is one.
  unsigned alpha_place;
} p3_pixel_layout;

/// Reads `count` pixels of bytes or 16-bit integers as straight native codes of 16 bits: colours, then alpha unless the
/// layout has none or ignores it. Bytes are widened (times 257). Premultiplied colours are divided by alpha, rounded
/// half up, at most 65535; they become 0 if alpha is 0.
void p3_load_codes(const p3_pixel_layout *layout, const void *pixels, size_t count, uint16_t *codes);

/// Writes `count` pixels of codes, each `colors` (1 or 3) codes and then alpha if `has_alpha`. Grey fills all three
/// colours. Bytes and products with alpha are rounded half up. Missing alpha is opaque; a layout without alpha drops
/// it.
void p3_store_codes(const p3_pixel_layout *layout, const uint16_t *codes, unsigned colors, int has_alpha, size_t count,
                    void *pixels);

/// Reads `count` pixels of any component type as straight values, 1 for the greatest integer, into planes of `stride`
/// doubles: one per colour, then alpha (1 if the layout has none or ignores it). Premultiplied colours become 0 if
/// alpha is not positive.
void p3_load_values(const p3_pixel_layout *layout, const void *pixels, size_t count, size_t stride, double *planes);

/// Writes `count` pixels from such planes, of which `colors` (1 or 3) are colours. Integers are clamped and rounded
/// half up; floats are not clamped.
void p3_store_values(const p3_pixel_layout *layout, const double *planes, unsigned colors, size_t count, size_t stride,
                     void *pixels);

/// A curve of floats, mirrored at 0. For magnitude m it is m · slope below `end`, else (m · scale + offset)^exponent ·
/// gain + shift.
typedef struct {
  float end, slope, scale, offset, gain, shift, exponent;
  /// `exponent` as a sum of two floats, the first with 16 bits.
  float exponent_high, exponent_low;
} p3_float_curve;

/// The conversion of straight colours: curves, a row-major matrix, curves; each of them optional.
typedef struct {
  /// 1 (grey, without a matrix) or 3.
  unsigned colors;
  int decodes, has_matrix, encodes;
  p3_float_curve decode[3], encode[3];
  float matrix[9];
} p3_float_conversion;

/// Converts `count` pixels of any component type to floats or bytes; in place if both layouts are equal. Grey fills
/// three colours. Floats are not clamped. Each operation rounds to float: curves err by less than 1e-6 of their value,
/// matrices by less than 1e-6 of the largest colour. Results below 1e-37 may become 0. The same bits on every machine,
/// except for NaN.
void p3_convert_floats(const p3_float_conversion *conversion, const p3_pixel_layout *from, const void *source,
                       const p3_pixel_layout *to, void *destination, size_t count);

#endif
