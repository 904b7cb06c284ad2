#include "inflate_codes.h"

inflate_result p3png_next_entry(inflate_state *state, const uint32_t *table, unsigned table_bits, uint32_t *entry) {
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
    inflate_result result = p3png_need_bits(state, state->bit_count + 1);
    if (result != INFLATE_MORE) return result;
  }
}

/// The length or distance of `entry`: its base and the extra bits behind its code, all of which are there.
static inline size_t take_value(inflate_state *state, uint32_t entry) {
  return (entry >> 13) + (take_bits(state, entry & 255) >> (entry >> 8 & 31));
}

inflate_result p3png_decode_symbol(inflate_state *state) {
  uint32_t entry;
  inflate_result result = p3png_next_entry(state, state->literals, INFLATE_LITERAL_BITS, &entry);
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
  result = p3png_next_entry(state, state->distances, INFLATE_DISTANCE_BITS, &entry);
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

LANE_INLINE inflate_result decode_lane(inflate_state *state, const uint8_t *in_limit) {
  const uint32_t *literals = state->literals;
  const uint8_t *out_limit = state->window + state->capacity;
  if (state->input + state->input_position > in_limit || state->write_position >= state->capacity) {
    return INFLATE_MORE;
  }
  inflate_lane lane = lane_at(state);
  bool is_other = false;
  do {
    // Each turn begins with 56 bits and an entry looked up. Three look-ups of literals take at most 36 of them,
    // two and a code of the second level 39: the next look-up needs 12 and need not wait for more input.
    if (lane.entry & ENTRY_LITERAL) {
      lane_put(&lane);
      lane_look_up(&lane, literals);
      if (lane.entry & ENTRY_LITERAL) {
        lane_put(&lane);
        lane_look_up(&lane, literals);
        if (lane.entry & ENTRY_LITERAL) {
          lane_put(&lane);
          lane_look_up(&lane, literals);
          lane_refill(&lane);
          continue;
        }
      }
    }
    const inflate_lane before = lane;
    size_t length, distance;
    const lane_symbol symbol = lane_decode(&lane, state, &length, &distance);
    is_other = symbol == LANE_OTHER;
    if (is_other) break;
    // The next entry comes while the match is copied.
    lane_look_up(&lane, literals);
    if (symbol == LANE_LITERAL) continue;
    lane_refill(&lane);
    is_other = !is_within_reach(state, lane.out, distance);
    if (is_other) {
      lane = before;
      break;
    }
    lane.out = copy_match(lane.out, distance, length);
  } while (lane.in <= in_limit && lane.out < out_limit);
  lane_finish(&lane, state);
  // The end of the block, or what is wrong.
  return is_other ? p3png_decode_symbol(state) : INFLATE_MORE;
}

static inflate_result decode_lane_plain(inflate_state *state, const uint8_t *in_limit) {
  return decode_lane(state, in_limit);
}

#if defined(__x86_64__)
__attribute__((target("bmi,bmi2"))) static inflate_result decode_lane_bmi2(
  inflate_state *state, const uint8_t *in_limit) {
  return decode_lane(state, in_limit);
}
#endif

inflate_result p3png_decode_symbols(inflate_state *state, const uint8_t *in_limit) {
#if defined(__x86_64__)
  if (state->has_bmi2) return decode_lane_bmi2(state, in_limit);
#endif
  return decode_lane_plain(state, in_limit);
}
