// Bytes that repeat the pixel before are a run, whose end a comparison finds quickly. Only the few positions between
// runs enter the tables in which matches are searched; a match that begins within a run is found by the bytes behind
// the run. So the cost of the search grows with the picture's edges, not its bytes, and it can afford to look far.
// Without this coder `p3tool convert` takes 1.5 to 1.7 times the processor time on icons and interfaces, and writes 8
// to 19 % more bytes.

#include <stdlib.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "bits/bit_writer.h"
#include "bits/deflate_symbols.h"
#include "deflate_codec.h"
#include "match_blocks.h"
#include "match_bytes.h"

enum {
  HASH_BITS = 14,
  /// Sequences that are collected before blocks are written.
  MOST_SEQUENCES = 1 << 13,
  /// Bytes compared by the two tables' keys. Edges look alike for one pixel; the bytes behind them differ more.
  SHORT_KEY = 4,
  LONG_KEY = 24,
  /// Positions compared at once.
  VECTOR = 16,
  /// The most positions that a search tries. One try for a nearer match was measured to be enough (commit 6f1a3c0); the
  /// other figures were measured together only: 8 to 13 % smaller than libdeflate's level 7 in less than half the time,
  /// on interfaces and icons (commit 480c84e).
  SHORT_DEPTH = 16,
  LONG_DEPTH = 32,
  NEAR_DEPTH = 1,
  /// A farther match must be longer by one byte for each WORTH_A_BYTE bits that its distance has more.
  WORTH_A_BYTE = 8,
};

typedef struct position_table {
  /// The low 16 bits of the newest position, as windows are shorter. Unset and outdated entries refer to some position
  /// within 64 KB, which the comparison of bytes rejects.
  uint16_t heads[1 << HASH_BITS];
  /// By position modulo the window: how far back the next position of the chain is, 0 at its end.
  uint16_t back[P3Z_WINDOW];
} position_table;

struct p3z_edge_lz77 {
  p3z_filtered_rows rows;
  position_table short_keys, long_keys;
  p3z_sequence sequences[MOST_SEQUENCES];
  size_t sequence_count;
  /// The last distance that was not a run's.
  size_t last_distance;
};

typedef struct match {
  size_t length, distance;
} match;

p3z_edge_lz77 *p3z_edge_lz77_open(void) { return malloc(sizeof(p3z_edge_lz77)); }

void p3z_edge_lz77_close(p3z_edge_lz77 *coder) { free(coder); }

size_t p3z_edge_lz77_bound(size_t count) { return p3z_match_blocks_bound(count); }

// MARK: Positions

static inline unsigned long_hash(const uint8_t *bytes) {
  uint64_t hash = p3z_load64(bytes) * 0x9e3779b97f4a7c15u + p3z_load64(bytes + 8) * 0xc2b2ae3d27d4eb4fu +
                  p3z_load64(bytes + 16) * 0x165667b19e3779f9u;
  return (unsigned)((hash ^ hash >> 32) * 0x9e3779b97f4a7c15u >> (64 - HASH_BITS));
}

static inline void insert(position_table *table, unsigned hash, size_t position) {
  const uint16_t back = (uint16_t)(position - table->heads[hash]);
  table->back[position % P3Z_WINDOW] = back < P3Z_WINDOW ? back : 0;
  table->heads[hash] = (uint16_t)position;
}

#if defined(__SSE2__)
/// Bit i is set if byte i of sixteen is equal in both.
static inline unsigned equal_mask(const uint8_t *first, const uint8_t *second) {
  const __m128i a = _mm_loadu_si128((const __m128i *)first), b = _mm_loadu_si128((const __m128i *)second);
  return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(a, b));
}
#else
static inline unsigned equal_word_mask(uint64_t first, uint64_t second) {
  const uint64_t low_bits = 0x7f7f7f7f7f7f7f7fu, difference = first ^ second;
  const uint64_t equal = ~(((difference & low_bits) + low_bits) | difference | low_bits);
  // Gathers the highest bit of each of eight bytes into one byte.
  return (unsigned)((equal >> 7) * 0x0102040810204080u >> 56);
}

/// Bit i is set if byte i of sixteen is equal in both.
static inline unsigned equal_mask(const uint8_t *first, const uint8_t *second) {
  return equal_word_mask(p3z_load64(first), p3z_load64(second)) |
         equal_word_mask(p3z_load64(first + 8), p3z_load64(second + 8)) << 8;
}
#endif

