#ifndef P3Z_INFLATE_INPUT_H
#define P3Z_INFLATE_INPUT_H

// The decoder's input, bit by bit.

#include "inflate_state.h"

/// Moves the unused input to the front and pulls more behind it, unless the input has ended.
void p3z_pull_input(p3z_inflater *state);

/// Makes a byte of input available, or returns P3Z_SHORT or P3Z_STOPPED.
p3z_result p3z_need_input(p3z_inflater *state);

/// Makes at least `count` (at most 48) bits available, or returns P3Z_SHORT or P3Z_STOPPED. Takes no more bytes than
/// needed, so that none is lost after the stream.
p3z_result p3z_need_bits(p3z_inflater *state, unsigned count);

/// Consumes `count` bits, which must be at hand.
static inline uint32_t p3z_take_bits(p3z_inflater *state, unsigned count) {
  uint32_t value = (uint32_t)(state->bits & (((uint64_t)1 << count) - 1));
  state->bits >>= count;
  state->bit_count -= count;
  return value;
}

/// The number of consumed bits of the input.
static inline uint64_t p3z_used_bits(const p3z_inflater *state) {
  return (state->pulled - (state->input_end - state->input_position)) * 8 - state->bit_count;
}

#endif
