#ifndef P3Z_DEFLATE_SYMBOLS_H
#define P3Z_DEFLATE_SYMBOLS_H

// Deflate's alphabets and limits (RFC 1951, 3.2.4 to 3.2.7).

#include <stddef.h>
#include <stdint.h>

enum {
  P3Z_SHORTEST_MATCH = 3,
  P3Z_LONGEST_MATCH = 258,
  /// The largest distance.
  P3Z_WINDOW = 1 << 15,
  P3Z_END_OF_BLOCK = 256,
  /// Literals, end of block, lengths.
  P3Z_LITERAL_SYMBOLS = 286,
  P3Z_DISTANCE_SYMBOLS = 30,
  /// The alphabet of code lengths.
  P3Z_LENGTH_SYMBOLS = 19,
  P3Z_LONGEST_CODE = 15,
  P3Z_LONGEST_STORED = 65535,
};

/// For each length symbol from 257 on: the shortest length, and the number of extra bits.
extern const uint16_t p3z_length_bases[29];
extern const uint8_t p3z_length_extras[29];

/// The order in which a block's header stores the lengths of the code of code lengths.
extern const uint8_t p3z_code_length_order[P3Z_LENGTH_SYMBOLS];

/// The index of the length symbol for 3 to 258 bytes.
static inline unsigned p3z_length_index(size_t length) {
  if (length == P3Z_LONGEST_MATCH) return 28;
  const unsigned more = (unsigned)length - P3Z_SHORTEST_MATCH;
  if (more < 8) return more;
  const unsigned top = 31 - (unsigned)__builtin_clz(more);
  return 4 * (top - 1) + (more >> (top - 2) & 3);
}

/// The distance symbol of `distance` - 1, from 0 to 32767.
static inline unsigned p3z_distance_symbol(unsigned distance_minus_1) {
  if (distance_minus_1 < 4) return distance_minus_1;
  const unsigned top = 31 - (unsigned)__builtin_clz(distance_minus_1);
  return 2 * top + (distance_minus_1 >> (top - 1) & 1);
}

/// The number of extra bits of a distance symbol: the low bits of distance - 1.
static inline unsigned p3z_distance_extra(unsigned symbol) { return symbol < 4 ? 0 : symbol / 2 - 1; }

/// The number of extra bits of a symbol in the alphabet of code lengths: 16 repeats the last length, 17 and 18 length
/// 0.
static inline unsigned p3z_repeat_extra(unsigned symbol) {
  return symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0;
}

#endif