static inline void insert_edge(p3z_edge_lz77 *coder, size_t position) {
  const uint8_t *here = coder->rows.bytes + position;
  insert(&coder->short_keys, p3z_short_hash(p3z_short_key(here), HASH_BITS), position);
  insert(&coder->long_keys, long_hash(here), position);
}

/// Inserts `position` unless a run covers it, as in `insert_positions`.
static inline void insert_position(p3z_edge_lz77 *coder, size_t position) {
  const uint8_t *here = coder->rows.bytes + position;
  if (position < coder->rows.pixel_bytes || position + 2 * VECTOR > coder->rows.count) return;
  if (p3z_short_key(here) != p3z_short_key(here - coder->rows.pixel_bytes)) insert_edge(coder, position);
}

/// Inserts the positions of `from` to `end` that no run covers: those whose next four bytes differ from the pixel
/// before.
static void insert_positions(p3z_edge_lz77 *coder, size_t from, size_t end) {
  const uint8_t *bytes = coder->rows.bytes;
  size_t pixel_bytes = coder->rows.pixel_bytes, count = coder->rows.count;
  // Reads up to two vectors, and a long key.
  if (end + 2 * VECTOR > count) end = count > 2 * VECTOR ? count - 2 * VECTOR + 1 : 0;
  size_t position = from < pixel_bytes ? pixel_bytes : from;
  if (position >= end) return;
  unsigned next = equal_mask(bytes + position, bytes + position - pixel_bytes);
  for (; position < end; position += VECTOR) {
    const uint8_t *here = bytes + position;
    unsigned same = next;
    next = equal_mask(here + VECTOR, here + VECTOR - pixel_bytes);
    same |= next << VECTOR;
    unsigned left = ~(same & same >> 1 & same >> 2 & same >> 3) & ((1u << VECTOR) - 1);
    if (end - position < VECTOR) left &= (1u << (end - position)) - 1;
    for (; left; left &= left - 1) insert_edge(coder, position + (unsigned)__builtin_ctz(left));
  }
}

// MARK: Search

static inline int bit_length(size_t value) { return 64 - __builtin_clzll(value); }

static inline bool is_better(match found, match best) {
  if (best.length == 0) return found.length >= P3Z_SHORTEST_MATCH;
  int farther = bit_length(found.distance) - bit_length(best.distance);
  if (found.length == best.length) return farther < 0;
  return found.length > best.length + (farther >= WORTH_A_BYTE ? 1 : 0);
}

static inline void try_distance(
  const p3z_filtered_rows *rows, size_t position, size_t distance, size_t most, match *best) {
  if (distance > position || distance > P3Z_WINDOW) return;
  const uint8_t *here = rows->bytes + position;
  match found = {p3z_equal_bytes(here - distance, here, most), distance};
  if (is_better(found, *best)) *best = found;
}

/// Whether the bytes that would make a match longer than `length` are equal: tested first, as they rarely are.
static inline bool may_be_longer(const uint8_t *there, const uint8_t *here, size_t length, size_t most) {
  const size_t decisive = length < most ? length : most - 1;
  if (decisive < 7) return there[decisive] == here[decisive];
  return p3z_load64(there + decisive - 7) == p3z_load64(here + decisive - 7);
}

/// Tries the positions in a chain. Their bytes equal the input from `anchor` on; the match begins earlier, at
/// `position`, if a run leads there.
static void search_chain(
  const p3z_filtered_rows *rows, const position_table *table, unsigned hash, int depth, size_t position, size_t anchor,
  size_t most, match *best) {
  size_t run = anchor - position, distance = (uint16_t)(anchor - table->heads[hash]);
  for (; depth > 0; depth--) {
    if (distance == 0 || distance > P3Z_WINDOW || distance + run > anchor) return;
    const size_t found = anchor - distance;
    const uint8_t *there = rows->bytes + found - run, *here = rows->bytes + position;
    if (may_be_longer(there, here, best->length, most)) {
      match match = {p3z_equal_bytes(there, here, most), distance};
      if (match.length >= run + SHORT_KEY && is_better(match, *best)) *best = match;
      // The next positions are farther away.
      if (match.length == most) return;
    }
    const size_t back = table->back[found % P3Z_WINDOW];
    if (back == 0) return;
    distance += back;
  }
}

