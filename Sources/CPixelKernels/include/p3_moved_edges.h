#ifndef P3_MOVED_EDGES_H
#define P3_MOVED_EDGES_H

// Which pixels of two images differ only as pixels at edges do that moved by a fraction of a pixel.
//
// A pixel of one image is *reached* from the other where it lies, channel by channel, between its counterpart there and
// what that one and its eight neighbours span, at most `P3_EDGE_REACH` of the way. It is at a moved edge where that is
// true of one image or of the other, unless it is *recoloured*. Channels are encoded sRGB beyond its gamut, times
// alpha, and alpha.
//
// The problem: every pixel of a thin stroke touches the ground, so a stroke whose colour turns towards the ground is
// reached everywhere. The idea: an edge that moves keeps its sum, since what a pixel loses its neighbour gains, while
// the differences of a stroke that changes its colour all point the same way. So a pixel is recoloured where the sum of
// the differences (second image less first) in the window of `P3_EDGE_WINDOW` pixels around it has more than
// `P3_EDGE_KEPT` of the sum of their amounts. The edge of a large area is alone in its window, and its sum is far from
// 0 too; but there both sides are still there. So a pixel is not recoloured whose two colours lie between those of
// pixels nearby, at most `P3_EDGE_SIDES` away, that are the same in both images.

#include <stddef.h>
#include <stdint.h>

#include "p3_convert.h"

/// How far towards a neighbour: half a pixel in both directions leaves a quarter of a corner.
#define P3_EDGE_REACH 0.75

/// What rounding to 8 bits may add, in encoded values.
#define P3_EDGE_TOLERANCE (2.0 / 255)

/// How far the window of sums reaches from its middle: over a stroke with both of its edges.
#define P3_EDGE_WINDOW 5
/// Rows of a window.
#define P3_EDGE_ROWS (2 * P3_EDGE_WINDOW + 1)
/// The largest share of the amounts that the sum of an edge that moved has. Pages in Chromium that were moved by up to
/// half a pixel stay below .8 but for single pixels, strokes of another colour have 1.
#define P3_EDGE_KEPT 0.8
/// The least sum of amounts in a window, over all channels, that says anything.
#define P3_EDGE_LEAST_SUM 1.0
/// How far the sides of an edge are from its pixels, at most.
#define P3_EDGE_SIDES 2
/// Channels that differ by no more are the same.
#define P3_EDGE_SAME (1.5 / 255)
/// How far outside of its sides a pixel at an edge may lie.
#define P3_EDGE_OVERSHOOT (3.0 / 255)

/// The colours of the last rows of two images, as far as pixels near them were asked about.
typedef struct p3_moved_edges p3_moved_edges;

/// An image: where its codes become XYZ over the white, and its channels, 1 grey, 2 grey and alpha, 3 colour, 4 colour
/// and alpha.
typedef struct {
  const p3_plan *plan;
  unsigned channels;
} p3_edge_image;

/// Null when out of memory. Plans are borrowed. `to_srgb`, row-major, takes XYZ over the white to linear sRGB.
p3_moved_edges *p3_moved_edges_create(const p3_edge_image images[2], const double to_srgb[9], size_t width);
void p3_moved_edges_free(p3_moved_edges *edges);

/// Sets a bit of `moved` for each pixel of row `y`, from 0, that has one in `asked` and is at a moved edge; both are
/// (width + 63) / 64 words. Bits beyond the row are 0 in `asked`. `first` and `second` are `P3_EDGE_ROWS` rows of the
/// images, row `y` in the middle, as native 16-bit samples; a row beside the image is null. Row numbers say which rows
/// were there before: of one image a number always means the same pixels.
///
/// Decided in double, by IEEE operations alone, none fused: the same bits on every machine, and those of
/// `ReferenceMovedEdges` in Swift.
void p3_moved_edges_find(p3_moved_edges *edges, const void *const first[P3_EDGE_ROWS],
                         const void *const second[P3_EDGE_ROWS], int64_t y, const uint64_t *asked, uint64_t *moved);

#endif
