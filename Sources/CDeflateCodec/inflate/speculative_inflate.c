// A Huffman decoder waits: where a code begins is known only when the one before it has been looked up, and a core
// could do two or three such chains at once. So a second cursor begins at a byte further on, which is most likely the
// middle of a code. It decodes nonsense at first, but after a dozen symbols it falls into step with the true codes, and
// stays there. Where the first cursor arrives at a bit at which the second began a code, everything that the second
// decoded from there on is right. (Klein and Wiseman, "Parallel Huffman decoding with applications to JPEG files",
// The Computer Journal 46, 2003.) If they never fall into step, what the second did is dropped.
// Without it `p3tool convert` takes 1.14 times the processor time on a photograph; other pictures do not come here (article
// Benchmarks, "What our own deflate brings").
//
// The second cursor does not know yet where its bytes will stand: it keeps literals aside, and matches as notes.

#include "speculative_inflate.h"

#include "inflate_input.h"
#include "inflate_symbols.h"

enum {
  /// What a turn of the loop writes at most: six literals, and a match.
  TURN_BYTES = 6 + P3Z_LONGEST_MATCH,
};

size_t p3z_best_gap(const p3z_inflater *state) {
  if (!state->may_decode_ahead) return 0;
  const size_t left = state->input_end - state->input_position, room = state->capacity - state->write_position;
  size_t gap = P3Z_MOST_GAP;
  // Half of what is left of the block, if it is as long as the one before.
  const uint64_t position = p3z_used_bits(state) / 8;
  if (state->expected_end > position && state->expected_end - position < 2 * gap) {
    gap = (size_t)(state->expected_end - position) / 2;
  }
  if (left < 2 * gap + 2 * P3Z_FAST_INPUT) gap = left < 2 * P3Z_FAST_INPUT ? 0 : (left - 2 * P3Z_FAST_INPUT) / 2;
  if (room < 2 * P3Z_MOST_EXPANSION * gap) gap = room / (2 * P3Z_MOST_EXPANSION);
  return gap < P3Z_LEAST_GAP ? 0 : gap;
}

// MARK: Both cursors

/// The bit of the input, counted from `base`, where `cursor` stands.
P3Z_INLINE uint32_t bits_from(const p3z_cursor *cursor, const uint8_t *base) {
  return (uint32_t)((cursor->in - base) * 8) - (cursor->count & 63);
}

P3Z_INLINE void put_both(p3z_cursor *first, p3z_cursor *second, const uint32_t *literals) {
  p3z_put_literals(first);
  p3z_look_up(first, literals);
  p3z_put_literals(second);
  p3z_look_up(second, literals);
}

P3Z_INLINE bool are_literals(const p3z_cursor *first, const p3z_cursor *second) {
  return (first->entry & second->entry & P3Z_ENTRY_LITERAL) != 0;
}

/// Up to three look-ups of literals by both cursors. False when one has another symbol to decode.
P3Z_INLINE bool put_only_literals(p3z_cursor *first, p3z_cursor *second, const uint32_t *literals) {
  // Three look-ups take at most 36 of 56 bits: the next needs 12.
  bool has_only_literals = false;
  if (are_literals(first, second)) {
    put_both(first, second, literals);
    if (are_literals(first, second)) {
      put_both(first, second, literals);
      has_only_literals = are_literals(first, second);
      if (has_only_literals) put_both(first, second, literals);
    }
  }
  p3z_refill(first);
  p3z_refill(second);
  return has_only_literals;
}

/// Decodes the first cursor's next symbol, unless it is a literal of the first level. False at the end of the block or at
/// damage.
P3Z_INLINE bool decode_first(p3z_cursor *cursor, const p3z_inflater *state) {
  if (cursor->entry & P3Z_ENTRY_LITERAL) return true;
  const p3z_cursor before = *cursor;
  size_t length, distance;
  const p3z_cursor_symbol symbol = p3z_decode_other(cursor, state, &length, &distance);
  if (symbol == P3Z_CURSOR_OTHER) return false;
  if (symbol == P3Z_CURSOR_MATCH) {
    if (!p3z_is_within_reach(state, cursor->out, distance)) {
      *cursor = before;
      return false;
    }
    cursor->out = p3z_copy_match(cursor->out, distance, length);
  }
  p3z_refill(cursor);
  p3z_look_up(cursor, state->literals);
  return true;
}

/// The same for the second cursor, whose matches are noted. False where it has to stop before its symbol.
P3Z_INLINE bool decode_second(p3z_cursor *cursor, const p3z_inflater *state, p3z_ahead *ahead) {
  if (cursor->entry & P3Z_ENTRY_LITERAL) return true;
  if (ahead->match_count == P3Z_AHEAD_MATCHES) return false;
  size_t length, distance;
  const p3z_cursor_symbol symbol = p3z_decode_other(cursor, state, &length, &distance);
  if (symbol == P3Z_CURSOR_OTHER) return false;
  if (symbol == P3Z_CURSOR_MATCH) {
    ahead->matches[ahead->match_count++] = (p3z_ahead_match){
      .literals = (uint16_t)(cursor->out - ahead->literals),
      .length = (uint16_t)length,
      .distance = (uint16_t)distance};
    ahead->matched_bytes += length;
  }
  p3z_refill(cursor);
  p3z_look_up(cursor, state->literals);
  return true;
}

/// Notes that the second cursor begins a code.
P3Z_INLINE void note_code(p3z_ahead *ahead, const p3z_cursor *cursor, const uint8_t *base) {
  if (ahead->code_count == P3Z_AHEAD_CODES) return;
  ahead->codes[ahead->code_count++] = (p3z_code_start){
    .bit = bits_from(cursor, base),
    .literals = (uint16_t)(cursor->out - ahead->literals),
    .matches = (uint16_t)ahead->match_count};
}

