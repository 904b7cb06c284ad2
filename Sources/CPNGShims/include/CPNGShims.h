#ifndef P3_PNG_SHIMS_H
#define P3_PNG_SHIMS_H

// The C fence around libpng. Why C: libpng reports errors with longjmp, which must not cross a Swift frame, and calls
// back for every byte. So input, output and the only setjmp are here, and every call reports through a status struct.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The kinds of errors; Swift turns them into a PNGError with the file's name.
typedef enum p3png_code {
  P3PNG_OK = 0,
  /// An operating system call failed: `system_error` is its errno.
  P3PNG_SYSTEM,
  P3PNG_OUT_OF_MEMORY,
  /// The signature is not PNG's; `magic` holds the first bytes.
  P3PNG_NOT_PNG,
  /// The file ends inside a chunk or before IEND, at `offset`.
  P3PNG_TRUNCATED,
  /// `value` is the stored CRC, `expected` the computed one.
  P3PNG_BAD_CRC,
  /// A chunk type has bytes that are no letters.
  P3PNG_BAD_CHUNK_TYPE,
  /// `value` is the length, `expected` its maximum (for IHDR the exact length).
  P3PNG_BAD_CHUNK_LENGTH,
  P3PNG_UNKNOWN_CRITICAL,
  P3PNG_MISPLACED_CHUNK,
  P3PNG_MISSING_IHDR,
  P3PNG_MISSING_PLTE,
  P3PNG_MISSING_IDAT,
  /// acTL: an animation.
  P3PNG_ANIMATED,
  /// More than `expected` ancillary chunks.
  P3PNG_TOO_MANY_CHUNKS,
  /// The zlib stream or a filter type byte is broken: `value` of `expected` bytes were decoded, `message` is the
  /// decoder's text.
  P3PNG_BAD_IMAGE_DATA,
  /// The zlib stream ends too early: `value` of `expected` bytes were decoded.
  P3PNG_SHORT_IMAGE_DATA,
  /// The zlib stream goes on after the `expected` bytes that IHDR promises.
  P3PNG_LONG_IMAGE_DATA,
  /// Anything else that libpng rejects: `message` is its text.
  P3PNG_LIBPNG,
} p3png_code;

/// The outcome of a call; all zero if it succeeded.
typedef struct p3png_status {
  int32_t code;
  int32_t system_error;
  /// The chunk with the error, four characters in file order from the high byte; 0: none.
  uint32_t chunk;
  /// Byte offset in the file.
  uint64_t offset;
  uint64_t value;
  uint64_t expected;
  char message[120];
} p3png_status;

#define P3PNG_TYPE(a, b, c, d) (((uint32_t)(a) << 24) | ((uint32_t)(b) << 16) | ((uint32_t)(c) << 8) | (uint32_t)(d))

// MARK: Sources and sinks

typedef struct p3png_source p3png_source;
typedef struct p3png_sink p3png_sink;

/// Reads from a descriptor, buffered; closes it with the source if `owns`. NULL when out of memory.
p3png_source *p3png_source_open_descriptor(int descriptor, bool owns);
/// Opens a file; NULL on failure, with `status` filled.
p3png_source *p3png_source_open_path(const char *path, p3png_status *status);
/// Reads a copy of `count` bytes. NULL when out of memory.
p3png_source *p3png_source_open_bytes(const uint8_t *bytes, size_t count);
void p3png_source_close(p3png_source *source);
/// Reads exactly `count` bytes, or fills `status` (P3PNG_TRUNCATED, P3PNG_SYSTEM) and returns false.
bool p3png_source_read(p3png_source *source, uint8_t *into, size_t count, p3png_status *status);
/// The size of the input in bytes; 0 if unknown (pipes).
uint64_t p3png_source_size(const p3png_source *source);
/// Bytes read so far.
uint64_t p3png_source_offset(const p3png_source *source);
/// Whether one more byte exists (it is not consumed). False also if reading fails.
bool p3png_source_has_more(p3png_source *source);

/// Writes to a descriptor, which is not closed. NULL when out of memory.
p3png_sink *p3png_sink_open_descriptor(int descriptor);
/// Drops bytes that were not flushed.
void p3png_sink_close(p3png_sink *sink);
bool p3png_sink_write(p3png_sink *sink, const uint8_t *bytes, size_t count, p3png_status *status);
bool p3png_sink_flush(p3png_sink *sink, p3png_status *status);
/// Bytes written so far.
uint64_t p3png_sink_offset(const p3png_sink *sink);

/// Copies `count` bytes and continues `*crc` over them.
bool p3png_copy(p3png_source *source, p3png_sink *sink, uint64_t count, uint32_t *crc, p3png_status *status);
/// CRC-32 as in PNG (ISO 3309); starts from 0.
uint32_t p3png_crc32(uint32_t crc, const uint8_t *bytes, size_t count);

// MARK: Reading

typedef struct p3png_reader p3png_reader;

/// The fields of IHDR, unchecked.
typedef struct p3png_header {
  uint32_t width, height;
  uint8_t bit_depth, color_type, compression, filter, interlace;
} p3png_header;

/// Limits on what a hostile file can make us keep, in bytes.
typedef struct p3png_limits {
  /// The longest iCCP chunk kept; longer ones are noted and skipped.
  uint64_t profile_bytes;
  /// The longest other ancillary chunk kept.
  uint64_t chunk_bytes;
  /// The most bytes of all kept chunks together.
  uint64_t total_bytes;
  /// Whether an animation is read as its default image; otherwise it is refused.
  bool reads_first_frame;
} p3png_limits;

