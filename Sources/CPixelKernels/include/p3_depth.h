#ifndef P3_DEPTH_H
#define P3_DEPTH_H

// Sample depths and byte orders: loops that compilers vectorise for the baseline. They run at memory speed, so no
// target has a version of its own.

#include <stddef.h>
#include <stdint.h>

/// 8 bits to 16: every value times 257.
void p3_widen(const uint8_t *source, uint16_t *destination, size_t count);

/// 16 bits to 8: a value over 257, rounded half up (halves do not occur: 257 is odd).
void p3_narrow(const uint16_t *source, uint8_t *destination, size_t count);

/// Swaps the bytes of `count` 16-bit samples at any address; the buffers are equal or apart.
void p3_swap(const void *source, void *destination, size_t count);

#endif
