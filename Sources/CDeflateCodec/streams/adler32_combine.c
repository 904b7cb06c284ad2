#include "deflate_codec.h"

uint32_t p3z_adler32_combine(uint32_t first, uint32_t second, uint64_t second_count) {
  // a = 1 + Σ bytes, b = Σ of all a: the second part's b grows by its length times the a before it.
  const uint64_t base = 65521;
  uint64_t a1 = first & 0xffff, b1 = first >> 16, a2 = second & 0xffff, b2 = second >> 16;
  uint64_t a = (a1 + a2 + base - 1) % base;
  uint64_t b = (b1 + b2 + (second_count % base) * ((a1 + base - 1) % base)) % base;
  return (uint32_t)(b << 16 | a);
}
