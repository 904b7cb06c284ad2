// The problem: a Huffman decoder waits, as the place of a code follows only from the length of the code before. A core
// could run two or three such chains at once. It also mispredicts branches: whether a literal or a match comes next is
// what the compressor could not predict either.
//
// The idea: decode from two positions of the block at once. The second lane begins at a byte further on, most likely in
// the middle of a code. It decodes nonsense at first, but after about a dozen symbols falls into step with the true
// codes and stays there. (Klein and Wiseman, "Parallel Huffman decoding with applications to JPEG files", The Computer
// Journal 46, 2003.) And lanes only collect symbols, in steps without branches that are the same for all symbols; a
// second pass copies the matches.
//
//   until the first lane reaches the second's start: step both; note the bits at which the second lane begins codes
//   step the first lane until it stands at a noted bit: all that the second decoded from there on is right
//   if it never does: drop the second lane's symbols, and decode the rest of the block from one position
//   write the first lane's symbols, then the second's from the noted bit on
//
// Exact: a decoder's state between two codes is its position alone, so equal positions decode equal symbols.

#include "speculative_inflate.h"

#include "inflate_input.h"
#include "inflate_symbols.h"

enum {
  /// Turns of literals from one noted position to the next.
  NOTED_TURNS = 4,
};

size_t p3z_best_gap(const p3z_inflater *state) {
  if (state->kind == P3Z_ONE_BY_ONE || state->next.start != 0 || state->is_stopped) return 0;
  const size_t left = state->input_end - state->input_position;
  size_t gap = P3Z_MOST_GAP;
  // Half of the rest of the block, if it is as long as the block before.
  const uint64_t position = p3z_used_bits(state) / 8;
  if (state->expected_end > position && state->expected_end - position < 2 * gap) {
    gap = (size_t)(state->expected_end - position) / 2;
  }
  if (left < 2 * gap + 2 * P3Z_FAST_INPUT) gap = left < 2 * P3Z_FAST_INPUT ? 0 : (left - 2 * P3Z_FAST_INPUT) / 2;
  return gap < P3Z_LEAST_GAP ? 0 : gap;
}

// MARK: Lanes

/// A position in the input, and the position in its run where its symbols go.
typedef struct lane {
  p3z_cursor cursor;
  /// The last entry, which leads to the next table.
  const p3z_entry *entry;
  size_t symbols, matches;
} lane;

/// Decodes one entry. Does all that a literal, a length, a distance or a link needs for each of them; only what it adds
/// to the positions differs. At a stop the lane stays.
P3Z_INLINE void step(lane *lane, const p3z_entry *entries, p3z_symbol_run *run) {
  const p3z_entry *entry = p3z_look_up(&lane->cursor, entries, lane->entry->next, lane->entry->next_bits);
  const uint8_t bits = entry->bits, symbols = entry->symbols;
  uint8_t *to = run->symbols + lane->symbols;
  // Literals, which the next symbols follow at once; or a length or distance, which p3z_value evaluates in the second
  // pass.
  memcpy(to, &entry->value, 4);
  memcpy(to + 4, &lane->cursor.bits, 4);
  run->matches[lane->matches] = (uint16_t)lane->symbols;
  lane->symbols += symbols;
  lane->matches += bits >> 7;
  p3z_use(&lane->cursor, bits);
  lane->entry = entry;
}

/// Decodes three entries of one lane.
P3Z_INLINE void turn(lane *lane, const p3z_entry *entries, p3z_symbol_run *run) {
  step(lane, entries, run);
  step(lane, entries, run);
  step(lane, entries, run);
  p3z_refill(&lane->cursor);
}

P3Z_INLINE void turn_both(lane *first, lane *second, const p3z_entry *entries, p3z_symbol_run *runs) {
  step(first, entries, &runs[0]);
  step(second, entries, &runs[1]);
  step(first, entries, &runs[0]);
  step(second, entries, &runs[1]);
  step(first, entries, &runs[0]);
  step(second, entries, &runs[1]);
  p3z_refill(&first->cursor);
  p3z_refill(&second->cursor);
}

