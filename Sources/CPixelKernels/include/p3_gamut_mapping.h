#ifndef P3_GAMUT_MAPPING_H
#define P3_GAMUT_MAPPING_H

// Gamut mapping, many colours at once: ColorManagement's GamutMapper says what the methods do.
//
// The soft knee is defined here. Of CSS Color 4's search GamutMapper is the definition: here the same is computed in
// double by other steps, with a bound of the error; a colour whose code the error could change is left to the
// definition.

#include <stddef.h>
#include <stdint.h>

#include "p3_convert.h"
#include "p3_cpu.h"
#include "p3_excursions.h"

/// What is done to colours outside of the destination's gamut, or close to its surface.
typedef enum { P3_MAP_CHROMA, P3_MAP_SOFT } p3_mapping_method;

/// One mapping. Matrices are row-major; linear RGB is the destination's unless it says otherwise. The cones of
/// `P3_MAP_SOFT` are not OKLab's.
typedef struct {
  p3_mapping_method method;
  /// Linear RGB to cone responses and back.
  double cones_from_rgb[9], rgb_from_cones[9];
  /// `P3_MAP_SOFT`: cone responses to the source's linear RGB.
  double source_from_cones[9];
  /// `P3_MAP_SOFT`: the share of the boundary up to which nothing moves, below 1; and how far colours come on the way
  /// from the destination's boundary to the source's, 0 to 1.
  double knee, reach;
  /// `P3_MAP_CHROMA`: cube roots of cone responses to OKLab, and how the roots depend on a and on b.
  double lab_from_roots[9], roots_from_a[3], roots_from_b[3];
  /// `P3_MAP_CHROMA`: the just noticeable difference and the precision of the search.
  double just_noticeable, precision;
} p3_gamut_mapping;

/// Colours in one tile.
enum { P3_MAPPED_COLORS = 256 };

/// What becomes of a colour: it stays as it is (and its code is the clipped one), it moves, or the definition decides.
enum { P3_COLOR_STAYS = 0, P3_COLOR_MOVES = 1, P3_COLOR_UNDECIDED = 2 };

/// Runs of pixels of one colour, at most P3_MAPPED_COLORS of them, and what becomes of each.
typedef struct p3_mapped_colors p3_mapped_colors;

/// Null when out of memory. They serve one mapping and one plan: decisions on colours are remembered.
p3_mapped_colors *p3_mapped_allocate(void);
void p3_mapped_destroy(p3_mapped_colors *colors);

/// Collects visible pixels that may move, from `count` RGB or RGBA pixels of native samples, and maps their colours.
/// Returns how many pixels were looked at, fewer than `count` where the tile is full.
///
/// `untouched` has a word for each red and green and a bit for each blue of 32³ cells of source codes: set where no
/// colour moves.
///
/// The same bits on every target: IEEE operations alone, none fused.
size_t p3_map_colors(p3_target target, const p3_gamut_mapping *mapping, const p3_plan *plan, const uint32_t *untouched,
                     const void *pixels, size_t count, unsigned channels, p3_mapped_colors *colors);

/// Raises `reach` to how far visible pixels come on the way from the destination's boundary to the source's, of those
/// that are out of 0…1 by more than `tolerance`; else as `p3_map_colors`, but no colour is mapped, and `inside` is set
/// where no colour is out.
size_t p3_find_reach(p3_target target, const p3_gamut_mapping *mapping, const p3_plan *plan, const uint32_t *inside,
                     const void *pixels, size_t count, unsigned channels, double tolerance, p3_mapped_colors *colors,
                     double *reach);

/// One linear colour as `P3_MAP_SOFT` maps it.
void p3_soften_color(const p3_gamut_mapping *mapping, double rgb[3]);

/// How far one linear colour comes on the way from the destination's boundary to the source's.
double p3_reach_of_color(const p3_gamut_mapping *mapping, const double rgb[3]);

/// The first pixel of the next undecided colour, counted from the ones that were collected; SIZE_MAX where there is
/// none. It stays the next one until `p3_decide` has been told.
size_t p3_next_undecided(const p3_mapped_colors *colors);

/// What the definition says of the next undecided colour: whether it moves, and to which linear values and codes.
void p3_decide(p3_mapped_colors *colors, int moves, const double linear[3], const uint16_t codes[3]);

/// Writes the codes of the colours that move to the pixels from which they were collected. None is undecided.
void p3_write_mapped(const p3_mapped_colors *colors, void *pixels, unsigned channels);

/// The colours that move by more than `tolerance` in a channel, or were that far out of 0…1, and have pixels from
/// `first_pixel` on: red, green and blue before and after, P3_MAPPED_COLORS floats to a plane; their alpha; how many
/// such pixels they have; whether they were out. Returns how many they are.
size_t p3_list_moved(p3_target target, const p3_mapped_colors *colors, size_t first_pixel, double tolerance,
                     float *before, float *after, uint16_t *alphas, uint32_t *pixels, uint8_t *are_outside);

/// What colours that moved add up to; numbers of pixels, and CIEDE2000 in units of which `P3_DIFFERENCE_UNITS` make 1.
typedef struct {
  /// The sum of the pixels' differences, each rounded half up.
  uint64_t difference;
  /// Pixels of colours that were not out, and those whose difference is P3_NOTICED_DIFFERENCE or more.
  uint64_t in_gamut, noticed;
  /// The largest difference.
  float most;
} p3_moved_sums;

/// Adds what `p3_list_moved` listed, with the difference of each colour.
void p3_sum_moved(const float *differences, const uint32_t *pixels, const uint8_t *are_outside, size_t count,
                  p3_moved_sums *sums);

#endif
