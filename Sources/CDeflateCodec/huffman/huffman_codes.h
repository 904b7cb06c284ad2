#ifndef P3Z_HUFFMAN_CODES_H
#define P3Z_HUFFMAN_CODES_H

// Huffman codes as deflate has them: limited in length and canonical (RFC 1951, 3.2.2).

#include <stdint.h>

/// Code lengths of a Huffman code for `frequencies` of `count` symbols (at most 286), none over `limit` (at most 15). At
/// least two symbols get one, so that the code is complete: zlib refuses others.
void p3z_huffman_lengths(const uint32_t *frequencies, unsigned count, unsigned limit, uint8_t *lengths);

/// The canonical codes of these lengths, bits reversed as deflate sends them.
void p3z_assign_codes(const uint8_t *lengths, unsigned count, uint16_t *codes);

#endif
