#ifndef P3_GAMUT_MAPPING_H
#define P3_GAMUT_MAPPING_H

// Gamut mapping of many colours at once; GamutMapper in ColorManagement explains the methods.
//
// The soft knee is defined here. The search of CSS Color 4 is defined by GamutMapper: these kernels compute it in
// double by other steps, with an error bound, and leave a colour to the definition if the error could change its code.

#include <stddef.h>
#include <stdint.h>

#include "p3_convert.h"
#include "p3_cpu.h"
#include "p3_excursions.h"

/// The method for colours outside of the destination's gamut, or close to its surface.
typedef enum { P3_MAP_CHROMA, P3_MAP_SOFT } p3_mapping_method;

/// One mapping. Matrices are row-major, and linear RGB is the destination's unless stated. The cones of `P3_MAP_SOFT`
/// are not OKLab's.
typedef struct {
  p3_mapping_method method;
  /// Linear RGB to cone responses and back.
  double cones_from_rgb[9], rgb_from_cones[9];
  /// `P3_MAP_SOFT`: cone responses to the source's linear RGB.
  double source_from_cones[9];
  /// `P3_MAP_SOFT`: the share of the distance to the boundary up to which nothing moves, below 1; and how far the
  /// image's colours come on the way from the destination's boundary to the source's, 0 to 1.
  double knee, reach;
  /// `P3_MAP_CHROMA`: cube roots of cone responses to OKLab, and how these roots depend on a and on b.
  double lab_from_roots[9], roots_from_a[3], roots_from_b[3];
  /// `P3_MAP_CHROMA`: the just noticeable difference and the precision of the search.
  double just_noticeable, precision;
} p3_gamut_mapping;

/// Colours per tile.
enum { P3_MAPPED_COLORS = 256 };

/// The fate of a colour: it stays (its code is the clipped one), it moves, or the definition has to decide.
enum { P3_COLOR_STAYS = 0, P3_COLOR_MOVES = 1, P3_COLOR_UNDECIDED = 2 };

/// Up to P3_MAPPED_COLORS runs of pixels of one colour, and the fate of each.
typedef struct p3_mapped_colors p3_mapped_colors;

/// Null when out of memory. Serves one mapping and one plan, as decisions on colours are remembered.
p3_mapped_colors *p3_mapped_allocate(void);
void p3_mapped_destroy(p3_mapped_colors *colors);

/// Collects visible pixels that may move, from `count` RGB or RGBA pixels of native samples, and maps their colours.
/// Returns the number of pixels read, fewer than `count` if the tile is full.
///
/// `untouched` marks the cells, of 32³ of source codes, in which no colour moves: an entry for each red and green, with
/// a bit for each blue.
///
/// IEEE operations only, none fused: the same bits on every target.
size_t p3_map_colors(p3_target target, const p3_gamut_mapping *mapping, const p3_plan *plan, const uint32_t *untouched,
                     const void *pixels, size_t count, unsigned channels, p3_mapped_colors *colors);

/// Raises `reach` to the largest reach (`p3_reach_of_color`) of visible pixels that are outside 0…1 by more than
/// `tolerance`. Otherwise as `p3_map_colors`, but maps no colour; `inside` marks the cells in which no colour is out.
size_t p3_find_reach(p3_target target, const p3_gamut_mapping *mapping, const p3_plan *plan, const uint32_t *inside,
                     const void *pixels, size_t count, unsigned channels, double tolerance, p3_mapped_colors *colors,
                     double *reach);

/// One linear colour as `P3_MAP_SOFT` maps it.
void p3_soften_color(const p3_gamut_mapping *mapping, double rgb[3]);

/// How far a linear colour comes on the way from the destination's boundary to the source's: 0 to 1.
double p3_reach_of_color(const p3_gamut_mapping *mapping, const double rgb[3]);

/// The first pixel of the next undecided colour, counted from the first collected pixel; SIZE_MAX if there is none. The
/// colour stays the next one until `p3_decide` is called.
size_t p3_next_undecided(const p3_mapped_colors *colors);

/// Sets the definition's decision on the next undecided colour: whether it moves, and its linear values and codes if
/// so.
void p3_decide(p3_mapped_colors *colors, int moves, const double linear[3], const uint16_t codes[3]);

/// Writes the codes of the colours that move to the pixels they were collected from. No colour may be undecided.
void p3_write_mapped(const p3_mapped_colors *colors, void *pixels, unsigned channels);

/// Lists the colours that move by more than `tolerance` in a channel, or were outside 0…1 by more, and have pixels from
/// `first_pixel` on. Writes red, green and blue before and after (planes of P3_MAPPED_COLORS floats), alphas, numbers
/// of such pixels, and whether the colours were out. Returns the number of colours.
size_t p3_list_moved(p3_target target, const p3_mapped_colors *colors, size_t first_pixel, double tolerance,
                     float *before, float *after, uint16_t *alphas, uint32_t *pixels, uint8_t *are_outside);

/// Sums over colours that moved: pixels, and CIEDE2000 in units of 1 / `P3_DIFFERENCE_UNITS`.
typedef struct {
  /// The sum over pixels, each difference rounded half up to units.
  uint64_t difference;
  /// Pixels of colours that were in gamut; pixels whose difference is at least P3_NOTICED_DIFFERENCE.
  uint64_t in_gamut, noticed;
  /// The largest difference.
  float most;
} p3_moved_sums;

/// Adds the colours that `p3_list_moved` listed, with their differences.
void p3_sum_moved(const float *differences, const uint32_t *pixels, const uint8_t *are_outside, size_t count,
                  p3_moved_sums *sums);

#endif
