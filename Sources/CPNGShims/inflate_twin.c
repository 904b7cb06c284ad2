// Two places of one block decoded side by side.
//
// A Huffman decoder waits: where a code begins is known only when the one before it has been looked up, and a core
// could do two or three such chains at once. So the second lane begins at a byte further on, which is most likely the
// middle of a code. It decodes nonsense at first, but after a dozen symbols it falls into step with the true codes,
// and stays there. Where the first lane arrives at a place at which the second began a code, everything that the
// second decoded from there on is right. (Klein and Wiseman, "Parallel Huffman decoding with applications to JPEG
// files", The Computer Journal 46, 2003.) If they never meet, what the second did is dropped.
//
// The second lane does not know yet where its bytes will stand: it keeps literals aside, and matches as notes.

#include "inflate_codes.h"

enum {
  /// A lane stops early where it writes more than so many bytes for one of input.
  TWIN_EXPANSION = 3,
  /// What a turn writes at most: six literals, and a match.
  TWIN_TURN = 264,
};

_Static_assert((int)TWIN_ROOM == (int)TWIN_LONGEST * TWIN_EXPANSION, "the second lane's literals have their room");

size_t p3png_twin_stride(const inflate_state *state) {
  if (!state->is_worth_twins) return 0;
  const size_t left = state->input_end - state->input_position, room = state->capacity - state->write_position;
  size_t stride = TWIN_LONGEST;
  // Half of what is left of the block, if it is as long as the one before.
  const uint64_t position = bit_position(state) / 8;
  if (state->expected_end > position && state->expected_end - position < 2 * stride) {
    stride = (size_t)(state->expected_end - position) / 2;
  }
  if (left < 2 * stride + 2 * FAST_INPUT) stride = left < 2 * FAST_INPUT ? 0 : (left - 2 * FAST_INPUT) / 2;
  if (room < 2 * TWIN_EXPANSION * stride) stride = room / (2 * TWIN_EXPANSION);
  return stride < TWIN_SHORTEST ? 0 : stride;
}

/// The bit of the input, counted from `base`, where `lane` stands.
LANE_INLINE uint32_t bits_from(const inflate_lane *lane, const uint8_t *base) {
  return (uint32_t)((lane->in - base) * 8) - (lane->count & 63);
}

LANE_INLINE void put_both(inflate_lane *one, inflate_lane *two, const uint32_t *literals) {
  lane_put(one);
  lane_look_up(one, literals);
  lane_put(two);
  lane_look_up(two, literals);
}

LANE_INLINE bool are_literals(const inflate_lane *one, const inflate_lane *two) {
  return (one->entry & two->entry & ENTRY_LITERAL) != 0;
}

/// Up to three turns of literals in both lanes. False when one has another symbol to decode.
LANE_INLINE bool put_literals(inflate_lane *one, inflate_lane *two, const uint32_t *literals) {
  // Three look-ups take at most 36 of 56 bits: the next needs 12.
  bool has_only_literals = false;
  if (are_literals(one, two)) {
    put_both(one, two, literals);
    if (are_literals(one, two)) {
      put_both(one, two, literals);
      has_only_literals = are_literals(one, two);
      if (has_only_literals) put_both(one, two, literals);
    }
  }
  lane_refill(one);
  lane_refill(two);
  return has_only_literals;
}

/// The first lane's next symbol, unless it is a literal of the first level. False at the end of the block or at damage.
LANE_INLINE bool decode_first(inflate_lane *lane, const inflate_state *state) {
  if (lane->entry & ENTRY_LITERAL) return true;
  const inflate_lane before = *lane;
  size_t length, distance;
  const lane_symbol symbol = lane_decode(lane, state, &length, &distance);
  if (symbol == LANE_OTHER) return false;
  if (symbol == LANE_MATCH) {
    if (!is_within_reach(state, lane->out, distance)) {
      *lane = before;
      return false;
    }
    lane->out = copy_match(lane->out, distance, length);
  }
  lane_refill(lane);
  lane_look_up(lane, state->literals);
  return true;
}

/// The second lane's. False where it has to stop before its symbol.
LANE_INLINE bool decode_second(inflate_lane *lane, const inflate_state *state, inflate_twin *twin) {
  if (lane->entry & ENTRY_LITERAL) return true;
  if (twin->match_count == TWIN_MATCHES) return false;
  size_t length, distance;
  const lane_symbol symbol = lane_decode(lane, state, &length, &distance);
  if (symbol == LANE_OTHER) return false;
  if (symbol == LANE_MATCH) {
    twin->matches[twin->match_count++] = (twin_match){
      .literals = (uint16_t)(lane->out - twin->literals), .length = (uint16_t)length, .distance = (uint16_t)distance};
    twin->matched += length;
  }
  lane_refill(lane);
  lane_look_up(lane, state->literals);
  return true;
}

