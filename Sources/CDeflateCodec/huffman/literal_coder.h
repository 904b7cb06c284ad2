#ifndef P3Z_LITERAL_CODER_H
#define P3Z_LITERAL_CODER_H

// Writes literals with the codes of a block, several per step.

#include <stddef.h>
#include <stdint.h>

#include "bits/bit_writer.h"

/// The codes of a block's literals, and the loop for this CPU.
typedef struct p3z_literal_coder {
  /// Low 8 bits: the length of the code; above: the code.
  uint32_t entries[256];
  unsigned longest;
  void (*put)(p3z_bit_writer *, const uint8_t *, size_t, const uint32_t *, unsigned);
} p3z_literal_coder;

p3z_literal_coder p3z_make_literal_coder(const uint16_t *codes, const uint8_t *lengths);

/// Writes `count` literals; overwrites up to 8 bytes behind them.
void p3z_put_literal_bytes(
  p3z_bit_writer *writer, const uint8_t *bytes, size_t count, const p3z_literal_coder *coder);

#endif
