#include <stdlib.h>
#include <string.h>

#include "inflate_blocks.h"
#include "inflate_input.h"
#include "inflater.h"
#include "p3_png_kernels.h"

enum {
  /// The least room of the window beyond the bytes that serve distances, so that many short rows are decoded at a time.
  /// Not measured.
  LEAST_AHEAD = 1 << 17,
};

/// Makes room for output: keeps the last 32 KB for distances, and all bytes that the consumer has not read.
static void slide(p3z_inflater *state) {
  size_t keep = state->write_position < P3Z_WINDOW ? 0 : state->write_position - P3Z_WINDOW;
  if (state->read_position < keep) keep = state->read_position;
  if (keep == 0) return;
  memmove(state->window, state->window + keep, state->write_position - keep);
  state->dropped += keep;
  state->read_position -= keep;
  state->write_position -= keep;
  state->summed_position -= keep;
}

p3z_inflater *p3z_inflater_open(size_t most, p3z_pull pull, void *context) {
  p3z_inflater *state = malloc(sizeof *state);
  if (!state) return NULL;
  memset(state, 0, offsetof(p3z_inflater, dynamic_codes));
  state->pull = pull;
  state->context = context;
  state->adler = 1;
  state->has_bmi2 = p3_png_uses_bmi2();
  const size_t ahead = most < LEAST_AHEAD ? LEAST_AHEAD : most;
  state->capacity = P3Z_WINDOW + ahead + ahead / 2;
  state->window = malloc(state->capacity + P3Z_WINDOW_SLACK);
  if (state->window) return state;
  free(state);
  return NULL;
}

void p3z_inflater_close(p3z_inflater *state) {
  if (!state) return;
  free(state->window);
  free(state);
}

/// Does the next step, unless a step has failed.
static p3z_result advance(p3z_inflater *state) {
  if (state->failure != P3Z_MORE) return state->failure;
  const p3z_result result = p3z_inflate_step(state);
  if (result != P3Z_MORE && result != P3Z_DONE) state->failure = result;
  return result;
}

p3z_result p3z_inflater_need(p3z_inflater *state, size_t count) {
  while (p3z_inflater_available(state) < count) {
    if (state->capacity - state->read_position < count || state->write_position >= state->capacity) {
      p3z_update_adler(state);
      slide(state);
    }
    const p3z_result result = advance(state);
    if (result != P3Z_MORE) return result;
  }
  return P3Z_MORE;
}

p3z_result p3z_inflater_finish(p3z_inflater *state) {
  while (state->stage != P3Z_AT_END) {
    if (p3z_inflater_available(state) > 0) return P3Z_MORE;
    p3z_update_adler(state);
    slide(state);
    const p3z_result result = advance(state);
    if (result != P3Z_MORE) return result;
  }
  return p3z_inflater_available(state) > 0 ? P3Z_MORE : P3Z_DONE;
}

const uint8_t *p3z_inflater_bytes(const p3z_inflater *state) { return state->window + state->read_position; }

size_t p3z_inflater_available(const p3z_inflater *state) { return state->write_position - state->read_position; }

void p3z_inflater_consume(p3z_inflater *state, size_t count) { state->read_position += count; }

uint64_t p3z_inflater_total(const p3z_inflater *state) { return state->dropped + state->write_position; }

bool p3z_inflater_has_leftover(p3z_inflater *state) {
  if (state->bit_count > 0 || state->input_position < state->input_end) return true;
  p3z_pull_input(state);
  return state->input_position < state->input_end;
}

p3z_damage p3z_inflater_damage(const p3z_inflater *state) { return state->damage; }

bool p3z_find_last_block(const uint8_t *stream, size_t count, p3z_block_position *position) {
  p3z_memory input = {stream, count};
  p3z_inflater *state = p3z_inflater_open(1, p3z_pull_memory, &input);
  if (!state) return false;
  state->stage = P3Z_AT_BLOCK;
  bool is_right = true;
  while (is_right && state->stage != P3Z_AT_TRAILER) {
    // Drops the decoded bytes without a checksum.
    p3z_inflater_consume(state, p3z_inflater_available(state));
    state->summed_position = state->write_position;
    if (state->write_position >= state->capacity) slide(state);
    is_right = p3z_inflate_step(state) == P3Z_MORE;
  }
  *position = (p3z_block_position){state->block_start, p3z_used_bits(state)};
  p3z_inflater_close(state);
  return is_right;
}
