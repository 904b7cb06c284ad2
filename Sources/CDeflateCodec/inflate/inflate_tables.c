#include "inflate_tables.h"

#include <string.h>

#include "bits/deflate_symbols.h"

static uint32_t entry_of(p3z_alphabet alphabet, unsigned symbol) {
  if (alphabet == P3Z_CODE_LENGTHS) return symbol << 8;
  if (alphabet == P3Z_LITERALS) {
    if (symbol < 256) return P3Z_ENTRY_LITERAL | 1u << 24 | symbol << 8;
    if (symbol == 256) return P3Z_ENTRY_END;
    if (symbol > 285) return P3Z_ENTRY_INVALID;
    return (uint32_t)p3z_length_bases[symbol - 257] << 13 | (uint32_t)p3z_length_extras[symbol - 257] << 8;
  }
  if (symbol > 29) return P3Z_ENTRY_INVALID;
  unsigned extra = p3z_distance_extra(symbol);
  uint32_t base = symbol < 2 ? symbol + 1 : ((2 + (symbol & 1)) << extra) + 1;
  return base << 13 | extra << 8;
}

/// `entry` for a code of `length` bits: those of a length or distance are taken together with its extra bits, which
/// begin where the code ends.
static uint32_t with_length(p3z_alphabet alphabet, uint32_t entry, unsigned length) {
  if (alphabet == P3Z_CODE_LENGTHS || (entry & (P3Z_ENTRY_LITERAL | P3Z_ENTRY_SPECIAL))) return entry | length;
  const uint32_t extra = entry >> 8 & 31;
  return (entry & ~(31u << 8)) | length << 8 | (length + extra);
}

/// Codes of literals, the shortest first, bits reversed as they are looked up.
typedef struct literal_codes {
  uint16_t codes[256];
  uint8_t symbols[256];
  unsigned count;
  /// Where the codes of each length begin; those of `length` end where the next begin.
  uint16_t starts[P3Z_LONGEST_CODE + 2];
} literal_codes;

/// Joins two literals whose codes have `length` bits together, in a table that looks at so many.
static void pair_literals(const literal_codes *literals, uint32_t *table, unsigned length) {
  for (unsigned first_length = 1; first_length < length; first_length++) {
    const unsigned second = literals->starts[length - first_length], end = literals->starts[length - first_length + 1];
    if (second == end) continue;
    for (unsigned a = literals->starts[first_length]; a < literals->starts[first_length + 1]; a++) {
      const uint32_t joined = P3Z_ENTRY_LITERAL | 2u << 24 | (uint32_t)literals->symbols[a] << 8 | length;
      for (unsigned b = second; b < end; b++) {
        table[literals->codes[a] | (uint32_t)literals->codes[b] << first_length] =
          joined | (uint32_t)literals->symbols[b] << 16;
      }
    }
  }
}

/// The code that follows `code` (bit-reversed) among codes of `length` bits.
static uint32_t next_reversed(uint32_t code, unsigned length) {
  uint32_t bit = 1u << (length - 1);
  while (code & bit) bit >>= 1;
  return bit ? (code & (bit - 1)) | bit : 0;
}

/// The symbols that have a code, the shortest code first, and how many codes there are of each length.
typedef struct sorted_symbols {
  uint16_t counts[P3Z_LONGEST_CODE + 1], symbols[288];
  /// Bits of the longest code; 0 when there is none.
  unsigned longest;
  bool is_complete;
} sorted_symbols;

/// False when the set is over-subscribed.
static bool sort_symbols(const uint8_t *lengths, unsigned count, sorted_symbols *sorted) {
  uint16_t offsets[P3Z_LONGEST_CODE + 2] = {0};
  int left = 1;
  memset(sorted->counts, 0, sizeof sorted->counts);
  sorted->longest = 0;
  for (unsigned i = 0; i < count; i++) sorted->counts[lengths[i]]++;
  sorted->counts[0] = 0;
  for (unsigned length = 1; length <= P3Z_LONGEST_CODE; length++) {
    left = left * 2 - sorted->counts[length];
    if (left < 0) return false;
    if (sorted->counts[length]) sorted->longest = length;
    offsets[length + 1] = (uint16_t)(offsets[length] + sorted->counts[length]);
  }
  for (unsigned i = 0; i < count; i++) {
    if (lengths[i]) sorted->symbols[offsets[lengths[i]]++] = (uint16_t)i;
  }
  sorted->is_complete = left == 0;
  return true;
}