P3Z_INLINE p3z_plain_entry look_up_plain(const p3z_cursor *cursor, const p3z_plain_entry *plain) {
  return plain[cursor->bits & ((1u << P3Z_PLAIN_BITS) - 1)];
}

/// Writes the one or two literals of an entry (always two bytes), and consumes its bits.
P3Z_INLINE uint8_t *put_plain(p3z_cursor *cursor, p3z_plain_entry entry, uint8_t *out) {
  const uint16_t value = (uint16_t)(entry >> 8);
  memcpy(out, &value, 2);
  p3z_use(cursor, (uint8_t)entry);
  return out + (entry >> 24);
}

/// Writes the literals of both lanes' entries, then looks up the next entries. False if one is not a literal.
P3Z_INLINE bool put_both(
  p3z_cursor *first, p3z_cursor *second, const p3z_plain_entry *plain, p3z_plain_entry entries[2], uint8_t *out[2]) {
  if ((entries[0] | entries[1]) & P3Z_PLAIN_OTHER) return false;
  out[0] = put_plain(first, entries[0], out[0]);
  out[1] = put_plain(second, entries[1], out[1]);
  entries[0] = look_up_plain(first, plain);
  entries[1] = look_up_plain(second, plain);
  return true;
}

/// Does up to `turns` turns of both lanes, which are at the root, for as long as all entries are literals. Returns the
/// number of turns left. Of the last turn, up to two of three entries may be done.
P3Z_INLINE unsigned turn_literals(
  lane *first_lane, lane *second_lane, const p3z_plain_entry *plain, p3z_symbol_run *runs, const uint8_t *first_limit,
  const uint8_t *second_limit, unsigned turns) {
  p3z_cursor first = first_lane->cursor, second = second_lane->cursor;
  uint8_t *out[2] = {runs[0].symbols + first_lane->symbols, runs[1].symbols + second_lane->symbols};
  p3z_plain_entry entries[2] = {look_up_plain(&first, plain), look_up_plain(&second, plain)};
  bool is_whole = true;
  for (; turns > 0 && first.in < first_limit && second.in < second_limit; turns--) {
    // Three entries consume at most 36 of 56 bits: the next lookup need not wait for a refill.
    is_whole = put_both(&first, &second, plain, entries, out) && put_both(&first, &second, plain, entries, out) &&
               put_both(&first, &second, plain, entries, out);
    if (!is_whole) break;
    p3z_refill(&first);
    p3z_refill(&second);
  }
  // Not after a whole turn, which has refilled already: a second refill would wait for the first to move `in`.
  if (!is_whole) {
    p3z_refill(&first);
    p3z_refill(&second);
  }
  first_lane->cursor = first;
  second_lane->cursor = second;
  first_lane->symbols = (size_t)(out[0] - runs[0].symbols);
  second_lane->symbols = (size_t)(out[1] - runs[1].symbols);
  return turns;
}

/// The position of `lane` in bits, counted from `base`.
P3Z_INLINE uint32_t bits_from(const lane *lane, const uint8_t *base) {
  return (uint32_t)((lane->cursor.in - base) * 8) - (lane->cursor.count & 63);
}

P3Z_INLINE bool is_stopped(const lane *lane) { return p3z_is_stop(*lane->entry); }

P3Z_INLINE bool is_at_root(const lane *lane) { return lane->entry->next == 0; }

/// Notes the position at which the second lane begins a turn.
P3Z_INLINE void note_start(p3z_lanes *lanes, const lane *second, const uint8_t *base) {
  if (lanes->start_count == P3Z_LANE_STARTS || !is_at_root(second)) return;
  lanes->starts[lanes->start_count++] = (p3z_turn_start){
    .bit = bits_from(second, base), .symbols = (uint32_t)second->symbols, .matches = (uint32_t)second->matches};
}

