// Sets of colours of 8 bits per channel: a bit for each of 2²⁴. A cache line holds 8 × 8 × 8 neighbouring colours, so a
// photograph's noise touches few lines.

#include "p3_color_bits.h"

#include "cpu/samples.h"

int p3_are_widened(const uint16_t *samples, size_t count) {
  // No branch in the inner loop, so that the compiler vectorises it.
  enum { PART = 1024 };
  for (size_t first = 0; first < count; first += PART) {
    const size_t end = count - first < PART ? count : first + PART;
    uint16_t changed = 0;
    for (size_t i = first; i < end; i++) changed |= (uint16_t)(samples[i] ^ (samples[i] >> 8) * 257);
    if (changed) return 0;
  }
  return 1;
}

static inline uint32_t index_of(uint32_t red, uint32_t green, uint32_t blue) {
  const uint32_t line = (red >> 3) << 10 | (green >> 3) << 5 | blue >> 3;
  return line << 9 | (red & 7) << 6 | (green & 7) << 3 | (blue & 7);
}

static inline uint64_t color_of(uint32_t index) {
  const uint32_t line = index >> 9;
  const uint64_t red = (line >> 10) << 3 | (index >> 6 & 7), green = (line >> 5 & 31) << 3 | (index >> 3 & 7);
  const uint64_t blue = (line & 31) << 3 | (index & 7);
  return (red << 32 | green << 16 | blue) * 257;
}

/// Bit 24 of the index of an invisible pixel.
enum { HIDDEN = 1 << 24, BLOCK = 32 };

/// Writes the indices of `count` pixels: without branches, so that the compiler vectorises it.
__attribute__((always_inline)) static inline void list(const uint16_t *pixel, size_t count, unsigned channels,
                                                       uint32_t *indices) {
  for (size_t i = 0; i < count; i++, pixel += channels) {
    const uint32_t red = pixel[0] >> 8, hidden = channels % 2 == 0 && pixel[channels - 1] == 0 ? HIDDEN : 0;
    const uint32_t index = channels < 3 ? index_of(red, red, red) : index_of(red, pixel[1] >> 8, pixel[2] >> 8);
    indices[i] = index | hidden;
  }
}

/// Inlined once per number of channels.
__attribute__((always_inline)) static inline p3_color_marks mark(const uint16_t *pixel, size_t count, unsigned channels,
                                                                 uint64_t *bits, size_t room) {
  p3_color_marks done = {0};
  while (done.taken < count) {
    const uint16_t *first = pixel + done.taken * channels;
    const size_t skipped = p3_repeats_before((const uint8_t *)first, done.taken, count, channels * sizeof *first);
    done.taken += skipped;
    const size_t left = count - done.taken, length = left < BLOCK ? left : BLOCK;
    uint32_t indices[BLOCK];
    list(first + skipped * channels, length, channels, indices);
    for (size_t i = 0; i < length; i++, done.taken++) {
      uint64_t *word = bits + (indices[i] & (HIDDEN - 1)) / 64;
      const uint64_t bit = (uint64_t) !(indices[i] & HIDDEN) << indices[i] % 64;
      // Without a store for known colours: loads of neighbouring ones would wait for it.
      if ((bit & ~*word) == 0) continue;
      if (done.added == room) return done;
      *word |= bit;
      done.added++;
    }
  }
  return done;
}

p3_color_marks p3_mark_colors(const uint16_t *pixels, size_t count, unsigned channels, uint64_t bits[1 << 18],
                              size_t room) {
  switch (channels) {
    case 1: return mark(pixels, count, 1, bits, room);
    case 2: return mark(pixels, count, 2, bits, room);
    case 3: return mark(pixels, count, 3, bits, room);
    default: return mark(pixels, count, 4, bits, room);
  }
}

size_t p3_marked_colors(const uint64_t bits[1 << 18], uint64_t *colors) {
  size_t found = 0;
  for (uint32_t word = 0; word < 1 << 18; word++)
    for (uint64_t left = bits[word]; left != 0; left &= left - 1)
      colors[found++] = color_of(64 * word + (uint32_t)__builtin_ctzll(left));
  return found;
}
