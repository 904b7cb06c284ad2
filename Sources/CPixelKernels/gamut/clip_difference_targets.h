#ifndef P3_CLIP_DIFFERENCE_TARGETS_H
#define P3_CLIP_DIFFERENCE_TARGETS_H

#include <stddef.h>
#include <stdint.h>

#include "convert/stage.h"
#include "p3_clip_cells.h"

/// A bit for each pixel of a block: whether its pair is gone, and whether it is kept.
typedef struct {
  uint32_t gone, kept;
} p3_clip_pairs;

/// `p3_clip_colors` fills a block's planes and returns a bit for each pixel out of gamut. `rgb` holds linear colours;
/// `matrix` takes them to the destination's linear colours.
#define P3_CLIP_TARGET(target)                                                                                     \
  void p3_clip_difference_##target(const float matrix[9], const float *red, const float *green, const float *blue, \
                                   float *difference, size_t count);                                               \
  uint32_t p3_clip_colors_##target(const float matrix[9], const float cones[9], const float rgb[3][P3_CLIP_BLOCK], \
                                   float *planes, size_t stride);                                                  \
  p3_clip_pairs p3_compare_clips_##target(const float *first, const float *second, size_t stride, float apart,     \
                                          float alike);

P3_CLIP_TARGET(baseline)
P3_CLIP_TARGET(avx2)
P3_CLIP_TARGET(avx512)

#endif
