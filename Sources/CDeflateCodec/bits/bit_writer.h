#ifndef P3Z_BIT_WRITER_H
#define P3Z_BIT_WRITER_H

// Writes bits in deflate's order to memory that the caller made large enough.

#include <stdint.h>

typedef struct p3z_bit_writer {
  uint8_t *out;
  /// Bits that do not fill a byte yet; fewer than 8 between calls.
  uint64_t bits;
  unsigned count;
} p3z_bit_writer;

/// Appends the low `count` (at most 56) bits of `bits`, whose other bits are 0.
static inline void p3z_put_bits(p3z_bit_writer *writer, uint64_t bits, unsigned count) {
  writer->bits |= bits << writer->count;
  writer->count += count;
  while (writer->count >= 8) {
    *writer->out++ = (uint8_t)writer->bits;
    writer->bits >>= 8;
    writer->count -= 8;
  }
}

/// Fills the last byte with zeros.
static inline void p3z_align_bits(p3z_bit_writer *writer) {
  if (writer->count) p3z_put_bits(writer, 0, 8 - writer->count);
}

/// An empty stored block (RFC 1951, 3.2.4), which ends on a whole byte.
static inline void p3z_put_empty_block(p3z_bit_writer *writer) {
  p3z_put_bits(writer, 0, 3);
  p3z_align_bits(writer);
  p3z_put_bits(writer, 0xffff0000, 32);
}

/// Ends a coder's output as deflate_codec.h specifies: fills the byte after the last block, or adds an empty block.
static inline uint8_t *p3z_end_blocks(p3z_bit_writer *writer, int is_last) {
  if (is_last) p3z_align_bits(writer); else p3z_put_empty_block(writer);
  return writer->out;
}

#endif