/// Moves both cursors until the first reaches `base`, where the second began, or the second can go no further. False when
/// the block ends before that.
P3Z_INLINE bool decode_both(p3z_inflater *state, const uint8_t *base, size_t gap) {
  p3z_ahead *const ahead = &state->ahead;
  const uint32_t *literals = state->literals;
  p3z_cursor first = p3z_cursor_at(state), second = {.in = base, .out = ahead->literals};
  const uint8_t *const first_limit = first.out + gap * P3Z_MOST_EXPANSION, *const in_limit = base + gap;
  const uint8_t *const second_limit = second.out + gap * P3Z_MOST_EXPANSION - TURN_BYTES;
  bool goes_on = true;
  ahead->code_count = ahead->match_count = 0;
  ahead->matched_bytes = 0;
  p3z_refill(&second);
  p3z_look_up(&second, literals);
  while (first.in < base && first.out < first_limit && second.in < in_limit &&
         second.out + ahead->matched_bytes < second_limit) {
    note_code(ahead, &second, base);
    if (put_only_literals(&first, &second, literals)) continue;
    goes_on = decode_first(&first, state);
    if (!goes_on || !decode_second(&second, state, ahead)) break;
  }
  p3z_leave_cursor(&first, state);
  ahead->end_bit = bits_from(&second, base);
  ahead->literal_count = (size_t)(second.out - ahead->literals);
  return goes_on;
}

static bool decode_both_plain(p3z_inflater *state, const uint8_t *base, size_t gap) {
  return decode_both(state, base, gap);
}

#if defined(__x86_64__)
__attribute__((target("bmi,bmi2"))) static bool decode_both_bmi2(
  p3z_inflater *state, const uint8_t *base, size_t gap) {
  return decode_both(state, base, gap);
}
#endif

static bool decode_side_by_side(p3z_inflater *state, const uint8_t *base, size_t gap) {
#if defined(__x86_64__)
  if (state->has_bmi2) return decode_both_bmi2(state, base, gap);
#endif
  return decode_both_plain(state, base, gap);
}

// MARK: Falling into step

/// Decodes on until `state` stands where the second cursor began a code, and gives that code. NULL when they do not fall
/// into step, or the block ends before; `result` says how it went.
static const p3z_code_start *resync(p3z_inflater *state, const uint8_t *base, p3z_result *result) {
  const p3z_ahead *ahead = &state->ahead;
  const int64_t base_bits = (base - state->input) * 8;
  unsigned next = 0;
  *result = P3Z_MORE;
  while (state->stage == P3Z_IN_CODES && state->write_position < state->capacity) {
    const int64_t bit = (int64_t)state->input_position * 8 - state->bit_count - base_bits;
    while (next < ahead->code_count && (int64_t)ahead->codes[next].bit < bit) next++;
    if (next == ahead->code_count) return NULL;
    if ((int64_t)ahead->codes[next].bit == bit) return &ahead->codes[next];
    if ((*result = p3z_decode_symbol(state)) != P3Z_MORE) return NULL;
  }
  return NULL;
}

/// Whether the window has room for what was decoded ahead.
static bool has_room(const p3z_inflater *state) {
  return state->capacity - state->write_position >= state->ahead.literal_count + state->ahead.matched_bytes;
}

/// Lets `state` stand at `bit` of the input, counted from `base`.
static void move_input(p3z_inflater *state, const uint8_t *base, uint32_t bit) {
  state->input_position = (size_t)(base - state->input) + bit / 8;
  state->bits = state->bit_count = 0;
  if (bit % 8 == 0) return;
  state->bits = state->input[state->input_position++] >> bit % 8;
  state->bit_count = 8 - bit % 8;
}

/// Appends what was decoded ahead from `start` on, and lets `state` stand where that stopped.
static p3z_result append_ahead(p3z_inflater *state, const uint8_t *base, const p3z_code_start *start) {
  const p3z_ahead *ahead = &state->ahead;
  const uint8_t *from = ahead->literals + start->literals, *const end = ahead->literals + ahead->literal_count;
  uint8_t *out = state->window + state->write_position;
  bool is_right = true;
  for (unsigned i = start->matches; i < ahead->match_count && is_right; i++) {
    const p3z_ahead_match match = ahead->matches[i];
    const size_t literals = (size_t)(ahead->literals + match.literals - from);
    memcpy(out, from, literals);
    out += literals;
    from += literals;
    is_right = p3z_is_within_reach(state, out, match.distance);
    if (is_right) out = p3z_copy_match(out, match.distance, match.length);
  }
  if (is_right) {
    memcpy(out, from, (size_t)(end - from));
    out += end - from;
  }
  state->write_position = (size_t)(out - state->window);
  move_input(state, base, ahead->end_bit);
  return is_right ? P3Z_MORE : p3z_damaged(state, P3Z_DISTANCE_TOO_FAR);
}

p3z_result p3z_inflate_ahead(p3z_inflater *state, size_t gap) {
  const uint8_t *const base = state->input + state->input_position + gap;
  if (!decode_side_by_side(state, base, gap)) return p3z_decode_symbol(state);
  // The first cursor is not at `base` yet where the second stopped early, or the first wrote much.
  p3z_result result = p3z_decode_symbols(state, base);
  if (result != P3Z_MORE) return result;
  const p3z_code_start *start = resync(state, base, &result);
  if (start && has_room(state)) return append_ahead(state, base, start);
  // They will not fall into step in the rest of this block either.
  state->may_decode_ahead = false;
  return result;
}
