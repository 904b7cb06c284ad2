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

/// A position in the input, and where its bytes go.
typedef struct p3z_cursor {
  const uint8_t *in;
  uint8_t *out;
  uint64_t bits;
  /// How many bits there are, modulo 64: what is above is left over from entries.
  uint32_t count;
  /// The entry of the next code.
  uint32_t entry;
} p3z_cursor;

/// At least 56 bits.
P3Z_INLINE void p3z_refill(p3z_cursor *cursor) {
  cursor->bits |= p3z_load64(cursor->in) << (cursor->count & 63);
  cursor->in += ~cursor->count >> 3 & 7;
  cursor->count |= 56;
}

P3Z_INLINE void p3z_use_bits(p3z_cursor *cursor, uint32_t count) {
  cursor->bits >>= count & 63;
  cursor->count -= count;
}

P3Z_INLINE void p3z_look_up(p3z_cursor *cursor, const uint32_t *literals) {
  cursor->entry = literals[cursor->bits & ((1 << P3Z_LITERAL_BITS) - 1)];
}

P3Z_INLINE void p3z_look_further(p3z_cursor *cursor, const uint32_t *table, unsigned table_bits) {
  p3z_use_bits(cursor, table_bits);
  cursor->entry = table[(cursor->entry >> 8 & 0xffff) + (cursor->bits & ((1u << (cursor->entry >> 24 & 15)) - 1))];
}

P3Z_INLINE bool p3z_needs_second_table(const p3z_cursor *cursor) {
  return (cursor->entry & P3Z_ENTRY_KIND) == P3Z_ENTRY_TABLE;
}

/// Writes the one or two literals of the entry; two bytes in any case.
P3Z_INLINE void p3z_put_literals(p3z_cursor *cursor) {
  const uint16_t pair = (uint16_t)(cursor->entry >> 8);
  p3z_use_bits(cursor, cursor->entry);
  cursor->out[0] = (uint8_t)pair;
  cursor->out[1] = (uint8_t)(pair >> 8);
  cursor->out += cursor->entry >> 24 & 3;
}

/// The length or distance of the entry, with its extra bits.
P3Z_INLINE size_t p3z_take_value(p3z_cursor *cursor) {
  const uint64_t bits = cursor->bits & ((UINT64_C(1) << (cursor->entry & 63)) - 1);
  const size_t value = (cursor->entry >> 13) + (bits >> (cursor->entry >> 8 & 31));
  p3z_use_bits(cursor, cursor->entry & 255);
  return value;
}

typedef enum p3z_cursor_symbol { P3Z_CURSOR_LITERAL, P3Z_CURSOR_MATCH, P3Z_CURSOR_OTHER } p3z_cursor_symbol;

/// Decodes a code that is no literal of the first level: a literal of the second, which it writes, or a match, which it
/// leaves to the caller. At the end of the block and at damage the cursor stays. Needs 56 bits; 28 are left.
P3Z_INLINE p3z_cursor_symbol p3z_decode_other(
  p3z_cursor *cursor, const p3z_inflater *state, size_t *length, size_t *distance) {
  const p3z_cursor before = *cursor;
  if (p3z_needs_second_table(cursor)) {
    p3z_look_further(cursor, state->literals, P3Z_LITERAL_BITS);
    if (cursor->entry & P3Z_ENTRY_LITERAL) {
      p3z_put_literals(cursor);
      p3z_refill(cursor);
      return P3Z_CURSOR_LITERAL;
    }
  }
  if (!(cursor->entry & P3Z_ENTRY_SPECIAL)) {
    // A length takes at most 20 bits; the distance is looked up in the rest.
    *length = p3z_take_value(cursor);
    cursor->entry = state->distances[cursor->bits & ((1 << P3Z_DISTANCE_BITS) - 1)];
    p3z_refill(cursor);
    if (p3z_needs_second_table(cursor)) p3z_look_further(cursor, state->distances, P3Z_DISTANCE_BITS);
    if (!(cursor->entry & P3Z_ENTRY_SPECIAL)) {
      *distance = p3z_take_value(cursor);
      return P3Z_CURSOR_MATCH;
    }
  }
  *cursor = before;
  return P3Z_CURSOR_OTHER;
}

/// A cursor where `state` stands, which has P3Z_FAST_INPUT bytes of input.
P3Z_INLINE p3z_cursor p3z_cursor_at(const p3z_inflater *state) {
  p3z_cursor cursor = {
    .in = state->input + state->input_position,
    .out = state->window + state->write_position,
    .bits = state->bits,
    .count = state->bit_count,
  };
  p3z_refill(&cursor);
  p3z_look_up(&cursor, state->literals);
  return cursor;
}

/// Lets `state` stand where `cursor` is: whole bytes in its bits go back to the input.
P3Z_INLINE void p3z_leave_cursor(const p3z_cursor *cursor, p3z_inflater *state) {
  const unsigned count = cursor->count & 63;
  state->bit_count = count & 7;
  state->bits = cursor->bits & ((1u << state->bit_count) - 1);
  state->input_position = (size_t)(cursor->in - state->input) - (count >> 3);
  state->write_position = (size_t)(cursor->out - state->window);
}

/// Whether a distance leads to bytes that were written at `out` and before. The window keeps as many as deflate's longest
/// distance: writers declare smaller ones than they use.
P3Z_INLINE bool p3z_is_within_reach(const p3z_inflater *state, const uint8_t *out, size_t distance) {
  return distance <= (size_t)(out - state->window);
}

/// Copies a match; may write up to 16 bytes past its end.
P3Z_INLINE uint8_t *p3z_copy_match(uint8_t *out, size_t distance, size_t length) {
  const uint8_t *from = out - distance;
  uint8_t *end = out + length;
  if (distance >= 16) {
    memcpy(out, from, 16);
    while (length > 16) {
      out += 16, from += 16, length -= 16;
      memcpy(out, from, 16);
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
