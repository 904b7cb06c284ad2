#ifndef P3_COLOR_BITS_H
#define P3_COLOR_BITS_H

// Sets of colours of 8 bits per channel: a bit for each of 2²⁴.

#include <stddef.h>
#include <stdint.h>

/// Whether all of `count` samples are 8-bit codes widened to 16 bits: multiples of 257.
int p3_are_widened(const uint16_t *samples, size_t count);

/// The result of `p3_mark_colors`.
typedef struct {
  /// Pixels processed.
  size_t taken;
  /// Colours added: those whose bit was not set before.
  size_t added;
} p3_color_marks;

/// Sets the bits of the colours of `count` pixels of widened samples (`channels` 1 to 4), skipping those whose alpha is
/// 0. Stops before a new colour once `room` new ones are added. `bits` are zeros before the first call.
p3_color_marks p3_mark_colors(const uint16_t *pixels, size_t count, unsigned channels, uint64_t bits[1 << 18],
                              size_t room);

/// Lists the colours whose bit is set, as red·2³² + green·2¹⁶ + blue of 16 bits each, and returns their number.
/// `colors` must have room for them.
size_t p3_marked_colors(const uint64_t bits[1 << 18], uint64_t *colors);

#endif
