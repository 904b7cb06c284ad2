// Why this coder: without it `p3tool convert` takes 2.7 times the processor time on a photograph with libdeflate's
// level 1, and 1.5 times with zlib-ng's Z_HUFFMAN_ONLY.

#include <stdlib.h>
#include <string.h>

#include "bits/bit_writer.h"
#include "bits/deflate_symbols.h"
#include "block_header.h"
#include "byte_runs.h"
#include "deflate_codec.h"
#include "huffman_codes.h"
#include "literal_coder.h"

enum {
  /// Bytes of a block; the last one has up to half as many more. Not measured.
  BLOCK_BYTES = 1 << 17,
  MOST_BLOCK_BYTES = BLOCK_BYTES + BLOCK_BYTES / 2,
};

/// The literals and runs of one block, and its codes. About 200 KB, so not on the stack.
struct p3z_huffman_only {
  p3z_byte_run runs[MOST_BLOCK_BYTES / 8];
  size_t run_count;
  uint32_t frequencies[P3Z_LITERAL_SYMBOLS];
  uint8_t lengths[P3Z_LITERAL_SYMBOLS];
  p3z_literal_counts counts;
  p3z_block_header header;
};

p3z_huffman_only *p3z_huffman_only_open(void) { return malloc(sizeof(p3z_huffman_only)); }

void p3z_huffman_only_close(p3z_huffman_only *coder) { free(coder); }

// MARK: Planning

/// How much of a run the next match takes: never so much that only one or two bytes remain.
static size_t next_match(size_t left) {
  if (left <= P3Z_LONGEST_MATCH) return left;
  return left - P3Z_LONGEST_MATCH < P3Z_SHORTEST_MATCH ? P3Z_LONGEST_MATCH - P3Z_SHORTEST_MATCH : P3Z_LONGEST_MATCH;
}

/// Two distance codes of one bit: the first for the distance 1 of runs, the second to complete the code, as in zlib.
static const uint8_t distance_lengths[2] = {1, 1};

static void count_symbols(p3z_huffman_only *plan, const uint8_t *bytes, size_t count) {
  memset(plan->counts, 0, sizeof plan->counts);
  memset(plan->frequencies, 0, sizeof plan->frequencies);
  plan->run_count = p3z_find_byte_runs(bytes, count, plan->runs, plan->counts);
  for (size_t i = 0; i < plan->run_count; i++) {
    for (size_t left = plan->runs[i].length; left > 0; left -= next_match(left)) {
      plan->frequencies[P3Z_END_OF_BLOCK + 1 + p3z_length_index(next_match(left))]++;
    }
  }
  for (unsigned value = 0; value < 256; value++) {
    for (unsigned k = 0; k < 8; k++) plan->frequencies[value] += plan->counts[k][value];
  }
  plan->frequencies[P3Z_END_OF_BLOCK] = 1;
}

/// Finds the runs of the block, its codes and its header. Returns its size in bits.
static uint64_t plan_block(p3z_huffman_only *plan, const uint8_t *bytes, size_t count) {
  count_symbols(plan, bytes, count);
  p3z_huffman_lengths(plan->frequencies, P3Z_LITERAL_SYMBOLS, P3Z_LONGEST_CODE, plan->lengths);
  p3z_plan_header(plan->lengths, P3Z_LITERAL_SYMBOLS, distance_lengths, 2, &plan->header);
  uint64_t bits = plan->header.bits;
  for (unsigned symbol = 0; symbol < P3Z_LITERAL_SYMBOLS; symbol++) {
    // The symbol of a length is followed by its extra bits and the distance's one bit.
    const unsigned more = symbol > P3Z_END_OF_BLOCK ? p3z_length_extras[symbol - P3Z_END_OF_BLOCK - 1] + 1u : 0;
    bits += (uint64_t)plan->frequencies[symbol] * (plan->lengths[symbol] + more);
  }
  return bits;
}

