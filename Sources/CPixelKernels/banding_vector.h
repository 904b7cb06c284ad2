#ifndef P3_BANDING_VECTOR_H
#define P3_BANDING_VECTOR_H

// Eight 16-bit lanes in the compilers' portable vector notation: SSE2, NEON or plain registers.

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef uint16_t p3_u16x8 __attribute__((ext_vector_type(8)));
typedef bool p3_boolx8 __attribute__((ext_vector_type(8)));

static inline p3_u16x8 p3_load8(const uint16_t *from) {
  p3_u16x8 value;
  memcpy(&value, from, sizeof value);
  return value;
}

static inline void p3_store8(uint16_t *to, p3_u16x8 value) { memcpy(to, &value, sizeof value); }

/// One bit per lane of a comparison's result, lane 0 lowest.
#define P3_BITS8(comparison)                                                   \
  ({                                                                           \
    const p3_boolx8 lanes_ = __builtin_convertvector((comparison), p3_boolx8); \
    uint8_t bits_;                                                             \
    memcpy(&bits_, &lanes_, 1);                                                \
    bits_;                                                                     \
  })

#endif
