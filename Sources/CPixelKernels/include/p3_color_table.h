#ifndef P3_COLOR_TABLE_H
#define P3_COLOR_TABLE_H

// Sets of 48-bit colours, each in 64 bits: red·2³² + green·2¹⁶ + blue, and flags above.
//
// The table is a Swiss table (abseil.io/about/design/swisstables): each slot has a byte of hash, and one vector
// comparison finds which of 16 slots can hold a colour. Most searches read no other colour and mispredict no branch.

#include <stddef.h>
#include <stdint.h>

/// The bits of the colour, and the flag of a colour out of gamut.
#define P3_COLOR_BITS 0x0000FFFFFFFFFFFFull
#define P3_COLOR_OUTSIDE 0x0001000000000000ull

/// Slots searched at once.
enum { P3_COLOR_GROUP = 16 };

/// A table of groups · 16 slots.
typedef struct {
  /// A byte for each slot: 0 where it is free, else 128 plus seven bits of the colour's hash.
  uint8_t *tags;
  /// The colours, where the tag is not 0.
  uint64_t *colors;
  size_t groups;
} p3_color_table;

/// The result of `p3_insert_colors`.
typedef struct {
  /// Colours taken from the list.
  size_t taken;
  /// Colours that the table did not hold yet.
  size_t added;
  /// Colours marked `P3_COLOR_OUTSIDE` that equal another inserted colour, marked or not, earlier or later.
  size_t shared;
} p3_color_insertion;

/// Adds colours to the table. Stops before a new colour once `room` new ones are added. The table must have more slots
/// than it will hold colours.
p3_color_insertion p3_insert_colors(p3_color_table table, const uint64_t *colors, size_t count, size_t room);

/// Moves the table's colours, without flags, to the front of `colors`, and returns their number.
size_t p3_pack_colors(p3_color_table table);

/// Moves the `colors` that may occur more than once to the front, and returns their number: all that do, and others
/// that collide in the filter. The filter has `words` · 32 counters, a power of two, which are 0 at first.
size_t p3_keep_repeated_colors(uint64_t *filter, size_t words, uint64_t *colors, size_t count);

/// The number of distinct `colors` after each channel is rounded half up to 8 bits. `bits` must be 2²⁴ zeros.
size_t p3_count_colors_at_8_bits(uint64_t bits[1 << 18], const uint64_t *colors, size_t count);

/// Entries of a direct-mapped cache of recent colours, zeros at first.
enum { P3_SEEN_COLORS = 16384 };

/// Lists the colours of `count` native pixels (`channels` 1 to 4; grey three times), except colours with alpha 0 and
/// those in `seen`, and returns their number. Each distinct colour is listed at least once, unless an earlier call with
/// the same `seen` listed it. `colors` must have room for `count`.
size_t p3_list_colors(const void *source, size_t count, unsigned channels, uint64_t seen[P3_SEEN_COLORS],
                      uint64_t *colors);

#endif
