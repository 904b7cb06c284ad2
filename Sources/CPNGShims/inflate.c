#include "inflate_codes.h"

#include <libdeflate.h>
#include <stdlib.h>

#include "p3_png_kernels.h"

// MARK: Input

/// Moves what is left to the front and pulls more behind it.
static bool pull_input(inflate_state *state) {
  size_t left = state->input_end - state->input_position, got;
  if (state->input_position > 0) memmove(state->input, state->input + state->input_position, left);
  state->input_position = 0;
  state->input_end = left;
  if (!state->pull(state->context, state->input + left, INFLATE_INPUT - left, &got)) return false;
  if (got == 0) state->input_ended = true;
  state->input_end += got;
  state->pulled += got;
  return true;
}

inflate_result p3png_need_bits(inflate_state *state, unsigned count) {
  while (state->bit_count < count) {
    if (state->input_position == state->input_end) {
      if (!state->input_ended && !pull_input(state)) return INFLATE_STOPPED;
      if (state->input_position == state->input_end) return INFLATE_SHORT;
    }
    state->bits |= (uint64_t)state->input[state->input_position++] << state->bit_count;
    state->bit_count += 8;
  }
  return INFLATE_MORE;
}

// MARK: Output

/// Room for more output: keeps the last 32 KiB for distances, and what the consumer has not read.
static void slide(inflate_state *state) {
  size_t keep = state->write_position < INFLATE_WINDOW ? 0 : state->write_position - INFLATE_WINDOW;
  if (state->read_position < keep) keep = state->read_position;
  if (keep == 0) return;
  memmove(state->window, state->window + keep, state->write_position - keep);
  state->dropped += keep;
  state->read_position -= keep;
  state->write_position -= keep;
  state->summed_position -= keep;
}

static void update_adler(inflate_state *state) {
  state->adler = libdeflate_adler32(
    state->adler, state->window + state->summed_position, state->write_position - state->summed_position);
  state->summed_position = state->write_position;
}

// MARK: Blocks

static inflate_result read_header(inflate_state *state) {
  inflate_result result = p3png_need_bits(state, 16);
  if (result != INFLATE_MORE) return result;
  uint32_t cmf = take_bits(state, 8), flags = take_bits(state, 8);
  if ((cmf << 8 | flags) % 31 != 0) return damaged(state, "incorrect zlib header check");
  if ((cmf & 15) != 8) return damaged(state, "unknown compression method");
  if (cmf >> 4 > 7) return damaged(state, "invalid window size");
  if (flags & 32) return damaged(state, "preset dictionary");
  state->window_size = 256u << (cmf >> 4);
  state->stage = INFLATE_AT_BLOCK;
  return INFLATE_MORE;
}

static inflate_result read_stored(inflate_state *state) {
  take_bits(state, state->bit_count & 7);
  inflate_result result = p3png_need_bits(state, 32);
  if (result != INFLATE_MORE) return result;
  uint32_t length = take_bits(state, 16), complement = take_bits(state, 16);
  if (length != (complement ^ 0xffff)) return damaged(state, "invalid stored block lengths");
  state->stored_left = length;
  state->stage = INFLATE_IN_STORED;
  return INFLATE_MORE;
}

static void use_fixed_codes(inflate_state *state) {
  uint8_t lengths[288];
  memset(lengths, 8, 144);
  memset(lengths + 144, 9, 112);
  memset(lengths + 256, 7, 24);
  memset(lengths + 280, 8, 8);
  p3png_build_table(CODE_LITERALS, lengths, 288, INFLATE_LITERAL_BITS, state->literals);
  memset(lengths, 5, 32);
  p3png_build_table(CODE_DISTANCES, lengths, 32, INFLATE_DISTANCE_BITS, state->distances);
  state->is_worth_twins = false;
}

/// Whether at least 15 of 16 symbols are literals, if the code is as good as it should be. Among many matches a core
/// stumbles over branches it cannot foresee, and twice as often in two lanes.
static bool has_mostly_literals(const uint8_t lengths[256]) {
  unsigned share = 0;
  for (unsigned i = 0; i < 256; i++) share += (1u << 15 >> lengths[i]) & 0x7fff;
  return share >= (1u << 15) / 16 * 15;
}

