#include "banding_widen.h"
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
    p3_band_open open = {p3_load8(low + i), p3_load8(high + i), p3_load8(length + i)};
    p3_band_closed ended;
    closed[i / 8] = p3_band_widen8(&open, p3_load8(samples + i), tolerance, least, &ended);
    if (closed[i / 8]) {
      p3_store8(closed_middle + i, ended.middle);
      p3_store8(closed_length + i, ended.length);
    }
    p3_store8(low + i, open.low);
    p3_store8(high + i, open.high);
    p3_store8(length + i, open.length);
  }
}
