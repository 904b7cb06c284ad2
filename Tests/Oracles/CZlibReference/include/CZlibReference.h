#ifndef ZLIB_REFERENCE_H
#define ZLIB_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

typedef enum zlib_reference_verdict {
  ZLIB_REFERENCE_DONE,
  /// The input ends inside the stream.
  ZLIB_REFERENCE_SHORT,
  /// `out` is too small.
  ZLIB_REFERENCE_LONG,
  /// Damaged, or in want of a dictionary.
  ZLIB_REFERENCE_REFUSED,
} zlib_reference_verdict;

/// What zlib's inflate makes of a stream.
typedef struct zlib_reference_result {
  zlib_reference_verdict verdict;
  /// Bytes of input that were used, and of output.
  size_t used, written;
} zlib_reference_result;

/// Inflates a zlib stream in one call.
zlib_reference_result zlib_reference_inflate(const uint8_t *bytes, size_t count, uint8_t *out, size_t capacity);

/// Inflates a deflate stream without zlib's header and Adler-32.
zlib_reference_result zlib_reference_inflate_raw(const uint8_t *bytes, size_t count, uint8_t *out, size_t capacity);

/// The zlib stream of `bytes` at `level`, with blocks of all kinds: `strategy` 0 is zlib's default, 2 Huffman codes only,
/// 3 matches of distance 1, 4 fixed codes. `window_bits` is 9 to 15. Returns its bytes, 0 when `out` is too small.
size_t zlib_reference_deflate(
  const uint8_t *bytes, size_t count, int level, int strategy, int window_bits, uint8_t *out, size_t capacity);

#endif
