#include "inflate_symbols.h"

#include "bit_cursor.h"
#include "inflate_input.h"

p3z_result p3z_next_entry(p3z_inflater *state, const p3z_entry *entries, p3z_table table, p3z_entry *entry) {
  for (;;) {
    const p3z_entry found = entries[table.start + (state->bits & ((1u << table.bits) - 1))];
    const unsigned needed = p3z_is_stop(found) ? found.extra & 15 : p3z_entry_bits(found);
    // A pair of literals may reach into bits that are not there yet. Reading the next byte is right, as at least the
    // end of the block follows.
    if (needed <= state->bit_count) {
      *entry = found;
      return P3Z_MORE;
    }
    const p3z_result result = p3z_need_bits(state, state->bit_count + 1);
    if (result != P3Z_MORE) return result;
  }
}

/// The result at a stop: the end of the block, or an invalid code.
static p3z_result stop(p3z_inflater *state, p3z_entry entry) {
  if (entry.value == 0) {
    return p3z_damaged(state, state->pending_length > 0 ? P3Z_BAD_DISTANCE_SYMBOL : P3Z_BAD_LITERAL_SYMBOL);
  }
  p3z_take_bits(state, entry.extra & 15);
  state->stage = P3Z_AT_BLOCK;
  return P3Z_MORE;
}

static p3z_result copy_pending(p3z_inflater *state, size_t distance) {
  if (distance > state->write_position) return p3z_damaged(state, P3Z_DISTANCE_TOO_FAR);
  p3z_copy_match(state->window + state->write_position, distance, state->pending_length);
  state->write_position += state->pending_length;
  state->pending_length = 0;
  return P3Z_MORE;
}

p3z_result p3z_decode_entry(p3z_inflater *state) {
  p3z_entry entry;
  const p3z_result result = p3z_next_entry(state, state->entries, state->next, &entry);
  if (result != P3Z_MORE) return result;
  state->is_stopped = false;
  if (p3z_is_stop(entry)) return stop(state, entry);
  const uint64_t bits = state->bits;
  p3z_take_bits(state, p3z_entry_bits(entry));
  state->next = (p3z_table){entry.next, entry.next_bits};
  if (p3z_is_literal(entry)) {
    memcpy(state->window + state->write_position, &entry.value, 2);
    state->write_position += entry.symbols;
  } else if (p3z_is_match(entry)) {
    const uint32_t value = p3z_value(entry.value, entry.extra, bits);
    if (state->pending_length > 0) return copy_pending(state, value);
    state->pending_length = value;
  }
  return P3Z_MORE;
}

P3Z_INLINE uint64_t follow(const p3z_cursor *cursor, const p3z_entry *entries, uint64_t word) {
  return p3z_look_up_word(cursor, entries, (uint16_t)(word >> 16), (uint8_t)(word >> 8));
}

typedef enum symbol_kind { A_LITERAL, A_MATCH, ANOTHER } symbol_kind;

/// Decodes a code that is no literal of the first-level table; `word` is its entry. Writes a literal of the second
/// level, or returns a match for the caller to copy. Needs 56 bits; leaves 28 after a match, 56 after a literal.
P3Z_INLINE symbol_kind decode_other(
  p3z_cursor *cursor, const p3z_entry *entries, uint64_t word, uint8_t **out, size_t *length, size_t *distance) {
  if (!(word & (P3Z_ENTRY_LENGTH | P3Z_ENTRY_STOP))) {
    p3z_use(cursor, (uint8_t)word);
    word = follow(cursor, entries, word);
    if (p3z_leads_to_root(word)) {
      *out = p3z_put_literals(cursor, word, *out);
      p3z_refill(cursor);
      return A_LITERAL;
    }
  }
  if (word & P3Z_ENTRY_STOP) return ANOTHER;
  // A length takes at most 20 bits, so the distance is looked up without a refill.
  *length = p3z_take_value(cursor, word);
  word = follow(cursor, entries, word);
  p3z_refill(cursor);
  if (!p3z_leads_to_root(word)) {
    if (word & P3Z_ENTRY_STOP) return ANOTHER;
    p3z_use(cursor, (uint8_t)word);
    word = follow(cursor, entries, word);
    if (word & P3Z_ENTRY_STOP) return ANOTHER;
  }
  *distance = p3z_take_value(cursor, word);
  return A_MATCH;
}

P3Z_INLINE p3z_result decode_fast(p3z_inflater *state, const uint8_t *in_limit) {
  const p3z_entry *const entries = state->entries;
  const uint8_t root_bits = state->root.bits;
  uint8_t *out = state->window + state->write_position;
  const uint8_t *const out_limit = state->window + state->capacity;
  p3z_cursor cursor = p3z_cursor_at(state);
  uint64_t word = p3z_look_up_word(&cursor, entries, 0, root_bits);
  bool is_other = false;
  do {
    // Each turn begins with 56 bits and an entry. Three literals take at most 36 of them, two and a code of the second
    // level 39. The next lookup needs 12 bits and need not wait for a refill.
    if (p3z_leads_to_root(word)) {
      out = p3z_put_literals(&cursor, word, out);
      word = p3z_look_up_word(&cursor, entries, 0, root_bits);
      if (p3z_leads_to_root(word)) {
        out = p3z_put_literals(&cursor, word, out);
        word = p3z_look_up_word(&cursor, entries, 0, root_bits);
        if (p3z_leads_to_root(word)) {
          out = p3z_put_literals(&cursor, word, out);
          word = p3z_look_up_word(&cursor, entries, 0, root_bits);
          p3z_refill(&cursor);
          continue;
        }
      }
    }
    const p3z_cursor before = cursor;
    size_t length, distance;
    const symbol_kind kind = decode_other(&cursor, entries, word, &out, &length, &distance);
    is_other = kind == ANOTHER;
    if (is_other) {
      cursor = before;
      break;
    }
    // Looks up the next entry while the match is copied.
    word = p3z_look_up_word(&cursor, entries, 0, root_bits);
    if (kind == A_LITERAL) continue;
    p3z_refill(&cursor);
    is_other = !p3z_is_within_reach(state, out, distance);
    if (is_other) {
      cursor = before;
      break;
    }
    out = p3z_copy_match(out, distance, length);
  } while (cursor.in <= in_limit && out < out_limit);
  p3z_leave_cursor(&cursor, state);
  state->write_position = (size_t)(out - state->window);
  // The end of the block, or an error.
  return is_other ? p3z_decode_entry(state) : P3Z_MORE;
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
  // In the middle of a match, or beyond a limit.
  if (state->pending_length > 0 || state->next.start != 0 ||
      state->input + state->input_position > in_limit || state->write_position >= state->capacity) {
    return p3z_decode_entry(state);
  }
#if defined(__x86_64__)
  if (state->has_bmi2) return decode_fast_bmi2(state, in_limit);
#endif
  return decode_fast_plain(state, in_limit);
}