/// Bits of `count` bytes in one or more stored blocks, including padding to a whole byte.
static uint64_t stored_bits(size_t count) { return ((uint64_t)count + 5 * (count / P3Z_LONGEST_STORED + 1)) * 8; }

/// Bytes of the next block. The last one is not short, as it would need a header of its own.
static size_t block_size(size_t left) { return left < MOST_BLOCK_BYTES ? left : BLOCK_BYTES; }

// MARK: Writing

static void put_stored(p3z_bit_writer *writer, const uint8_t *bytes, size_t count, int is_last) {
  do {
    const size_t part = count < P3Z_LONGEST_STORED ? count : P3Z_LONGEST_STORED;
    p3z_put_bits(writer, is_last && part == count, 3);
    p3z_align_bits(writer);
    p3z_put_bits(writer, part | (uint64_t)(uint16_t)~part << 16, 32);
    if (part > 0) memcpy(writer->out, bytes, part);
    writer->out += part;
    bytes += part;
    count -= part;
  } while (count > 0);
}

static void put_run(p3z_bit_writer *writer, size_t left, const uint16_t *codes, const uint8_t *lengths) {
  while (left > 0) {
    const size_t match = next_match(left);
    const unsigned index = p3z_length_index(match), symbol = P3Z_END_OF_BLOCK + 1 + index;
    p3z_put_bits(writer, codes[symbol], lengths[symbol]);
    p3z_put_bits(writer, match - p3z_length_bases[index], p3z_length_extras[index]);
    p3z_put_bits(writer, 0, distance_lengths[0]);
    left -= match;
  }
}

/// Writes the block that `plan_block` prepared.
static void put_planned(
  p3z_bit_writer *writer, const p3z_huffman_only *plan, const uint8_t *bytes, size_t count, int is_last) {
  uint16_t codes[P3Z_LITERAL_SYMBOLS];
  p3z_assign_codes(plan->lengths, P3Z_LITERAL_SYMBOLS, codes);
  const p3z_literal_coder literals = p3z_make_literal_coder(codes, plan->lengths);
  p3z_put_header(writer, &plan->header, is_last);
  size_t from = 0;
  for (size_t i = 0; i < plan->run_count; i++) {
    p3z_put_literal_bytes(writer, bytes + from, plan->runs[i].start - from, &literals);
    put_run(writer, plan->runs[i].length, codes, plan->lengths);
    from = plan->runs[i].start + plan->runs[i].length;
  }
  p3z_put_literal_bytes(writer, bytes + from, count - from, &literals);
  p3z_put_bits(writer, codes[P3Z_END_OF_BLOCK], plan->lengths[P3Z_END_OF_BLOCK]);
}

// MARK: Interface

size_t p3z_huffman_only_bound(size_t count) {
  return count + 5 * (count / P3Z_LONGEST_STORED + 1) + 512 * (count / BLOCK_BYTES + 1) + 32;
}

size_t p3z_huffman_only_size(p3z_huffman_only *coder, const uint8_t *bytes, size_t count) {
  uint64_t bits = 0;
  for (size_t size; count > 0; bytes += size, count -= size) {
    size = block_size(count);
    const uint64_t planned = plan_block(coder, bytes, size), stored = stored_bits(size);
    bits += planned < stored ? planned : stored;
  }
  return (size_t)((bits + 7) / 8);
}

uint8_t *p3z_huffman_only_deflate(
  p3z_huffman_only *coder, const uint8_t *bytes, size_t count, bool is_last, uint8_t *out) {
  p3z_bit_writer writer = {.out = out};
  // Without bytes, an empty stored block is the shortest last block.
  if (count == 0 && is_last) put_stored(&writer, bytes, 0, is_last);
  for (size_t size; count > 0; bytes += size, count -= size) {
    size = block_size(count);
    const int ends = is_last && size == count;
    if (plan_block(coder, bytes, size) < stored_bits(size)) {
      put_planned(&writer, coder, bytes, size, ends);
    } else {
      put_stored(&writer, bytes, size, ends);
    }
  }
  return p3z_end_blocks(&writer, is_last);
}
