#ifndef P3Z_DEFLATE_CODEC_H
#define P3Z_DEFLATE_CODEC_H

// Deflate (RFC 1951) in zlib streams (RFC 1950), for the rows of images: a streaming decoder, two coders for kinds of
// data on which a general compressor spends its time in vain, and what joins separately compressed data to one
// stream. Nothing here knows PNG or libpng.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Input

/// Delivers up to `count` bytes; `*got` is 0 only at the end of the input. False ends the input as well: what was delivered
/// before is decoded, and P3Z_STOPPED follows if the stream goes on.
typedef bool (*p3z_pull)(void *context, uint8_t *into, size_t count, size_t *got);

/// Bytes in memory that `p3z_pull_memory` delivers: its context points to one of these.
typedef struct p3z_memory {
  const uint8_t *bytes;
  size_t left;
} p3z_memory;
bool p3z_pull_memory(void *context, uint8_t *into, size_t count, size_t *got);

// MARK: Decoder

/// How a call of the decoder ended.
typedef enum p3z_result {
  /// There are decoded bytes that the caller has not consumed.
  P3Z_MORE = 0,
  /// The stream has ended and its Adler-32 is right.
  P3Z_DONE,
  /// The pull function failed inside the stream.
  P3Z_STOPPED,
  /// The input ends inside the stream.
  P3Z_SHORT,
  /// `p3z_inflater_damage` says why.
  P3Z_DAMAGED,
} p3z_result;

/// What is wrong with a stream: one case for each message of zlib's inflate.c.
typedef enum p3z_damage {
  P3Z_NO_DAMAGE = 0,
  P3Z_BAD_HEADER_CHECK,
  P3Z_BAD_METHOD,
  P3Z_BAD_WINDOW_SIZE,
  /// zlib requires the dictionary instead; PNG knows none.
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
  /// Before the first byte. Distances beyond the window that the zlib header declares are taken.
  P3Z_DISTANCE_TOO_FAR,
  P3Z_BAD_CHECKSUM,
} p3z_damage;
/// `damage` in English.
const char *p3z_damage_text(p3z_damage damage);

/// A streaming decoder of one zlib stream. It takes and refuses what zlib's inflate takes and refuses that was told to
/// keep 32 KB whatever the header declares (windowBits 15; in libpng PNG_MAXIMUM_INFLATE_WINDOW): there are writers that
/// declare a smaller window than they use.
typedef struct p3z_inflater p3z_inflater;

/// A decoder whose consumer takes at most `most` bytes at once. NULL when out of memory.
p3z_inflater *p3z_inflater_open(size_t most, p3z_pull pull, void *context);
void p3z_inflater_close(p3z_inflater *inflater);
/// Makes `count` decoded bytes available at `p3z_inflater_bytes`, or says why not: P3Z_DONE when the stream ended
/// before. `count` is at most the `most` of `p3z_inflater_open`. Decoding runs ahead of `count`, and a failure there
/// is told at once: what was decoded before it, perhaps more than `count`, is available all the same. Failures stay.
p3z_result p3z_inflater_need(p3z_inflater *inflater, size_t count);
/// Decodes to the end and checks the Adler-32; P3Z_MORE when there are bytes left to consume.
p3z_result p3z_inflater_finish(p3z_inflater *inflater);
/// The decoded bytes, which stay until the next call of `need` or `finish`; 64 bytes more may be read.
const uint8_t *p3z_inflater_bytes(const p3z_inflater *inflater);
/// How many there are.
size_t p3z_inflater_available(const p3z_inflater *inflater);
void p3z_inflater_consume(p3z_inflater *inflater, size_t count);
/// Bytes decoded so far, consumed or not.
uint64_t p3z_inflater_total(const p3z_inflater *inflater);
/// Whether input was left over after the stream.
bool p3z_inflater_has_leftover(p3z_inflater *inflater);
p3z_damage p3z_inflater_damage(const p3z_inflater *inflater);

// MARK: Coders
//
// Each writes complete deflate blocks. `is_last` sets BFINAL of the last block and fills its byte with zero bits;
// else an empty stored block follows, so that the output ends on a whole byte and another coder's can follow. Their
// bytes depend on nothing but the input: they are the same on every machine. A coder serves one thread, one call
// after the other.

/// Huffman codes of literals, and matches of distance 1 alone, for noise: filtered photographs have next to nothing
/// else to match.
typedef struct p3z_huffman_only p3z_huffman_only;

/// NULL when out of memory.
p3z_huffman_only *p3z_huffman_only_open(void);
void p3z_huffman_only_close(p3z_huffman_only *coder);
/// Upper bound of the bytes that `p3z_huffman_only_deflate` writes or overwrites for `count`.
size_t p3z_huffman_only_bound(size_t count);
/// Writes `count` bytes as blocks with codes of their own, or as stored blocks where that is smaller. Returns the
/// end.
uint8_t *p3z_huffman_only_deflate(
  p3z_huffman_only *coder, const uint8_t *bytes, size_t count, bool is_last, uint8_t *out);
/// The bytes that `p3z_huffman_only_deflate` would write for `count` as a whole stream; a few more where blocks are
/// stored.
size_t p3z_huffman_only_size(p3z_huffman_only *coder, const uint8_t *bytes, size_t count);

/// LZ77 that searches only at the edges of a picture, for flat ones such as interfaces and icons: nearly all of their
/// bytes, filtered or not, repeat the pixel before or the row above.
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

/// Tells how much matches could save, in a fraction of the time that a compressor takes to find out.
typedef struct p3z_match_estimator p3z_match_estimator;

/// NULL when out of memory.
p3z_match_estimator *p3z_match_estimator_open(void);
void p3z_match_estimator_close(p3z_match_estimator *estimator);
/// About how many bytes matches save in `bytes`, of which the Huffman-only coder leaves `coded`. The estimate is
/// high: literals cost their average, and matches less than they do. The same on every machine.
size_t p3z_match_gain(p3z_match_estimator *estimator, const uint8_t *bytes, size_t count, size_t coded);

// MARK: Joining streams

/// Bytes behind a deflate stream that `p3z_continue_stream` may write.
enum { P3Z_CONTINUATION_BYTES = 5 };

/// Turns a complete deflate stream of `count` bytes into one that another can follow: clears BFINAL of its last block
/// and adds an empty stored block that ends on a whole byte. Returns the new count; 0 when the stream is damaged or
/// memory is short.
size_t p3z_continue_stream(uint8_t *stream, size_t count);

/// The Adler-32 of two parts one after the other, from those of the parts.
uint32_t p3z_adler32_combine(uint32_t first, uint32_t second, uint64_t second_count);

#endif
