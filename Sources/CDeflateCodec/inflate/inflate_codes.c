#include "inflate_codes.h"

#include <string.h>

#include "inflate_input.h"
#include "inflate_symbols.h"
#include "inflate_tables.h"

enum { LENGTH_BITS = 7 };

static void use_codes(p3z_inflater *state, const p3z_code_tables *codes) {
  state->literals = codes->literals;
  state->distances = codes->distances;
}

static void build_fixed_codes(p3z_code_tables *codes) {
  uint8_t lengths[288];
  memset(lengths, 8, 144);
  memset(lengths + 144, 9, 112);
  memset(lengths + 256, 7, 24);
  memset(lengths + 280, 8, 8);
  p3z_build_table(P3Z_LITERALS, lengths, 288, P3Z_LITERAL_BITS, codes->literals);
  memset(lengths, 5, 32);
  p3z_build_table(P3Z_DISTANCES, lengths, 32, P3Z_DISTANCE_BITS, codes->distances);
}

void p3z_use_fixed_codes(p3z_inflater *state) {
  if (!state->has_fixed_codes) build_fixed_codes(&state->fixed_codes);
  state->has_fixed_codes = true;
  use_codes(state, &state->fixed_codes);
  state->may_decode_ahead = false;
}

/// Whether at least 15 of 16 symbols are literals, if the code is as good as it should be. Among many matches a core
/// mispredicts branches, and twice as often with two cursors. No measurement of the share is on record.
static bool has_mostly_literals(const uint8_t lengths[256]) {
  unsigned share = 0;
  for (unsigned i = 0; i < 256; i++) share += (1u << 15 >> lengths[i]) & 0x7fff;
  return share >= (1u << 15) / 16 * 15;
}

/// Reads the lengths of the code lengths' code, and builds its table.
static p3z_result read_length_code(p3z_inflater *state, unsigned count, uint32_t *table) {
  uint8_t lengths[P3Z_LENGTH_SYMBOLS] = {0};
  for (unsigned i = 0; i < count; i++) {
    const p3z_result result = p3z_need_bits(state, 3);
    if (result != P3Z_MORE) return result;
    lengths[p3z_code_length_order[i]] = (uint8_t)p3z_take_bits(state, 3);
  }
  const bool is_valid = p3z_build_table(P3Z_CODE_LENGTHS, lengths, P3Z_LENGTH_SYMBOLS, LENGTH_BITS, table);
  return is_valid ? P3Z_MORE : p3z_damaged(state, P3Z_BAD_CODE_LENGTH_CODE);
}

/// Repeats a length as `symbol`, 16 to 18, says.
static p3z_result repeat_length(
  p3z_inflater *state, unsigned symbol, uint8_t *lengths, unsigned total, unsigned *have) {
  const unsigned extra = p3z_repeat_extra(symbol);
  const p3z_result result = p3z_need_bits(state, extra);
  if (result != P3Z_MORE) return result;
  const unsigned repeat = p3z_take_bits(state, extra) + (symbol == 18 ? 11 : 3);
  if ((symbol == 16 && *have == 0) || *have + repeat > total) return p3z_damaged(state, P3Z_BAD_LENGTH_REPEAT);
  memset(lengths + *have, symbol == 16 ? lengths[*have - 1] : 0, repeat);
  *have += repeat;
  return P3Z_MORE;
}

static p3z_result read_code_lengths(p3z_inflater *state, uint8_t *lengths, unsigned total, const uint32_t *table) {
  for (unsigned have = 0; have < total;) {
    uint32_t entry;
    p3z_result result = p3z_next_entry(state, table, LENGTH_BITS, &entry);
    if (result != P3Z_MORE) return result;
    p3z_take_bits(state, entry & 255);
    const unsigned symbol = entry >> 8 & 255;
    if (symbol < 16) {
      lengths[have++] = (uint8_t)symbol;
    } else if ((result = repeat_length(state, symbol, lengths, total, &have)) != P3Z_MORE) {
      return result;
    }
  }
  return P3Z_MORE;
}

static p3z_result build_tables(
  p3z_inflater *state, const uint8_t *lengths, unsigned literal_count, unsigned distance_count) {
  if (lengths[P3Z_END_OF_BLOCK] == 0) return p3z_damaged(state, P3Z_NO_END_OF_BLOCK);
  if (!p3z_build_table(P3Z_LITERALS, lengths, literal_count, P3Z_LITERAL_BITS, state->dynamic_codes.literals)) {
    return p3z_damaged(state, P3Z_BAD_LITERAL_CODE);
  }
  const uint8_t *rest = lengths + literal_count;
  if (!p3z_build_table(P3Z_DISTANCES, rest, distance_count, P3Z_DISTANCE_BITS, state->dynamic_codes.distances)) {
    return p3z_damaged(state, P3Z_BAD_DISTANCE_CODE);
  }
  use_codes(state, &state->dynamic_codes);
  state->may_decode_ahead = has_mostly_literals(lengths);
  return P3Z_MORE;
}

p3z_result p3z_read_dynamic_codes(p3z_inflater *state) {
  p3z_result result = p3z_need_bits(state, 14);
  if (result != P3Z_MORE) return result;
  const unsigned literal_count = p3z_take_bits(state, 5) + 257, distance_count = p3z_take_bits(state, 5) + 1;
  const unsigned length_count = p3z_take_bits(state, 4) + 4;
  if (literal_count > P3Z_LITERAL_SYMBOLS || distance_count > P3Z_DISTANCE_SYMBOLS) {
    return p3z_damaged(state, P3Z_TOO_MANY_SYMBOLS);
  }
  uint32_t table[1 << LENGTH_BITS];
  if ((result = read_length_code(state, length_count, table)) != P3Z_MORE) return result;
  uint8_t lengths[P3Z_LITERAL_SYMBOLS + P3Z_DISTANCE_SYMBOLS] = {0};
  result = read_code_lengths(state, lengths, literal_count + distance_count, table);
  return result == P3Z_MORE ? build_tables(state, lengths, literal_count, distance_count) : result;
}
