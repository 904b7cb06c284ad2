#ifndef P3_COLLAPSE_H
#define P3_COLLAPSE_H

// The last rows of an image as the search for collapsing colours sees them, and where in them it may succeed: bits and
// floats drop what surely does not. The caller decides about the rest in double. Rows are named by how far they lie
// above the newest, `back`.

#include <stddef.h>
#include <stdint.h>

#include "p3_clip_loss.h"

enum {
  /// Rows that are remembered: an edge needs its span and a second row of each flat colour, a walk down begins with as
  /// many
  /// rows as a plateau has.
  P3_COLLAPSE_ROWS = 8,
  /// Pixels from one flat colour to the other across an anti-aliased edge, at least and at most.
  P3_LEAST_EDGE = 2,
  P3_MOST_EDGE = 4,
  /// Steps from the first pixel of a plateau to its last, where it is no longer than it must be.
  P3_PLATEAU_STEPS = 7,
};

/// Differences from here on can be seen; and the CIE94 from the start of a walk from which on it is worth a
/// measurement.
#define P3_COLLAPSE_VISIBLE 1.0f
#define P3_COLLAPSE_LEAST 1.5f

typedef struct p3_collapse p3_collapse;

/// Rows of `width` pixels with `channels` 3 or 4, none yet. `matrix` as for `p3_clip_labs`. Null when out of memory.
p3_collapse *p3_collapse_create(size_t width, unsigned channels, const float matrix[9], p3_target target);
void p3_collapse_free(p3_collapse *rows);

/// Makes `pixels` the newest row. Pixel i is out of gamut where bit `first_bit` + i of `outside` is set, as
/// `p3_convert_color` gives them.
void p3_collapse_take(p3_collapse *rows, const uint16_t *pixels, const uint8_t *outside, size_t first_bit);

/// Where the caller has to look: words of a bit for each pixel, or null where there is nothing in the whole row.
typedef struct {
  /// Pixels that may have lost what kept them apart from the one to their left.
  const uint64_t *across;
  /// Pixels of the row 1 above the newest that may have lost what kept them apart from the one above.
  const uint64_t *down;
  /// By span from P3_LEAST_EDGE on, pixels with which the second flat colour of an edge in the newest row goes on, and
  /// the same down the columns.
  const uint64_t *edges_across[3], *edges_down[3];
  /// Pixels of the newest row that may carry on a ramp from the one to their left.
  const uint64_t *along;
  /// Columns whose walk the caller has to carry on to the newest row.
  const uint64_t *step_down;
  /// Columns whose walk has been measured and goes on.
  const uint64_t *measured_down;
  /// Columns in which a walk begins, P3_PLATEAU_STEPS rows above the newest, that the caller has to carry on from
  /// there.
  const uint64_t *begin_down;
} p3_collapse_places;

/// Searches the newest row, and carries walks down the columns on.
p3_collapse_places p3_collapse_search(p3_collapse *rows, const p3_plan *plan);

/// After the last row: `down` of the newest row, the others null.
p3_collapse_places p3_collapse_finish(p3_collapse *rows, const p3_plan *plan);

// MARK: Pixels

/// Rows that are there, up to P3_COLLAPSE_ROWS.
size_t p3_collapse_at_hand(const p3_collapse *rows);

/// Whether a pixel is visible, hides at least half of what lies behind it, and has the colour of the visible one to its
/// left, or above.
int p3_collapse_is_visible(const p3_collapse *rows, size_t x, size_t back);
int p3_collapse_is_half_opaque(const p3_collapse *rows, size_t x, size_t back);
int p3_collapse_is_same_as_left(const p3_collapse *rows, size_t x, size_t back);
int p3_collapse_is_same_as_above(const p3_collapse *rows, size_t x, size_t back);

/// The samples of a pixel.
const uint16_t *p3_collapse_pixel(const p3_collapse *rows, size_t x, size_t back);

/// A pixel on a walk: the samples of its colour, and P3_LAB_PLANES values.
typedef struct {
  uint16_t samples[3];
  float lab[P3_LAB_PLANES];
} p3_collapse_point;

/// A pixel that a walk has come to.
p3_collapse_point p3_collapse_point_at(const p3_collapse *rows, size_t x, size_t back);

// MARK: Walks

/// Goes along the newest row with a walk that began at pixel `*start` and has come to the one before `x`. Returns the
/// next pixel that the caller has to decide about, or `end`. A walk that ends without a measurement begins anew:
/// `*start` changes. `least` is the CIE94 from the start from which on the caller measures.
size_t p3_collapse_walk(p3_collapse *rows, const p3_plan *plan, size_t *start, size_t x, size_t end, float least,
                        int is_measured);

/// The first pixel of the walk down column `x`, how many rows it has come to, the newest included, and whether it has
/// been measured.
p3_collapse_point p3_collapse_start_of(const p3_collapse *rows, size_t x, int64_t *length, int *is_measured);

/// Begins the walk down column `x` anew, at the pixel `back` rows above the newest.
void p3_collapse_begin(p3_collapse *rows, size_t x, size_t back);

/// The walk down column `x` has been measured, and is to be measured again from `least` on.
void p3_collapse_set_measured(p3_collapse *rows, size_t x, float least);

#endif
