#ifndef P3Z_INFLATE_INPUT_H
#define P3Z_INFLATE_INPUT_H

// The decoder's input, bit by bit.

#include "inflate_state.h"

/// Moves the unused input to the front and pulls more behind it, unless the input has ended.
void p3z_pull_input(p3z_inflater *state);

/// Has a byte of input, or else returns P3Z_SHORT or P3Z_STOPPED.
p3z_result p3z_need_input(p3z_inflater *state);

/// Has at least `count` (at most 48) bits at hand, or else returns P3Z_SHORT or P3Z_STOPPED. Takes no byte more than
/// needed, so that none is swallowed after the stream.
p3z_result p3z_need_bits(p3z_inflater *state, unsigned count);

/// Uses `count` bits, which are at hand.
static inline uint32_t p3z_take_bits(p3z_inflater *state, unsigned count) {
  uint32_t value = (uint32_t)(state->bits & (((uint64_t)1 << count) - 1));
  state->bits >>= count;
  state->bit_count -= count;
  return value;
}

/// How many bits of the input have been used.
static inline uint64_t p3z_used_bits(const p3z_inflater *state) {
  return (state->pulled - (state->input_end - state->input_position)) * 8 - state->bit_count;
}

#endif
