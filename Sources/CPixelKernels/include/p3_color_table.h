#ifndef P3_COLOR_TABLE_H
#define P3_COLOR_TABLE_H

// Sets of 48-bit colours, each in a word: red·2³² + green·2¹⁶ + blue, and above them what is known of the colour.
//
// The table is a Swiss table (abseil.io/about/design/swisstables): a byte of hash for each slot tells with one vector
// comparison in which of 16 slots a colour can be. Most searches read no other colour and mispredict no branch.

#include <stddef.h>
#include <stdint.h>

/// The bits of the colour itself, and the bit that says that it is out of gamut.
#define P3_COLOR_BITS 0x0000FFFFFFFFFFFFull
#define P3_COLOR_OUTSIDE 0x0001000000000000ull

/// Slots that are searched at once.
enum { P3_COLOR_GROUP = 16 };

/// A table of groups · 16 slots.
typedef struct {
  /// A byte for each slot: 0 where it is free, else 128 plus seven bits of the colour's hash.
  uint8_t *tags;
  /// The colours, where the tag is not 0.
  uint64_t *colors;
  size_t groups;
} p3_color_table;

/// What `p3_insert_colors` did.
typedef struct {
  /// Colours taken from the list.
  size_t taken;
  /// Those that the table did not hold.
  size_t added;
  /// Those marked `P3_COLOR_OUTSIDE` that equal another inserted colour, marked or not, inserted before or after them.
  size_t shared;
} p3_color_insertion;

/// Adds colours to the table, and stops before a new one when `room` new ones were added. The table has more slots than
/// it will hold colours.
p3_color_insertion p3_insert_colors(p3_color_table table, const uint64_t *colors, size_t count, size_t room);

/// Moves the colours of a table to the front of `colors`, without their marks, and returns how many they are.
size_t p3_pack_colors(p3_color_table table);

/// Moves those of `colors` that may occur more than once to the front, and returns how many they are: all that do, and
/// as many others as collide in a filter of `words` · 32 counters, a power of two, which are 0 at first.
size_t p3_keep_repeated_colors(uint64_t *filter, size_t words, uint64_t *colors, size_t count);

/// How many distinct colours are left of `colors` when each channel is rounded half up to 8 bits. `bits` are
/// 2²⁴ zeros.
size_t p3_count_colors_at_8_bits(uint64_t bits[1 << 18], const uint64_t *colors, size_t count);

/// Entries of a direct-mapped cache of colours that were seen lately, zeros at first.
enum { P3_SEEN_COLORS = 16384 };

/// Lists the colours of `count` native pixels (`channels` 1 to 4) whose alpha is not 0 and that `seen` does not hold,
/// grey three times, and returns how many. Each distinct colour comes at least once, unless an earlier call with the
/// same `seen` gave it. `colors` has room for `count`.
size_t p3_list_colors(const void *source, size_t count, unsigned channels, uint64_t seen[P3_SEEN_COLORS],
                      uint64_t *colors);

#endif
