// A photograph has few matches worth their codes: its filtered bytes cost one to five bits each, so that a match of five bytes
// or, where shades are smooth, of fifteen costs more than its literals. zlib refuses matches under six bytes for libpng
// (Z_FILTERED). This coder does not look for shorter ones than its caller asks for, steps faster the longer it finds nothing,
// and refuses matches whose literals are cheaper. What it saves is in the article Benchmarks, "Effort where it pays".

#include <stdlib.h>
#include <string.h>

#include "bits/bit_writer.h"
#include "bits/deflate_symbols.h"
#include "deflate_codec.h"
#include "huffman/huffman_codes.h"
#include "match_blocks.h"
#include "match_bytes.h"

#define INLINE static inline __attribute__((always_inline))

enum {
  HASH_BITS = 14,
  /// Sequences that are held before blocks are written.
  MOST_SEQUENCES = 1 << 13,
  /// After so many positions without a match every second one is looked at, after as many more every third, and so on.
  PATIENCE = 32,
  MOST_STEP = 8,
  /// A match that is shorter is taken only where the next position has none that is longer.
  LAZY_LENGTH = 32,
  /// Matches at distances up to this are runs of pixels, of which only the last positions are remembered.
  RUN_DISTANCE = 8,
  /// Literals are counted in eight of so many bytes.
  LITERAL_SAMPLE = 32,
  /// Bits of a match beside those of its distance: the codes of its length and distance. From 11 to 15 makes no difference.
  MATCH_BITS = 13,
  /// Bytes that are read at a position.
  READ_BYTES = 16,
};

struct p3z_long_lz77 {
  /// The low 16 bits of the newest position of each hash: windows are shorter. Untouched and old ones mean some position
  /// within 64 KB, which the comparison of its bytes finds out.
  uint16_t heads[1 << HASH_BITS];
  /// How far back the next of the chain is, 0 for its end; by position modulo the window.
  uint16_t back[P3Z_WINDOW];
  p3z_sequence sequences[MOST_SEQUENCES];
  size_t sequence_count;
};

typedef struct input {
  const uint8_t *bytes;
  size_t count;
  /// Positions that a search looks at.
  int depth;
  /// What each literal costs, about.
  uint8_t literal_bits[256];
} input;

typedef struct match {
  /// 0 for none.
  size_t length, distance;
} match;

p3z_long_lz77 *p3z_long_lz77_open(void) { return malloc(sizeof(p3z_long_lz77)); }

void p3z_long_lz77_close(p3z_long_lz77 *coder) { free(coder); }

size_t p3z_long_lz77_bound(size_t count) { return p3z_match_blocks_bound(count); }

// MARK: Positions

/// What positions are told apart by: their first `shortest` bytes, 8 of them as they are, more of them mixed to one word.
INLINE uint64_t key_at(const uint8_t *bytes, p3z_shortest_match shortest) {
  const uint64_t word = p3z_load64(bytes);
  if (shortest == P3Z_SIX_BYTES) return word << 16;
  return word * 0xc2b2ae3d27d4eb4fu + p3z_load64(bytes + 8);
}

/// Remembers `position`; returns how far back its chain goes on, 0 where it ends.
INLINE size_t insert(p3z_long_lz77 *coder, uint64_t key, size_t position) {
  const unsigned hash = (unsigned)(key * 0x9e3779b97f4a7c15u >> (64 - HASH_BITS));
  const uint16_t distance = (uint16_t)(position - coder->heads[hash]), back = distance < P3Z_WINDOW ? distance : 0;
  coder->back[position % P3Z_WINDOW] = back;
  coder->heads[hash] = (uint16_t)position;
  return back;
}

/// Remembers the positions that `match` covers.
INLINE void insert_covered(
  p3z_long_lz77 *coder, const input *in, size_t position, match match, p3z_shortest_match shortest) {
  const size_t end = position + match.length, start = position + 1;
  if (end + READ_BYTES > in->count) return;
  const bool is_run = match.distance <= RUN_DISTANCE && match.length > RUN_DISTANCE;
  for (size_t i = is_run ? end - RUN_DISTANCE : start; i < end; i++) insert(coder, key_at(in->bytes + i, shortest), i);
}

// MARK: Search

/// What a match costs, about.
static inline unsigned match_bits(size_t distance) {
  return MATCH_BITS + p3z_distance_extra(p3z_distance_symbol((unsigned)distance - 1));
}

/// Whether literals cost more than a match at `distance`.
INLINE bool is_worth_it(const input *in, const uint8_t *bytes, match match) {
  const unsigned most = match_bits(match.distance);
  unsigned bits = 0;
  for (size_t i = 0; i < match.length && bits <= most; i++) bits += in->literal_bits[bytes[i]];
  return bits > most;
}