/// The longest match at `position` that the search finds; length 0 for none.
static match find_match(const p3z_edge_lz77 *coder, size_t position) {
  const p3z_filtered_rows *rows = &coder->rows;
  size_t left = rows->count - position, most = left < P3Z_LONGEST_MATCH ? left : P3Z_LONGEST_MATCH;
  match best = {0};
  try_distance(rows, position, 1, most, &best);
  try_distance(rows, position, rows->pixel_bytes, most, &best);
  size_t run = best.length;
  if (run == most) return best;
  if (coder->last_distance) try_distance(rows, position, coder->last_distance, most, &best);
  try_distance(rows, position, rows->row_bytes, most, &best);
  size_t anchor = position + (run >= SHORT_KEY ? run : 0);
  if (anchor + LONG_KEY > rows->count) return best;
  unsigned hash = long_hash(rows->bytes + anchor);
  // If a known distance gives the full length, a shorter distance may give it too.
  int depth = best.length < most ? LONG_DEPTH : NEAR_DEPTH;
  search_chain(rows, &coder->long_keys, hash, depth, position, anchor, most, &best);
  if (best.length < most && position + best.length < anchor + LONG_KEY) {
    hash = p3z_short_hash(p3z_short_key(rows->bytes + anchor), HASH_BITS);
    search_chain(rows, &coder->short_keys, hash, SHORT_DEPTH, position, anchor, most, &best);
  }
  return best;
}

// MARK: Sequences

/// What is written, and what is found but not written yet.
typedef struct progress {
  p3z_bit_writer writer;
  /// Start of the input of sequences that are not written yet.
  const uint8_t *unwritten;
  /// Literals since the last match.
  size_t literals;
} progress;

static void add_sequence(p3z_edge_lz77 *coder, progress *progress, match match) {
  size_t distance_minus_1 = match.length ? match.distance - 1 : 0;
  coder->sequences[coder->sequence_count++] =
    (p3z_sequence){(uint32_t)progress->literals, (uint16_t)match.length, (uint16_t)distance_minus_1};
  progress->literals = 0;
  // The last place is kept for the literals at the end.
  if (coder->sequence_count < MOST_SEQUENCES - 1 || match.length == 0) return;
  progress->unwritten = p3z_put_match_blocks(
    &progress->writer, coder->sequences, coder->sequence_count, progress->unwritten, 0);
  coder->sequence_count = 0;
}

/// Adds `match`, as long as a run continues; returns its end.
static size_t add_match(p3z_edge_lz77 *coder, progress *progress, size_t position, match match) {
  const p3z_filtered_rows *rows = &coder->rows;
  bool is_run = match.distance == 1 || match.distance == rows->pixel_bytes;
  size_t first = position;
  add_sequence(coder, progress, match);
  position += match.length;
  while (is_run && match.length == P3Z_LONGEST_MATCH && rows->count - position >= P3Z_LONGEST_MATCH) {
    const uint8_t *here = rows->bytes + position;
    if (p3z_equal_bytes(here - match.distance, here, P3Z_LONGEST_MATCH) < P3Z_LONGEST_MATCH) break;
    add_sequence(coder, progress, match);
    position += match.length;
  }
  if (!is_run) coder->last_distance = match.distance;
  // Within a run nothing is inserted before its end comes into reach.
  insert_positions(coder, is_run && position - first > SHORT_KEY ? position - SHORT_KEY : first, position);
  return position;
}

static void reset(p3z_edge_lz77 *coder, const p3z_filtered_rows *rows) {
  coder->rows = *rows;
  coder->sequence_count = 0;
  coder->last_distance = 0;
  // Clears chains too: a position that was not inserted must not lead to one of an earlier call.
  memset(&coder->short_keys, 0, sizeof coder->short_keys);
  memset(&coder->long_keys, 0, sizeof coder->long_keys);
}

uint8_t *p3z_edge_lz77_deflate(p3z_edge_lz77 *coder, const p3z_filtered_rows *rows, bool is_last, uint8_t *out) {
  progress progress = {.writer = {.out = out}, .unwritten = rows->bytes};
  reset(coder, rows);
  for (size_t position = 0; position < rows->count;) {
    match match = find_match(coder, position);
    if (match.length >= P3Z_SHORTEST_MATCH) {
      position = add_match(coder, &progress, position, match);
    } else {
      insert_position(coder, position);
      progress.literals++;
      position++;
    }
  }
  add_sequence(coder, &progress, (match){0});
  p3z_put_match_blocks(
    &progress.writer, coder->sequences, coder->sequence_count, progress.unwritten, is_last);
  return p3z_end_blocks(&progress.writer, is_last);
}
