#include "flat_deflate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "huffman.h"
#include "match_blocks.h"
#include "match_bytes.h"
#include "match_symbols.h"

enum {
  HASH_BITS = 14,
  SEQUENCES = 1 << 13,
  SHORTEST_MATCH = 3,
  /// Bytes that the two tables tell places apart by. Edges look alike for a pixel: what follows them tells more.
  SHORT_KEY = 4,
  LONG_KEY = 24,
  /// Places that a search looks at, at most.
  SHORT_DEPTH = 16,
  LONG_DEPTH = 32,
  NEAR_DEPTH = 1,
  /// A match farther away must be longer by one byte if its distance has so many more bits.
  WORTH_A_BYTE = 8,
};

/// Places by a hash of what stands there; older ones with the same hash in a chain.
typedef struct place_table {
  /// The low 16 bits of the newest place: windows are shorter. Untouched and old ones mean some place within 64 KB, which
  /// the comparison of its bytes finds out.
  uint16_t heads[1 << HASH_BITS];
  /// How far back the next of the chain is, 0 for its end; by place modulo the window.
  uint16_t back[FARTHEST_MATCH];
} place_table;

struct flat_deflater {
  flat_rows rows;
  place_table short_keys, long_keys;
  match_sequence sequences[SEQUENCES];
  size_t sequence_count;
  /// The last distance that was no run's.
  size_t last_distance;
};

typedef struct match {
  size_t length, distance;
} match;

flat_deflater *p3png_flat_deflater_open(void) { return malloc(sizeof(flat_deflater)); }

void p3png_flat_deflater_close(flat_deflater *deflater) { free(deflater); }

size_t p3png_flat_bound(size_t count) { return p3png_match_blocks_bound(count); }

// MARK: Places

static inline unsigned long_hash(const uint8_t *bytes) {
  uint64_t hash = load64(bytes) * 0x9e3779b97f4a7c15u + load64(bytes + 8) * 0xc2b2ae3d27d4eb4fu +
                  load64(bytes + 16) * 0x165667b19e3779f9u;
  return (unsigned)((hash ^ hash >> 32) * 0x9e3779b97f4a7c15u >> (64 - HASH_BITS));
}

static inline void insert(place_table *table, unsigned hash, size_t place) {
  const uint16_t back = (uint16_t)(place - table->heads[hash]);
  table->back[place % FARTHEST_MATCH] = back < FARTHEST_MATCH ? back : 0;
  table->heads[hash] = (uint16_t)place;
}

/// Bit i is set where byte i of both is the same.
static inline unsigned equal_mask(uint64_t first, uint64_t second) {
  const uint64_t low_bits = 0x7f7f7f7f7f7f7f7fu, difference = first ^ second;
  const uint64_t equal = ~(((difference & low_bits) + low_bits) | difference | low_bits);
  // The highest bits of eight bytes become one byte.
  return (unsigned)((equal >> 7) * 0x0102040810204080u >> 56);
}

/// Inserts the places of `from` to `end` that no run covers: where the next four bytes are not those of the pixel
/// before.
static void insert_places(flat_deflater *deflater, size_t from, size_t end) {
  const uint8_t *bytes = deflater->rows.bytes;
  size_t step = deflater->rows.step, count = deflater->rows.count;
  if (end + LONG_KEY > count) end = count > LONG_KEY ? count - LONG_KEY : 0;
  for (size_t place = from < step ? step : from; place < end; place += 8) {
    const uint8_t *here = bytes + place, *before = here - step;
    const uint64_t first = load64(here), second = load64(here + 8);
    unsigned same = equal_mask(first, load64(before));
    if (same == 0xff && second == load64(before + 8)) continue;
    same |= equal_mask(second, load64(before + 8)) << 8;
    unsigned left = ~(same & same >> 1 & same >> 2 & same >> 3) & 0xff;
    if (end - place < 8) left &= (1u << (end - place)) - 1;
    for (; left; left &= left - 1) {
      const unsigned i = (unsigned)__builtin_ctz(left);
      insert(&deflater->short_keys, short_hash(short_key(here + i), HASH_BITS), place + i);
      insert(&deflater->long_keys, long_hash(here + i), place + i);
    }
  }
}

// MARK: Search

static inline int bit_length(size_t value) { return 64 - __builtin_clzll(value); }

static inline bool is_better(match found, match best) {
  if (best.length == 0) return found.length >= SHORTEST_MATCH;
  int farther = bit_length(found.distance) - bit_length(best.distance);
  if (found.length == best.length) return farther < 0;
  return found.length > best.length + (farther >= WORTH_A_BYTE ? 1 : 0);
}

static inline void try_distance(
  const flat_rows *rows, size_t place, size_t distance, size_t most, match *best) {
  if (distance > place || distance > FARTHEST_MATCH) return;
  const uint8_t *here = rows->bytes + place;
  match found = {equal_bytes(here - distance, here, most), distance};
  if (is_better(found, *best)) *best = found;
}

/// Whether the bytes that would make a match longer than `length` are there: looked at first, as they seldom are.
static inline bool may_be_longer(const uint8_t *there, const uint8_t *here, size_t length, size_t most) {
  const size_t decisive = length < most ? length : most - 1;
  if (decisive < 7) return there[decisive] == here[decisive];
  return load64(there + decisive - 7) == load64(here + decisive - 7);
}

