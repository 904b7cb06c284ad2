#include "inflate.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "inflate_tables.h"
#include "p3_png_kernels.h"

static inflate_result damaged(inflate_state *state, const char *reason) {
  state->reason = reason;
  return INFLATE_DAMAGED;
}

// MARK: Input

static inline uint64_t load64(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

/// Moves what is left to the front and pulls more behind it.
static bool pull_input(inflate_state *state) {
  size_t left = state->input_end - state->input_position, got;
  memmove(state->input, state->input + state->input_position, left);
  state->input_position = 0;
  state->input_end = left;
  if (!state->pull(state->context, state->input + left, INFLATE_INPUT - left, &got)) return false;
  if (got == 0) state->input_ended = true;
  state->input_end += got;
  state->pulled += got;
  return true;
}

/// Has at least `count` (at most 48) bits in the buffer, or else INFLATE_SHORT, INFLATE_STOPPED. Takes no byte more than
/// needed, so that none is swallowed after the stream.
static inflate_result need_bits(inflate_state *state, unsigned count) {
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

static inline uint32_t take_bits(inflate_state *state, unsigned count) {
  uint32_t value = (uint32_t)(state->bits & (((uint64_t)1 << count) - 1));
  state->bits >>= count;
  state->bit_count -= count;
  return value;
}

/// Decodes one symbol, bit by bit of input: for block headers and for the ends of the input.
static inflate_result next_entry(inflate_state *state, const uint32_t *table, unsigned table_bits, uint32_t *entry) {
  for (;;) {
    uint32_t found = table[state->bits & ((1u << table_bits) - 1)];
    unsigned length = found & 255;
    if ((found & ENTRY_KIND) == ENTRY_TABLE && !(found & ENTRY_LITERAL) && state->bit_count >= table_bits) {
      uint32_t sub_mask = (1u << (found >> 24 & 15)) - 1;
      found = table[(found >> 8 & 0xffff) + (state->bits >> table_bits & sub_mask)];
      length = table_bits + (found & 255);
      if (!(found & (ENTRY_LITERAL | ENTRY_SPECIAL))) found += table_bits << 8;
    }
    // A pair may reach into bits that are not there yet; its first literal is looked up alone below.
    if (length <= state->bit_count && (found & ENTRY_KIND) != ENTRY_TABLE) {
      *entry = (found & ~255u) | length;
      return INFLATE_MORE;
    }
    inflate_result result = need_bits(state, state->bit_count + 1);
    if (result != INFLATE_MORE) return result;
  }
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

/// Copies a match; may write up to 16 bytes past its end.
static inline __attribute__((always_inline)) uint8_t *copy_match(uint8_t *out, size_t distance, size_t length) {
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

// MARK: Blocks

static inflate_result read_header(inflate_state *state) {
  inflate_result result = need_bits(state, 16);
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
  inflate_result result = need_bits(state, 32);
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
  build_table(CODE_LITERALS, lengths, 288, INFLATE_LITERAL_BITS, state->literals);
  memset(lengths, 5, 32);
  build_table(CODE_DISTANCES, lengths, 32, INFLATE_DISTANCE_BITS, state->distances);
}

/// The code lengths of a dynamic block (RFC 1951, 3.2.7).
static inflate_result read_code_lengths(inflate_state *state, uint8_t *lengths, unsigned total, const uint32_t *table) {
  for (unsigned have = 0; have < total;) {
    uint32_t entry;
    inflate_result result = next_entry(state, table, 7, &entry);
    if (result != INFLATE_MORE) return result;
    take_bits(state, entry & 255);
    unsigned symbol = entry >> 8 & 255;
    if (symbol < 16) {
      lengths[have++] = (uint8_t)symbol;
      continue;
    }
    unsigned extra = symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
    result = need_bits(state, extra);
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
  inflate_result result = need_bits(state, 14);
  if (result != INFLATE_MORE) return result;
  unsigned literal_count = take_bits(state, 5) + 257, distance_count = take_bits(state, 5) + 1;
  unsigned length_count = take_bits(state, 4) + 4;
  if (literal_count > 286 || distance_count > 30) return damaged(state, "too many length or distance symbols");
  uint8_t lengths[286 + 30] = {0};
  for (unsigned i = 0; i < length_count; i++) {
    if ((result = need_bits(state, 3)) != INFLATE_MORE) return result;
    lengths[order[i]] = (uint8_t)take_bits(state, 3);
  }
  uint32_t table[1 << 7];
  if (!build_table(CODE_LENGTHS, lengths, 19, 7, table)) return damaged(state, "invalid code lengths set");
  result = read_code_lengths(state, lengths, literal_count + distance_count, table);
  if (result != INFLATE_MORE) return result;
  if (lengths[256] == 0) return damaged(state, "missing end-of-block code");
  if (!build_table(CODE_LITERALS, lengths, literal_count, INFLATE_LITERAL_BITS, state->literals)) {
    return damaged(state, "invalid literal/lengths set");
  }
  const uint8_t *rest = lengths + literal_count;
  if (!build_table(CODE_DISTANCES, rest, distance_count, INFLATE_DISTANCE_BITS, state->distances)) {
    return damaged(state, "invalid distances set");
  }
  return INFLATE_MORE;
}

/// How many bits of the input have been used.
static uint64_t bit_position(const inflate_state *state) {
  return (state->pulled - (state->input_end - state->input_position)) * 8 - state->bit_count;
}

static inflate_result read_block(inflate_state *state) {
  if (state->is_last_block) {
    state->stage = INFLATE_AT_TRAILER;
    return INFLATE_MORE;
  }
  state->block_start = bit_position(state);
  inflate_result result = need_bits(state, 3);
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

/// The length or distance of `entry`: its base and the extra bits behind its code, all of which are there.
static inline size_t take_value(inflate_state *state, uint32_t entry) {
  return (entry >> 13) + (take_bits(state, entry & 255) >> (entry >> 8 & 31));
}

/// One symbol, with every check on the input: near its ends.
static inflate_result decode_carefully(inflate_state *state) {
  uint32_t entry;
  inflate_result result = next_entry(state, state->literals, INFLATE_LITERAL_BITS, &entry);
  if (result != INFLATE_MORE) return result;
  if (entry & ENTRY_LITERAL) {
    take_bits(state, entry & 255);
    state->window[state->write_position] = (uint8_t)(entry >> 8);
    state->window[state->write_position + 1] = (uint8_t)(entry >> 16);
    state->write_position += entry >> 24 & 3;
    return INFLATE_MORE;
  }
  if ((entry & ENTRY_KIND) == ENTRY_END) {
    take_bits(state, entry & 255);
    state->stage = INFLATE_AT_BLOCK;
    return INFLATE_MORE;
  }
  if (entry & ENTRY_SPECIAL) return damaged(state, "invalid literal/length code");
  size_t length = take_value(state, entry);
  result = next_entry(state, state->distances, INFLATE_DISTANCE_BITS, &entry);
  if (result != INFLATE_MORE) return result;
  if (entry & ENTRY_SPECIAL) return damaged(state, "invalid distance code");
  size_t distance = take_value(state, entry);
  if (distance > state->write_position || distance > state->window_size) {
    return damaged(state, "invalid distance too far back");
  }
  copy_match(state->window + state->write_position, distance, length);
  state->write_position += length;
  return INFLATE_MORE;
}

/// The input that `decode_fast` needs in front of it: two refills of up to 7 bytes in a turn, each reading 8, one
/// refill before the first turn.
#define FAST_INPUT 32

/// As many symbols as input and room allow without checks in between: FAST_INPUT bytes and INFLATE_SLACK of room
/// are there in each turn.
static inline __attribute__((always_inline)) inflate_result decode_symbols(inflate_state *state) {
  const uint32_t *literals = state->literals, *distances = state->distances;
  const uint8_t *in = state->input + state->input_position, *in_limit = state->input + state->input_end - FAST_INPUT;
  uint8_t *out = state->window + state->write_position, *out_limit = state->window + state->capacity;
  uint8_t *const window = state->window;
  const size_t window_size = state->window_size;
  uint64_t bits = state->bits;
  unsigned bit_count = state->bit_count;
  inflate_result result = INFLATE_MORE;
  uint32_t entry;

#define REFILL()                          \
  do {                                    \
    bits |= load64(in) << bit_count;      \
    in += (63 - bit_count) >> 3;          \
    bit_count |= 56;                      \
  } while (0)
// Counts are below 64 anyway: masked so, they cost the compiler no instruction.
#define TAKE(count) (bits >>= (count) & 63, bit_count -= (count))
#define VALUE() ((entry >> 13) + ((bits & ((UINT64_C(1) << (entry & 63)) - 1)) >> (entry >> 8 & 31)))
#define LOOK_UP() (entry = literals[bits & ((1 << INFLATE_LITERAL_BITS) - 1)])
#define PUT_LITERALS()                                 \
  do {                                                 \
    TAKE(entry & 255);                                 \
    uint16_t pair = (uint16_t)(entry >> 8);            \
    out[0] = (uint8_t)pair;                            \
    out[1] = (uint8_t)(pair >> 8);                     \
    out += entry >> 24 & 3;                            \
  } while (0)

  if (in > in_limit || out >= out_limit) return INFLATE_MORE;
  REFILL();
  LOOK_UP();
  do {
    // Each turn begins with 56 bits and an entry looked up. Three look-ups of literals take at most 36 of them,
    // two and a code of the second level 39: the next look-up needs 12 and need not wait for more input.
    if (entry & ENTRY_LITERAL) {
      PUT_LITERALS();
      LOOK_UP();
      if (entry & ENTRY_LITERAL) {
        PUT_LITERALS();
        LOOK_UP();
        if (entry & ENTRY_LITERAL) {
          PUT_LITERALS();
          LOOK_UP();
          REFILL();
          continue;
        }
      }
    }
    if (entry & ENTRY_SPECIAL) {
      if ((entry & ENTRY_KIND) == ENTRY_TABLE) {
        TAKE(INFLATE_LITERAL_BITS);
        entry = literals[(entry >> 8 & 0xffff) + (bits & ((1u << (entry >> 24 & 15)) - 1))];
        if (entry & ENTRY_LITERAL) {
          PUT_LITERALS();
          LOOK_UP();
          REFILL();
          continue;
        }
      }
      if (entry & ENTRY_SPECIAL) {
        if ((entry & ENTRY_KIND) == ENTRY_END) {
          TAKE(entry & 255);
          state->stage = INFLATE_AT_BLOCK;
        } else {
          result = damaged(state, "invalid literal/length code");
        }
        break;
      }
    }
    // Of the 32 bits that are left a length takes at most 20; the distance is looked up in the rest.
    size_t length = VALUE();
    TAKE(entry & 255);
    entry = distances[bits & ((1 << INFLATE_DISTANCE_BITS) - 1)];
    REFILL();
    if ((entry & ENTRY_KIND) == ENTRY_TABLE) {
      TAKE(INFLATE_DISTANCE_BITS);
      entry = distances[(entry >> 8 & 0xffff) + (bits & ((1u << (entry >> 24 & 15)) - 1))];
    }
    if (entry & ENTRY_SPECIAL) {
      result = damaged(state, "invalid distance code");
      break;
    }
    size_t distance = VALUE();
    TAKE(entry & 255);
    // At least 28 bits are left: the next entry comes while the match is copied.
    LOOK_UP();
    REFILL();
    if (distance > (size_t)(out - window) || distance > window_size) {
      result = damaged(state, "invalid distance too far back");
      break;
    }
    out = copy_match(out, distance, length);
  } while (in <= in_limit && out < out_limit);
#undef REFILL
#undef TAKE
#undef VALUE
#undef LOOK_UP
#undef PUT_LITERALS

  // Bytes in the buffer that were not used go back to the input.
  in -= bit_count >> 3;
  bit_count &= 7;
  state->bits = bits & ((1u << bit_count) - 1);
  state->bit_count = bit_count;
  state->input_position = (size_t)(in - state->input);
  state->write_position = (size_t)(out - state->window);
  return result;
}

static inflate_result decode_plain(inflate_state *state) { return decode_symbols(state); }

#if defined(__x86_64__)
__attribute__((target("bmi,bmi2"))) static inflate_result decode_bmi2(inflate_state *state) {
  return decode_symbols(state);
}
#endif

static inflate_result decode_fast(inflate_state *state) {
#if defined(__x86_64__)
  if (state->has_bmi2) return decode_bmi2(state);
#endif
  return decode_plain(state);
}

static inflate_result decode_codes(inflate_state *state) {
  while (state->stage == INFLATE_IN_CODES && state->write_position < state->capacity) {
    if (state->input_end - state->input_position < 64 && !state->input_ended && !pull_input(state)) {
      return INFLATE_STOPPED;
    }
    bool has_input = state->input_end - state->input_position >= FAST_INPUT;
    inflate_result result = has_input ? decode_fast(state) : decode_carefully(state);
    if (result != INFLATE_MORE) return result;
  }
  return INFLATE_MORE;
}

static inflate_result read_trailer(inflate_state *state) {
  take_bits(state, state->bit_count & 7);
  inflate_result result = need_bits(state, 32);
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

bool inflate_pull_memory(void *context, uint8_t *into, size_t count, size_t *got) {
  inflate_memory *input = context;
  *got = count < input->left ? count : input->left;
  memcpy(into, input->bytes, *got);
  input->bytes += *got;
  input->left -= *got;
  return true;
}

bool inflate_open(inflate_state *state, size_t piece, inflate_pull pull, void *context) {
  memset(state, 0, sizeof *state);
  state->pull = pull;
  state->context = context;
  state->adler = 1;
#if defined(__x86_64__)
  state->has_bmi2 = p3_png_kernels_current() == p3_png_kernels_for(P3_TARGET_AVX2);
#endif
  // A piece always fits behind the history, and short rows are decoded many at a time.
  size_t ahead = piece < (1 << 17) ? (1 << 17) : piece;
  state->capacity = INFLATE_WINDOW + ahead + ahead / 2;
  state->window = malloc(state->capacity + INFLATE_SLACK);
  return state->window != NULL;
}

void inflate_close(inflate_state *state) {
  free(state->window);
  state->window = NULL;
}

inflate_result inflate_need(inflate_state *state, size_t count) {
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

inflate_result inflate_finish(inflate_state *state) {
  while (state->stage != INFLATE_AT_END) {
    if (inflate_available(state) > 0) return INFLATE_MORE;
    update_adler(state);
    slide(state);
    inflate_result result = advance(state);
    if (result != INFLATE_MORE) return result;
  }
  return inflate_available(state) > 0 ? INFLATE_MORE : INFLATE_DONE;
}

bool inflate_open_raw(inflate_state *state, inflate_pull pull, void *context) {
  if (!inflate_open(state, 1, pull, context)) return false;
  state->stage = INFLATE_AT_BLOCK;
  state->window_size = INFLATE_WINDOW;
  return true;
}

bool inflate_walk(inflate_state *state, uint64_t *last_block, uint64_t *end) {
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

bool inflate_has_leftover(inflate_state *state) {
  if (state->bit_count > 0 || state->input_position < state->input_end) return true;
  return !state->input_ended && pull_input(state) && state->input_position < state->input_end;
}
