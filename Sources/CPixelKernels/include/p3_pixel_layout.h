#ifndef P3_PIXEL_LAYOUT_H
#define P3_PIXEL_LAYOUT_H

// Pixels of other programs' layouts to and from what the kernels work on: straight 16-bit codes, or planes of doubles.

#include <stddef.h>
#include <stdint.h>

/// The number type of a component.
typedef enum { P3_UINT8 = 0, P3_UINT16 = 1, P3_FLOAT16 = 2, P3_FLOAT32 = 3 } p3_component;

/// What a pixel has for alpha. Ignored alpha takes room, is read as opaque and written as opaque.
typedef enum { P3_ALPHA_NONE = 0, P3_ALPHA_STRAIGHT = 1, P3_ALPHA_PREMULTIPLIED = 2, P3_ALPHA_IGNORED = 3 } p3_alpha;

typedef struct {
  p3_component component;
  /// Whether the bytes of a component are in the other order than the machine's.
  int is_swapped;
  p3_alpha alpha;
  /// 1 (grey) or 3.
  unsigned colors;
  /// Components of a pixel, colours and alpha: 1 to 4.
  unsigned components;
  /// The places of grey or of red, green and blue among them.
  unsigned place[3];
  /// The place of alpha, where the pixel has one.
  unsigned alpha_place;
} p3_pixel_layout;

/// Reads `count` pixels, whose components are bytes or 16-bit integers, as straight native codes of 16 bits: colours,
/// then alpha where the layout has one that counts. Bytes are widened (times 257). Premultiplied colours are divided by
/// alpha, rounded half up, at most 65535; where alpha is 0 they become 0.
void p3_load_codes(const p3_pixel_layout *layout, const void *pixels, size_t count, uint16_t *codes);

/// Writes `count` pixels of codes: `colors` (1 or 3) of them each, then alpha if `has_alpha`. Grey fills all three
/// colours. Bytes are the nearest, half up; products with alpha, too. Pixels without alpha are opaque. A layout without
/// alpha gets none.
void p3_store_codes(const p3_pixel_layout *layout, const uint16_t *codes, unsigned colors, int has_alpha, size_t count,
                    void *pixels);

/// Reads `count` pixels of any component as straight values, 1 for the greatest integer: planes of `stride` doubles,
/// one a colour, then alpha, 1 where the layout has none that counts. Where alpha is not positive, premultiplied
/// colours become 0.
void p3_load_values(const p3_pixel_layout *layout, const void *pixels, size_t count, size_t stride, double *planes);

/// Writes `count` pixels of values in such planes, `colors` (1 or 3) of them colours. Floats are not clamped; integers
/// are, and rounded half up.
void p3_store_values(const p3_pixel_layout *layout, const double *planes, unsigned colors, size_t count, size_t stride,
                     void *pixels);

/// A curve of floats that is mirrored at 0: of a magnitude m, m · slope below `end`, else
/// (m · scale + offset)^exponent · gain + shift.
typedef struct {
  float end, slope, scale, offset, gain, shift, exponent;
  /// The exponent again, as a sum: the first has 16 bits.
  float exponent_high, exponent_low;
} p3_float_curve;

/// What becomes of straight colours: curves, a matrix by rows, curves. What is not there changes nothing.
typedef struct {
  /// 1 (grey, without a matrix) or 3.
  unsigned colors;
  int decodes, has_matrix, encodes;
  p3_float_curve decode[3], encode[3];
  float matrix[9];
} p3_float_conversion;

/// Converts `count` pixels of any component to floats or bytes, in place if both layouts are one. Grey fills three
/// colours. Floats are not clamped. Each operation rounds to float: a curve is off by less than 1e-6 of its value, a
/// matrix by less than 1e-6 of the largest colour. Results below 1e-37 may become 0. The same bits on every machine,
/// but for what is no number.
void p3_convert_floats(const p3_float_conversion *conversion, const p3_pixel_layout *from, const void *source,
                       const p3_pixel_layout *to, void *destination, size_t count);

#endif