/// Tries the places in a chain. What they have in common with the input begins at `anchor`; the match begins earlier, at
/// `place`, where a run leads there.
static void search_chain(
  const flat_rows *rows, const place_table *table, unsigned hash, int depth, size_t place, size_t anchor, size_t most,
  match *best) {
  size_t run = anchor - place, distance = (uint16_t)(anchor - table->heads[hash]);
  for (; depth > 0; depth--) {
    if (distance == 0 || distance > FARTHEST_MATCH || distance + run > anchor) return;
    const size_t found = anchor - distance;
    const uint8_t *there = rows->bytes + found - run, *here = rows->bytes + place;
    if (may_be_longer(there, here, best->length, most)) {
      match match = {equal_bytes(there, here, most), distance};
      if (match.length >= run + SHORT_KEY && is_better(match, *best)) *best = match;
      // The next ones are farther.
      if (match.length == most) return;
    }
    const size_t back = table->back[found % FARTHEST_MATCH];
    if (back == 0) return;
    distance += back;
  }
}

/// The longest match at `place` that the search comes upon, of length 0 for none.
static match find_match(const flat_deflater *deflater, size_t place) {
  const flat_rows *rows = &deflater->rows;
  size_t left = rows->count - place, most = left < LONGEST_MATCH ? left : LONGEST_MATCH;
  match best = {0};
  try_distance(rows, place, 1, most, &best);
  try_distance(rows, place, rows->step, most, &best);
  size_t run = best.length;
  if (run == most) return best;
  if (deflater->last_distance) try_distance(rows, place, deflater->last_distance, most, &best);
  try_distance(rows, place, rows->stride, most, &best);
  size_t anchor = place + (run >= SHORT_KEY ? run : 0);
  if (anchor + LONG_KEY > rows->count) return best;
  unsigned hash = long_hash(rows->bytes + anchor);
  // Where a known distance reaches all the way, a shorter one may too.
  int depth = best.length < most ? LONG_DEPTH : NEAR_DEPTH;
  search_chain(rows, &deflater->long_keys, hash, depth, place, anchor, most, &best);
  if (best.length < most && place + best.length < anchor + LONG_KEY) {
    hash = short_hash(short_key(rows->bytes + anchor), HASH_BITS);
    search_chain(rows, &deflater->short_keys, hash, SHORT_DEPTH, place, anchor, most, &best);
  }
  return best;
}

// MARK: Sequences

/// What has been written, and what is found but not written yet.
typedef struct progress {
  bit_writer writer;
  /// The input of the sequences that are not written.
  const uint8_t *unwritten;
  /// Literals since the last match.
  size_t literals;
} progress;

static void add_sequence(flat_deflater *deflater, progress *progress, match match) {
  size_t before = match.length ? match.distance - 1 : 0;
  deflater->sequences[deflater->sequence_count++] =
    (match_sequence){(uint32_t)progress->literals, (uint16_t)match.length, (uint16_t)before};
  progress->literals = 0;
  // The last place is kept for the literals at the end.
  if (deflater->sequence_count < SEQUENCES - 1 || match.length == 0) return;
  progress->unwritten = p3png_put_match_blocks(
    &progress->writer, deflater->sequences, deflater->sequence_count, progress->unwritten, 0);
  deflater->sequence_count = 0;
}

/// Adds `match`, and all that a run goes on for; returns its end.
static size_t add_match(flat_deflater *deflater, progress *progress, size_t place, match match) {
  const flat_rows *rows = &deflater->rows;
  bool is_run = match.distance == 1 || match.distance == rows->step;
  size_t first = place;
  add_sequence(deflater, progress, match);
  place += match.length;
  while (is_run && match.length == LONGEST_MATCH && rows->count - place >= LONGEST_MATCH) {
    const uint8_t *here = rows->bytes + place;
    if (equal_bytes(here - match.distance, here, LONGEST_MATCH) < LONGEST_MATCH) break;
    add_sequence(deflater, progress, match);
    place += match.length;
  }
  if (!is_run) deflater->last_distance = match.distance;
  // Within a run there is nothing to insert but where its end comes into sight.
  insert_places(deflater, is_run && place - first > SHORT_KEY ? place - SHORT_KEY : first, place);
  return place;
}

static void reset(flat_deflater *deflater, const flat_rows *rows) {
  deflater->rows = *rows;
  deflater->sequence_count = 0;
  deflater->last_distance = 0;
  // Chains included: a place that was never inserted must not lead to what an earlier call left.
  memset(&deflater->short_keys, 0, sizeof deflater->short_keys);
  memset(&deflater->long_keys, 0, sizeof deflater->long_keys);
}

uint8_t *p3png_flat_deflate(flat_deflater *deflater, const flat_rows *rows, int is_last, uint8_t *out) {
  progress progress = {.writer = {.out = out}, .unwritten = rows->bytes};
  reset(deflater, rows);
  for (size_t place = 0; place < rows->count;) {
    match match = find_match(deflater, place);
    if (match.length >= SHORTEST_MATCH) {
      place = add_match(deflater, &progress, place, match);
    } else {
      insert_places(deflater, place, place + 1);
      progress.literals++;
      place++;
    }
  }
  add_sequence(deflater, &progress, (match){0});
  p3png_put_match_blocks(
    &progress.writer, deflater->sequences, deflater->sequence_count, progress.unwritten, is_last);
  if (!is_last) {
    p3png_put_sync(&progress.writer);
  } else if (progress.writer.count) {
    put_bits(&progress.writer, 0, 8 - progress.writer.count);
  }
  return progress.writer.out;
}
