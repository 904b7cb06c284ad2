#include "inflate_symbols.h"

#include "bit_cursor.h"
#include "inflate_input.h"

p3z_result p3z_next_entry(p3z_inflater *state, const uint32_t *table, unsigned table_bits, uint32_t *entry) {
  for (;;) {
    uint32_t found = table[state->bits & ((1u << table_bits) - 1)];
    unsigned length = found & 255;
    if ((found & P3Z_ENTRY_KIND) == P3Z_ENTRY_TABLE && state->bit_count >= table_bits) {
      uint32_t sub_mask = (1u << (found >> 24 & 15)) - 1;
      found = table[(found >> 8 & 0xffff) + (state->bits >> table_bits & sub_mask)];
      length = table_bits + (found & 255);
      if (!(found & (P3Z_ENTRY_LITERAL | P3Z_ENTRY_SPECIAL))) found += table_bits << 8;
    }
    // A pair of literals may reach into bits that are not there yet. The next byte is needed in any case: at least the
    // end of the block follows the first of them.
    if (length <= state->bit_count && (found & P3Z_ENTRY_KIND) != P3Z_ENTRY_TABLE) {
      *entry = (found & ~255u) | length;
      return P3Z_MORE;
    }
    p3z_result result = p3z_need_bits(state, state->bit_count + 1);
    if (result != P3Z_MORE) return result;
  }
}

/// The length or distance of `entry`: its base and the extra bits behind its code, all of which are there.
static inline size_t take_value(p3z_inflater *state, uint32_t entry) {
  return (entry >> 13) + (p3z_take_bits(state, entry & 255) >> (entry >> 8 & 31));
}

p3z_result p3z_decode_symbol(p3z_inflater *state) {
  uint32_t entry;
  p3z_result result = p3z_next_entry(state, state->literals, P3Z_LITERAL_BITS, &entry);
  if (result != P3Z_MORE) return result;
  if (entry & P3Z_ENTRY_LITERAL) {
    p3z_take_bits(state, entry & 255);
    state->window[state->write_position] = (uint8_t)(entry >> 8);
    state->window[state->write_position + 1] = (uint8_t)(entry >> 16);
    state->write_position += entry >> 24 & 3;
    return P3Z_MORE;
  }
  if ((entry & P3Z_ENTRY_KIND) == P3Z_ENTRY_END) {
    p3z_take_bits(state, entry & 255);
    state->stage = P3Z_AT_BLOCK;
    return P3Z_MORE;
  }
  if (entry & P3Z_ENTRY_SPECIAL) return p3z_damaged(state, P3Z_BAD_LITERAL_SYMBOL);
  size_t length = take_value(state, entry);
  result = p3z_next_entry(state, state->distances, P3Z_DISTANCE_BITS, &entry);
  if (result != P3Z_MORE) return result;
  if (entry & P3Z_ENTRY_SPECIAL) return p3z_damaged(state, P3Z_BAD_DISTANCE_SYMBOL);
  size_t distance = take_value(state, entry);
  if (distance > state->write_position) return p3z_damaged(state, P3Z_DISTANCE_TOO_FAR);
  p3z_copy_match(state->window + state->write_position, distance, length);
  state->write_position += length;
  return P3Z_MORE;
}

P3Z_INLINE p3z_result decode_fast(p3z_inflater *state, const uint8_t *in_limit) {
  const uint32_t *literals = state->literals;
  const uint8_t *out_limit = state->window + state->capacity;
  if (state->input + state->input_position > in_limit || state->write_position >= state->capacity) {
    return P3Z_MORE;
  }
  p3z_cursor cursor = p3z_cursor_at(state);
  bool is_other = false;
  do {
    // Each turn begins with 56 bits and an entry looked up. Three look-ups of literals take at most 36 of them,
    // two and a code of the second level 39: the next look-up needs 12 and need not wait for more input.
    if (cursor.entry & P3Z_ENTRY_LITERAL) {
      p3z_put_literals(&cursor);
      p3z_look_up(&cursor, literals);
      if (cursor.entry & P3Z_ENTRY_LITERAL) {
        p3z_put_literals(&cursor);
        p3z_look_up(&cursor, literals);
        if (cursor.entry & P3Z_ENTRY_LITERAL) {
          p3z_put_literals(&cursor);
          p3z_look_up(&cursor, literals);
          p3z_refill(&cursor);
          continue;
        }
      }
    }
    const p3z_cursor before = cursor;
    size_t length, distance;
    const p3z_cursor_symbol symbol = p3z_decode_other(&cursor, state, &length, &distance);
    is_other = symbol == P3Z_CURSOR_OTHER;
    if (is_other) break;
    // The next entry comes while the match is copied.
    p3z_look_up(&cursor, literals);
    if (symbol == P3Z_CURSOR_LITERAL) continue;
    p3z_refill(&cursor);
    is_other = !p3z_is_within_reach(state, cursor.out, distance);
    if (is_other) {
      cursor = before;
      break;
    }
    cursor.out = p3z_copy_match(cursor.out, distance, length);
  } while (cursor.in <= in_limit && cursor.out < out_limit);
  p3z_leave_cursor(&cursor, state);
  // The end of the block, or what is wrong.
  return is_other ? p3z_decode_symbol(state) : P3Z_MORE;
}

static p3z_result decode_fast_plain(p3z_inflater *state, const uint8_t *in_limit) {
  return decode_fast(state, in_limit);
}

#if defined(__x86_64__)
__attribute__((target("bmi,bmi2"))) static p3z_result decode_fast_bmi2(
  p3z_inflater *state, const uint8_t *in_limit) {
  return decode_fast(state, in_limit);
}
#endif

p3z_result p3z_decode_symbols(p3z_inflater *state, const uint8_t *in_limit) {
#if defined(__x86_64__)
  if (state->has_bmi2) return decode_fast_bmi2(state, in_limit);
#endif
  return decode_fast_plain(state, in_limit);
}
