#ifndef P3_INFLATE_H
#define P3_INFLATE_H

// A streaming zlib decoder (RFC 1950, RFC 1951) that pulls its input.
//
// Why our own: libpng's zlib inflates 16-bit images at a third of this speed; libdeflate cannot stream; ISA-L
// can, but takes incomplete Huffman codes that zlib refuses, so it would accept files that libpng rejects. The
// rules for what is valid are those of zlib's inflate.c and inftrees.c, plus one that zlib enforces only in
// part: no distance beyond the window that the header declares.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  INFLATE_INPUT = 1 << 16,
  /// Bits looked up at once.
  INFLATE_LITERAL_BITS = 12,
  INFLATE_DISTANCE_BITS = 9,
  /// Each second-level table has at least two codes: 286 / 2 tables of 2^(15 - 12), 30 / 2 of 2^(15 - 9).
  INFLATE_LITERAL_ENTRIES = (1 << INFLATE_LITERAL_BITS) + 143 * 8,
  INFLATE_DISTANCE_ENTRIES = (1 << INFLATE_DISTANCE_BITS) + 15 * 64,
  INFLATE_WINDOW = 1 << 15,
  /// Bytes that may be written or read past the end of what counts.
  INFLATE_SLACK = 258 + 64,
};

/// Delivers up to `count` bytes; `*got` is 0 only at the end. False stops decoding at once.
typedef bool (*inflate_pull)(void *context, uint8_t *into, size_t count, size_t *got);

/// Bytes in memory, and the pull function that takes them: its context is an `inflate_memory`.
typedef struct inflate_memory {
  const uint8_t *bytes;
  size_t left;
} inflate_memory;
bool p3png_inflate_pull_memory(void *context, uint8_t *into, size_t count, size_t *got);

typedef enum inflate_result {
  INFLATE_MORE = 0,
  INFLATE_DONE,
  /// The pull function failed.
  INFLATE_STOPPED,
  /// The input ends inside the stream.
  INFLATE_SHORT,
  /// `reason` says why.
  INFLATE_DAMAGED,
} inflate_result;

typedef enum inflate_stage {
  INFLATE_AT_HEADER = 0,
  INFLATE_AT_BLOCK,
  INFLATE_IN_STORED,
  INFLATE_IN_CODES,
  INFLATE_AT_TRAILER,
  INFLATE_AT_END,
} inflate_stage;

enum {
  /// How far apart two lanes begin, in bytes.
  TWIN_SHORTEST = 512,
  TWIN_LONGEST = 4096,
  TWIN_ROOM = 3 * TWIN_LONGEST,
  TWIN_MARKS = 256,
  TWIN_MATCHES = 512,
};

/// Where the second lane began a code: so many bits from its start, after so many literals and matches.
typedef struct twin_mark {
  uint32_t bit;
  uint16_t literals, matches;
} twin_mark;

/// A match of the second lane, after so many literals.
typedef struct twin_match {
  uint16_t literals, length, distance;
} twin_match;

/// What the second of two lanes decoded (inflate_twin.c), from a guessed place on.
typedef struct inflate_twin {
  unsigned mark_count, match_count;
  /// The bit where it stopped, and bytes that all matches copy.
  uint32_t end;
  size_t matched, literal_count;
  twin_mark marks[TWIN_MARKS];
  twin_match matches[TWIN_MATCHES];
  uint8_t literals[TWIN_ROOM];
} inflate_twin;

typedef struct inflate_state {
  inflate_pull pull;
  void *context;
  const char *reason;
  inflate_stage stage;
  bool is_last_block, input_ended;
  uint64_t bits;
  unsigned bit_count;
  size_t input_position, input_end;
  uint32_t stored_left;
  /// The largest distance that the zlib header allows.
  uint32_t window_size;
  uint32_t adler;

  /// Decoded bytes: [read_position, write_position) wait for the consumer, what is before serves distances.
  uint8_t *window;
  size_t capacity, read_position, write_position, summed_position;
  /// Bytes that were moved out of the window.
  uint64_t dropped;
  /// Whether the CPU shifts by variable counts in one step.
  bool has_bmi2;
  /// Bytes pulled so far, and the bit where the last block's header stands.
  uint64_t pulled, block_start;
  /// Whether two lanes help in this block, and the byte where it probably ends; 0 for the first.
  bool is_worth_twins;
  uint64_t expected_end;
  inflate_twin twin;

  uint32_t literals[INFLATE_LITERAL_ENTRIES];
  uint32_t distances[INFLATE_DISTANCE_ENTRIES];
  uint8_t input[INFLATE_INPUT + 16];
} inflate_state;

/// Prepares a stream whose consumer asks for at most `piece` bytes at once. False when out of memory.
bool p3png_inflate_open(inflate_state *state, size_t piece, inflate_pull pull, void *context);
void p3png_inflate_close(inflate_state *state);
/// Makes `count` decoded bytes available at `inflate_bytes`, or says why not: INFLATE_DONE when the stream ended
/// before. `count` is at most the `piece` of `p3png_inflate_open`.
inflate_result p3png_inflate_need(inflate_state *state, size_t count);
/// Decodes to the end and checks the Adler-32; INFLATE_MORE when there are bytes that nobody consumed.
inflate_result p3png_inflate_finish(inflate_state *state);

static inline const uint8_t *inflate_bytes(const inflate_state *state) {
  return state->window + state->read_position;
}
static inline size_t inflate_available(const inflate_state *state) {
  return state->write_position - state->read_position;
}
static inline void inflate_consume(inflate_state *state, size_t count) { state->read_position += count; }
/// Bytes decoded so far.
static inline uint64_t inflate_total(const inflate_state *state) {
  return state->dropped + state->write_position;
}
/// Prepares a deflate stream without zlib's header and Adler-32, for `p3png_inflate_walk`.
bool p3png_inflate_open_raw(inflate_state *state, inflate_pull pull, void *context);
/// Decodes a raw stream to its end: the bits where its last block begins and where it ends. False when it is damaged.
bool p3png_inflate_walk(inflate_state *state, uint64_t *last_block, uint64_t *end);
/// How many bits of the input have been used.
static inline uint64_t bit_position(const inflate_state *state) {
  return (state->pulled - (state->input_end - state->input_position)) * 8 - state->bit_count;
}
/// Whether compressed bytes were left over after the stream.
bool p3png_inflate_has_leftover(inflate_state *state);

#endif
