#ifndef P3_PIXEL_BITS_H
#define P3_PIXEL_BITS_H

// Bits of the pixels of a row, RGB or RGBA (`channels` 3 or 4) of native samples: pixel i is bit i % 64 of word i / 64.
// Bits beyond the last pixel are 0.

#include <stddef.h>
#include <stdint.h>

/// Whether each pixel is visible: whether its alpha is not 0.
void p3_visible_pixels(const uint16_t *pixels, size_t count, unsigned channels, uint64_t *bits);

/// Whether pixels i of both rows, whose visible ones are given, are visible and of one colour.
void p3_same_pixels(const uint16_t *first, const uint16_t *second, size_t count, unsigned channels,
                    const uint64_t *first_visible, const uint64_t *second_visible, uint64_t *bits);

/// Whether pixel i and the one to its left are visible and of one colour; bit 0 is 0.
void p3_same_neighbours(const uint16_t *pixels, size_t count, unsigned channels, const uint64_t *visible,
                        uint64_t *bits);

#endif