/// Whether zlib takes an incomplete set: no code at all, or, but for code lengths, a single one of one bit.
static bool may_be_incomplete(p3z_alphabet alphabet, const sorted_symbols *sorted) {
  return sorted->longest <= (alphabet == P3Z_CODE_LENGTHS ? 0 : 1);
}

/// What bits stand for that are no code. They are refused when they are met, but for a code of code lengths without any
/// code: zlib reads a length of 0 from each bit, and refuses the block at its end, for which no code is left.
static uint32_t missing_entry(p3z_alphabet alphabet) {
  return alphabet == P3Z_CODE_LENGTHS ? with_length(alphabet, entry_of(alphabet, 0), 1) : P3Z_ENTRY_INVALID | 1;
}

/// A table that is being filled.
typedef struct table_builder {
  p3z_alphabet alphabet;
  uint32_t *table;
  unsigned table_bits;
  /// Bits that a second-level table looks at, where the next of them begins, and the first-level bits of the last.
  unsigned second_bits;
  uint32_t next_table, prefix;
  literal_codes literals;
} table_builder;

static void add_short_code(table_builder *builder, unsigned symbol, uint32_t code, unsigned length) {
  const uint32_t entry = entry_of(builder->alphabet, symbol);
  builder->table[code] = with_length(builder->alphabet, entry, length);
  if (!(entry & P3Z_ENTRY_LITERAL)) return;
  literal_codes *literals = &builder->literals;
  literals->codes[literals->count] = (uint16_t)code;
  literals->symbols[literals->count++] = (uint8_t)symbol;
}

static void add_long_code(table_builder *builder, unsigned symbol, uint32_t code, unsigned length) {
  const unsigned first_bits = builder->table_bits, second_size = 1u << builder->second_bits;
  const uint32_t low = code & ((1u << first_bits) - 1);
  if (low != builder->prefix) {
    builder->prefix = low;
    builder->table[low] = P3Z_ENTRY_TABLE | builder->second_bits << 24 | builder->next_table << 8 | first_bits;
    builder->next_table += second_size;
  }
  uint32_t *second = builder->table + builder->next_table - second_size;
  const uint32_t entry = with_length(builder->alphabet, entry_of(builder->alphabet, symbol), length - first_bits);
  for (uint32_t i = code >> first_bits; i < second_size; i += 1u << (length - first_bits)) second[i] = entry;
}

static void add_codes(table_builder *builder, const sorted_symbols *sorted) {
  const unsigned table_bits = builder->table_bits;
  const unsigned last = sorted->longest > table_bits ? sorted->longest : table_bits;
  uint32_t code = 0;
  for (unsigned length = 1, index = 0; length <= last; length++) {
    builder->literals.starts[length] = (uint16_t)builder->literals.count;
    for (unsigned n = sorted->counts[length]; n > 0; n--, index++) {
      if (length <= table_bits) {
        add_short_code(builder, sorted->symbols[index], code, length);
      } else {
        add_long_code(builder, sorted->symbols[index], code, length);
      }
      code = next_reversed(code, length);
    }
    if (builder->alphabet == P3Z_LITERALS && length <= table_bits) {
      pair_literals(&builder->literals, builder->table, length);
    }
    // What is known so far repeats in a table that looks at one bit more.
    if (length < table_bits) memcpy(builder->table + (1u << length), builder->table, sizeof(uint32_t) << length);
  }
}

bool p3z_build_table(
  p3z_alphabet alphabet, const uint8_t *lengths, unsigned count, unsigned table_bits, uint32_t *table) {
  sorted_symbols sorted;
  if (!sort_symbols(lengths, count, &sorted)) return false;
  if (!sorted.is_complete) {
    if (!may_be_incomplete(alphabet, &sorted)) return false;
    // The longest code has one bit at most: add_codes repeats these two entries over the whole table.
    table[0] = table[1] = missing_entry(alphabet);
  }
  table_builder builder = {
    .alphabet = alphabet, .table = table, .table_bits = table_bits,
    .second_bits = sorted.longest > table_bits ? sorted.longest - table_bits : 0,
    .next_table = 1u << table_bits, .prefix = UINT32_MAX};
  add_codes(&builder, &sorted);
  return true;
}
