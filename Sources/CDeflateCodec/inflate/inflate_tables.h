#ifndef P3Z_INFLATE_TABLES_H
#define P3Z_INFLATE_TABLES_H

// Decoding tables of Huffman codes. An entry holds what the next bits stand for, their number, and the table in which
// the bits after them are looked up. So every step of a decoder is the same for literals, lengths, distances, and codes
// too long for the first table.

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "bits/deflate_symbols.h"

enum {
  /// Bits of a table's index. An entry consumes at most 16 bits (a length with extra bits), or 20 (a distance; 21 if
  /// its code has 15 bits, which speculative_inflate.c does not handle). So three entries, of which two may be
  /// distances, consume at most 56.
  P3Z_LITERAL_BITS = 11,
  P3Z_DISTANCE_BITS = 7,
  /// Index bits of the table of literals, whose entries are half as large, and of the table of literals and lengths
  /// beside it, which is rarely used.
  P3Z_PLAIN_BITS = 12,
  P3Z_SELDOM_BITS = 10,
  /// Index bits of distances in blocks decoded from one position, where an entry may consume any number of bits.
  P3Z_LONE_DISTANCE_BITS = 9,
  /// Each second-level table has at least two codes: 288 / 2 tables of 2^(15 - 10) entries, more than with 11 bits; and
  /// 30 / 2 tables of 2^(15 - 7).
  P3Z_LITERAL_ENTRIES = (1 << P3Z_SELDOM_BITS) + 144 * 32,
  P3Z_DISTANCE_ENTRIES = (1 << P3Z_DISTANCE_BITS) + 15 * 256,
};

/// What the next bits stand for. Lanes (speculative_inflate.c) load the fields one by one where needed: extracting them
/// from one number would take shifts, of which a core does only two or three at once.
typedef struct p3z_entry {
  /// Low 6 bits: the bits consumed, extra bits included. Above: P3Z_ENTRY_STOP or P3Z_ENTRY_LENGTH.
  uint8_t bits;
  /// The next table: its index bits, and where it begins.
  uint8_t next_bits;
  uint16_t next;
  /// One or two literals, the first at the lower address; or the base of a length or distance; for stops 1 at the end
  /// of a block, else 0.
  uint16_t value;
  /// Low 4 bits: where the extra bits begin within the consumed bits, which is the length of the code. High 4 bits: the
  /// number of extra bits.
  uint8_t extra;
  /// Bytes added to the symbols of speculative_inflate.c: the number of literals, P3Z_MATCH_BYTES for a length or
  /// distance, 0 for links to another table and for stops.
  uint8_t symbols;
} p3z_entry;

enum {
  /// The end of a block or an invalid code. Consumes no bit and leads to its own table, so that a decoder stays there.
  P3Z_ENTRY_STOP = 1 << 6,
  /// A length, which a distance follows.
  P3Z_ENTRY_LENGTH = 1 << 7,
  P3Z_MATCH_BYTES = 8,
};

static inline unsigned p3z_entry_bits(p3z_entry entry) { return entry.bits & 63; }
static inline bool p3z_is_literal(p3z_entry entry) { return entry.symbols & 3; }
static inline bool p3z_is_match(p3z_entry entry) { return entry.symbols & P3Z_MATCH_BYTES; }
static inline bool p3z_is_stop(p3z_entry entry) { return entry.bits & P3Z_ENTRY_STOP; }

/// An entry as one number: `bits` lowest, `value` from bit 32, `symbols` from bit 56.
static inline uint64_t p3z_entry_word(const p3z_entry *entry) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  uint64_t word;
  memcpy(&word, entry, 8);
  return word;
#else
  return entry->bits | (uint64_t)entry->next_bits << 8 | (uint64_t)entry->next << 16 | (uint64_t)entry->value << 32 |
         (uint64_t)entry->extra << 48 | (uint64_t)entry->symbols << 56;
#endif
}

/// Whether an entry (as a number, or two joined by or) leads to the table of literals and lengths, which begins at 0.
/// Only literals of that table do, and distances of the other.
static inline bool p3z_leads_to_root(uint64_t word) { return (word & (UINT64_C(0xffff) << 16 | P3Z_ENTRY_STOP)) == 0; }

/// A length or distance, from its base, its entry's `extra`, and the bits that were looked up.
static inline uint32_t p3z_value(uint32_t base, uint8_t extra, uint64_t bits) {
  return base + ((uint32_t)(bits >> (extra & 15)) & ((1u << (extra >> 4)) - 1));
}

/// A table, as entries refer to it.
typedef struct p3z_table {
  uint16_t start;
  uint8_t bits;
} p3z_table;

/// What the next P3Z_PLAIN_BITS bits stand for in blocks of mostly literals. Low 6 bits: the bits consumed. From bit 8:
/// one or two literals, the first lowest; from bit 24: their number. P3Z_PLAIN_OTHER for anything else.
typedef uint32_t p3z_plain_entry;

enum { P3Z_PLAIN_OTHER = 1 << 6 };

typedef enum p3z_alphabet { P3Z_CODE_LENGTHS, P3Z_LITERALS, P3Z_DISTANCES } p3z_alphabet;

/// Where a table is to be built.
typedef struct p3z_table_place {
  p3z_entry *entries;
  /// The first level, as an index of `entries`.
  p3z_table table;
  /// The tables that follow a literal or distance, and a length.
  p3z_table after_symbol, after_length;
  /// Where the table of literals is built as well; NULL for none.
  p3z_plain_entry *plain;
} p3z_table_place;

/// Builds the table of the canonical code with these lengths (0 to 15). False for what zlib refuses: an over-subscribed
/// set, or an incomplete set, except an empty one or (of literals or distances) a single code of one bit. Entries of
/// code lengths have the symbol as value.
bool p3z_build_table(p3z_alphabet alphabet, const uint8_t *lengths, unsigned count, const p3z_table_place *place);

#endif
