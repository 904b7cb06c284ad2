#ifndef P3Z_INFLATE_TABLES_H
#define P3Z_INFLATE_TABLES_H

// Decoding tables of Huffman codes: one lookup of the next bits gives one or two literals, a length, a distance,
// or leads to a second table for longer codes.

#include <stdbool.h>
#include <stdint.h>

enum {
  /// Low 8 bits of every entry: how many bits it takes, extra bits included (of a second-level entry: beyond the
  /// first level).
  P3Z_ENTRY_LITERAL = 1u << 31,
  // Literals: bits 8–15 the first, 16–23 the second, 24–25 how many.
  P3Z_ENTRY_SPECIAL = 1 << 30,
  // Lengths and distances: bits 8–12 where in those bits the extra bits begin, 13–28 base.
  P3Z_ENTRY_END = P3Z_ENTRY_SPECIAL | 1 << 28,
  // Second level: bits 8–23 where it starts, 24-27 how many bits it takes.
  P3Z_ENTRY_TABLE = P3Z_ENTRY_SPECIAL | 2 << 28,
  P3Z_ENTRY_INVALID = P3Z_ENTRY_SPECIAL | 3 << 28,
  P3Z_ENTRY_KIND = P3Z_ENTRY_SPECIAL | 3 << 28,
};

typedef enum p3z_alphabet { P3Z_CODE_LENGTHS, P3Z_LITERALS, P3Z_DISTANCES } p3z_alphabet;

/// Builds the table of the canonical code with these lengths (0 to 15). False for what zlib refuses: an
/// over-subscribed set, or an incomplete one other than none at all or a single code of one bit (of literals or distances).
bool p3z_build_table(
  p3z_alphabet alphabet, const uint8_t *lengths, unsigned count, unsigned table_bits, uint32_t *table);

#endif
