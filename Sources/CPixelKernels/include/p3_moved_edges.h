#ifndef P3_MOVED_EDGES_H
#define P3_MOVED_EDGES_H

// Finds the pixels of two images that differ only as an edge does that moved by a fraction of a pixel.
//
// A pixel of one image is *reached* from the other if it lies, channel by channel, between its counterpart there and
// the span of that counterpart's eight neighbours, at most `P3_EDGE_REACH` of the way. A pixel is at a moved edge if it
// is reached from either image, unless it is *recoloured*. Channels are encoded sRGB beyond its gamut, times alpha; and
// alpha.
//
// The problem: every pixel of a thin stroke touches the ground, so all of a stroke is reached when its colour turns
// towards the ground. The idea: an edge that moves keeps its sum, since one pixel gains what its neighbour loses, while
// the differences of a recoloured stroke all have one sign. So a pixel is recoloured if the differences (second image
// less first) in the window of `P3_EDGE_WINDOW` pixels around it add up to more than `P3_EDGE_KEPT` of the sum of their
// amounts. An exception is the edge of a large area, which is alone in its window and also has a sum far from 0, but
// keeps both of its sides: a pixel is not recoloured if both its colours lie between those of pixels at most
// `P3_EDGE_SIDES` away that are the same in both images.

#include <stddef.h>
#include <stdint.h>

#include "p3_convert.h"

/// How far towards a neighbour, as a share: moving half a pixel in both directions leaves a quarter of a corner.
#define P3_EDGE_REACH 0.75

/// The most that rounding to 8 bits adds, in encoded values (0…1).
#define P3_EDGE_TOLERANCE (2.0 / 255)

/// Pixels from the middle of a window to its border: covers a stroke with both of its edges.
#define P3_EDGE_WINDOW 5
/// Rows of a window.
#define P3_EDGE_ROWS (2 * P3_EDGE_WINDOW + 1)
/// The largest share of the amounts that the sum at a moved edge has. Pages in Chromium moved by up to half a pixel
/// stay below .8 except for single pixels; recoloured strokes have 1.
#define P3_EDGE_KEPT 0.8
/// The least sum of amounts in a window, over all channels, for a pixel to count as recoloured.
#define P3_EDGE_LEAST_SUM 1.0
/// The largest distance, in pixels, from a pixel at an edge to the edge's sides.
#define P3_EDGE_SIDES 2
/// The largest difference of channels (0…1) that count as the same.
#define P3_EDGE_SAME (1.5 / 255)
/// How far a pixel at an edge may lie outside of the colours of its sides (0…1).
#define P3_EDGE_OVERSHOOT (3.0 / 255)

/// The last rows of colours of two images, computed near asked pixels only.
typedef struct p3_moved_edges p3_moved_edges;

/// One image: a plan that takes its codes to XYZ over the white, and its channels: 1 grey, 2 grey and alpha, 3 colour,
/// 4 colour and alpha.
typedef struct {
  const p3_plan *plan;
  unsigned channels;
} p3_edge_image;

/// Null when out of memory. Plans are borrowed. `to_srgb`, row-major, takes XYZ over the white to linear sRGB.
p3_moved_edges *p3_moved_edges_create(const p3_edge_image images[2], const double to_srgb[9], size_t width);
void p3_moved_edges_free(p3_moved_edges *edges);

/// Sets bits of `moved` for those pixels of row `y` (from 0) that are set in `asked` and lie at moved edges; both have
/// a bit per pixel in (width + 63) / 64 numbers, and `asked` is 0 beyond the row. `first` and `second` are
/// `P3_EDGE_ROWS` rows of the images around row `y`, as native 16-bit samples; rows outside the image are null. Rows
/// are remembered by number: one number of an image always means the same pixels.
///
/// Computed in double by IEEE operations only, none fused: the same bits on every machine, and those of
/// `ReferenceMovedEdges` in Swift.
void p3_moved_edges_find(p3_moved_edges *edges, const void *const first[P3_EDGE_ROWS],
                         const void *const second[P3_EDGE_ROWS], int64_t y, const uint64_t *asked, uint64_t *moved);

#endif
