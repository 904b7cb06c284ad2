#include "inflate_tables.h"

#include <string.h>

#include "match_symbols.h"

enum { LONGEST_CODE = 15 };

static uint32_t entry_of(code_kind kind, unsigned symbol) {
  if (kind == CODE_LENGTHS) return symbol << 8;
  if (kind == CODE_LITERALS) {
    if (symbol < 256) return ENTRY_LITERAL | 1u << 24 | symbol << 8;
    if (symbol == 256) return ENTRY_END;
    if (symbol > 285) return ENTRY_INVALID;
    return (uint32_t)p3png_length_bases[symbol - 257] << 13 | (uint32_t)p3png_length_extras[symbol - 257] << 8;
  }
  if (symbol > 29) return ENTRY_INVALID;
  unsigned extra = distance_extra(symbol);
  uint32_t base = symbol < 2 ? symbol + 1 : ((2 + (symbol & 1)) << extra) + 1;
  return base << 13 | extra << 8;
}

/// `entry` for a code of `length` bits: those of a length or distance are taken together with its extra bits, which
/// begin where the code ends.
static uint32_t with_length(code_kind kind, uint32_t entry, unsigned length) {
  if (kind == CODE_LENGTHS || (entry & (ENTRY_LITERAL | ENTRY_SPECIAL))) return entry | length;
  const uint32_t extra = entry >> 8 & 31;
  return (entry & ~(31u << 8)) | length << 8 | (length + extra);
}

/// Codes of literals, the shortest first, bits reversed as they are looked up.
typedef struct literal_codes {
  uint16_t codes[256];
  uint8_t symbols[256];
  /// Where the codes of each length begin; those of `length` end where the next begin.
  uint16_t starts[LONGEST_CODE + 2];
} literal_codes;

/// Joins two literals whose codes have `length` bits together, in a table that looks at so many.
static void pair_literals(const literal_codes *literals, uint32_t *table, unsigned length) {
  for (unsigned first_length = 1; first_length < length; first_length++) {
    const unsigned second = literals->starts[length - first_length], end = literals->starts[length - first_length + 1];
    if (second == end) continue;
    for (unsigned a = literals->starts[first_length]; a < literals->starts[first_length + 1]; a++) {
      const uint32_t joined = ENTRY_LITERAL | 2u << 24 | (uint32_t)literals->symbols[a] << 8 | length;
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

bool p3png_build_table(code_kind kind, const uint8_t *lengths, unsigned count, unsigned table_bits, uint32_t *table) {
  uint16_t counts[LONGEST_CODE + 1] = {0}, offsets[LONGEST_CODE + 2] = {0}, symbols[288];
  unsigned longest = 0;
  for (unsigned i = 0; i < count; i++) counts[lengths[i]]++;
  counts[0] = 0;
  int left = 1;
  for (unsigned length = 1; length <= LONGEST_CODE; length++) {
    left = left * 2 - counts[length];
    if (left < 0) return false;
    if (counts[length]) longest = length;
    offsets[length + 1] = (uint16_t)(offsets[length] + counts[length]);
  }
  if (left > 0 && longest > 0 && (kind == CODE_LENGTHS || longest != 1)) return false;
  if (left > 0) {
    // No code, or a single one: what it leaves is refused when it is met.
    for (uint32_t i = 0; i < 1u << table_bits; i++) table[i] = ENTRY_INVALID | 1;
    if (kind == CODE_LENGTHS) return false;
  }
  for (unsigned i = 0; i < count; i++) {
    if (lengths[i]) symbols[offsets[lengths[i]]++] = (uint16_t)i;
  }

  unsigned sub_bits = longest > table_bits ? longest - table_bits : 0;
  literal_codes literals;
  unsigned literal_count = 0;
  uint32_t code = 0, next_table = 1u << table_bits, prefix = UINT32_MAX;
  const unsigned last = longest > table_bits ? longest : table_bits;
  for (unsigned length = 1, index = 0; length <= last; length++) {
    literals.starts[length] = (uint16_t)literal_count;
    for (unsigned n = counts[length]; n > 0; n--, index++) {
      uint32_t entry = entry_of(kind, symbols[index]);
      if (length <= table_bits) {
        table[code] = with_length(kind, entry, length);
        if (entry & ENTRY_LITERAL) {
          literals.codes[literal_count] = (uint16_t)code;
          literals.symbols[literal_count++] = (uint8_t)symbols[index];
        }
      } else {
        uint32_t low = code & ((1u << table_bits) - 1);
        if (low != prefix) {
          prefix = low;
          table[low] = ENTRY_TABLE | sub_bits << 24 | next_table << 8 | table_bits;
          next_table += 1u << sub_bits;
        }
        uint32_t *sub = table + next_table - (1u << sub_bits);
        for (uint32_t i = code >> table_bits; i < 1u << sub_bits; i += 1u << (length - table_bits)) {
          sub[i] = with_length(kind, entry, length - table_bits);
        }
      }
      code = next_reversed(code, length);
    }
    // What is known so far repeats in a table that looks at one bit more.
    if (kind == CODE_LITERALS && length <= table_bits) pair_literals(&literals, table, length);
    if (length < table_bits) memcpy(table + (1u << length), table, sizeof *table << length);
  }
  return true;
}
