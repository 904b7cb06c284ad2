// Decodes colours for the kernels of clip_loss.inl.

#include "p3_clip_loss.h"

#include "convert/plan.h"
#include "cpu/choose.h"
#include "cpu/samples.h"
#include "gamut/clip_difference_targets.h"

// Fused on targets that can, the bits would differ between targets.
#pragma STDC FP_CONTRACT OFF

/// Looks up the linear values of up to 64 pixels; the others stay as they are. Inlined for each number of channels.
__attribute__((always_inline)) static inline void decode(const p3_plan *plan, const uint8_t *pixel, size_t count,
                                                         unsigned channels, float rgb[3][64]) {
  const float *red = plan->decoders[0]->nearest, *green = plan->decoders[1]->nearest,
              *blue = plan->decoders[2]->nearest;
  for (size_t i = 0; i < count; i++, pixel += 2 * channels) {
    rgb[0][i] = red[p3_sample(pixel)];
    rgb[1][i] = green[p3_sample(pixel + 2)];
    rgb[2][i] = blue[p3_sample(pixel + 4)];
  }
}

void p3_clip_labs(p3_target target, const p3_plan *plan, const float matrix[9], const void *pixels, size_t count,
                  unsigned channels, float *planes, size_t stride) {
  float rgb[3][64];
  if (count < 64) memset(rgb, 0, sizeof rgb);
  if (channels == 3)
    decode(plan, pixels, count, 3, rgb);
  else
    decode(plan, pixels, count, 4, rgb);
  float m[9];
  for (unsigned i = 0; i < 9; i++) m[i] = (float)plan->matrix[i];
  P3_CHOOSE(p3_clip_labs, target)(m, matrix, (const float(*)[64])rgb, planes, stride);
}

void p3_compare_pairs(p3_target target, const float *first, const float *second, size_t stride, float visible,
                      uint64_t wanted, p3_pair_bits *pairs) {
  P3_CHOOSE(p3_compare_pairs, target)(first, second, stride, visible, wanted, pairs);
}

uint64_t p3_lost_pairs(p3_target target, const float *first, const float *second, size_t stride, float visible,
                       uint64_t wanted) {
  return P3_CHOOSE(p3_lost_pairs, target)(first, second, stride, visible, wanted);
}

uint64_t p3_alike_pairs(p3_target target, const float *first, const float *second, size_t stride, float visible,
                        uint64_t wanted) {
  return P3_CHOOSE(p3_alike_pairs, target)(first, second, stride, visible, wanted);
}

uint64_t p3_walk_along(p3_target target, const float *start, const float *here, size_t stride, float visible,
                       float least, unsigned count, uint64_t *ends) {
  return P3_CHOOSE(p3_walk_along, target)(start, here, stride, visible, least, count, ends);
}

uint64_t p3_walk_down(p3_target target, const float *start, const float *least, const float *here, size_t stride,
                      float visible, uint64_t wanted, uint64_t *ends) {
  return P3_CHOOSE(p3_walk_down, target)(start, least, here, stride, visible, wanted, ends);
}
