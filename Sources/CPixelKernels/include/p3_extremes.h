#ifndef P3_EXTREMES_H
#define P3_EXTREMES_H

// Joins two conversions of the same pixels, sample by sample.

#include <stddef.h>
#include <stdint.h>

/// Bit i of `larger` says whether channel i of `samples` becomes the larger of both samples, else the smaller. Both
/// hold `count` pixels of `channels` native samples, 1 to 4, and do not overlap.
void p3_take_extremes(uint16_t *samples, const uint16_t *others, size_t count, unsigned channels, unsigned larger);

#endif
