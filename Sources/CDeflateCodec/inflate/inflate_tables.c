#include "inflate_tables.h"

#include <string.h>

/// `entry`, followed by `table`.
static p3z_entry leading_to(p3z_table table, p3z_entry entry) {
  entry.next = table.start;
  entry.next_bits = table.bits;
  return entry;
}

/// The entry of `count` literals, one or two, whose codes have `length` bits together.
static p3z_entry literal_entry(
  const p3z_table_place *place, uint8_t first, uint8_t second, unsigned count, unsigned length) {
  p3z_entry entry = {.bits = (uint8_t)length, .symbols = (uint8_t)count};
  const uint8_t literals[2] = {first, second};
  memcpy(&entry.value, literals, 2);
  return leading_to(place->after_symbol, entry);
}

/// The entry of a length or distance whose code has `length` bits.
static p3z_entry match_entry(unsigned base, unsigned extra, unsigned length) {
  return (p3z_entry){
    .bits = (uint8_t)(length + extra), .value = (uint16_t)base, .extra = (uint8_t)(extra << 4 | length),
    .symbols = P3Z_MATCH_BYTES};
}

/// The entry of the end of a block, or of an invalid code, in the table `here`.
static p3z_entry stop_entry(p3z_table here, bool is_end, unsigned length) {
  return leading_to(here, (p3z_entry){.bits = P3Z_ENTRY_STOP, .value = is_end, .extra = (uint8_t)length});
}

/// The entry of a code, `length` bits of which are looked up in the table `here`.
static p3z_entry entry_of(
  const p3z_table_place *place, p3z_alphabet alphabet, unsigned symbol, unsigned length, p3z_table here) {
  if (alphabet == P3Z_CODE_LENGTHS) return (p3z_entry){.bits = (uint8_t)length, .value = (uint16_t)symbol};
  if (alphabet == P3Z_DISTANCES) {
    if (symbol > 29) return stop_entry(here, false, length);
    const unsigned extra = p3z_distance_extra(symbol);
    const unsigned base = symbol < 2 ? symbol + 1 : ((2 + (symbol & 1)) << extra) + 1;
    return leading_to(place->after_symbol, match_entry(base, extra, length));
  }
  if (symbol < 256) return literal_entry(place, (uint8_t)symbol, 0, 1, length);
  if (symbol == P3Z_END_OF_BLOCK || symbol > 285) return stop_entry(here, symbol == P3Z_END_OF_BLOCK, length);
  p3z_entry entry = match_entry(p3z_length_bases[symbol - 257], p3z_length_extras[symbol - 257], length);
  entry.bits |= P3Z_ENTRY_LENGTH;
  return leading_to(place->after_length, entry);
}

/// Codes of literals, shortest first, with bits reversed for lookups.
typedef struct literal_codes {
  uint16_t codes[256];
  uint8_t symbols[256];
  unsigned count;
  /// Where the codes of each length begin; they end where those of the next length begin.
  uint16_t starts[P3Z_PLAIN_BITS + 2];
} literal_codes;

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

enum {
  /// Parts of the alphabet that are counted and sorted in parallel, as each symbol waits for the counter that the
  /// symbol before in its part changed.
  SORTED_PARTS = 4,
};

/// How many symbols of each part have a code of each length.
typedef struct part_counts {
  uint16_t counts[SORTED_PARTS][P3Z_LONGEST_CODE + 1];
} part_counts;

static part_counts count_lengths(const uint8_t *lengths, unsigned count) {
  part_counts parts = {0};
  const unsigned size = count / SORTED_PARTS;
  for (unsigned i = 0; i < size; i++) {
    for (unsigned part = 0; part < SORTED_PARTS; part++) parts.counts[part][lengths[part * size + i]]++;
  }
  for (unsigned i = SORTED_PARTS * size; i < count; i++) parts.counts[SORTED_PARTS - 1][lengths[i]]++;
  return parts;
}

