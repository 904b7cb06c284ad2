#ifndef P3Z_INFLATE_STATE_H
#define P3Z_INFLATE_STATE_H

// What the decoder knows between two steps. The files of this folder in layers, each above what it uses: this one,
// inflate_input, inflate_tables, bit_cursor, inflate_symbols, speculative_inflate, inflate_codes, inflate_blocks,
// inflater.
//
// Why a decoder of our own: on a photograph `p3tool convert` takes 1.26 times the processor time with zlib's inflate, 1.17
// times with zlib-ng's (article Benchmarks, "What our own deflate brings"), libdeflate cannot stream, and ISA-L accepts
// incomplete Huffman codes that zlib refuses, so it would take files that libpng rejects.
// What is valid is what zlib's inflate.c and inftrees.c take.

#include "bits/deflate_symbols.h"
#include "deflate_codec.h"

enum {
  P3Z_INPUT_BYTES = 1 << 16,
  /// Bits looked up at once. With 12, pairs of literals fit as well: with them photographs with matches went from
  /// 0.83 to 0.95 of libdeflate's speed (commit ddb1f45). No figure for distances is on record.
  P3Z_LITERAL_BITS = 12,
  P3Z_DISTANCE_BITS = 9,
  /// Each second-level table has at least two codes: 286 / 2 tables of 2^(15 - 12), 30 / 2 of 2^(15 - 9).
  P3Z_LITERAL_ENTRIES = (1 << P3Z_LITERAL_BITS) + 143 * 8,
  P3Z_DISTANCE_ENTRIES = (1 << P3Z_DISTANCE_BITS) + 15 * 64,
  /// Bytes behind the window that the fast loops and the consumer's vectors may write or read.
  P3Z_WINDOW_SLACK = P3Z_LONGEST_MATCH + 64,
};

enum {
  /// Bytes between the two positions of speculative_inflate.c, from least to most. No measurement of these limits is on
  /// record; the whole is measured in the article Benchmarks, "What our own deflate brings".
  P3Z_LEAST_GAP = 512,
  P3Z_MOST_GAP = 4096,
  /// Decoding ahead stops where it writes more than so many bytes for one of input.
  P3Z_MOST_EXPANSION = 3,
  P3Z_AHEAD_LITERALS = P3Z_MOST_GAP * P3Z_MOST_EXPANSION,
  P3Z_AHEAD_CODES = 256,
  P3Z_AHEAD_MATCHES = 512,
};

/// A bit where decoding ahead began a code, counted from its first, after so many literals and matches.
typedef struct p3z_code_start {
  uint32_t bit;
  uint16_t literals, matches;
} p3z_code_start;

/// A match found ahead, after so many literals.
typedef struct p3z_ahead_match {
  uint16_t literals, length, distance;
} p3z_ahead_match;

/// What was decoded ahead, from a guessed position on (speculative_inflate.c).
typedef struct p3z_ahead {
  unsigned code_count, match_count;
  /// The bit where it stopped, counted from where it began.
  uint32_t end_bit;
  /// Bytes that all matches copy.
  size_t matched_bytes;
  size_t literal_count;
  p3z_code_start codes[P3Z_AHEAD_CODES];
  p3z_ahead_match matches[P3Z_AHEAD_MATCHES];
  uint8_t literals[P3Z_AHEAD_LITERALS];
} p3z_ahead;

/// Decoding tables of a block's codes (inflate_tables.h).
typedef struct p3z_code_tables {
  uint32_t literals[P3Z_LITERAL_ENTRIES];
  uint32_t distances[P3Z_DISTANCE_ENTRIES];
} p3z_code_tables;

/// What comes next in the stream.
typedef enum p3z_stage {
  P3Z_AT_HEADER = 0,
  P3Z_AT_BLOCK,
  P3Z_IN_STORED,
  P3Z_IN_CODES,
  P3Z_AT_TRAILER,
  P3Z_AT_END,
} p3z_stage;

struct p3z_inflater {
  p3z_pull pull;
  void *context;
  /// What stopped the decoder; P3Z_MORE while nothing has.
  p3z_result failure;
  p3z_damage damage;
  p3z_stage stage;
  bool is_last_block, input_ended;
  /// Bits taken from the input but not used yet, the next one lowest.
  uint64_t bits;
  unsigned bit_count;
  size_t input_position, input_end;
  uint32_t stored_left;
  uint32_t adler;

  /// Decoded bytes: [read_position, write_position) wait for the consumer, what is before serves distances. The Adler-32
  /// covers what is before `summed_position`.
  uint8_t *window;
  size_t capacity, read_position, write_position, summed_position;
  /// Bytes that were moved out of the window.
  uint64_t dropped;
  /// Whether the CPU shifts by variable counts in one step.
  bool has_bmi2;
  /// Bytes pulled so far, and the bit where the last block's header stands.
  uint64_t pulled, block_start;
  /// Whether this block is to be decoded ahead, and the byte where it probably ends; 0 for the first.
  bool may_decode_ahead;
  uint64_t expected_end;
  p3z_ahead ahead;

  /// This block's tables: into `dynamic_codes` or `fixed_codes`.
  const uint32_t *literals, *distances;
  /// What the last dynamic block brought, and the codes of RFC 1951, 3.2.6, which are built for the first block that uses
  /// them: of blocks without data a megabyte holds 800,000.
  p3z_code_tables dynamic_codes, fixed_codes;
  bool has_fixed_codes;
  uint8_t input[P3Z_INPUT_BYTES + 16];
};

static inline p3z_result p3z_damaged(p3z_inflater *state, p3z_damage damage) {
  state->damage = damage;
  return P3Z_DAMAGED;
}

#endif
