// Sets of colours: one body for all targets, against arrays that are searched from end to end.

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "p3_color_bits.h"
#include "p3_color_table.h"

enum { MOST = 700 };

/// A set of colours in the order in which they came.
typedef struct {
  uint64_t colors[MOST];
  uint8_t is_shared[MOST];
  size_t count, shared;
} plain_set;

static size_t index_in(const plain_set *set, uint64_t color) {
  size_t i = 0;
  while (i < set->count && ((set->colors[i] ^ color) & P3_COLOR_BITS)) i++;
  return i;
}

static void insert(plain_set *set, uint64_t color) {
  const size_t i = index_in(set, color);
  if (i == set->count) {
    set->colors[set->count++] = color;
    return;
  }
  set->shared += (color & P3_COLOR_OUTSIDE) != 0;
  if (!set->is_shared[i]) set->shared += (set->colors[i] & P3_COLOR_OUTSIDE) != 0;
  set->is_shared[i] = 1;
}

static int compare_colors(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static void test_table(size_t count, unsigned variety) {
  static plain_set set;
  static uint64_t colors[MOST];
  memset(&set, 0, sizeof set);
  for (size_t i = 0; i < count; i++) {
    colors[i] = random_below(variety) * 0x0123456789u & P3_COLOR_BITS;
    if (random_bits() & 1) colors[i] |= P3_COLOR_OUTSIDE;
    insert(&set, colors[i]);
  }
  const size_t groups = 2 * MOST / P3_COLOR_GROUP;
  const p3_color_table table = {guarded(groups * P3_COLOR_GROUP, 0), guarded(groups * P3_COLOR_GROUP * 8, 0), groups};
  const p3_color_insertion half = p3_insert_colors(table, colors, count, set.count / 2);
  const p3_color_insertion rest = p3_insert_colors(table, colors + half.taken, count - half.taken, MOST);
  const size_t totals[3] = {half.taken + rest.taken, half.added + rest.added, half.shared + rest.shared};
  check_same("taken, added and shared colours", (size_t[]){count, set.count, set.shared}, totals, sizeof totals);
  check("no more colours than there is room for", half.added <= set.count / 2);
  const size_t packed = p3_pack_colors(table);
  for (size_t i = 0; i < set.count; i++) set.colors[i] &= P3_COLOR_BITS;
  qsort(set.colors, set.count, 8, compare_colors);
  qsort(table.colors, packed, 8, compare_colors);
  check_same("number of colours", &set.count, &packed, sizeof packed);
  check_same("colours", set.colors, table.colors, packed * 8);
  release(table.tags);
  release(table.colors);
}

static void test_list(size_t count, unsigned channels, unsigned kind) {
  static uint64_t seen[P3_SEEN_COLORS], listed[MOST];
  static plain_set expected, actual;
  memset(seen, 0, sizeof seen);
  memset(&expected, 0, sizeof expected);
  memset(&actual, 0, sizeof actual);
  uint16_t *pixels = guarded(count * channels * 2, 2);
  fill_samples(pixels, count * channels, channels, kind);
  for (size_t i = 0; i < count; i++) {
    uint16_t *p = pixels + i * channels;
    if (channels % 2 == 0 && random_below(3) == 0) p[channels - 1] = 0;
    const int gray = channels < 3;
    const uint64_t color = (uint64_t)p[0] << 32 | (uint64_t)p[gray ? 0 : 1] << 16 | p[gray ? 0 : 2];
    if (channels % 2 || p[channels - 1]) insert(&expected, color);
  }
  const size_t found = p3_list_colors(pixels, count, channels, seen, listed);
  for (size_t i = 0; i < found; i++) insert(&actual, listed[i]);
  qsort(expected.colors, expected.count, 8, compare_colors);
  qsort(actual.colors, actual.count, 8, compare_colors);
  check_same("number of listed colours", &expected.count, &actual.count, sizeof actual.count);
  check_same("listed colours", expected.colors, actual.colors, actual.count * 8);
  release(pixels);
}

// MARK: Colours of 8 bits

static void test_color_bits(size_t count, unsigned channels, unsigned variety) {
  static plain_set set;
  static uint64_t bits[1 << 18];
  memset(&set, 0, sizeof set);
  memset(bits, 0, sizeof bits);
  uint16_t *pixels = guarded(count * channels * 2, 2);
  const size_t room = random_below(count + 2);
  size_t expected = count;
  for (size_t i = 0; i < count; i++) {
    uint16_t *pixel = pixels + i * channels;
    for (unsigned c = 0; c < channels; c++) pixel[c] = (uint16_t)(random_below(variety) * (255 / variety) * 257);
    if (i > 0 && random_below(3) == 0) memcpy(pixel, pixel - channels, 2 * channels);
    const uint16_t *green = channels < 3 ? pixel : pixel + 1, *blue = channels < 3 ? pixel : pixel + 2;
    const uint64_t color = (uint64_t)*pixel << 32 | (uint64_t)*green << 16 | *blue;
    if (expected < count || (channels % 2 == 0 && pixel[channels - 1] == 0)) continue;
    if (index_in(&set, color) == set.count && set.count == room) expected = i;
    if (expected == count) insert(&set, color);
  }
  check("widened samples", p3_are_widened(pixels, count * channels));
  const p3_color_marks done = p3_mark_colors(pixels, count, channels, bits, room);
  check_same("pixels taken", &expected, &done.taken, sizeof expected);
  check_same("colours added", &set.count, &done.added, sizeof set.count);
  static uint64_t colors[MOST];
  const size_t listed = p3_marked_colors(bits, colors);
  check_same("colours listed", &set.count, &listed, sizeof listed);
  qsort(set.colors, set.count, 8, compare_colors);
  qsort(colors, listed, 8, compare_colors);
  check_same("colours", set.colors, colors, 8 * listed);
  if (count > 0) {
    // One bit more, anywhere.
    pixels[random_below(count * channels)] ^= (uint16_t)(1u << random_below(16));
    check("samples that are not widened", !p3_are_widened(pixels, count * channels));
  }
  check_guards(pixels);
  release(pixels);
}

void test_colors(void) {
  begin_family("colors", P3_TARGET_SCALAR);
  for (size_t count = 0; count <= MOST; count += count < 70 ? 1 : 90) {
    for (unsigned variety = 1; variety < 4000; variety *= 6) {
      describe_case("%zu of %u colours", count, variety);
      test_table(count, variety);
    }
    for (unsigned channels = 1; channels <= 4; channels++) {
      for (unsigned kind = 0; kind < 6; kind++) {
        describe_case("%zu pixels of %u channels, kind %u", count, channels, kind);
        test_list(count, channels, kind);
      }
      if (count % 10 < 3) test_color_bits(count, channels, count % 3 == 0 ? 3 : 200);
    }
  }
  end_family();
}
