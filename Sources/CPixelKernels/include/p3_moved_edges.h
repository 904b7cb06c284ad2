#ifndef P3_MOVED_EDGES_H
#define P3_MOVED_EDGES_H

// Which pixels of two images differ only as pixels at edges do that moved by a fraction of a pixel.
//
// A pixel of one image is *reached* from the other where it lies, channel by channel, between its counterpart there and
// what that one and its eight neighbours span, at most `P3_EDGE_REACH` of the way. It is at a moved edge where that is
// true of one image or of the other. Channels are encoded sRGB beyond its gamut, times alpha, and alpha.

#include <stddef.h>
#include <stdint.h>

#include "p3_convert.h"

/// How far towards a neighbour: half a pixel in both directions leaves a quarter of a corner.
#define P3_EDGE_REACH 0.75

/// What rounding to 8 bits may add, in encoded values.
#define P3_EDGE_TOLERANCE (2.0 / 255)

/// The colours of the last rows of two images, as far as pixels near them were asked about.
typedef struct p3_moved_edges p3_moved_edges;

/// An image: where its codes become XYZ over the white, and its channels, 1 grey, 2 grey and alpha, 3 colour, 4 colour
/// and alpha.
typedef struct {
  const p3_plan *plan;
  unsigned channels;
} p3_edge_image;

/// The row that is asked about between its neighbours, as native 16-bit samples; a row beside the image is null.
typedef struct {
  const void *above, *here, *below;
} p3_edge_rows;

/// Null when out of memory. Plans are borrowed. `to_srgb`, row-major, takes XYZ over the white to linear sRGB.
p3_moved_edges *p3_moved_edges_create(const p3_edge_image images[2], const double to_srgb[9], size_t width);
void p3_moved_edges_free(p3_moved_edges *edges);

/// Sets a bit of `moved` for each pixel of row `y`, from 0, that has one in `asked` and is at a moved edge; both are
/// (width + 63) / 64 words. Bits beyond the row are 0 in `asked`. Row numbers say which rows were there before: of one
/// image a number always means the same pixels.
///
/// Decided in double, by IEEE operations alone, none fused: the same bits on every machine, and those of
/// `ReferenceMovedEdges` in Swift.
void p3_moved_edges_find(p3_moved_edges *edges, const p3_edge_rows rows[2], int64_t y, const uint64_t *asked,
                         uint64_t *moved);

#endif