/// One chunk of the file; neighbouring IDAT chunks share one record.
typedef struct p3png_chunk {
  uint32_t type;
  /// Chunks in this record: more than 1 only for IDAT.
  uint32_t count;
  /// Data bytes of all these chunks together.
  uint64_t length;
  /// Byte offset of the first chunk's length field.
  uint64_t offset;
  uint32_t stored_crc, computed_crc;
  /// Whether PLTE, and IDAT, come before it.
  bool after_palette, after_image;
  bool crc_is_bad, is_over_limit;
} p3png_chunk;

/// Takes over `source`, reads the signature and IHDR. On failure returns NULL and fills `status`; `magic` then holds
/// the file's first `*magic_count` bytes.
p3png_reader *p3png_reader_open(
  p3png_source *source, const p3png_limits *limits, p3png_header *header, uint8_t magic[64],
  size_t *magic_count, p3png_status *status);
/// Takes over `source` and reads its chunks, of any kind and in any order, to IEND or as far as there are chunks.
/// `status` is the reason for the end of the list; chunks and their data are available. The image is not decoded, so the
/// reader serves for chunks only. NULL if the file is no PNG, as above.
p3png_reader *p3png_reader_list(
  p3png_source *source, const p3png_limits *limits, uint8_t magic[64], size_t *magic_count, p3png_status *status);
/// Bytes of the file read so far.
uint64_t p3png_reader_byte_count(const p3png_reader *reader);
/// Reads up to the first IDAT and sets up decoding. Call it once the header is checked. `*channels` becomes the
/// delivered samples per pixel, 1 to 4.
bool p3png_reader_start(p3png_reader *reader, uint8_t *channels, p3png_status *status);
/// Decodes the next `count` rows as native-endian 16-bit samples; at least `count` rows must remain.
bool p3png_reader_read_rows(p3png_reader *reader, uint16_t *samples, size_t count, p3png_status *status);
/// Reads and checks everything through IEND. `has_garbage`: bytes follow IEND; `has_leftover`: bytes in IDAT follow the
/// compressed stream.
bool p3png_reader_finish(p3png_reader *reader, bool *has_garbage, bool *has_leftover, p3png_status *status);
size_t p3png_reader_chunk_count(const p3png_reader *reader);
p3png_chunk p3png_reader_chunk(const p3png_reader *reader, size_t index);
/// The chunk's `length` bytes; NULL for IDAT, for a chunk over its limit, and for a wrong CRC.
const uint8_t *p3png_reader_chunk_data(const p3png_reader *reader, size_t index);
/// Frees the chunk's bytes, for callers that copied them.
void p3png_reader_drop_chunk_data(p3png_reader *reader, size_t index);
void p3png_reader_close(p3png_reader *reader);

// MARK: Writing

/// What all IDAT segments of an image share, and the position of this one.
typedef struct p3png_segment_request {
  uint32_t width;
  /// Samples per pixel: 1 to 4.
  uint8_t channels;
  /// 8 or 16.
  uint8_t depth;
  /// 0 fast, 1 balanced, 2 small.
  uint8_t compression;
  bool is_first, is_last;
} p3png_segment_request;

/// Some rows of the image as one IDAT chunk's data: a part of the zlib stream that starts and ends on whole bytes. The
/// first segment has the zlib header.
typedef struct p3png_segment {
  uint8_t *bytes;
  size_t count;
  /// Bytes before compression, filter types included, and their Adler-32.
  uint64_t raw_count;
  uint32_t adler;
  /// The CRC of the chunk type IDAT and the bytes.
  uint32_t crc;
} p3png_segment;

/// Filters and compresses `count` rows of native 16-bit samples (their high bytes if the depth is 8), on any thread.
/// `above` is the row before the first, or NULL. Free the result with `p3png_segment_free`.
bool p3png_segment_encode(
  const p3png_segment_request *request, const uint16_t *above, const uint16_t *samples, size_t count,
  p3png_segment *result, p3png_status *status);
void p3png_segment_free(p3png_segment *segment);

typedef struct p3png_writer p3png_writer;

/// Writes signature and IHDR. The descriptor is not closed. On failure returns NULL and fills `status`.
p3png_writer *p3png_writer_open(int descriptor, const p3png_header *header, p3png_status *status);
bool p3png_writer_chunk(
  p3png_writer *writer, uint32_t type, const uint8_t *data, size_t count, p3png_status *status);
/// Writes a segment as one IDAT chunk; the last one with the whole stream's Adler-32.
bool p3png_writer_segment(p3png_writer *writer, const p3png_segment *segment, bool is_last, p3png_status *status);
/// Writes IEND and flushes.
bool p3png_writer_finish(p3png_writer *writer, p3png_status *status);
/// Bytes written so far.
uint64_t p3png_writer_byte_count(const p3png_writer *writer);
void p3png_writer_close(p3png_writer *writer);

// MARK: zlib streams, by libdeflate (the same bytes on every CPU)

/// Inflates a zlib stream of unknown size, growing up to `limit` bytes. Returns malloced memory and `*count`;
/// NULL with P3PNG_BAD_IMAGE_DATA, P3PNG_LONG_IMAGE_DATA (over the limit) or P3PNG_OUT_OF_MEMORY.
uint8_t *p3png_zlib_inflate(
  const uint8_t *data, size_t length, size_t limit, size_t *count, p3png_status *status);
/// Frees what `p3png_zlib_inflate` returned.
void p3png_free(void *memory);
/// Upper bound of `p3png_zlib_deflate`'s output.
size_t p3png_zlib_bound(size_t count);
/// Compresses at libdeflate's level 12 into `out` of `p3png_zlib_bound(count)` bytes; 0 when out of memory.
size_t p3png_zlib_deflate(const uint8_t *data, size_t count, uint8_t *out, size_t capacity);

#endif
