#ifndef P3_DITHER_KERNELS_H
#define P3_DITHER_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/// Reduces `count` samples to multiples of 257 in place. With q = sample / 257 and r = sample mod 257 the result is
/// 257·(q + 1) if r > threshold, else 257·q; so multiples of 257 stay. Sample i uses `thresholds[i mod period]`, each
/// 0…256; `period` is a multiple of 8.
void p3_dither_to_8_bits(uint16_t *samples, size_t count, const uint16_t *thresholds, size_t period);

#endif
