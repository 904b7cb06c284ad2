// No include guard: included by kernel bodies after vectors.inl and their own lane_bits (an unsigned integer with one
// bit for each of STEP pixels), larger, smaller, bits_below(const float *, floats) and visible_pixels(const uint8_t *).

enum { STEP = 8 * sizeof(lane_bits) };

/// Whether any value of the tile lies outside of `quiet`. Most tiles have none, and need no further test.
static int leaves(const p3_tile *tile, const p3_quiet *quiet, size_t count) {
  floats worst = set_floats(-1);
  for (unsigned i = 0; i < 3; i++) {
    const floats low = set_floats(quiet->low[i]), high = set_floats(quiet->high[i]);
    floats least = high, most = low;
    for (size_t first = 0; first < count; first += LANES) {
      floats u = load_floats(tile->planes[i] + first);
      least = smaller(least, u);
      most = larger(most, u);
    }
    worst = larger(worst, larger(low - least, most - high));
  }
  for (int lane = 0; lane < LANES; lane++) {
    if (worst[lane] > 0) return 1;
  }
  return 0;
}

/// One channel of a tile, pixel by pixel.
static void classify(const p3_plan *plan, const p3_tile *tile, const p3_quiet *records, unsigned i, size_t count,
                     p3_gamut_bits *bits) {
  const p3_linear_stage *stage = p3_stage(plan);
  const floats outside_low = set_floats(stage->outside_low[i]), inside_low = set_floats(stage->inside_low[i]);
  const floats inside_high = set_floats(stage->inside_high[i]), outside_high = set_floats(stage->outside_high[i]);
  const floats record_low = set_floats(records->low[i]), record_high = set_floats(records->high[i]);
  for (size_t first = 0; first < count; first += STEP) {
    const float *u = tile->planes[i] + first;
    lane_bits below = bits_below(u, outside_low), inside_from = (lane_bits)~bits_below(u, inside_low);
    lane_bits not_above = bits_below(u, outside_high), inside_to = bits_below(u, inside_high);
    lane_bits above = (lane_bits)~not_above, unsure = (lane_bits) ~(below | above | (inside_from & inside_to));
    lane_bits extreme = (lane_bits)(bits_below(u, record_low) | (lane_bits)~bits_below(u, record_high));
    memcpy((uint8_t *)bits->below + first / 8, &below, sizeof below);
    memcpy((uint8_t *)bits->above + first / 8, &above, sizeof above);
    memcpy((uint8_t *)bits->unsure + first / 8, &unsure, sizeof unsure);
    memcpy((uint8_t *)bits->extreme + first / 8, &extreme, sizeof extreme);
  }
}

/// Bits of the pixels whose alpha is not zero.
static void visible(const void *source, size_t count, uint64_t *bits) {
  for (size_t first = 0; first < count; first += STEP) {
    lane_bits seen = visible_pixels((const uint8_t *)source + first * 8);
    memcpy((uint8_t *)bits + first / 8, &seen, sizeof seen);
  }
}
