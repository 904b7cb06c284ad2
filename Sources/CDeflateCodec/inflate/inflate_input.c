#include "inflate_input.h"

#include <string.h>

bool p3z_pull_memory(void *context, uint8_t *into, size_t count, size_t *got) {
  p3z_memory *input = context;
  *got = count < input->left ? count : input->left;
  if (*got == 0) return true;
  memcpy(into, input->bytes, *got);
  input->bytes += *got;
  input->left -= *got;
  return true;
}

void p3z_pull_input(p3z_inflater *state) {
  if (state->input_ended) return;
  size_t left = state->input_end - state->input_position, got;
  if (state->input_position > 0) memmove(state->input, state->input + state->input_position, left);
  state->input_position = 0;
  state->input_end = left;
  if (!state->pull(state->context, state->input + left, P3Z_INPUT_BYTES - left, &got)) {
    state->input_failed = true;
    got = 0;
  }
  if (got == 0) state->input_ended = true;
  state->input_end += got;
  state->pulled += got;
}

p3z_result p3z_need_input(p3z_inflater *state) {
  if (state->input_position == state->input_end) p3z_pull_input(state);
  if (state->input_position < state->input_end) return P3Z_MORE;
  return state->input_failed ? P3Z_STOPPED : P3Z_SHORT;
}

p3z_result p3z_need_bits(p3z_inflater *state, unsigned count) {
  while (state->bit_count < count) {
    const p3z_result result = p3z_need_input(state);
    if (result != P3Z_MORE) return result;
    state->bits |= (uint64_t)state->input[state->input_position++] << state->bit_count;
    state->bit_count += 8;
  }
  return P3Z_MORE;
}
