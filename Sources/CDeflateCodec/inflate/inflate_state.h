#ifndef P3Z_INFLATE_STATE_H
#define P3Z_INFLATE_STATE_H

// The state of the decoder between two steps. The files of this folder in layers, each above those that it uses: this
// one, inflate_input, inflate_tables, bit_cursor, inflate_symbols, speculative_inflate, inflate_codes, inflate_blocks,
// inflater.
//
// Why our own decoder: on a photograph `p3tool convert` takes 1.26 times the processor time with zlib's inflate and
// 1.17 times with zlib-ng's. libdeflate cannot stream, and ISA-L accepts incomplete Huffman codes, so it would take
// files that libpng rejects. Valid is what zlib's inflate.c and inftrees.c accept.

#include "bits/deflate_symbols.h"
#include "deflate_codec.h"
#include "inflate_tables.h"

enum {
  P3Z_INPUT_BYTES = 1 << 16,
  /// Bytes behind the window that fast loops and the consumer's vectors may write or read.
  P3Z_WINDOW_SLACK = P3Z_LONGEST_MATCH + 64,
};

enum {
  /// The least and the greatest distance in bytes between the two positions of speculative_inflate.c.
  P3Z_LEAST_GAP = 512,
  P3Z_MOST_GAP = 4096,
  /// Turns (of three entries each, and before them two of literals) that decode a gap and bring the positions into
  /// step. Their output is counted in 16 bits.
  P3Z_LANE_TURNS = 2330,
  P3Z_TURN_BYTES = 3 * P3Z_MATCH_BYTES + 2 * 2,
  P3Z_LANE_BYTES = P3Z_LANE_TURNS * P3Z_TURN_BYTES,
  /// The most positions noted where the second lane began a code.
  P3Z_LANE_STARTS = 64,
};

/// The state at the start of a turn: the bit of the input, counted from the lane's start, and the lane's symbols and
/// matches so far.
typedef struct p3z_turn_start {
  uint32_t bit, symbols, matches;
} p3z_turn_start;

/// Literals and matches that are decoded but not yet written to the window.
typedef struct p3z_symbol_run {
  /// The ranges of `symbols` and `matches` that are not written yet.
  uint32_t symbol, symbol_end, match, match_end;
  /// The places in `symbols` that hold a length and a distance instead of literals, P3Z_MATCH_BYTES each.
  uint16_t matches[P3Z_LANE_BYTES / P3Z_MATCH_BYTES + 1];
  /// With 32 more bytes, which steps may write and copies may read.
  uint8_t symbols[P3Z_LANE_BYTES + 32];
} p3z_symbol_run;

_Static_assert(P3Z_LANE_BYTES <= UINT16_MAX, "positions of matches have 16 bits");

/// Two positions that are decoded in parallel.
typedef struct p3z_lanes {
  p3z_symbol_run runs[2];
  unsigned start_count;
  p3z_turn_start starts[P3Z_LANE_STARTS];
} p3z_lanes;

/// The decoding tables of a block (inflate_tables.h): literals and lengths from 0 on, distances behind them.
typedef struct p3z_code_tables {
  p3z_entry entries[P3Z_LITERAL_ENTRIES + P3Z_DISTANCE_ENTRIES];
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

/// How a block is decoded.
typedef enum p3z_block_kind {
  /// From one position (inflate_symbols.c).
  P3Z_ONE_BY_ONE = 0,
  /// From two positions (speculative_inflate.c), with a faster loop for literals or without.
  P3Z_AHEAD,
  P3Z_LITERALS_AHEAD,
} p3z_block_kind;

struct p3z_inflater {
  p3z_pull pull;
  void *context;
  /// The failure that stopped the decoder; P3Z_MORE if there is none.
  p3z_result failure;
  p3z_damage damage;
  p3z_stage stage;
  bool is_last_block;
  /// Whether the input has ended, and whether the pull function failed.
  bool input_ended, input_failed;
  /// Bits taken from the input and not consumed yet, the next one lowest.
  uint64_t bits;
  unsigned bit_count;
  size_t input_position, input_end;
  uint32_t stored_left;
  uint32_t adler;

  /// Decoded bytes. [read_position, write_position) wait for the consumer; the bytes before serve distances. The
  /// Adler-32 covers the bytes before `summed_position`.
  uint8_t *window;
  size_t capacity, read_position, write_position, summed_position;
  /// Bytes that have left the window.
  uint64_t dropped;
  /// Whether the CPU shifts by variable counts in one step (BMI2).
  bool has_bmi2;
  /// Bytes pulled so far, and the bit at which the last block's header begins.
  uint64_t pulled, block_start;
  /// How this block is decoded, and the byte where it probably ends; 0 for the first block.
  p3z_block_kind kind;
  uint64_t expected_end;
  /// Whether `lanes` holds symbols that are not written to the window yet.
  bool has_pending;

  /// This block's tables (`dynamic_codes` or `fixed_codes`), the table of the next code, and a length whose distance is
  /// still to come.
  const p3z_entry *entries;
  p3z_table root, next;
  uint32_t pending_length;
  /// Whether the last step ended at the end of a block or at an invalid code.
  bool is_stopped;
  bool has_fixed_codes;

  // The rest is not cleared when a decoder is made: most streams are small and touch little of it.

  /// The codes of the last dynamic block, and those of RFC 1951, 3.2.6, which are built at their first use: a megabyte
  /// can hold 800,000 blocks without data.
  p3z_code_tables dynamic_codes, fixed_codes;
  /// The literals of a P3Z_LITERALS_AHEAD block.
  p3z_plain_entry plain[1 << P3Z_PLAIN_BITS];
  p3z_lanes lanes;
  uint8_t input[P3Z_INPUT_BYTES + 16];
};

static inline p3z_result p3z_damaged(p3z_inflater *state, p3z_damage damage) {
  state->damage = damage;
  return P3Z_DAMAGED;
}

#endif
