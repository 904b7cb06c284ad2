#ifndef PAIR_DIFFERENCE_H
#define PAIR_DIFFERENCE_H

// What the colour differences of rows are computed from, a block at a time.

#include <stddef.h>

/// Pairs in a block: a multiple of every target's lanes.
enum { P3_PAIR_BLOCK = 256 };

/// Pairs of linear colours, a plane of floats for each channel, and of translucent ones another for alpha, 0 to 1. The
/// row-major matrices take opaque colours to XYZ over the white; translucent ones to linear sRGB, whose encoded values
/// are composited, and that to XYZ over the white.
typedef struct {
  float first_matrix[9], second_matrix[9], to_xyz[9];
  float first[4][P3_PAIR_BLOCK], second[4][P3_PAIR_BLOCK];
} p3_pair_block;

/// CIEDE2000 of the first `count` pairs; whole vectors are computed and written, as far as P3_PAIR_BLOCK.
typedef void p3_pair_kernel(p3_pair_block *pairs, size_t count, float *difference);

/// Of opaque pairs; and of translucent ones, the larger of the differences over black and over white.
#define P3_PAIR_TARGET(target)                 \
  p3_pair_kernel p3_pair_differences_##target; \
  p3_pair_kernel p3_translucent_differences_##target;

P3_PAIR_TARGET(baseline)
P3_PAIR_TARGET(avx2)
P3_PAIR_TARGET(avx512)

#endif
