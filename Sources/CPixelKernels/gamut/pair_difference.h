#ifndef PAIR_DIFFERENCE_H
#define PAIR_DIFFERENCE_H

// A block of the pairs of colours that row differences are computed from.

#include <stddef.h>

/// Pairs in a block: a multiple of every target's lanes.
enum { P3_PAIR_BLOCK = 256 };

/// Pairs of linear colours: a plane of floats per channel, and for translucent colours a plane of alphas, 0 to 1. The
/// row-major matrices take opaque colours to XYZ over the white, and translucent ones to linear sRGB (composited in
/// encoded values) and from there to XYZ over the white.
typedef struct {
  float first_matrix[9], second_matrix[9], to_xyz[9];
  float first[4][P3_PAIR_BLOCK], second[4][P3_PAIR_BLOCK];
} p3_pair_block;

/// CIEDE2000 of the first `count` pairs. Computes and writes whole vectors, up to P3_PAIR_BLOCK pairs.
typedef void p3_pair_kernel(p3_pair_block *pairs, size_t count, float *difference);

/// Of opaque pairs; of translucent pairs the larger of the differences over black and over white.
#define P3_PAIR_TARGET(target)                 \
  p3_pair_kernel p3_pair_differences_##target; \
  p3_pair_kernel p3_translucent_differences_##target;

P3_PAIR_TARGET(baseline)
P3_PAIR_TARGET(avx2)
P3_PAIR_TARGET(avx512)

#endif