/// Sorts the symbols that have a code. `offsets` is where each part and length begins; symbols without a code go behind
/// them, from offsets[part][0] on.
static void place_symbols(const uint8_t *lengths, unsigned count, part_counts *offsets, uint16_t *symbols) {
  const unsigned size = count / SORTED_PARTS;
  for (unsigned i = 0; i < size; i++) {
    for (unsigned part = 0; part < SORTED_PARTS; part++) {
      const unsigned symbol = part * size + i;
      symbols[offsets->counts[part][lengths[symbol]]++] = (uint16_t)symbol;
    }
  }
  for (unsigned i = SORTED_PARTS * size; i < count; i++) {
    symbols[offsets->counts[SORTED_PARTS - 1][lengths[i]]++] = (uint16_t)i;
  }
}

/// False when the set is over-subscribed.
static bool sort_symbols(const uint8_t *lengths, unsigned count, sorted_symbols *sorted) {
  part_counts parts = count_lengths(lengths, count);
  unsigned offset = 0;
  int left = 1;
  sorted->longest = 0;
  sorted->counts[0] = 0;
  // Length 0 is last.
  for (unsigned index = 1; index <= P3Z_LONGEST_CODE + 1; index++) {
    const unsigned length = index & P3Z_LONGEST_CODE, start = offset;
    for (unsigned part = 0; part < SORTED_PARTS; part++) {
      const unsigned next = offset + parts.counts[part][length];
      parts.counts[part][length] = (uint16_t)offset;
      offset = next;
    }
    if (length == 0) break;
    sorted->counts[length] = (uint16_t)(offset - start);
    left = left * 2 - sorted->counts[length];
    if (left < 0) return false;
    if (sorted->counts[length]) sorted->longest = length;
  }
  place_symbols(lengths, count, &parts, sorted->symbols);
  sorted->is_complete = left == 0;
  return true;
}

/// Whether zlib accepts the incomplete set: no code at all, or (except for code lengths) a single code of one bit.
static bool may_be_incomplete(p3z_alphabet alphabet, const sorted_symbols *sorted) {
  return sorted->longest <= (alphabet == P3Z_CODE_LENGTHS ? 0 : 1);
}

/// A table that is being filled.
typedef struct table_builder {
  const p3z_table_place *place;
  p3z_alphabet alphabet;
  /// The first level.
  p3z_entry *table;
  /// The last second-level table, and the bits that lead to it.
  p3z_table second;
  uint32_t prefix;
  /// Where the next second-level table begins.
  unsigned end;
  literal_codes literals;
} table_builder;

/// The entry for bits that are no code. Such bits are refused when met, except for an empty code of code lengths: zlib
/// then reads a length of 0 from each bit, and refuses the block at its end, which has no code.
static p3z_entry missing_entry(const table_builder *builder) {
  if (builder->alphabet == P3Z_CODE_LENGTHS) return (p3z_entry){.bits = 1};
  return stop_entry(builder->place->table, false, 1);
}

/// Joins two literals whose codes have `length` bits together, in a table indexed by `length` bits.
static void pair_literals(const table_builder *builder, unsigned length) {
  const literal_codes *literals = &builder->literals;
  for (unsigned first_length = 1; first_length < length; first_length++) {
    const unsigned second = literals->starts[length - first_length], end = literals->starts[length - first_length + 1];
    if (second == end) continue;
    for (unsigned a = literals->starts[first_length]; a < literals->starts[first_length + 1]; a++) {
      const p3z_entry joined = literal_entry(builder->place, literals->symbols[a], 0, 2, length);
      for (unsigned b = second; b < end; b++) {
        p3z_entry *entry = &builder->table[literals->codes[a] | (uint32_t)literals->codes[b] << first_length];
        *entry = joined;
        ((uint8_t *)&entry->value)[1] = literals->symbols[b];
      }
    }
  }
}

/// Builds the table of literals. Entries without a literal keep the value that their first bit set.
static void build_plain_table(const literal_codes *literals, p3z_plain_entry *table) {
  table[0] = table[1] = P3Z_PLAIN_OTHER;
  for (unsigned length = 1; length <= P3Z_PLAIN_BITS; length++) {
    for (unsigned a = literals->starts[length]; a < literals->starts[length + 1]; a++) {
      table[literals->codes[a]] = 1u << 24 | (uint32_t)literals->symbols[a] << 8 | length;
    }
    for (unsigned first = 1; first < length; first++) {
      const unsigned second = literals->starts[length - first], end = literals->starts[length - first + 1];
      if (second == end) continue;
      for (unsigned a = literals->starts[first]; a < literals->starts[first + 1]; a++) {
        const p3z_plain_entry joined = 2u << 24 | (uint32_t)literals->symbols[a] << 8 | length;
        for (unsigned b = second; b < end; b++) {
          table[literals->codes[a] | (uint32_t)literals->codes[b] << first] =
            joined | (uint32_t)literals->symbols[b] << 16;
        }
      }
    }
    if (length < P3Z_PLAIN_BITS) memcpy(table + (1u << length), table, sizeof *table << length);
  }
}

