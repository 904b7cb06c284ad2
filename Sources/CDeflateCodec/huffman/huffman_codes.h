#ifndef P3Z_HUFFMAN_CODES_H
#define P3Z_HUFFMAN_CODES_H

// Huffman codes as in deflate: limited in length and canonical (RFC 1951, 3.2.2).

#include <stdint.h>

/// Code lengths of a Huffman code for `frequencies` of `count` symbols (at most 286), none over `limit` (at most 15).
/// At least two symbols get a code, so that the set is complete: zlib refuses incomplete ones.
void p3z_huffman_lengths(const uint32_t *frequencies, unsigned count, unsigned limit, uint8_t *lengths);

/// The canonical codes of `lengths`, with reversed bits as deflate stores them.
void p3z_assign_codes(const uint8_t *lengths, unsigned count, uint16_t *codes);

#endif