/// Continues until `first` stands where the second lane began a turn, and returns that turn; NULL if they do not fall
/// into step.
P3Z_INLINE const p3z_turn_start *resync(
  lane *first, const p3z_entry *entries, p3z_lanes *lanes, const uint8_t *base, unsigned steps) {
  unsigned next = 0;
  for (; steps > 0 && !is_stopped(first); steps--) {
    if (is_at_root(first)) {
      const int32_t bit = (int32_t)bits_from(first, base);
      while (next < lanes->start_count && (int32_t)lanes->starts[next].bit < bit) next++;
      if (next == lanes->start_count) return NULL;
      if ((int32_t)lanes->starts[next].bit == bit) return &lanes->starts[next];
    }
    step(first, entries, &lanes->runs[0]);
    p3z_refill(&first->cursor);
  }
  return NULL;
}

/// The length or distance that `step` stored at `symbol`.
P3Z_INLINE uint32_t match_value(const uint8_t *symbol) {
  uint16_t base;
  uint32_t bits;
  memcpy(&base, symbol, 2);
  memcpy(&bits, symbol + 4, 4);
  return p3z_value(base, symbol[2], bits);
}

/// Marks what `lane` collected from `symbol` and `match` on as pending.
P3Z_INLINE void set_run(p3z_symbol_run *run, uint32_t symbol, uint32_t match, const lane *lane) {
  run->symbol = symbol;
  run->match = match;
  run->symbol_end = (uint32_t)lane->symbols;
  run->match_end = (uint32_t)lane->matches;
}

/// Moves `state` to the position of `lane`. A length whose distance is still to come is taken from `run`.
P3Z_INLINE void leave_lane(const lane *lane, p3z_symbol_run *run, p3z_inflater *state) {
  p3z_leave_cursor(&lane->cursor, state);
  state->next = (p3z_table){lane->entry->next, lane->entry->next_bits};
  state->is_stopped = is_stopped(lane);
  state->has_pending = true;
  if (run->match == run->match_end || run->matches[run->match_end - 1] + P3Z_MATCH_BYTES != run->symbol_end) return;
  run->match_end--;
  run->symbol_end -= P3Z_MATCH_BYTES;
  state->pending_length = match_value(run->symbols + run->symbol_end);
}

/// Moves both lanes until the first reaches `base`, where the second began, or the second stops; then moves the first
/// until they fall into step. False if they do not.
P3Z_INLINE bool decode_both(p3z_inflater *state, const uint8_t *base, size_t gap, bool has_mostly_literals) {
  p3z_lanes *const lanes = &state->lanes;
  p3z_symbol_run *const runs = lanes->runs;
  const p3z_entry *const entries = state->entries;
  const p3z_entry root = {.next_bits = state->root.bits};
  p3z_cursor ahead = {.in = base};
  p3z_refill(&ahead);
  lane first = {.cursor = p3z_cursor_at(state), .entry = &root}, second = {.cursor = ahead, .entry = &root};
  const uint8_t *const in_limit = base + gap;
  unsigned turns = P3Z_LANE_TURNS;
  lanes->start_count = 0;
  // A turn consumes up to 7 bytes of input and reads 8 more; it writes at most TURN_BYTES.
  while (turns > 0 && first.cursor.in < base && second.cursor.in < in_limit) {
    note_start(lanes, &second, base);
    if (has_mostly_literals && is_at_root(&first) && is_at_root(&second)) {
      const unsigned most = lanes->start_count < P3Z_LANE_STARTS && turns > NOTED_TURNS ? NOTED_TURNS : turns;
      const unsigned left = turn_literals(&first, &second, state->plain, runs, base, in_limit, most);
      turns -= most - left;
      if (left == 0) continue;
    }
    turn_both(&first, &second, entries, runs);
    turns--;
    if (is_stopped(&first) || is_stopped(&second)) break;
  }
  for (; turns > 0 && first.cursor.in < base && !is_stopped(&first); turns--) turn(&first, entries, &runs[0]);
  const p3z_turn_start *start = resync(&first, entries, lanes, base, 3 * turns);
  const lane nothing = {0};
  set_run(&runs[0], 0, 0, &first);
  set_run(&runs[1], start ? start->symbols : 0, start ? start->matches : 0, start ? &second : &nothing);
  leave_lane(start ? &second : &first, &runs[start != NULL], state);
  return start != NULL || is_stopped(&first);
}

