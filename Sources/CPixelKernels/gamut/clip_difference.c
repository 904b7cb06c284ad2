// Runs the widest vectors of a target. All give the same bits.

#include "p3_clip_difference.h"

#include "cpu/choose.h"
#include "gamut/clip_difference_targets.h"

void p3_clip_difference(p3_target target, const float matrix[9], const float *red, const float *green,
                        const float *blue, float *difference, size_t count) {
  P3_CHOOSE(p3_clip_difference, target)(matrix, red, green, blue, difference, count);
}

#define LANES 4
#define TARGETED(name) name##_baseline
#include "gamut/clip_difference.inl"
#include "gamut/pair_difference.inl"
#include "gamut/clip_cells.inl"
