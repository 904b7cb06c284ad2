#ifndef P3Z_DEFLATE_CODEC_H
#define P3Z_DEFLATE_CODEC_H

// Deflate (RFC 1951) in zlib streams (RFC 1950) for the rows of images: a streaming decoder; two coders for kinds of
// data on which a general compressor wastes time; and functions that join separately compressed data to one stream.
// Independent of PNG and libpng.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Input

/// Delivers up to `count` bytes; `*got` is 0 only at the end of the input. Returning false also ends the input: the
/// bytes delivered so far are decoded, then P3Z_STOPPED follows if the stream goes on.
typedef bool (*p3z_pull)(void *context, uint8_t *into, size_t count, size_t *got);

/// The context of `p3z_pull_memory`: bytes in memory.
typedef struct p3z_memory {
  const uint8_t *bytes;
  size_t left;
} p3z_memory;
bool p3z_pull_memory(void *context, uint8_t *into, size_t count, size_t *got);

// MARK: Decoder

/// How a call of the decoder ended.
typedef enum p3z_result {
  /// Decoded bytes are available that the caller has not consumed.
  P3Z_MORE = 0,
  /// The stream has ended and its Adler-32 is right.
  P3Z_DONE,
  /// The pull function failed before the end of the stream.
  P3Z_STOPPED,
  /// The input ends before the stream does.
  P3Z_SHORT,
  /// The stream is damaged; see `p3z_inflater_damage`.
  P3Z_DAMAGED,
} p3z_result;

/// The kinds of damage: one for each message of zlib's inflate.c.
typedef enum p3z_damage {
  P3Z_NO_DAMAGE = 0,
  P3Z_BAD_HEADER_CHECK,
  P3Z_BAD_METHOD,
  P3Z_BAD_WINDOW_SIZE,
  /// zlib would need the dictionary; PNG has none.
  P3Z_PRESET_DICTIONARY,
  P3Z_BAD_BLOCK_TYPE,
  P3Z_BAD_STORED_LENGTH,
  P3Z_TOO_MANY_SYMBOLS,
  P3Z_BAD_CODE_LENGTH_CODE,
  P3Z_BAD_LENGTH_REPEAT,
  P3Z_NO_END_OF_BLOCK,
  P3Z_BAD_LITERAL_CODE,
  P3Z_BAD_DISTANCE_CODE,
  P3Z_BAD_LITERAL_SYMBOL,
  P3Z_BAD_DISTANCE_SYMBOL,
  /// A match begins before the first byte. Distances beyond the window that the zlib header declares are accepted.
  P3Z_DISTANCE_TOO_FAR,
  P3Z_BAD_CHECKSUM,
} p3z_damage;
/// `damage` in English.
const char *p3z_damage_text(p3z_damage damage);

/// A streaming decoder of one zlib stream. It accepts and refuses exactly what zlib's inflate does with a window of 32
/// KB for any header (windowBits 15; in libpng PNG_MAXIMUM_INFLATE_WINDOW), as some writers declare a smaller window
/// than they use.
typedef struct p3z_inflater p3z_inflater;

/// A decoder whose consumer takes at most `most` bytes at once. NULL when out of memory.
p3z_inflater *p3z_inflater_open(size_t most, p3z_pull pull, void *context);
void p3z_inflater_close(p3z_inflater *inflater);
/// Makes `count` decoded bytes available at `p3z_inflater_bytes`; P3Z_DONE if the stream ends before. `count` is at
/// most the `most` of `p3z_inflater_open`. Decoding runs ahead of `count` and reports a failure there at once: all
/// bytes decoded before it, perhaps more than `count`, are available. Failures are permanent.
p3z_result p3z_inflater_need(p3z_inflater *inflater, size_t count);
/// Decodes to the end and checks the Adler-32; P3Z_MORE if bytes are left to consume.
p3z_result p3z_inflater_finish(p3z_inflater *inflater);
/// The decoded bytes, valid until the next call of `need` or `finish`; 64 more bytes may be read.
const uint8_t *p3z_inflater_bytes(const p3z_inflater *inflater);
/// The number of decoded bytes available.
size_t p3z_inflater_available(const p3z_inflater *inflater);
void p3z_inflater_consume(p3z_inflater *inflater, size_t count);
/// Bytes decoded so far, consumed or not.
uint64_t p3z_inflater_total(const p3z_inflater *inflater);
/// Whether input was left over after the stream.
bool p3z_inflater_has_leftover(p3z_inflater *inflater);
p3z_damage p3z_inflater_damage(const p3z_inflater *inflater);

