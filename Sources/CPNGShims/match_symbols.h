#ifndef P3_MATCH_SYMBOLS_H
#define P3_MATCH_SYMBOLS_H

// Symbols and extra bits of deflate's match lengths and distances (RFC 1951, 3.2.5).

#include <stddef.h>
#include <stdint.h>

enum {
  LONGEST_MATCH = 258,
  FARTHEST_MATCH = 1 << 15,
};

extern const uint16_t p3png_length_bases[29];
extern const uint8_t p3png_length_extras[29];

/// The index of the length symbol for 3 to 258 bytes.
unsigned p3png_length_index(size_t length);

/// The distance symbol of `distance` - 1, from 0 to 32767.
unsigned p3png_distance_symbol(unsigned before);

/// The extra bits of a distance symbol: as many low bits of the distance - 1.
static inline unsigned distance_extra(unsigned symbol) { return symbol < 4 ? 0 : symbol / 2 - 1; }

#endif
