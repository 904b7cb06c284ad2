#ifndef P3Z_BIT_CURSOR_H
#define P3Z_BIT_CURSOR_H

// What the fast loops keep in registers: a position in the input that is decoded with up to 63 bits at hand and without
// checks on the end of the input. Their callers see to it that P3Z_FAST_INPUT bytes are there.

#include <string.h>

#include "bits/little_endian.h"
#include "inflate_state.h"
#include "inflate_tables.h"

enum {
  /// Bytes of input that must be left where a loop decodes without checks in between: two refills of up to 7 bytes in a
  /// turn, each reading 8, one refill before the first turn.
  P3Z_FAST_INPUT = 32,
};

#define P3Z_INLINE static inline __attribute__((always_inline))

/// A position in the input.
typedef struct p3z_cursor {
  const uint8_t *in;
  uint64_t bits;
  /// How many bits there are, modulo 64: what is above is left over from entries.
  uint32_t count;
} p3z_cursor;

/// At least 56 bits.
P3Z_INLINE void p3z_refill(p3z_cursor *cursor) {
  cursor->bits |= p3z_load64(cursor->in) << (cursor->count & 63);
  cursor->in += ~cursor->count >> 3 & 7;
  cursor->count |= 56;
}

/// Uses the bits that an entry takes; what is above the low 6 bits does not count.
P3Z_INLINE void p3z_use(p3z_cursor *cursor, uint8_t entry_bits) {
  cursor->bits >>= entry_bits & 63;
  cursor->count -= entry_bits;
}

/// Where in `entries` the next bits are looked up, in the table that begins at `start` and looks at `table_bits`.
P3Z_INLINE const p3z_entry *p3z_look_up(
  const p3z_cursor *cursor, const p3z_entry *entries, uint16_t start, uint8_t table_bits) {
  return entries + start + (cursor->bits & ((UINT64_C(1) << table_bits) - 1));
}

/// The word of the entry that p3z_look_up finds.
P3Z_INLINE uint64_t p3z_look_up_word(
  const p3z_cursor *cursor, const p3z_entry *entries, uint16_t start, uint8_t table_bits) {
  return p3z_entry_word(p3z_look_up(cursor, entries, start, table_bits));
}

/// Writes the one or two literals of an entry, two bytes in any case, and uses its bits.
P3Z_INLINE uint8_t *p3z_put_literals(p3z_cursor *cursor, uint64_t word, uint8_t *out) {
  const uint16_t value = (uint16_t)(word >> 32);
  memcpy(out, &value, 2);
  p3z_use(cursor, (uint8_t)word);
  return out + (word >> 56);
}

/// Uses the bits of a length or distance, and gives its value.
P3Z_INLINE size_t p3z_take_value(p3z_cursor *cursor, uint64_t word) {
  const uint64_t taken = cursor->bits & ((UINT64_C(1) << (word & 63)) - 1);
  p3z_use(cursor, (uint8_t)word);
  return (word >> 32 & 0xffff) + (taken >> (word >> 48 & 15));
}

/// A cursor where `state` stands, which has P3Z_FAST_INPUT bytes of input.
P3Z_INLINE p3z_cursor p3z_cursor_at(const p3z_inflater *state) {
  p3z_cursor cursor = {.in = state->input + state->input_position, .bits = state->bits, .count = state->bit_count};
  p3z_refill(&cursor);
  return cursor;
}

/// Lets `state` stand where `cursor` is: whole bytes in its bits go back to the input.
P3Z_INLINE void p3z_leave_cursor(const p3z_cursor *cursor, p3z_inflater *state) {
  const unsigned count = cursor->count & 63;
  state->bit_count = count & 7;
  state->bits = cursor->bits & ((1u << state->bit_count) - 1);
  state->input_position = (size_t)(cursor->in - state->input) - (count >> 3);
}

/// Whether a distance leads to bytes that were written at `out` and before. The window keeps as many as deflate's
/// longest distance: writers declare smaller ones than they use.
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
    // Each step of `distance` bytes is right; what is written beyond is overwritten.
    do {
      // By way of a register: the two ranges overlap, which memcpy does not allow.
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
