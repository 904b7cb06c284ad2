#ifndef P3_HUFFMAN_H
#define P3_HUFFMAN_H

// Deflate with no matches but runs of one byte (RFC 1951): Huffman codes of literals, and distance 1. Filtered
// photographs hold nothing else to match, short matches even cost more than they save, and this is many times as fast
// as looking for them.

#include <stddef.h>
#include <stdint.h>

/// Bits that are still to be written out; bytes go to `out`, which the caller has made large enough.
typedef struct bit_writer {
  uint8_t *out;
  uint64_t bits;
  unsigned count;
} bit_writer;

static inline void put_bits(bit_writer *writer, uint64_t bits, unsigned count) {
  writer->bits |= bits << writer->count;
  writer->count += count;
  while (writer->count >= 8) {
    *writer->out++ = (uint8_t)writer->bits;
    writer->bits >>= 8;
    writer->count -= 8;
  }
}

/// Code lengths of a Huffman code for `frequencies`, none over `limit`. At least two symbols get one, so that the
/// code is complete: zlib refuses others.
void p3png_huffman_lengths(const uint32_t *frequencies, unsigned count, unsigned limit, uint8_t *lengths);

/// Upper bound of the bytes that `p3png_huffman_deflate` writes for `count`.
size_t p3png_huffman_bound(size_t count);

/// Writes `count` bytes as blocks of their own codes, or as stored blocks where that is smaller. `is_last` sets
/// BFINAL of the last one and fills its byte; else an empty stored block follows, so that the end is a whole byte.
/// Returns the end. Up to 8 bytes behind it may be overwritten.
uint8_t *p3png_huffman_deflate(const uint8_t *bytes, size_t count, int is_last, uint8_t *out);

/// The bytes that `p3png_huffman_deflate` would write for `count` as a whole stream; a few more where blocks are
/// stored.
size_t p3png_huffman_size(const uint8_t *bytes, size_t count);

/// An empty stored block from the bit where `writer` stands: fills up to a whole byte.
void p3png_put_sync(bit_writer *writer);

#endif
