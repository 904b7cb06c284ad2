#ifndef P3_DITHER_KERNELS_H
#define P3_DITHER_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/// Reduces `count` samples to multiples of 257 in place: with q = sample / 257 and r = sample mod 257 the
/// result is q + 1 where r > threshold, else q, times 257. Multiples of 257 stay. Sample i takes
/// `thresholds[i mod period]`, each 0…256; `period` is a multiple of 8.
void p3_dither_to_8_bits(uint16_t *samples, size_t count, const uint16_t *thresholds, size_t period);

#endif