static void add_literal(literal_codes *literals, unsigned symbol, uint32_t code) {
  literals->codes[literals->count] = (uint16_t)code;
  literals->symbols[literals->count++] = (uint8_t)symbol;
}

static void add_short_code(table_builder *builder, unsigned symbol, uint32_t code, unsigned length) {
  builder->table[code] = entry_of(builder->place, builder->alphabet, symbol, length, builder->place->table);
}

static void add_long_code(table_builder *builder, unsigned symbol, uint32_t code, unsigned length) {
  const unsigned first_bits = builder->place->table.bits;
  const uint32_t low = code & ((1u << first_bits) - 1), size = 1u << builder->second.bits;
  if (low != builder->prefix) {
    builder->prefix = low;
    builder->second.start = (uint16_t)builder->end;
    builder->end += size;
    builder->table[low] = leading_to(builder->second, (p3z_entry){.bits = (uint8_t)first_bits});
  }
  const p3z_entry entry = entry_of(builder->place, builder->alphabet, symbol, length - first_bits, builder->second);
  p3z_entry *second = builder->place->entries + builder->second.start;
  for (uint32_t i = code >> first_bits; i < size; i += 1u << (length - first_bits)) second[i] = entry;
}

static void add_codes(table_builder *builder, const sorted_symbols *sorted) {
  const unsigned table_bits = builder->place->table.bits;
  const bool has_literals = builder->alphabet == P3Z_LITERALS, is_paired = has_literals && !builder->place->plain;
  const unsigned shortest_last = has_literals ? P3Z_PLAIN_BITS : table_bits;
  const unsigned last = sorted->longest > shortest_last ? sorted->longest : shortest_last;
  uint32_t code = 0;
  for (unsigned length = 1, index = 0; length <= last; length++) {
    if (length <= P3Z_PLAIN_BITS) builder->literals.starts[length] = (uint16_t)builder->literals.count;
    for (unsigned n = sorted->counts[length]; n > 0; n--, index++) {
      const unsigned symbol = sorted->symbols[index];
      if (length <= table_bits) {
        add_short_code(builder, symbol, code, length);
      } else {
        add_long_code(builder, symbol, code, length);
      }
      if (has_literals && symbol < 256 && length <= P3Z_PLAIN_BITS) add_literal(&builder->literals, symbol, code);
      code = next_reversed(code, length);
    }
    if (length == P3Z_PLAIN_BITS) builder->literals.starts[length + 1] = (uint16_t)builder->literals.count;
    if (is_paired && length <= table_bits) pair_literals(builder, length);
    // The entries so far repeat in a table with one more bit.
    if (length < table_bits) memcpy(builder->table + (1u << length), builder->table, sizeof(p3z_entry) << length);
  }
}

bool p3z_build_table(p3z_alphabet alphabet, const uint8_t *lengths, unsigned count, const p3z_table_place *place) {
  sorted_symbols sorted;
  if (!sort_symbols(lengths, count, &sorted)) return false;
  table_builder builder;
  builder.place = place;
  builder.alphabet = alphabet;
  builder.table = place->entries + place->table.start;
  builder.second.bits = sorted.longest > place->table.bits ? (uint8_t)(sorted.longest - place->table.bits) : 0;
  builder.end = place->table.start + (1u << place->table.bits);
  builder.prefix = UINT32_MAX;
  builder.literals.count = 0;
  if (!sorted.is_complete) {
    if (!may_be_incomplete(alphabet, &sorted)) return false;
    // If the longest code has at most one bit, add_codes repeats these two entries over the whole table.
    builder.table[0] = builder.table[1] = missing_entry(&builder);
  }
  add_codes(&builder, &sorted);
  if (place->plain) build_plain_table(&builder.literals, place->plain);
  return true;
}