/// The longest match at `position` that the search comes upon, if it is worth it; the position is remembered.
INLINE match find_match(p3z_long_lz77 *coder, const input *in, size_t position, p3z_shortest_match shortest) {
  const uint8_t *here = in->bytes + position;
  const size_t left = in->count - position, most = left < P3Z_LONGEST_MATCH ? left : P3Z_LONGEST_MATCH;
  const uint64_t key = key_at(here, shortest);
  match best = {0};
  size_t distance = 0, back = insert(coder, key, position);
  for (int depth = in->depth; depth > 0 && back > 0; depth--) {
    distance += back;
    if (distance > position || distance > P3Z_WINDOW) break;
    const uint8_t *there = here - distance;
    if (key_at(there, shortest) == key && there[best.length] == here[best.length]) {
      const size_t length = p3z_equal_bytes(there, here, most);
      if (length > best.length) best = (match){length, distance};
      if (length == most) break;
    }
    back = coder->back[(position - distance) % P3Z_WINDOW];
  }
  return best.length >= P3Z_SHORTEST_MATCH && is_worth_it(in, here, best) ? best : (match){0};
}

// MARK: Sequences

/// What has been written, and what is found but not written yet.
typedef struct progress {
  p3z_bit_writer writer;
  /// The input of the sequences that are not written.
  const uint8_t *unwritten;
  /// Where the literals since the last match begin.
  size_t literals_from;
} progress;

static void add_sequence(p3z_long_lz77 *coder, progress *progress, size_t literals, match match) {
  const size_t distance_minus_1 = match.length ? match.distance - 1 : 0;
  coder->sequences[coder->sequence_count++] =
    (p3z_sequence){(uint32_t)literals, (uint16_t)match.length, (uint16_t)distance_minus_1};
  // The last position is kept for the literals at the end.
  if (coder->sequence_count < MOST_SEQUENCES - 1 || match.length == 0) return;
  progress->unwritten = p3z_put_match_blocks(
    &progress->writer, coder->sequences, coder->sequence_count, progress->unwritten, 0);
  coder->sequence_count = 0;
}

/// Begins `match` earlier, as far as the literals before it are the same there; returns its beginning.
static size_t extend_back(const input *in, size_t position, size_t free_from, match *match) {
  const uint8_t *bytes = in->bytes;
  while (position > free_from && position > match->distance && match->length < P3Z_LONGEST_MATCH &&
         bytes[position - 1] == bytes[position - 1 - match->distance]) {
    position--;
    match->length++;
  }
  return position;
}

/// By how often each byte occurs where it does not repeat the one before for long.
static void find_literal_bits(input *in) {
  uint32_t counts[256];
  for (unsigned value = 0; value < 256; value++) counts[value] = 1;
  for (size_t i = 0; i + 8 <= in->count; i += LITERAL_SAMPLE) {
    const uint64_t word = p3z_load64(in->bytes + i);
    if (word == (word << 8 | word >> 56)) continue;
    for (unsigned k = 0; k < 8; k++) counts[word >> 8 * k & 255]++;
  }
  p3z_huffman_lengths(counts, 256, P3Z_LONGEST_CODE, in->literal_bits);
}

INLINE void add_matches(p3z_long_lz77 *coder, const input *in, progress *progress, p3z_shortest_match shortest) {
  size_t position = 0, misses = 0;
  // The next position is looked at as well.
  while (position + 1 + READ_BYTES <= in->count) {
    match best = find_match(coder, in, position, shortest);
    if (best.length == 0) {
      const size_t step = 1 + misses++ / PATIENCE;
      position += step < MOST_STEP ? step : MOST_STEP;
      continue;
    }
    if (best.length < LAZY_LENGTH) {
      const match next = find_match(coder, in, position + 1, shortest);
      if (next.length > best.length) {
        best = next;
        position++;
      }
    }
    insert_covered(coder, in, position, best, shortest);
    const size_t end = position + best.length;
    const size_t start = extend_back(in, position, progress->literals_from, &best);
    add_sequence(coder, progress, start - progress->literals_from, best);
    position = progress->literals_from = end;
    misses = 0;
  }
}

uint8_t *p3z_long_lz77_deflate(
  p3z_long_lz77 *coder, const uint8_t *bytes, size_t count, p3z_long_search search, bool is_last, uint8_t *out) {
  input in = {.bytes = bytes, .count = count, .depth = search.depth};
  progress progress = {.writer = {.out = out}, .unwritten = bytes};
  coder->sequence_count = 0;
  // Chains included: a position that was never inserted must not lead to what an earlier call left.
  memset(coder->heads, 0, sizeof coder->heads);
  memset(coder->back, 0, sizeof coder->back);
  find_literal_bits(&in);
  if (search.shortest == P3Z_SIX_BYTES) {
    add_matches(coder, &in, &progress, P3Z_SIX_BYTES);
  } else {
    add_matches(coder, &in, &progress, P3Z_SIXTEEN_BYTES);
  }
  add_sequence(coder, &progress, count - progress.literals_from, (match){0});
  p3z_put_match_blocks(&progress.writer, coder->sequences, coder->sequence_count, progress.unwritten, is_last);
  return p3z_end_blocks(&progress.writer, is_last);
}
