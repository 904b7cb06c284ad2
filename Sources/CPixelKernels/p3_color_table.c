#include "p3_color_table.h"

/// Colours from the one in work to the one whose place is fetched.
enum { AHEAD = 12 };

/// Fibonacci hashing: the high bits of the product are the well mixed ones.
static inline size_t hash(uint64_t color, size_t mask) { return (size_t)(color * 0x9E3779B97F4A7C15u >> 40) & mask; }

static inline void fetch(const uint64_t *places, size_t mask, const uint64_t *colors, size_t i, size_t count) {
  if (i + AHEAD < count) __builtin_prefetch(&places[hash(colors[i + AHEAD], mask)]);
}

size_t p3_insert_colors(uint64_t *places, size_t mask, const uint64_t *colors, size_t count, size_t room,
                        size_t *added) {
  size_t found = 0, i = 0;
  for (; i < count; i++) {
    fetch(places, mask, colors, i, count);
    size_t place = hash(colors[i], mask);
    while (places[place] != 0 && places[place] != colors[i] + 1) place = (place + 1) & mask;
    if (places[place] != 0) continue;
    if (found == room) break;
    places[place] = colors[i] + 1;
    found++;
  }
  *added = found;
  return i;
}

static inline size_t place_of(const uint64_t *places, size_t mask, uint64_t color) {
  size_t place = hash(color, mask);
  while (places[place] != UINT64_MAX && places[place] >> 1 != color) place = (place + 1) & mask;
  return place;
}

size_t p3_group_colors(uint64_t *places, size_t mask, const uint64_t *colors, size_t count) {
  size_t distinct = 0;
  for (size_t i = 0; i < count; i++) {
    fetch(places, mask, colors, i, count);
    size_t place = place_of(places, mask, colors[i]);
    if (places[place] == UINT64_MAX) {
      places[place] = colors[i] << 1;
      distinct++;
    } else {
      places[place] |= 1;
    }
  }
  return distinct;
}

size_t p3_count_shared(const uint64_t *places, size_t mask, const uint64_t *colors, const uint8_t *chosen, size_t count) {
  size_t shared = 0;
  for (size_t i = 0; i < count; i++) {
    fetch(places, mask, colors, i, count);
    if (chosen[i / 8] >> i % 8 & 1) shared += places[place_of(places, mask, colors[i])] & 1;
  }
  return shared;
}
