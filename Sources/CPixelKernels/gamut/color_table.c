#include "p3_color_table.h"

#include <string.h>

/// Set in the table for colours inserted more than once.
#define SHARED (P3_COLOR_OUTSIDE << 1)

/// Slots are prefetched this many colours ahead, as tables exceed the L2 cache.
enum { AHEAD = 12 };

typedef uint8_t tags_vector __attribute__((vector_size(P3_COLOR_GROUP)));
typedef _Bool tag_bits __attribute__((ext_vector_type(P3_COLOR_GROUP)));

// MARK: Hashing

/// Fibonacci hashing: the high bits of the product are well mixed.
static inline uint64_t hash(uint64_t color) { return (color & P3_COLOR_BITS) * 0x9E3779B97F4A7C15u; }

/// Lemire's reduction of 32 bits to 0…groups − 1, for any number of groups.
static inline size_t group_of(uint64_t hash, size_t groups) { return (size_t)((hash >> 32) * groups >> 32); }

static inline uint8_t tag_of(uint64_t hash) { return (uint8_t)(0x80 | (hash >> 25 & 0x7F)); }

static inline void fetch(p3_color_table table, uint64_t color) {
  size_t slot = P3_COLOR_GROUP * group_of(hash(color), table.groups);
  __builtin_prefetch(table.tags + slot, 1);
  __builtin_prefetch(table.colors + slot, 1);
}

/// A bit for each tag of a group, set if the tag equals `tag`.
static inline unsigned slots_with(tags_vector tags, uint8_t tag) {
  tag_bits equal = __builtin_convertvector(tags == (tags_vector){0} + tag, tag_bits);
  uint16_t bits;
  memcpy(&bits, &equal, sizeof bits);
  return bits;
}

// MARK: Tables

/// How many more marked colours count as shared now that `color` equals the colour in `slot`.
static inline size_t share(uint64_t *slot, uint64_t color) {
  size_t shared = (color & P3_COLOR_OUTSIDE) != 0;
  if (!(*slot & SHARED)) shared += (*slot & P3_COLOR_OUTSIDE) != 0;
  *slot |= SHARED;
  return shared;
}

/// The slot of a colour in a group with these tags; null if it is not there.
static inline uint64_t *find(p3_color_table table, size_t group, tags_vector tags, uint8_t tag, uint64_t color) {
  for (unsigned left = slots_with(tags, tag); left != 0; left &= left - 1) {
    uint64_t *slot = table.colors + P3_COLOR_GROUP * group + (unsigned)__builtin_ctz(left);
    if (((*slot ^ color) & P3_COLOR_BITS) == 0) return slot;
  }
  return NULL;
}

/// Inserts a colour. Returns 0 if it is new and there is no room.
static inline int insert(p3_color_table table, uint64_t color, size_t room, p3_color_insertion *done) {
  const uint64_t mixed = hash(color);
  const uint8_t tag = tag_of(mixed);
  for (size_t group = group_of(mixed, table.groups);; group = group + 1 == table.groups ? 0 : group + 1) {
    tags_vector tags;
    memcpy(&tags, table.tags + P3_COLOR_GROUP * group, sizeof tags);
    uint64_t *slot = find(table, group, tags, tag, color);
    if (slot != NULL) {
      done->shared += share(slot, color);
      return 1;
    }
    unsigned free = slots_with(tags, 0);
    if (free == 0) continue;
    if (done->added == room) return 0;
    size_t first = P3_COLOR_GROUP * group + (unsigned)__builtin_ctz(free);
    table.tags[first] = tag;
    table.colors[first] = color;
    done->added++;
    return 1;
  }
}

p3_color_insertion p3_insert_colors(p3_color_table table, const uint64_t *colors, size_t count, size_t room) {
  p3_color_insertion done = {0};
  for (; done.taken < count; done.taken++) {
    if (done.taken + AHEAD < count) fetch(table, colors[done.taken + AHEAD]);
    if (!insert(table, colors[done.taken], room, &done)) break;
  }
  return done;
}

size_t p3_pack_colors(p3_color_table table) {
  size_t packed = 0;
  for (size_t slot = 0; slot < P3_COLOR_GROUP * table.groups; slot++) {
    table.colors[packed] = table.colors[slot] & P3_COLOR_BITS;
    packed += table.tags[slot] != 0;
  }
  return packed;
}

// MARK: Without a table

/// Two-bit counters: none, one, more. The second pass drops colours that are alone in their counter, without a branch.
size_t p3_keep_repeated_colors(uint64_t *filter, size_t words, uint64_t *colors, size_t count) {
  const unsigned shift = 64 - (unsigned)__builtin_ctzll(32 * words);
  for (size_t i = 0; i < count; i++) {
    uint64_t counter = hash(colors[i]) >> shift;
    uint64_t *word = filter + counter / 32;
    unsigned bit = 2 * (counter % 32);
    *word |= (1 + 2 * (*word >> bit & 1)) << bit;
  }
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    uint64_t color = colors[i], counter = hash(color) >> shift;
    colors[kept] = color;
    kept += filter[counter / 32] >> (2 * (counter % 32) + 1) & 1;
  }
  return kept;
}

/// The nearest of 256 levels; 65,535 = 255 · 257.
static inline uint32_t rounded(uint64_t sample) { return ((uint32_t)(sample & 0xFFFF) + 128) / 257; }

size_t p3_count_colors_at_8_bits(uint64_t bits[1 << 18], const uint64_t *colors, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t color = rounded(colors[i] >> 32) << 16 | rounded(colors[i] >> 16) << 8 | rounded(colors[i]);
    bits[color / 64] |= UINT64_C(1) << color % 64;
  }
  size_t distinct = 0;
  for (size_t word = 0; word < 1 << 18; word++) distinct += (size_t)__builtin_popcountll(bits[word]);
  return distinct;
}
