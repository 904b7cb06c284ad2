// Lists the colours of pixels, leaving out most repetitions.

#include "p3_color_table.h"
#include "cpu/samples.h"

/// The shift that turns a 64-bit product into the index of a cache entry.
enum { SEEN_SHIFT = 64 - __builtin_ctz(P3_SEEN_COLORS) };

static inline uint64_t color_of(const uint8_t *pixel, unsigned channels) {
  uint64_t red = p3_sample(pixel);
  if (channels < 3) return red << 32 | red << 16 | red;
  return red << 32 | (uint64_t)p3_sample(pixel + 2) << 16 | p3_sample(pixel + 4);
}

/// Skips pixels that repeat their predecessor. Every other colour is written, and overwritten by the next one if the
/// cache held it: a branch on the cache would be unpredictable. Inlined once per number of channels.
__attribute__((always_inline)) static inline size_t list_colors(const uint8_t *pixel, size_t count, unsigned channels,
                                                                uint64_t *seen, uint64_t *colors) {
  const int has_alpha = channels == 2 || channels == 4;
  size_t found = 0;
  // Entries are colours plus 1; 0 marks a free entry of the cache.
  uint64_t left = 0;
  for (size_t i = 0; i < count; i++, pixel += 2 * channels) {
    const size_t skipped = p3_repeats_before(pixel, i, count, 2 * channels);
    i += skipped;
    pixel += skipped * 2 * channels;
    if (i == count) break;
    const int is_visible = !has_alpha || p3_sample(pixel + 2 * (channels - 1)) != 0;
    uint64_t entry = color_of(pixel, channels) + 1;
    if (entry == left) continue;
    left = is_visible ? entry : left;
    uint64_t *slot = seen + (entry * 0x9E3779B97F4A7C15u >> SEEN_SHIFT);
    uint64_t last = *slot;
    *slot = is_visible ? entry : last;
    colors[found] = entry - 1;
    found += is_visible & (last != entry);
  }
  return found;
}

size_t p3_list_colors(const void *source, size_t count, unsigned channels, uint64_t seen[P3_SEEN_COLORS],
                      uint64_t *colors) {
  switch (channels) {
    case 1: return list_colors(source, count, 1, seen, colors);
    case 2: return list_colors(source, count, 2, seen, colors);
    case 3: return list_colors(source, count, 3, seen, colors);
    default: return list_colors(source, count, 4, seen, colors);
  }
}
