#include "inflate_blocks.h"

#include <libdeflate.h>
#include <string.h>

#include "inflate_codes.h"
#include "inflate_input.h"
#include "inflate_symbols.h"
#include "speculative_inflate.h"

void p3z_update_adler(p3z_inflater *state) {
  state->adler = libdeflate_adler32(
    state->adler, state->window + state->summed_position, state->write_position - state->summed_position);
  state->summed_position = state->write_position;
}

// MARK: Headers

/// RFC 1950, 2.2.
static p3z_result read_zlib_header(p3z_inflater *state) {
  const p3z_result result = p3z_need_bits(state, 16);
  if (result != P3Z_MORE) return result;
  const uint32_t cmf = p3z_take_bits(state, 8), flags = p3z_take_bits(state, 8);
  if ((cmf << 8 | flags) % 31 != 0) return p3z_damaged(state, P3Z_BAD_HEADER_CHECK);
  if ((cmf & 15) != 8) return p3z_damaged(state, P3Z_BAD_METHOD);
  if (cmf >> 4 > 7) return p3z_damaged(state, P3Z_BAD_WINDOW_SIZE);
  if (flags & 32) return p3z_damaged(state, P3Z_PRESET_DICTIONARY);
  state->stage = P3Z_AT_BLOCK;
  return P3Z_MORE;
}

static p3z_result read_stored_header(p3z_inflater *state) {
  p3z_take_bits(state, state->bit_count & 7);
  const p3z_result result = p3z_need_bits(state, 32);
  if (result != P3Z_MORE) return result;
  const uint32_t length = p3z_take_bits(state, 16), complement = p3z_take_bits(state, 16);
  if (length != (complement ^ 0xffff)) return p3z_damaged(state, P3Z_BAD_STORED_LENGTH);
  state->stored_left = length;
  state->stage = P3Z_IN_STORED;
  return P3Z_MORE;
}

static p3z_result read_codes(p3z_inflater *state, unsigned type) {
  if (type == 3) return p3z_damaged(state, P3Z_BAD_BLOCK_TYPE);
  if (type == 1) {
    p3z_use_fixed_codes(state);
  } else {
    const p3z_result result = p3z_read_dynamic_codes(state);
    if (result != P3Z_MORE) return result;
  }
  state->stage = P3Z_IN_CODES;
  return P3Z_MORE;
}

static p3z_result read_block_header(p3z_inflater *state) {
  if (state->is_last_block) {
    state->stage = P3Z_AT_TRAILER;
    return P3Z_MORE;
  }
  const uint64_t position = p3z_used_bits(state);
  state->expected_end = position / 8 + (position - state->block_start) / 8;
  state->block_start = position;
  const p3z_result result = p3z_need_bits(state, 3);
  if (result != P3Z_MORE) return result;
  state->is_last_block = p3z_take_bits(state, 1);
  const unsigned type = p3z_take_bits(state, 2);
  return type == 0 ? read_stored_header(state) : read_codes(state, type);
}

// MARK: Data

static p3z_result copy_stored(p3z_inflater *state) {
  while (state->stored_left > 0 && state->write_position < state->capacity) {
    const size_t room = state->capacity - state->write_position;
    size_t count = room < state->stored_left ? room : state->stored_left;
    if (state->bit_count > 0) {
      // First the bytes that are already in the bit buffer.
      state->window[state->write_position] = (uint8_t)p3z_take_bits(state, 8);
      count = 1;
    } else {
      const p3z_result result = p3z_need_input(state);
      if (result != P3Z_MORE) return result;
      const size_t there = state->input_end - state->input_position;
      if (count > there) count = there;
      memcpy(state->window + state->write_position, state->input + state->input_position, count);
      state->input_position += count;
    }
    state->write_position += count;
    state->stored_left -= (uint32_t)count;
  }
  if (state->stored_left == 0) state->stage = P3Z_AT_BLOCK;
  return P3Z_MORE;
}

/// Makes P3Z_AHEAD_INPUT bytes of input available, unless the input ends.
static void fill_input(p3z_inflater *state) {
  while (!state->input_ended && state->input_end - state->input_position < P3Z_AHEAD_INPUT) p3z_pull_input(state);
}

/// Decodes some symbols in the fastest way that input and window allow.
static p3z_result decode_some(p3z_inflater *state) {
  if (state->has_pending) return p3z_write_pending(state);
  const size_t gap = p3z_best_gap(state);
  if (gap > 0) return p3z_inflate_ahead(state, gap);
  size_t left = state->input_end - state->input_position;
  if (left < P3Z_FAST_INPUT) return p3z_decode_entry(state);
  // If the block continues past its expected end, decoding ahead may help again.
  if (state->kind != P3Z_ONE_BY_ONE && left > 2 * P3Z_LEAST_GAP) left = 2 * P3Z_LEAST_GAP;
  return p3z_decode_symbols(state, state->input + state->input_position + left - P3Z_FAST_INPUT);
}

static p3z_result decode_codes(p3z_inflater *state) {
  while (state->stage == P3Z_IN_CODES && state->write_position < state->capacity) {
    fill_input(state);
    const p3z_result result = decode_some(state);
    if (result != P3Z_MORE) return result;
  }
  return P3Z_MORE;
}

static p3z_result read_trailer(p3z_inflater *state) {
  p3z_take_bits(state, state->bit_count & 7);
  const p3z_result result = p3z_need_bits(state, 32);
  if (result != P3Z_MORE) return result;
  p3z_update_adler(state);
  const uint32_t stored = __builtin_bswap32(p3z_take_bits(state, 32));
  if (stored != state->adler) return p3z_damaged(state, P3Z_BAD_CHECKSUM);
  state->stage = P3Z_AT_END;
  return P3Z_MORE;
}

p3z_result p3z_inflate_step(p3z_inflater *state) {
  switch (state->stage) {
    case P3Z_AT_HEADER: return read_zlib_header(state);
    case P3Z_AT_BLOCK: return read_block_header(state);
    case P3Z_IN_STORED: return copy_stored(state);
    case P3Z_IN_CODES: return decode_codes(state);
    case P3Z_AT_TRAILER: return read_trailer(state);
    case P3Z_AT_END: break;
  }
  return P3Z_DONE;
}
