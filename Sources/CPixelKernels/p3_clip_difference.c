// Chooses the widest vectors that a target allows. All give the same bits.

#include "p3_clip_difference.h"
#include "p3_clip_difference_targets.h"

void p3_clip_difference(p3_target target, const float matrix[9], const float *red, const float *green,
                        const float *blue, float *difference, size_t count) {
#if defined(__x86_64__)
  if (target == P3_TARGET_AVX512) {
    p3_clip_difference_avx512(matrix, red, green, blue, difference, count);
    return;
  }
  if (target == P3_TARGET_AVX2) {
    p3_clip_difference_avx2(matrix, red, green, blue, difference, count);
    return;
  }
#else
  (void)target;
#endif
  p3_clip_difference_baseline(matrix, red, green, blue, difference, count);
}

#define LANES 4
#define TARGETED(name) name##_baseline
#include "p3_clip_difference.inl"
#include "p3_clip_loss.inl"
