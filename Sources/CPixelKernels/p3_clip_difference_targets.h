#ifndef P3_CLIP_DIFFERENCE_TARGETS_H
#define P3_CLIP_DIFFERENCE_TARGETS_H

#include <stddef.h>

void p3_clip_difference_baseline(const float matrix[9], const float *red, const float *green, const float *blue,
                                 float *difference, size_t count);
void p3_clip_difference_avx2(const float matrix[9], const float *red, const float *green, const float *blue,
                             float *difference, size_t count);
void p3_clip_difference_avx512(const float matrix[9], const float *red, const float *green, const float *blue,
                               float *difference, size_t count);

#endif
