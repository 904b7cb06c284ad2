#ifndef P3_CLIP_LOSS_H
#define P3_CLIP_LOSS_H

// Finds pairs of pixels whose difference clipping may take away: in float, 64 pairs at once. It passes every such pair,
// and some others: the caller decides on those that pass in double.

#include <stddef.h>
#include <stdint.h>

#include "p3_convert.h"
#include "p3_cpu.h"

/// L*, a*, b* and C* of each pixel's colour, then those of its clip to 0…1: a plane of floats each.
enum { P3_LAB_PLANES = 8 };

/// The most that a float difference may differ from the formula in double.
#define P3_LOSS_MARGIN 0.01f

/// Fills the planes, `stride` floats apart, for `count` pixels, 64 or fewer; 64 floats of each plane are written.
///
/// `matrix`, row-major, takes the linear colours of the plan's destination to XYZ divided by the white.
void p3_clip_labs(p3_target target, const p3_plan *plan, const float matrix[9], const void *pixels, size_t count,
                  unsigned channels, float *planes, size_t stride);

/// For each of 64 pairs (first[i], second[i]) a bit, set where this may be true: their CIEDE2000 is at least `visible`,
/// and that of their clips under `visible` and at most half of it.
uint64_t p3_lost_pairs(p3_target target, const float *first, const float *second, size_t stride, float visible);

/// For each of 64 pairs a bit, set where their CIE94 difference, with the weights of the first, may be under `visible`.
uint64_t p3_near_pairs(p3_target target, const float *first, const float *second, size_t stride, float visible);

/// For each of 64 pairs that has a bit in `wanted` a bit, set where their CIEDE2000 may be under `visible`.
uint64_t p3_alike_pairs(p3_target target, const float *first, const float *second, size_t stride, float visible,
                        uint64_t wanted);

/// Bit i: whether pixels i of both rows are visible (alpha not 0) and of one colour. Writes (count + 63) / 64 words.
void p3_same_pixels(const void *first, const void *second, size_t count, unsigned channels, uint64_t *bits);

/// Bit i: whether pixel i and the one to its left are visible and of one colour; bit 0 is 0.
void p3_same_neighbours(const void *pixels, size_t count, unsigned channels, uint64_t *bits);

/// Bit i: whether pixel i is visible.
void p3_visible_pixels(const void *pixels, size_t count, unsigned channels, uint64_t *bits);

#endif
