#ifndef P3_SOFTEN_BITS_H
#define P3_SOFTEN_BITS_H

// Walks along the bits of a row.

#include "p3_soften_kernels.h"

static inline int64_t p3_soften_words(int64_t width) { return (width + 63) / 64; }

static inline int p3_soften_bit(const p3_soften_bits *bits, int64_t x) { return bits[x / 64] >> (x % 64) & 1; }

static inline void p3_soften_set_bit(p3_soften_bits *bits, int64_t x) { bits[x / 64] |= UINT64_C(1) << (x % 64); }

/// Sets the bits from `x` up to `end`, at least one.
static inline void p3_soften_set_bits(p3_soften_bits *bits, int64_t x, int64_t end) {
  const int64_t last = (end - 1) / 64;
  const uint64_t tail = ~UINT64_C(0) >> (63 - (end - 1) % 64);
  uint64_t head = ~UINT64_C(0) << (x % 64);
  for (int64_t word = x / 64; word < last; word++, head = ~UINT64_C(0)) bits[word] |= head;
  bits[last] |= head & tail;
}

/// The first set bit from `x` on, or `end`.
static inline int64_t p3_soften_next_set(const p3_soften_bits *bits, int64_t x, int64_t end) {
  for (uint64_t skip = ~UINT64_C(0) << (x & 63); x < end; x = (x | 63) + 1, skip = ~UINT64_C(0)) {
    const uint64_t word = bits[x / 64] & skip;
    if (word) {
      x = (x & ~INT64_C(63)) + __builtin_ctzll(word);
      return x < end ? x : end;
    }
  }
  return end;
}

/// The first clear bit from `x` on, or `end`.
static inline int64_t p3_soften_next_clear(const p3_soften_bits *bits, int64_t x, int64_t end) {
  for (uint64_t skip = ~UINT64_C(0) << (x & 63); x < end; x = (x | 63) + 1, skip = ~UINT64_C(0)) {
    const uint64_t word = ~bits[x / 64] & skip;
    if (word) {
      x = (x & ~INT64_C(63)) + __builtin_ctzll(word);
      return x < end ? x : end;
    }
  }
  return end;
}

#endif
