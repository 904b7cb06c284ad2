#ifndef P3_CLIP_LOSS_H
#define P3_CLIP_LOSS_H

// Finds pairs of pixels whose difference clipping may take away, and pixels that may carry on a ramp: in float, 64 at
// once. What is said to be sure is; of the rest the caller decides in double.

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

/// A bit for each of 64 pairs.
typedef struct {
  /// Their CIE94 difference, with the weights of the first, may be under the visible one; and surely is.
  uint64_t near, surely_near;
  /// Their CIEDE2000 surely is not under the visible one.
  uint64_t apart;
  /// Their CIEDE2000 may be the visible one or more, that of their clips less and at most half of it, and the CIE94 of
  /// their clips, with the weights of the first, under one and a half of the visible one.
  uint64_t lost;
} p3_pair_bits;

/// Compares the pairs (first[i], second[i]) that have a bit in `wanted`; the others have no bits.
void p3_compare_pairs(p3_target target, const float *first, const float *second, size_t stride, float visible,
                      uint64_t wanted, p3_pair_bits *pairs);

/// For each of 64 pairs that has a bit in `wanted` a bit, set where this may be true: their CIEDE2000 is at least
/// `visible`, and that of their clips under `visible` and at most half of it.
uint64_t p3_lost_pairs(p3_target target, const float *first, const float *second, size_t stride, float visible,
                       uint64_t wanted);

/// For each of 64 pairs that has a bit in `wanted` a bit, set where their CIEDE2000 may be under `visible`.
uint64_t p3_alike_pairs(p3_target target, const float *first, const float *second, size_t stride, float visible,
                        uint64_t wanted);

/// Which of the pixels from `here` on carry on a ramp from the pixel at `start`: a bit where CIE94 with the weights of
/// that one surely is under `visible` between the clips, and under `least` between the colours. In `ends` a bit where
/// it surely is not under `visible` between the clips. Asks about the first `count` pixels (1 to 64) in vectors, and no
/// farther than the first vector with a pixel that does not; bits beyond are 0, or say what is true of pixels beyond
/// `count`.
uint64_t p3_walk_along(p3_target target, const float *start, const float *here, size_t stride, float visible,
                       float least, unsigned count, uint64_t *ends);

/// The same of 64 pixels with a start and a least difference each, for those with a bit in `wanted`.
uint64_t p3_walk_down(p3_target target, const float *start, const float *least, const float *here, size_t stride,
                      float visible, uint64_t wanted, uint64_t *ends);

#endif