static bool decode_both_plain(p3z_inflater *state, const uint8_t *base, size_t gap) {
  return state->kind == P3Z_LITERALS_AHEAD ? decode_both(state, base, gap, true) : decode_both(state, base, gap, false);
}

#if defined(__x86_64__)
__attribute__((target("bmi,bmi2"))) static bool decode_both_bmi2(
  p3z_inflater *state, const uint8_t *base, size_t gap) {
  return state->kind == P3Z_LITERALS_AHEAD ? decode_both(state, base, gap, true) : decode_both(state, base, gap, false);
}
#endif

// MARK: Writing

/// Writes literals of `run` up to `end`, as far as the window has room; `out` lies before `out_limit`.
P3Z_INLINE uint8_t *write_literals(p3z_symbol_run *run, uint8_t *out, const uint8_t *out_limit, uint32_t end) {
  size_t count = end - run->symbol;
  const size_t room = (size_t)(out_limit - out);
  if (__builtin_expect(count > room, 0)) count = room;
  const uint8_t *from = run->symbols + run->symbol;
  run->symbol += (uint32_t)count;
  memcpy(out, from, 16);
  if (count > 16) {
    memcpy(out + 16, from + 16, 16);
    if (count > 32) memcpy(out + 32, from + 32, count - 32);
  }
  return out + count;
}

static p3z_result write_run(p3z_inflater *state, p3z_symbol_run *run) {
  uint8_t *out = state->window + state->write_position;
  const uint8_t *const out_limit = state->window + state->capacity;
  p3z_result result = P3Z_MORE;
  // A match may end beyond the limit, in the window's slack; no literal is written there.
  while (run->match < run->match_end && out < out_limit) {
    const uint32_t match = run->matches[run->match];
    out = write_literals(run, out, out_limit, match);
    if (run->symbol < match || out >= out_limit) break;
    const size_t length = match_value(run->symbols + match);
    const size_t distance = match_value(run->symbols + match + P3Z_MATCH_BYTES);
    if (__builtin_expect(!p3z_is_within_reach(state, out, distance), 0)) {
      result = p3z_damaged(state, P3Z_DISTANCE_TOO_FAR);
      break;
    }
    out = p3z_copy_match(out, distance, length);
    run->symbol = match + 2 * P3Z_MATCH_BYTES;
    run->match++;
  }
  if (run->match == run->match_end && out < out_limit) {
    out = write_literals(run, out, out_limit, run->symbol_end);
  }
  state->write_position = (size_t)(out - state->window);
  return result;
}

static bool is_written(const p3z_symbol_run *run) {
  return run->match == run->match_end && run->symbol == run->symbol_end;
}

p3z_result p3z_write_pending(p3z_inflater *state) {
  for (unsigned i = 0; i < 2; i++) {
    p3z_symbol_run *run = &state->lanes.runs[i];
    if (is_written(run)) continue;
    const p3z_result result = write_run(state, run);
    if (result != P3Z_MORE || !is_written(run)) return result;
  }
  state->has_pending = false;
  return P3Z_MORE;
}

p3z_result p3z_inflate_ahead(p3z_inflater *state, size_t gap) {
  const uint8_t *const base = state->input + state->input_position + gap;
  bool fell_into_step;
#if defined(__x86_64__)
  if (state->has_bmi2) {
    fell_into_step = decode_both_bmi2(state, base, gap);
  } else
#endif
    fell_into_step = decode_both_plain(state, base, gap);
  // The lanes would not fall into step in the rest of this block either.
  if (!fell_into_step) state->kind = P3Z_ONE_BY_ONE;
  return p3z_write_pending(state);
}
