#ifndef P3_COLOR_TABLE_H
#define P3_COLOR_TABLE_H

// Hash tables of 48-bit colours: open addressing with linear probing. Places are fetched ahead, for the tables are larger
// than any near cache.

#include <stddef.h>
#include <stdint.h>

/// Adds colours to a table of mask + 1 places, a power of two, that hold a colour + 1 or 0 for none, until `room` new ones
/// were added and another comes. Returns how many of `count` colours were taken; `added` receives the new ones.
size_t p3_insert_colors(uint64_t *places, size_t mask, const uint64_t *colors, size_t count, size_t room,
                        size_t *added);

/// Fills a table of mask + 1 places, all ones where free, with each colour times 2, plus 1 for those that occur more than
/// once. Returns the number of distinct colours, under half the places.
size_t p3_group_colors(uint64_t *places, size_t mask, const uint64_t *colors, size_t count);

/// How many of the colours whose bit in `chosen` is set occur more than once, after `p3_group_colors`.
size_t p3_count_shared(const uint64_t *places, size_t mask, const uint64_t *colors, const uint8_t *chosen, size_t count);

#endif
