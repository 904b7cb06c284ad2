// Segments: parts of a stream that are decoded on their own, on any thread, and that the stream goes on with afterwards.

#include <string.h>

#include "inflate_blocks.h"
#include "inflate_input.h"
#include "inflater.h"

enum {
  /// Decoded bytes whose Adler-32 is summed at once: while they are in the cache.
  SUMMED_BYTES = 1 << 16,
};

p3z_inflater *p3z_segment_open(size_t most, size_t longest) {
  const size_t window = p3z_window_bytes(most);
  // One byte more, so that the last block's end is read when there are `longest`.
  return p3z_inflater_allocate(P3Z_WINDOW + (window <= longest ? longest + 1 : window));
}

/// Whether a block has ended on a whole byte, another follows, and all input that was pulled is used.
static bool is_between_blocks(const p3z_inflater *state) {
  return state->stage == P3Z_AT_BLOCK && !state->is_last_block && state->bit_count == 0 &&
         state->input_position == state->input_end;
}

/// Whether all input has been pulled, what is left of it included.
static bool has_all_input(p3z_inflater *state) {
  while (!state->input_ended && state->input_end - state->input_position < P3Z_INPUT_BYTES) p3z_pull_input(state);
  return state->input_ended && !state->input_failed;
}

/// Whether a segment ends here.
static bool is_at_end(p3z_inflater *state) {
  if (state->stage == P3Z_AT_TRAILER) return true;
  return is_between_blocks(state) && has_all_input(state) && is_between_blocks(state);
}

bool p3z_segment_decode(p3z_inflater *state, bool is_first, p3z_pull pull, void *context) {
  p3z_inflater_begin(state, P3Z_WINDOW, pull, context);
  if (!is_first) state->stage = P3Z_AT_BLOCK;
  while (!is_at_end(state)) {
    if (state->write_position >= state->capacity || p3z_inflate_step(state) != P3Z_MORE) return false;
    if (state->write_position - state->summed_position >= SUMMED_BYTES) p3z_update_adler(state);
  }
  p3z_update_adler(state);
  return has_all_input(state);
}

bool p3z_segment_follow(p3z_inflater *segment, p3z_inflater *stream) {
  const bool is_start = stream->stage == P3Z_AT_HEADER && stream->pulled == 0;
  const size_t unread = p3z_inflater_available(stream);
  if (stream->failure != P3Z_MORE || unread > P3Z_WINDOW || !(is_start || is_between_blocks(stream))) return false;
  const size_t kept = stream->write_position < P3Z_WINDOW ? stream->write_position : P3Z_WINDOW;
  p3z_update_adler(stream);
  segment->adler = p3z_adler32_combine(stream->adler, segment->adler, segment->write_position);
  segment->dropped = stream->dropped + stream->write_position - kept;
  segment->window -= kept;
  segment->capacity += kept;
  memcpy(segment->window, stream->window + stream->write_position - kept, kept);
  segment->read_position = kept - unread;
  segment->write_position += kept;
  segment->summed_position = segment->write_position;
  segment->pull = stream->pull;
  segment->context = stream->context;
  segment->input_ended = false;
  return true;
}