/// Notes that the second lane begins a code.
LANE_INLINE void mark(inflate_twin *twin, const inflate_lane *lane, const uint8_t *base) {
  if (twin->mark_count == TWIN_MARKS) return;
  twin->marks[twin->mark_count++] = (twin_mark){
    .bit = bits_from(lane, base),
    .literals = (uint16_t)(lane->out - twin->literals),
    .matches = (uint16_t)twin->match_count};
}

/// Runs both lanes until the first reaches `base`, where the second began, or the second can go no further. False when
/// the block ends before that.
LANE_INLINE bool run_both(inflate_state *state, const uint8_t *base, size_t stride) {
  inflate_twin *const twin = &state->twin;
  const uint32_t *literals = state->literals;
  inflate_lane one = lane_at(state), two = {.in = base, .out = twin->literals};
  const uint8_t *const one_limit = one.out + stride * TWIN_EXPANSION;
  const uint8_t *const in_limit = base + stride, *const two_limit = two.out + stride * TWIN_EXPANSION - TWIN_TURN;
  bool goes_on = true;
  twin->mark_count = twin->match_count = 0;
  twin->matched = 0;
  lane_refill(&two);
  lane_look_up(&two, literals);
  while (one.in < base && one.out < one_limit && two.in < in_limit && two.out + twin->matched < two_limit) {
    mark(twin, &two, base);
    if (put_literals(&one, &two, literals)) continue;
    goes_on = decode_first(&one, state);
    if (!goes_on || !decode_second(&two, state, twin)) break;
  }
  lane_finish(&one, state);
  twin->end = bits_from(&two, base);
  twin->literal_count = (size_t)(two.out - twin->literals);
  return goes_on;
}

/// Decodes on until `state` stands where the second lane began a code, and gives that mark. Null when they do not meet,
/// or the block ends before; `result` says how it went.
static const twin_mark *meet(inflate_state *state, const uint8_t *base, inflate_result *result) {
  const inflate_twin *twin = &state->twin;
  const int64_t base_bits = (base - state->input) * 8;
  unsigned next = 0;
  *result = INFLATE_MORE;
  while (state->stage == INFLATE_IN_CODES && state->write_position < state->capacity) {
    const int64_t bit = (int64_t)state->input_position * 8 - state->bit_count - base_bits;
    while (next < twin->mark_count && (int64_t)twin->marks[next].bit < bit) next++;
    if (next == twin->mark_count) return NULL;
    if ((int64_t)twin->marks[next].bit == bit) return &twin->marks[next];
    if ((*result = p3png_decode_symbol(state)) != INFLATE_MORE) return NULL;
  }
  return NULL;
}

/// Whether there is room for what the second lane decoded.
static bool has_room(const inflate_state *state) {
  return state->capacity - state->write_position >= state->twin.literal_count + state->twin.matched;
}

/// Appends what the second lane decoded after `mark`, and lets `state` stand where it stopped.
static inflate_result join(inflate_state *state, const uint8_t *base, const twin_mark *mark) {
  const inflate_twin *twin = &state->twin;
  const uint8_t *from = twin->literals + mark->literals, *const end = twin->literals + twin->literal_count;
  uint8_t *out = state->window + state->write_position;
  for (unsigned i = mark->matches; i < twin->match_count; i++) {
    const twin_match match = twin->matches[i];
    const size_t literals = (size_t)(twin->literals + match.literals - from);
    memcpy(out, from, literals);
    out += literals;
    from += literals;
    if (!is_within_reach(state, out, match.distance)) return damaged(state, "invalid distance too far back");
    out = copy_match(out, match.distance, match.length);
  }
  memcpy(out, from, (size_t)(end - from));
  out += end - from;
  state->write_position = (size_t)(out - state->window);
  state->input_position = (size_t)(base - state->input) + twin->end / 8;
  state->bits = state->bit_count = 0;
  if (twin->end % 8) {
    state->bits = state->input[state->input_position++] >> twin->end % 8;
    state->bit_count = 8 - twin->end % 8;
  }
  return INFLATE_MORE;
}

static bool run_both_plain(inflate_state *state, const uint8_t *base, size_t stride) {
  return run_both(state, base, stride);
}

#if defined(__x86_64__)
__attribute__((target("bmi,bmi2"))) static bool run_both_bmi2(
  inflate_state *state, const uint8_t *base, size_t stride) {
  return run_both(state, base, stride);
}
#endif

static bool run_lanes(inflate_state *state, const uint8_t *base, size_t stride) {
#if defined(__x86_64__)
  if (state->has_bmi2) return run_both_bmi2(state, base, stride);
#endif
  return run_both_plain(state, base, stride);
}

inflate_result p3png_decode_twin(inflate_state *state, size_t stride) {
  const uint8_t *const base = state->input + state->input_position + stride;
  if (!run_lanes(state, base, stride)) return p3png_decode_symbol(state);
  // Where the second lane stopped early, or the first wrote much.
  inflate_result result = p3png_decode_symbols(state, base);
  if (result != INFLATE_MORE) return result;
  const twin_mark *mark = meet(state, base, &result);
  if (mark && has_room(state)) return join(state, base, mark);
  // They will not get on in the rest of this block either.
  state->is_worth_twins = false;
  return result;
}
