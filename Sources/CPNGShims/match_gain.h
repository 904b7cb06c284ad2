#ifndef P3_MATCH_GAIN_H
#define P3_MATCH_GAIN_H

// What matches could save, at a fraction of the time that a compressor takes to find out.

#include <stddef.h>
#include <stdint.h>

/// About how many bytes matches save in `bytes`, of which literals and runs alone leave `coded`. It promises too much:
/// literals cost their average, and matches less than they do. The same on every machine.
size_t p3png_match_gain(const uint8_t *bytes, size_t count, size_t coded);

#endif
