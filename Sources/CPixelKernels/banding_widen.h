#ifndef P3_BANDING_WIDEN_H
#define P3_BANDING_WIDEN_H

// Eight lines grow their plateaus by one sample each: the inner step of the tolerant scan.

#include "banding_vector.h"
#include "p3_banding_kernels.h"

/// Open plateaus of eight lines. A length of 0 means that the line has not begun.
typedef struct {
  p3_u16x8 low, high, length;
} p3_band_open;

/// Plateaus that just ended; only lanes whose bit is set mean anything.
typedef struct {
  p3_u16x8 middle, length;
} p3_band_closed;

/// Widens each plateau that stays within `tolerance`, starts the others anew with their sample, and says
/// which of those had `least` samples or more.
static inline uint8_t p3_band_widen8(
    p3_band_open *open, p3_u16x8 sample, uint16_t tolerance, uint16_t least, p3_band_closed *closed) {
  const p3_u16x8 low = __builtin_elementwise_min(open->low, sample);
  const p3_u16x8 high = __builtin_elementwise_max(open->high, sample);
  const p3_u16x8 leaves = (p3_u16x8)((p3_u16x8)(high - low) > tolerance) | (p3_u16x8)(open->length == 0);
  const uint8_t ended = P3_BITS8((leaves & (p3_u16x8)(open->length >= least)) != 0);
  if (ended) {
    closed->middle = open->low + ((p3_u16x8)(open->high - open->low) >> 1);
    closed->length = open->length;
  }
  open->low = (leaves & sample) | (~leaves & low);
  open->high = (leaves & sample) | (~leaves & high);
  // Lengths stop at the top: a plateau that long is no part of a ramp.
  const p3_u16x8 longer = open->length + ((p3_u16x8)(open->length != UINT16_MAX) & 1);
  open->length = (leaves & 1) | (~leaves & longer);
  return ended;
}

#endif
