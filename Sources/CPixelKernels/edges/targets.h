#ifndef P3_EDGES_TARGETS_H
#define P3_EDGES_TARGETS_H

// What the search for moved edges has compiled for each target.

#include <stddef.h>
#include <stdint.h>

/// Pixels at a time, at most: those of a word of bits.
enum { P3_EDGE_PIXELS = 64 };

/// Values before and behind the columns of a plane that may be read: a vector, and the pixel beside the row.
enum { P3_EDGE_PAD = 32 };

/// Red, green and blue, and alpha where an image has it.
enum { P3_EDGE_PLANES = 4 };

/// Matrices, row-major: from decoded codes to XYZ over the white, and from there to linear sRGB.
typedef struct {
  double to_ratio[9], to_srgb[9];
} p3_edge_matrices;

/// Up to this linear value a colour c in float errs by less than `P3_ROUGH_ERROR`·(|c| + 0.055): by the rounding of the
/// linear value 0.42 units of 2⁻²⁴, by alpha two, by the curve less than seven, as the kernel tests see.
#define P3_EDGE_BRIGHTEST 16
#define P3_ROUGH_ERROR (10 * 0x1p-24)

/// What this adds up to where a pixel is compared with a limit, in units of its error: its own, 1; the center's, ¼,
/// since three quarters of it are taken away again; an end's, ¾; and six roundings of values that are at most twice as
/// large as a colour.
#define P3_ROUGH_MARGIN (4 * P3_ROUGH_ERROR)

/// Pixels of which some are asked about: each plane of the rows around them, `stride` values apart, which are floats or
/// doubles.
typedef struct {
  /// One to three rows that are there, top to bottom, at the first pixel; and which of them is the pixels' own.
  const void *rows[3];
  unsigned row_count, own;
  /// The pixels' counterparts in the other image.
  const void *others;
  size_t stride;
  unsigned planes;
  /// Whether the first pixel is the row's first, and the last its last.
  int is_first, is_last;
  /// The most that the error of the colours may move a pixel against a limit; 0 for doubles, whose decision counts.
  float margin;
} p3_edge_pixels;

/// A bit for each pixel whose counterpart surely is reached, and for each whose counterpart may be.
typedef struct {
  uint64_t surely, possibly;
} p3_reached;

/// p3_exact_colors makes colours of `count` decoded pixels, P3_EDGE_PIXELS at most, in place; `alpha` is null where all
/// are opaque. p3_rough_colors makes floats of them, and of alpha. Whole vectors are read and written: of a multiple of
/// 16 pixels.
///
/// p3_reached_doubles and p3_reached_floats compare the first `count` pixels.
#define P3_EDGE_TARGET(target)                                                                                   \
  void p3_exact_colors_##target(const p3_edge_matrices *matrices, double colors[3][P3_EDGE_PIXELS],              \
                                const double *alpha, size_t count);                                              \
  void p3_rough_colors_##target(const p3_edge_matrices *matrices, double colors[3][P3_EDGE_PIXELS],              \
                                const double *alpha, size_t count, float rough[P3_EDGE_PLANES][P3_EDGE_PIXELS]); \
  p3_reached p3_reached_doubles_##target(const p3_edge_pixels *pixels, size_t count);                            \
  p3_reached p3_reached_floats_##target(const p3_edge_pixels *pixels, size_t count);

P3_EDGE_TARGET(baseline)
P3_EDGE_TARGET(avx2)
P3_EDGE_TARGET(avx512)

#endif
