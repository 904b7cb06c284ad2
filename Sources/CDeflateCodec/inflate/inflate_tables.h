#ifndef P3Z_INFLATE_TABLES_H
#define P3Z_INFLATE_TABLES_H

// Decoding tables of Huffman codes. An entry says what the next bits stand for, how many they are, and which table the
// bits after them are looked up in: every step of a decoder is the same, whether it meets literals, a length, a
// distance or a code too long for the first table.

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "bits/deflate_symbols.h"

enum {
  /// Bits looked up at once. An entry takes at most 16 (a length with its extra bits), or 20 (a distance; 21 where its
  /// code has 15 bits, which speculative_inflate.c leaves alone): three entries, of which two may be distances, take
  /// 56.
  P3Z_LITERAL_BITS = 11,
  P3Z_DISTANCE_BITS = 7,
  /// The same in the table of literals alone, whose entries are half as large, and in that of literals and lengths
  /// beside it, which is seldom looked up.
  P3Z_PLAIN_BITS = 12,
  P3Z_SELDOM_BITS = 10,
  /// The same where blocks are decoded from one position, which takes any number of bits.
  P3Z_LONE_DISTANCE_BITS = 9,
  /// Each second-level table has at least two codes: 288 / 2 tables of 2^(15 - 10), which is more than with 11 bits;
  /// 30 / 2 of 2^(15 - 7).
  P3Z_LITERAL_ENTRIES = (1 << P3Z_SELDOM_BITS) + 144 * 32,
  P3Z_DISTANCE_ENTRIES = (1 << P3Z_DISTANCE_BITS) + 15 * 256,
};

/// What the next bits of a table stand for. Lanes (speculative_inflate.c) load its fields one by one, each where it is
/// needed: taking them out of a word would take shifts, of which a core does two or three at once.
typedef struct p3z_entry {
  /// Low 6 bits: how many bits it takes, extra bits included. Above, P3Z_ENTRY_STOP or P3Z_ENTRY_LENGTH.
  uint8_t bits;
  /// The next table: how many bits it looks at, and where it begins.
  uint8_t next_bits;
  uint16_t next;
  /// One or two literals, the first at the lower address; the base of a length or distance; of stops 1 at the end of a
  /// block, else 0.
  uint16_t value;
  /// Low 4 bits: where in the bits taken the extra bits begin, which is the length of the code. High 4: how many they
  /// are.
  uint8_t extra;
  /// Bytes that it adds to the symbols of speculative_inflate.c: the number of literals, P3Z_MATCH_BYTES for a length
  /// or distance, 0 for what leads to another table and for stops.
  uint8_t symbols;
} p3z_entry;

enum {
  /// The end of a block or no code: takes no bit and leads to the table where it stands, so that a decoder stays there.
  P3Z_ENTRY_STOP = 1 << 6,
  /// A length, which a distance follows.
  P3Z_ENTRY_LENGTH = 1 << 7,
  P3Z_MATCH_BYTES = 8,
};

static inline unsigned p3z_entry_bits(p3z_entry entry) { return entry.bits & 63; }
static inline bool p3z_is_literal(p3z_entry entry) { return entry.symbols & 3; }
static inline bool p3z_is_match(p3z_entry entry) { return entry.symbols & P3Z_MATCH_BYTES; }
static inline bool p3z_is_stop(p3z_entry entry) { return entry.bits & P3Z_ENTRY_STOP; }

/// An entry in one word: `bits` lowest, `value` from bit 32, `symbols` from bit 56.
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

/// Whether the word of an entry, or each of two joined by or, leads to the table of literals and lengths, which begins
/// at 0: of that table's entries literals alone do, of the other's distances.
static inline bool p3z_leads_to_root(uint64_t word) { return (word & (UINT64_C(0xffff) << 16 | P3Z_ENTRY_STOP)) == 0; }

/// A length or distance, from its base, `extra` of its entry, and the bits that the entry was found for.
static inline uint32_t p3z_value(uint32_t base, uint8_t extra, uint64_t bits) {
  return base + ((uint32_t)(bits >> (extra & 15)) & ((1u << (extra >> 4)) - 1));
}

/// A table, as the entries that lead to it name it.
typedef struct p3z_table {
  uint16_t start;
  uint8_t bits;
} p3z_table;

/// What the next P3Z_PLAIN_BITS bits stand for where nearly all symbols are literals. Low 6 bits: how many bits it
/// takes. From bit 8 one or two literals, the first lower; from bit 24 how many they are. P3Z_PLAIN_OTHER for anything
/// else.
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
  /// Where a table of the literals alone is to be built as well; NULL for none.
  p3z_plain_entry *plain;
} p3z_table_place;

/// Builds the table of the canonical code with these lengths (0 to 15). False for what zlib refuses: an
/// over-subscribed set, or an incomplete one other than none at all or a single code of one bit (of literals or
/// distances). Entries of code lengths have the symbol as value.
bool p3z_build_table(p3z_alphabet alphabet, const uint8_t *lengths, unsigned count, const p3z_table_place *place);

#endif
