#include "banding_vector.h"
#include "p3_banding_kernels.h"

void p3_band_differences(const uint16_t *a, const uint16_t *b, size_t count, uint64_t *bits) {
  for (size_t word = 0; word * 64 < count; word++) {
    uint64_t gathered = 0;
    for (size_t part = 0; part < 8; part++) {
      const size_t x = word * 64 + part * 8;
      gathered |= (uint64_t)P3_BITS8(p3_load8(a + x) != p3_load8(b + x)) << (part * 8);
    }
    bits[word] = gathered;
  }
}

void p3_band_widen(
    const uint16_t *samples, size_t count, uint16_t tolerance, uint16_t least, uint16_t *low, uint16_t *high,
    uint16_t *length, uint16_t *closed_middle, uint16_t *closed_length, uint8_t *closed) {
  for (size_t i = 0; i < count; i += 8) {
    const p3_u16x8 sample = p3_load8(samples + i);
    const p3_u16x8 old_low = p3_load8(low + i), old_high = p3_load8(high + i), old_length = p3_load8(length + i);
    const p3_u16x8 new_low = __builtin_elementwise_min(old_low, sample);
    const p3_u16x8 new_high = __builtin_elementwise_max(old_high, sample);
    // A length of 0 means that the line has not begun: its first sample breaks nothing.
    const p3_u16x8 leaves = (p3_u16x8)((new_high - new_low) > tolerance) | (p3_u16x8)(old_length == 0);
    p3_store8(low + i, (leaves & sample) | (~leaves & new_low));
    p3_store8(high + i, (leaves & sample) | (~leaves & new_high));
    // Lengths stop at the top: a plateau that long is no part of a ramp.
    const p3_u16x8 longer = old_length + ((p3_u16x8)(old_length != UINT16_MAX) & 1);
    p3_store8(length + i, (leaves & 1) | (~leaves & longer));
    const uint8_t ended = P3_BITS8((leaves & (p3_u16x8)(old_length >= least)) != 0);
    closed[i / 8] = ended;
    if (ended) {
      p3_store8(closed_middle + i, old_low + (old_high - old_low) / 2);
      p3_store8(closed_length + i, old_length);
    }
  }
}
