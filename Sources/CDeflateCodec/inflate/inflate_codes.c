#include "inflate_codes.h"

#include <string.h>

#include "inflate_input.h"
#include "inflate_symbols.h"
#include "inflate_tables.h"

enum {
  /// Bits of the longest code for code lengths, and of the longest fixed code.
  LENGTH_BITS = 7,
  FIXED_BITS = 9,
};

static void use_codes(p3z_inflater *state, const p3z_code_tables *codes, unsigned literal_bits) {
  state->entries = codes->entries;
  state->root = state->next = (p3z_table){0, (uint8_t)literal_bits};
}

/// Builds the tables of both codes, indexed by `literal_bits` and `distance_bits`; also the table of literals in
/// `plain`, unless NULL.
static p3z_damage build_codes(
  p3z_code_tables *codes, p3z_plain_entry *plain, unsigned literal_bits, unsigned distance_bits,
  const uint8_t *literals, unsigned literal_count, const uint8_t *distances, unsigned distance_count) {
  const p3z_table root = {0, (uint8_t)literal_bits}, distance_root = {P3Z_LITERAL_ENTRIES, (uint8_t)distance_bits};
  const p3z_table_place literal_place = {codes->entries, root, root, distance_root, plain};
  if (!p3z_build_table(P3Z_LITERALS, literals, literal_count, &literal_place)) return P3Z_BAD_LITERAL_CODE;
  const p3z_table_place distance_place = {codes->entries, distance_root, root, root, NULL};
  if (!p3z_build_table(P3Z_DISTANCES, distances, distance_count, &distance_place)) return P3Z_BAD_DISTANCE_CODE;
  return P3Z_NO_DAMAGE;
}

static void build_fixed_codes(p3z_code_tables *codes) {
  uint8_t literals[288], distances[32];
  memset(literals, 8, 144);
  memset(literals + 144, 9, 112);
  memset(literals + 256, 7, 24);
  memset(literals + 280, 8, 8);
  memset(distances, 5, 32);
  build_codes(codes, NULL, FIXED_BITS, P3Z_DISTANCE_BITS, literals, 288, distances, 32);
}

void p3z_use_fixed_codes(p3z_inflater *state) {
  if (!state->has_fixed_codes) build_fixed_codes(&state->fixed_codes);
  state->has_fixed_codes = true;
  use_codes(state, &state->fixed_codes, FIXED_BITS);
  state->kind = P3Z_ONE_BY_ONE;
}

/// Chooses how to decode a block from its codes: a code of n bits stands for about 2^-n of its symbols.
static p3z_block_kind kind_of(
  const uint8_t *lengths, unsigned literal_count, const uint8_t *distances, unsigned distance_count) {
  const unsigned whole = 1u << 15;
  unsigned literals = 0, bytes = 0;
  for (unsigned i = 0; i < P3Z_END_OF_BLOCK; i++) literals += (whole >> lengths[i]) & (whole - 1);
  for (unsigned i = P3Z_END_OF_BLOCK + 1; i < literal_count; i++) {
    const unsigned share = (whole >> lengths[i]) & (whole - 1);
    bytes += share * (p3z_length_bases[i - 257] + (1u << p3z_length_extras[i - 257]) / 2);
  }
  for (unsigned i = 0; i < distance_count; i++) {
    // Three distances of this kind may take more bits than a lane has.
    if (distances[i] == P3Z_LONGEST_CODE && p3z_distance_extra(i) == 13) return P3Z_ONE_BY_ONE;
  }
  // Measured on photographs, screenshots, gradients and icons: if nearly all symbols are matches, or matches are long,
  // branches are predicted well enough and a second pass does not pay.
  if (literals < whole / 4 || bytes + literals > 8 * whole) return P3Z_ONE_BY_ONE;
  return literals >= whole / 50 * 49 ? P3Z_LITERALS_AHEAD : P3Z_AHEAD;
}

/// Reads the lengths of the code for code lengths, and builds its table.
static p3z_result read_length_code(p3z_inflater *state, unsigned count, p3z_entry *table) {
  uint8_t lengths[P3Z_LENGTH_SYMBOLS] = {0};
  for (unsigned i = 0; i < count; i++) {
    const p3z_result result = p3z_need_bits(state, 3);
    if (result != P3Z_MORE) return result;
    lengths[p3z_code_length_order[i]] = (uint8_t)p3z_take_bits(state, 3);
  }
  const p3z_table_place place = {.entries = table, .table = {0, LENGTH_BITS}};
  const bool is_valid = p3z_build_table(P3Z_CODE_LENGTHS, lengths, P3Z_LENGTH_SYMBOLS, &place);
  return is_valid ? P3Z_MORE : p3z_damaged(state, P3Z_BAD_CODE_LENGTH_CODE);
}

/// Repeats a length for `symbol`, 16 to 18.
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

static p3z_result read_code_lengths(p3z_inflater *state, uint8_t *lengths, unsigned total, const p3z_entry *table) {
  for (unsigned have = 0; have < total;) {
    p3z_entry entry;
    p3z_result result = p3z_next_entry(state, table, (p3z_table){0, LENGTH_BITS}, &entry);
    if (result != P3Z_MORE) return result;
    p3z_take_bits(state, p3z_entry_bits(entry));
    const unsigned symbol = entry.value;
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
  const uint8_t *distances = lengths + literal_count;
  state->kind = kind_of(lengths, literal_count, distances, distance_count);
  p3z_plain_entry *plain = state->kind == P3Z_LITERALS_AHEAD ? state->plain : NULL;
  const unsigned literal_bits = plain ? P3Z_SELDOM_BITS : P3Z_LITERAL_BITS;
  const unsigned distance_bits = state->kind == P3Z_ONE_BY_ONE ? P3Z_LONE_DISTANCE_BITS : P3Z_DISTANCE_BITS;
  const p3z_damage damage = build_codes(
    &state->dynamic_codes, plain, literal_bits, distance_bits, lengths, literal_count, distances, distance_count);
  if (damage != P3Z_NO_DAMAGE) return p3z_damaged(state, damage);
  use_codes(state, &state->dynamic_codes, literal_bits);
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
  p3z_entry table[1 << LENGTH_BITS];
  if ((result = read_length_code(state, length_count, table)) != P3Z_MORE) return result;
  uint8_t lengths[P3Z_LITERAL_SYMBOLS + P3Z_DISTANCE_SYMBOLS] = {0};
  result = read_code_lengths(state, lengths, literal_count + distance_count, table);
  return result == P3Z_MORE ? build_tables(state, lengths, literal_count, distance_count) : result;
}