/// The code lengths of a dynamic block (RFC 1951, 3.2.7).
static inflate_result read_code_lengths(inflate_state *state, uint8_t *lengths, unsigned total, const uint32_t *table) {
  for (unsigned have = 0; have < total;) {
    uint32_t entry;
    inflate_result result = p3png_next_entry(state, table, 7, &entry);
    if (result != INFLATE_MORE) return result;
    take_bits(state, entry & 255);
    unsigned symbol = entry >> 8 & 255;
    if (symbol < 16) {
      lengths[have++] = (uint8_t)symbol;
      continue;
    }
    unsigned extra = symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
    result = p3png_need_bits(state, extra);
    if (result != INFLATE_MORE) return result;
    unsigned repeat = take_bits(state, extra) + (symbol == 18 ? 11 : 3);
    if ((symbol == 16 && have == 0) || have + repeat > total) return damaged(state, "invalid bit length repeat");
    memset(lengths + have, symbol == 16 ? lengths[have - 1] : 0, repeat);
    have += repeat;
  }
  return INFLATE_MORE;
}

static inflate_result read_dynamic_codes(inflate_state *state) {
  static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  inflate_result result = p3png_need_bits(state, 14);
  if (result != INFLATE_MORE) return result;
  unsigned literal_count = take_bits(state, 5) + 257, distance_count = take_bits(state, 5) + 1;
  unsigned length_count = take_bits(state, 4) + 4;
  if (literal_count > 286 || distance_count > 30) return damaged(state, "too many length or distance symbols");
  uint8_t lengths[286 + 30] = {0};
  for (unsigned i = 0; i < length_count; i++) {
    if ((result = p3png_need_bits(state, 3)) != INFLATE_MORE) return result;
    lengths[order[i]] = (uint8_t)take_bits(state, 3);
  }
  uint32_t table[1 << 7];
  if (!p3png_build_table(CODE_LENGTHS, lengths, 19, 7, table)) return damaged(state, "invalid code lengths set");
  result = read_code_lengths(state, lengths, literal_count + distance_count, table);
  if (result != INFLATE_MORE) return result;
  if (lengths[256] == 0) return damaged(state, "missing end-of-block code");
  if (!p3png_build_table(CODE_LITERALS, lengths, literal_count, INFLATE_LITERAL_BITS, state->literals)) {
    return damaged(state, "invalid literal/lengths set");
  }
  const uint8_t *rest = lengths + literal_count;
  if (!p3png_build_table(CODE_DISTANCES, rest, distance_count, INFLATE_DISTANCE_BITS, state->distances)) {
    return damaged(state, "invalid distances set");
  }
  state->is_worth_twins = has_mostly_literals(lengths);
  return INFLATE_MORE;
}

static inflate_result read_block(inflate_state *state) {
  if (state->is_last_block) {
    state->stage = INFLATE_AT_TRAILER;
    return INFLATE_MORE;
  }
  const uint64_t position = bit_position(state);
  state->expected_end = position / 8 + (position - state->block_start) / 8;
  state->block_start = position;
  inflate_result result = p3png_need_bits(state, 3);
  if (result != INFLATE_MORE) return result;
  state->is_last_block = take_bits(state, 1);
  switch (take_bits(state, 2)) {
    case 0: return read_stored(state);
    case 1: use_fixed_codes(state); break;
    case 2:
      if ((result = read_dynamic_codes(state)) != INFLATE_MORE) return result;
      break;
    default: return damaged(state, "invalid block type");
  }
  state->stage = INFLATE_IN_CODES;
  return INFLATE_MORE;
}

static inflate_result copy_stored(inflate_state *state) {
  while (state->stored_left > 0 && state->write_position < state->capacity) {
    size_t room = state->capacity - state->write_position, piece = room < state->stored_left ? room : state->stored_left;
    if (state->bit_count > 0) {
      state->window[state->write_position] = (uint8_t)take_bits(state, 8);
      piece = 1;
    } else {
      if (state->input_position == state->input_end) {
        if (!state->input_ended && !pull_input(state)) return INFLATE_STOPPED;
        if (state->input_position == state->input_end) return INFLATE_SHORT;
      }
      size_t there = state->input_end - state->input_position;
      if (piece > there) piece = there;
      memcpy(state->window + state->write_position, state->input + state->input_position, piece);
      state->input_position += piece;
    }
    state->write_position += piece;
    state->stored_left -= (uint32_t)piece;
  }
  if (state->stored_left == 0) state->stage = INFLATE_AT_BLOCK;
  return INFLATE_MORE;
}

/// Has TWIN_INPUT bytes of input unless it ends. False when the pull function fails.
static bool have_input(inflate_state *state) {
  while (!state->input_ended && state->input_end - state->input_position < TWIN_INPUT) {
    if (!pull_input(state)) return false;
  }
  return true;
}

