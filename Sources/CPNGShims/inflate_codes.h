#ifndef P3_INFLATE_CODES_H
#define P3_INFLATE_CODES_H

// The coded part of a deflate block, for inflate.c: symbols one at a time with every check on the input, many at a
// time, and many at two places at once.

#include "inflate.h"
#include "inflate_tables.h"
#include "little_endian.h"

enum {
  /// The input that must be in front of whoever decodes without checks in between: two refills of up to 7 bytes in a
  /// turn, each reading 8, one refill before the first turn.
  FAST_INPUT = 32,
  /// Bytes of input that `inflate_twin` can use.
  TWIN_INPUT = 2 * TWIN_LONGEST + 2 * FAST_INPUT,
};

static inline inflate_result damaged(inflate_state *state, const char *reason) {
  state->reason = reason;
  return INFLATE_DAMAGED;
}

static inline uint32_t take_bits(inflate_state *state, unsigned count) {
  uint32_t value = (uint32_t)(state->bits & (((uint64_t)1 << count) - 1));
  state->bits >>= count;
  state->bit_count -= count;
  return value;
}

/// Has at least `count` (at most 48) bits in the buffer, or else INFLATE_SHORT, INFLATE_STOPPED. Takes no byte more than
/// needed, so that none is swallowed after the stream.
inflate_result p3png_need_bits(inflate_state *state, unsigned count);

/// Looks up the next code, which stays in the bits, all there: for block headers and for the ends of the input.
inflate_result p3png_next_entry(inflate_state *state, const uint32_t *table, unsigned table_bits, uint32_t *entry);

/// Decodes one symbol, or two literals, with every check on the input.
inflate_result p3png_decode_symbol(inflate_state *state);

/// Decodes as many symbols as room allows, but none that begins behind `in_limit`, with FAST_INPUT bytes after it.
inflate_result p3png_decode_symbols(inflate_state *state, const uint8_t *in_limit);

/// How far apart two places should be for `p3png_decode_twin`; 0 where it cannot help.
size_t p3png_twin_stride(const inflate_state *state);

/// Decodes from where the input stands and, at the same time, from `stride` bytes further on: about twice `stride` bytes
/// of input in one go.
inflate_result p3png_decode_twin(inflate_state *state, size_t stride);

// MARK: Lanes

/// A place in the input that is decoded with up to 63 bits in a register.
typedef struct inflate_lane {
  const uint8_t *in;
  uint8_t *out;
  uint64_t bits;
  /// How many bits there are, modulo 64: what is above is left over from entries.
  uint32_t count;
  /// The entry of the next code.
  uint32_t entry;
} inflate_lane;

#define LANE_INLINE static inline __attribute__((always_inline))

/// At least 56 bits.
LANE_INLINE void lane_refill(inflate_lane *lane) {
  lane->bits |= load64(lane->in) << (lane->count & 63);
  lane->in += ~lane->count >> 3 & 7;
  lane->count |= 56;
}

LANE_INLINE void lane_take(inflate_lane *lane, uint32_t count) {
  lane->bits >>= count & 63;
  lane->count -= count;
}

LANE_INLINE void lane_look_up(inflate_lane *lane, const uint32_t *literals) {
  lane->entry = literals[lane->bits & ((1 << INFLATE_LITERAL_BITS) - 1)];
}

LANE_INLINE void lane_look_further(inflate_lane *lane, const uint32_t *table, unsigned table_bits) {
  lane_take(lane, table_bits);
  lane->entry = table[(lane->entry >> 8 & 0xffff) + (lane->bits & ((1u << (lane->entry >> 24 & 15)) - 1))];
}

LANE_INLINE bool lane_is_table(const inflate_lane *lane) { return (lane->entry & ENTRY_KIND) == ENTRY_TABLE; }

/// Writes the one or two literals of the entry; two bytes in any case.
LANE_INLINE void lane_put(inflate_lane *lane) {
  const uint16_t pair = (uint16_t)(lane->entry >> 8);
  lane_take(lane, lane->entry);
  lane->out[0] = (uint8_t)pair;
  lane->out[1] = (uint8_t)(pair >> 8);
  lane->out += lane->entry >> 24 & 3;
}

/// The length or distance of the entry, with its extra bits.
LANE_INLINE size_t lane_value(inflate_lane *lane) {
  const uint64_t bits = lane->bits & ((UINT64_C(1) << (lane->entry & 63)) - 1);
  const size_t value = (lane->entry >> 13) + (bits >> (lane->entry >> 8 & 31));
  lane_take(lane, lane->entry & 255);
  return value;
}

typedef enum lane_symbol { LANE_LITERAL, LANE_MATCH, LANE_OTHER } lane_symbol;

/// What the entry means, which is no literal of the first level: a literal, written; a match; or the end of the block or
/// damage, and the lane stays where it is. Needs 32 bits; 28 are left.
LANE_INLINE lane_symbol lane_decode(
  inflate_lane *lane, const inflate_state *state, size_t *length, size_t *distance) {
  const inflate_lane before = *lane;
  if (lane_is_table(lane)) {
    lane_look_further(lane, state->literals, INFLATE_LITERAL_BITS);
    if (lane->entry & ENTRY_LITERAL) {
      lane_put(lane);
      lane_refill(lane);
      return LANE_LITERAL;
    }
  }
  if (!(lane->entry & ENTRY_SPECIAL)) {
    // A length takes at most 20 bits; the distance is looked up in the rest.
    *length = lane_value(lane);
    lane->entry = state->distances[lane->bits & ((1 << INFLATE_DISTANCE_BITS) - 1)];
    lane_refill(lane);
    if (lane_is_table(lane)) lane_look_further(lane, state->distances, INFLATE_DISTANCE_BITS);
    if (!(lane->entry & ENTRY_SPECIAL)) {
      *distance = lane_value(lane);
      return LANE_MATCH;
    }
  }
  *lane = before;
  return LANE_OTHER;
}

/// A lane where `state` stands, which has FAST_INPUT bytes of input.
LANE_INLINE inflate_lane lane_at(const inflate_state *state) {
  inflate_lane lane = {
    .in = state->input + state->input_position,
    .out = state->window + state->write_position,
    .bits = state->bits,
    .count = state->bit_count,
  };
  lane_refill(&lane);
  lane_look_up(&lane, state->literals);
  return lane;
}

/// Lets `state` stand where `lane` is: whole bytes in its bits go back to the input.
LANE_INLINE void lane_finish(const inflate_lane *lane, inflate_state *state) {
  const unsigned count = lane->count & 63;
  state->bit_count = count & 7;
  state->bits = lane->bits & ((1u << state->bit_count) - 1);
  state->input_position = (size_t)(lane->in - state->input) - (count >> 3);
  state->write_position = (size_t)(lane->out - state->window);
}

/// Whether a distance leads to bytes that were written at `out` and before, within the window of the zlib header.
LANE_INLINE bool is_within_reach(const inflate_state *state, const uint8_t *out, size_t distance) {
  return distance <= (size_t)(out - state->window) && distance <= state->window_size;
}

/// Copies a match; may write up to 16 bytes past its end.
LANE_INLINE uint8_t *copy_match(uint8_t *out, size_t distance, size_t length) {
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
      memcpy(out, from, 8);
      out += distance;
      from += distance;
    } while (out < end);
  }
  return end;
}

#endif
