#ifndef P3_BLOCK_HEADER_H
#define P3_BLOCK_HEADER_H

// Headers of deflate's dynamic blocks (RFC 1951, 3.2.7) and the Huffman codes that they announce.

#include <stdint.h>

#include "huffman.h"

enum {
  /// Literals, end of block, lengths.
  DEFLATE_LITERALS = 286,
  DEFLATE_DISTANCES = 30,
  END_OF_BLOCK = 256,
};

/// Canonical codes, bits reversed as deflate sends them.
void p3png_assign_codes(const uint8_t *lengths, unsigned count, uint16_t *codes);

/// Code lengths in the run-length alphabet of RFC 1951, 3.2.7.
typedef struct length_runs {
  uint8_t symbols[DEFLATE_LITERALS + DEFLATE_DISTANCES], extras[DEFLATE_LITERALS + DEFLATE_DISTANCES];
  unsigned count;
} length_runs;

typedef struct block_header {
  length_runs runs;
  uint8_t run_lengths[19];
  unsigned sent, literals, distances;
  /// Bits of the header itself.
  uint64_t bits;
} block_header;

/// The header of a dynamic block with the first `literals` literal and length codes and the first `distances` distance
/// codes.
void p3png_plan_header(
  const uint8_t *literal_lengths, unsigned literals, const uint8_t *distance_lengths, unsigned distances,
  block_header *header);

void p3png_put_header(bit_writer *writer, const block_header *header, int is_last);

#endif
