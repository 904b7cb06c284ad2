#ifndef P3_EXTREMES_H
#define P3_EXTREMES_H

// Joins two conversions of the same pixels, sample by sample.

#include <stddef.h>
#include <stdint.h>

/// Replaces channel i of `samples` by the larger of both samples if bit i of `larger` is set, else by the smaller. Both
/// buffers hold `count` pixels of 1 to 4 `channels` of native samples, and do not overlap.
void p3_take_extremes(uint16_t *samples, const uint16_t *others, size_t count, unsigned channels, unsigned larger);

#endif
