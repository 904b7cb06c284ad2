#ifndef P3_CLIP_DIFFERENCE_TARGETS_H
#define P3_CLIP_DIFFERENCE_TARGETS_H

#include <stddef.h>
#include <stdint.h>

#include "p3_clip_loss.h"

#define P3_CLIP_TARGET(target)                                                                                      \
  void p3_clip_difference_##target(const float matrix[9], const float *red, const float *green, const float *blue,  \
                                   float *difference, size_t count);                                                \
  void p3_clip_labs_##target(const float source_matrix[9], const float matrix[9], const float rgb[3][64],           \
                             float *planes, size_t stride);                                                         \
  void p3_compare_pairs_##target(const float *first, const float *second, size_t stride, float visible,             \
                                 uint64_t wanted, p3_pair_bits *pairs);                                             \
  uint64_t p3_lost_pairs_##target(const float *first, const float *second, size_t stride, float visible,            \
                                  uint64_t wanted);                                                                 \
  uint64_t p3_alike_pairs_##target(const float *first, const float *second, size_t stride, float visible,           \
                                   uint64_t wanted);                                                                \
  uint64_t p3_walk_along_##target(const float *start, const float *here, size_t stride, float visible, float least, \
                                  unsigned count, uint64_t *ends);                                                  \
  uint64_t p3_walk_down_##target(const float *start, const float *least, const float *here, size_t stride,          \
                                 float visible, uint64_t wanted, uint64_t *ends);

P3_CLIP_TARGET(baseline)
P3_CLIP_TARGET(avx2)
P3_CLIP_TARGET(avx512)

#endif