// MARK: Coders
//
// Each coder writes complete deflate blocks. With `is_last` the last block has BFINAL set and its byte is filled with
// zero bits. Otherwise an empty stored block follows, so that the output ends on a whole byte and another coder's
// output can follow. The bytes depend on the input only, and are the same on every machine. Use a coder in one thread
// at a time.

/// Huffman codes of literals, and matches of distance 1 only. For noise: filtered photographs have hardly any other
/// match.
typedef struct p3z_huffman_only p3z_huffman_only;

/// NULL when out of memory.
p3z_huffman_only *p3z_huffman_only_open(void);
void p3z_huffman_only_close(p3z_huffman_only *coder);
/// Upper bound of the bytes that `p3z_huffman_only_deflate` writes or overwrites for `count`.
size_t p3z_huffman_only_bound(size_t count);
/// Writes `count` bytes as blocks with codes of their own, or as stored blocks if these are smaller. Returns the end.
uint8_t *p3z_huffman_only_deflate(
  p3z_huffman_only *coder, const uint8_t *bytes, size_t count, bool is_last, uint8_t *out);
/// The bytes that `p3z_huffman_only_deflate` would write for `count` bytes as a whole stream; slightly more for stored
/// blocks.
size_t p3z_huffman_only_size(p3z_huffman_only *coder, const uint8_t *bytes, size_t count);

/// LZ77 that searches only at the edges of a picture. For flat pictures such as interfaces and icons: nearly all of
/// their bytes, filtered or not, repeat the pixel before or the row above.
typedef struct p3z_edge_lz77 p3z_edge_lz77;

/// Filtered rows, one after the other.
typedef struct p3z_filtered_rows {
  const uint8_t *bytes;
  size_t count;
  /// Bytes of a pixel, and of a row with its filter type.
  size_t pixel_bytes, row_bytes;
} p3z_filtered_rows;

/// NULL when out of memory.
p3z_edge_lz77 *p3z_edge_lz77_open(void);
void p3z_edge_lz77_close(p3z_edge_lz77 *coder);
/// Upper bound of the bytes that `p3z_edge_lz77_deflate` writes for `count`.
size_t p3z_edge_lz77_bound(size_t count);
/// Writes `rows` as deflate blocks. Returns the end.
uint8_t *p3z_edge_lz77_deflate(p3z_edge_lz77 *coder, const p3z_filtered_rows *rows, bool is_last, uint8_t *out);

// MARK: Matches

/// Estimates how much matches could save, in a fraction of the time of a compressor.
typedef struct p3z_match_estimator p3z_match_estimator;

/// NULL when out of memory.
p3z_match_estimator *p3z_match_estimator_open(void);
void p3z_match_estimator_close(p3z_match_estimator *estimator);
/// The bytes that matches save, about, in `bytes`, of which the Huffman-only coder leaves `coded`. An overestimate: it
/// counts literals at their average cost, and matches below their cost. The same on every machine.
size_t p3z_match_gain(p3z_match_estimator *estimator, const uint8_t *bytes, size_t count, size_t coded);

// MARK: Joining streams

/// Bytes behind a deflate stream that `p3z_continue_stream` may write.
enum { P3Z_CONTINUATION_BYTES = 5 };

/// Makes a complete deflate stream of `count` bytes continuable: clears BFINAL of its last block and adds an empty
/// stored block that ends on a whole byte. Returns the new count; 0 if the stream is damaged or memory is short.
size_t p3z_continue_stream(uint8_t *stream, size_t count);

/// The Adler-32 of two consecutive parts, from the sums of both.
uint32_t p3z_adler32_combine(uint32_t first, uint32_t second, uint64_t second_count);

#endif
