#ifndef P3Z_BIT_CURSOR_H
#define P3Z_BIT_CURSOR_H

// The state that the fast loops keep in registers: a position in the input with up to 63 bits at hand. They do not
// check for the end of the input; callers make sure that P3Z_FAST_INPUT bytes are there.

#include <string.h>

#include "bits/little_endian.h"
#include "inflate_state.h"
#include "inflate_tables.h"

enum {
  /// Bytes of input that a loop without checks needs: one refill before the first turn and two per turn, each of up to
  /// 7 bytes but reading 8.
  P3Z_FAST_INPUT = 32,
};

#define P3Z_INLINE static inline __attribute__((always_inline))

/// A position in the input.
typedef struct p3z_cursor {
  const uint8_t *in;
  uint64_t bits;
  /// The number of bits at hand, modulo 64: the higher bits are leftovers of entries.
  uint32_t count;
} p3z_cursor;

/// Refills to at least 56 bits.
P3Z_INLINE void p3z_refill(p3z_cursor *cursor) {
  cursor->bits |= p3z_load64(cursor->in) << (cursor->count & 63);
  cursor->in += ~cursor->count >> 3 & 7;
  cursor->count |= 56;
}

/// Consumes the bits of an entry; only the low 6 bits of `entry_bits` count.
P3Z_INLINE void p3z_use(p3z_cursor *cursor, uint8_t entry_bits) {
  cursor->bits >>= entry_bits & 63;
  cursor->count -= entry_bits;
}

/// The place in `entries` of the next code, in the table that begins at `start` and is indexed by `table_bits` bits.
P3Z_INLINE const p3z_entry *p3z_look_up(
  const p3z_cursor *cursor, const p3z_entry *entries, uint16_t start, uint8_t table_bits) {
  return entries + start + (cursor->bits & ((UINT64_C(1) << table_bits) - 1));
}

/// The entry that p3z_look_up finds, as one number.
P3Z_INLINE uint64_t p3z_look_up_word(
  const p3z_cursor *cursor, const p3z_entry *entries, uint16_t start, uint8_t table_bits) {
  return p3z_entry_word(p3z_look_up(cursor, entries, start, table_bits));
}

/// Writes the one or two literals of an entry (always two bytes), and consumes its bits.
P3Z_INLINE uint8_t *p3z_put_literals(p3z_cursor *cursor, uint64_t word, uint8_t *out) {
  const uint16_t value = (uint16_t)(word >> 32);
  memcpy(out, &value, 2);
  p3z_use(cursor, (uint8_t)word);
  return out + (word >> 56);
}

/// Consumes the bits of a length or distance, and returns its value.
P3Z_INLINE size_t p3z_take_value(p3z_cursor *cursor, uint64_t word) {
  const uint64_t taken = cursor->bits & ((UINT64_C(1) << (word & 63)) - 1);
  p3z_use(cursor, (uint8_t)word);
  return (word >> 32 & 0xffff) + (taken >> (word >> 48 & 15));
}

/// A cursor at the position of `state`, which must have P3Z_FAST_INPUT bytes of input.
P3Z_INLINE p3z_cursor p3z_cursor_at(const p3z_inflater *state) {
  p3z_cursor cursor = {.in = state->input + state->input_position, .bits = state->bits, .count = state->bit_count};
  p3z_refill(&cursor);
  return cursor;
}

/// Moves `state` to the position of `cursor`: returns whole unused bytes to the input.
P3Z_INLINE void p3z_leave_cursor(const p3z_cursor *cursor, p3z_inflater *state) {
  const unsigned count = cursor->count & 63;
  state->bit_count = count & 7;
  state->bits = cursor->bits & ((1u << state->bit_count) - 1);
  state->input_position = (size_t)(cursor->in - state->input) - (count >> 3);
}

/// Whether a distance leads to written bytes before `out`. The window always keeps deflate's longest distance, as some
/// writers declare smaller windows than they use.
P3Z_INLINE bool p3z_is_within_reach(const p3z_inflater *state, const uint8_t *out, size_t distance) {
  return distance <= (size_t)(out - state->window);
}

/// Copies a match; may write up to 32 bytes past its end.
P3Z_INLINE uint8_t *p3z_copy_match(uint8_t *out, size_t distance, size_t length) {
  const uint8_t *from = out - distance;
  uint8_t *end = out + length;
  if (distance >= 16) {
    // Most matches are this short, and a loop would be mispredicted.
    memcpy(out, from, 16);
    memcpy(out + 16, from + 16, 16);
    while (length > 32) {
      out += 32, from += 32, length -= 32;
      memcpy(out, from, 16);
      memcpy(out + 16, from + 16, 16);
    }
  } else if (distance == 1) {
    memset(out, *from, length);
  } else if (distance >= 8) {
    do {
      memcpy(out, from, 8);
      out += 8;
      from += 8;
    } while (out < end);
  } else {
    // Each step writes `distance` right bytes; the bytes beyond them are overwritten by the next step.
    do {
      // Through a register, as memcpy forbids overlapping ranges.
      uint64_t word;
      memcpy(&word, from, 8);
      memcpy(out, &word, 8);
      out += distance;
      from += distance;
    } while (out < end);
  }
  return end;
}

#endif