static inflate_result decode_quickly(inflate_state *state) {
  const size_t stride = p3png_twin_stride(state);
  if (stride > 0) return p3png_decode_twin(state, stride);
  size_t left = state->input_end - state->input_position;
  if (left < FAST_INPUT) return p3png_decode_symbol(state);
  // Where the block goes on longer than it seemed, twins may help again.
  if (state->is_worth_twins && left > 2 * TWIN_SHORTEST) left = 2 * TWIN_SHORTEST;
  return p3png_decode_symbols(state, state->input + state->input_position + left - FAST_INPUT);
}

static inflate_result decode_codes(inflate_state *state) {
  while (state->stage == INFLATE_IN_CODES && state->write_position < state->capacity) {
    if (!have_input(state)) return INFLATE_STOPPED;
    inflate_result result = decode_quickly(state);
    if (result != INFLATE_MORE) return result;
  }
  return INFLATE_MORE;
}

static inflate_result read_trailer(inflate_state *state) {
  take_bits(state, state->bit_count & 7);
  inflate_result result = p3png_need_bits(state, 32);
  if (result != INFLATE_MORE) return result;
  update_adler(state);
  uint32_t stored = __builtin_bswap32(take_bits(state, 32));
  if (stored != state->adler) return damaged(state, "incorrect data check (Adler-32)");
  state->stage = INFLATE_AT_END;
  return INFLATE_MORE;
}

/// One step of whatever comes next.
static inflate_result advance(inflate_state *state) {
  switch (state->stage) {
    case INFLATE_AT_HEADER: return read_header(state);
    case INFLATE_AT_BLOCK: return read_block(state);
    case INFLATE_IN_STORED: return copy_stored(state);
    case INFLATE_IN_CODES: return decode_codes(state);
    case INFLATE_AT_TRAILER: return read_trailer(state);
    case INFLATE_AT_END: break;
  }
  return INFLATE_DONE;
}

// MARK: Interface

bool p3png_inflate_pull_memory(void *context, uint8_t *into, size_t count, size_t *got) {
  inflate_memory *input = context;
  *got = count < input->left ? count : input->left;
  memcpy(into, input->bytes, *got);
  input->bytes += *got;
  input->left -= *got;
  return true;
}

bool p3png_inflate_open(inflate_state *state, size_t piece, inflate_pull pull, void *context) {
  memset(state, 0, sizeof *state);
  state->pull = pull;
  state->context = context;
  state->adler = 1;
  state->has_bmi2 = p3_png_uses_bmi2();
  // A piece always fits behind the history, and short rows are decoded many at a time.
  size_t ahead = piece < (1 << 17) ? (1 << 17) : piece;
  state->capacity = INFLATE_WINDOW + ahead + ahead / 2;
  state->window = malloc(state->capacity + INFLATE_SLACK);
  return state->window != NULL;
}

void p3png_inflate_close(inflate_state *state) {
  free(state->window);
  state->window = NULL;
}

inflate_result p3png_inflate_need(inflate_state *state, size_t count) {
  while (inflate_available(state) < count) {
    if (state->capacity - state->read_position < count || state->write_position >= state->capacity) {
      update_adler(state);
      slide(state);
    }
    inflate_result result = advance(state);
    if (result != INFLATE_MORE) return result;
  }
  return INFLATE_MORE;
}

inflate_result p3png_inflate_finish(inflate_state *state) {
  while (state->stage != INFLATE_AT_END) {
    if (inflate_available(state) > 0) return INFLATE_MORE;
    update_adler(state);
    slide(state);
    inflate_result result = advance(state);
    if (result != INFLATE_MORE) return result;
  }
  return inflate_available(state) > 0 ? INFLATE_MORE : INFLATE_DONE;
}

bool p3png_inflate_open_raw(inflate_state *state, inflate_pull pull, void *context) {
  if (!p3png_inflate_open(state, 1, pull, context)) return false;
  state->stage = INFLATE_AT_BLOCK;
  state->window_size = INFLATE_WINDOW;
  return true;
}

bool p3png_inflate_walk(inflate_state *state, uint64_t *last_block, uint64_t *end) {
  while (state->stage != INFLATE_AT_TRAILER) {
    inflate_consume(state, inflate_available(state));
    state->summed_position = state->write_position;
    if (state->write_position >= state->capacity) slide(state);
    if (advance(state) != INFLATE_MORE) return false;
  }
  *last_block = state->block_start;
  *end = bit_position(state);
  return true;
}

bool p3png_inflate_has_leftover(inflate_state *state) {
  if (state->bit_count > 0 || state->input_position < state->input_end) return true;
  return !state->input_ended && pull_input(state) && state->input_position < state->input_end;
}
