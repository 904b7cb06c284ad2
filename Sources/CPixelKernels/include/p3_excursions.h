#ifndef P3_EXCURSIONS_H
#define P3_EXCURSIONS_H

// The colours out of gamut in a row of pixels, and sums over them.

#include <stddef.h>
#include <stdint.h>

#include "p3_convert.h"

/// Bits of `rounding`: moving each sample by half a 16-bit code, or by half an 8-bit code, can bring every channel into
/// 0…1.
enum { P3_WITHIN_ROUNDING_16 = 1, P3_WITHIN_ROUNDING_8 = 2 };

/// One entry for each run of neighbouring pixels of one colour and alpha. Each array has room for an entry per pixel.
typedef struct {
  /// Unclamped linear destination values: the exact values rounded to float.
  float *red, *green, *blue;
  /// CIEDE2000 between the colour and its clip, from `p3_clip_difference`.
  float *difference;
  /// The run's first pixel and its length.
  uint32_t *first, *length;
  uint8_t *rounding;
} p3_excursions;

/// Lists the pixels out of gamut among `count` native RGB or RGBA pixels (`channels` 3 or 4), and returns the number of
/// entries. Pixel i is out if bit `first_bit` + i of `outside` is set, as `p3_convert_color` sets it. The caller fills
/// `difference`.
size_t p3_find_excursions(const p3_plan *plan, const void *source, size_t count, unsigned channels,
                          const uint8_t *outside, size_t first_bit, const p3_excursions *excursions);

/// Units in a CIEDE2000 of 1. Differences are summed as whole units, so that every order gives the same sum.
enum { P3_DIFFERENCE_UNITS = 1 << 20 };

/// The least CIEDE2000 that is noticed at a glance.
#define P3_NOTICED_DIFFERENCE 2.0f

/// Sums over the pixels of many entries.
typedef struct {
  /// Differences in units, each rounded half up.
  uint64_t difference;
  /// Pixels that rounding to 16 bits, or to 8 bits, may have put out of gamut.
  uint64_t within16, within8;
  /// Pixels whose difference is P3_NOTICED_DIFFERENCE or more.
  uint64_t noticed;
  /// The largest difference.
  float most;
} p3_excursion_sums;

/// The sums of `count` entries, the same on every `target`.
void p3_sum_excursions(p3_target target, const p3_excursions *excursions, size_t count, p3_excursion_sums *sums);

/// Joined entries without gaps: first pixel, the pixel after the last, and the largest difference.
typedef struct {
  uint32_t *first, *end;
  float *most;
} p3_excursion_runs;

/// Joins `count` entries to runs and returns the number of runs. The arrays must have room for `count`.
size_t p3_join_excursions(const p3_excursions *excursions, size_t count, const p3_excursion_runs *runs);

#endif
