#ifndef P3_PNG_SHIMS_H
#define P3_PNG_SHIMS_H

// The C fence around libpng. Why C at all: libpng reports errors with longjmp, which must not cross a
// Swift frame, and calls back for every byte. So input, output and the only setjmp live here, and every
// call reports through a status struct.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What went wrong; the Swift side turns it into a PNGError with the file's name.
typedef enum p3png_code {
  P3PNG_OK = 0,
  /// An operating system call failed: `system_error` is its errno.
  P3PNG_SYSTEM,
  P3PNG_OUT_OF_MEMORY,
  /// The signature is not PNG's: `p3png_reader_magic` has the first bytes.
  P3PNG_NOT_PNG,
  /// The file ends inside a chunk or before IEND; `offset` is where.
  P3PNG_TRUNCATED,
  /// `value` is the stored CRC, `expected` the computed one.
  P3PNG_BAD_CRC,
  /// A chunk type with bytes that are no letters.
  P3PNG_BAD_CHUNK_TYPE,
  /// `value` is the length, `expected` what it should be at most (or exactly, for IHDR).
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
  /// The zlib stream or a filter type byte is broken; `value` of `expected` bytes were decoded, `message` is the decoder's.
  P3PNG_BAD_IMAGE_DATA,
  /// The zlib stream ends too early: `value` of `expected` bytes were decoded.
  P3PNG_SHORT_IMAGE_DATA,
  /// The zlib stream goes on after the `expected` bytes that IHDR promises.
  P3PNG_LONG_IMAGE_DATA,
  /// Anything else that libpng rejects: `message` is its text.
  P3PNG_LIBPNG,
} p3png_code;

/// The outcome of a call. Zero everywhere when all went well.
typedef struct p3png_status {
  int32_t code;
  int32_t system_error;
  /// The chunk it happened in, as four characters in file order from the high byte; 0: none.
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

/// Reads from a descriptor, buffered; it is closed with the source when `owns`. NULL when out of memory.
p3png_source *p3png_source_open_descriptor(int descriptor, bool owns);
/// Opens a file; NULL with `status` filled when that fails.
p3png_source *p3png_source_open_path(const char *path, p3png_status *status);
/// Reads a copy of `count` bytes. NULL when out of memory.
p3png_source *p3png_source_open_bytes(const uint8_t *bytes, size_t count);
void p3png_source_close(p3png_source *source);
/// Reads exactly `count` bytes, or fills `status` (P3PNG_TRUNCATED, P3PNG_SYSTEM) and returns false.
bool p3png_source_read(p3png_source *source, uint8_t *into, size_t count, p3png_status *status);
/// Bytes that there are in all: of a file its size, 0 where it cannot be known (pipes).
uint64_t p3png_source_size(const p3png_source *source);
/// Bytes read so far.
uint64_t p3png_source_offset(const p3png_source *source);
/// Whether there is one more byte (it is not consumed). False also when reading fails.
bool p3png_source_has_more(p3png_source *source);

/// Writes to a descriptor, which stays the caller's. NULL when out of memory.
p3png_sink *p3png_sink_open_descriptor(int descriptor);
/// Drops whatever was not flushed.
void p3png_sink_close(p3png_sink *sink);
bool p3png_sink_write(p3png_sink *sink, const uint8_t *bytes, size_t count, p3png_status *status);
bool p3png_sink_flush(p3png_sink *sink, p3png_status *status);
/// Bytes written so far.
uint64_t p3png_sink_offset(const p3png_sink *sink);

/// Copies `count` bytes and continues `*crc` over them.
bool p3png_copy(p3png_source *source, p3png_sink *sink, uint64_t count, uint32_t *crc, p3png_status *status);
/// CRC-32 of PNG (ISO 3309); starts from 0.
uint32_t p3png_crc32(uint32_t crc, const uint8_t *bytes, size_t count);

// MARK: Reading

typedef struct p3png_reader p3png_reader;

/// IHDR as it stands in the file, unchecked.
typedef struct p3png_header {
  uint32_t width, height;
  uint8_t bit_depth, color_type, compression, filter, interlace;
} p3png_header;

/// Caps on what a hostile file may make us keep.
typedef struct p3png_limits {
  /// The longest iCCP chunk kept; longer ones are noted and skipped.
  uint64_t profile_bytes;
  /// The longest other ancillary chunk kept.
  uint64_t chunk_bytes;
  /// All kept chunks together.
  uint64_t total_bytes;
  /// Whether an animation is read as its default image instead of being refused.
  bool reads_first_frame;
} p3png_limits;

/// One chunk of the file; neighbouring IDAT chunks share one record.
typedef struct p3png_chunk {
  uint32_t type;
  /// Chunks in this record: more than 1 only for IDAT.
  uint32_t count;
  /// Data bytes, of all of them together.
  uint64_t length;
  /// Of the first chunk's length field.
  uint64_t offset;
  uint32_t stored_crc, computed_crc;
  /// Whether PLTE or IDAT stand before it.
  bool after_palette, after_image;
  bool crc_is_bad, is_over_limit;
} p3png_chunk;

/// Takes over `source`, reads the signature and IHDR. NULL with `status` filled on failure; `magic` then
/// has the first bytes of the file, `*magic_count` of them.
p3png_reader *p3png_reader_open(
  p3png_source *source, const p3png_limits *limits, p3png_header *header, uint8_t magic[64],
  size_t *magic_count, p3png_status *status);
/// Takes over `source` and reads its chunks without refusing any, whatever they are and wherever they stand, to IEND or as far
/// as there are chunks: `status` then says what stopped it, and chunks and their data are there. The image is not
/// decoded: such a reader is good for chunks alone. NULL for what is no PNG, as above.
p3png_reader *p3png_reader_list(
  p3png_source *source, const p3png_limits *limits, uint8_t magic[64], size_t *magic_count, p3png_status *status);
/// Bytes of the file that were read.
uint64_t p3png_reader_byte_count(const p3png_reader *reader);
/// Reads up to the first IDAT and sets up decoding. Call once the header has been found sane. `*channels` are the samples
/// per pixel as delivered, 1 to 4.
bool p3png_reader_start(p3png_reader *reader, uint8_t *channels, p3png_status *status);
/// Decodes the next `count` rows as native-endian 16-bit samples; there must be that many left.
bool p3png_reader_read_rows(p3png_reader *reader, uint16_t *samples, size_t count, p3png_status *status);
/// Reads and checks everything through IEND. `has_garbage`: bytes after it; `has_leftover`: bytes in IDAT after the
/// compressed stream.
bool p3png_reader_finish(p3png_reader *reader, bool *has_garbage, bool *has_leftover, p3png_status *status);
size_t p3png_reader_chunk_count(const p3png_reader *reader);
p3png_chunk p3png_reader_chunk(const p3png_reader *reader, size_t index);
/// The chunk's `length` bytes, or NULL: IDAT, a chunk over its cap, or one whose CRC is wrong.
const uint8_t *p3png_reader_chunk_data(const p3png_reader *reader, size_t index);
/// Frees the chunk's bytes, for a caller who has a copy.
void p3png_reader_drop_chunk_data(p3png_reader *reader, size_t index);
void p3png_reader_close(p3png_reader *reader);

// MARK: Writing

/// What all IDAT segments of an image share, and where this one stands.
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

/// Some rows of the image, as a part of its zlib stream and the data of one IDAT chunk: it starts and ends on whole bytes;
/// the first has the zlib header.
typedef struct p3png_segment {
  uint8_t *bytes;
  size_t count;
  /// Bytes before compression, filter types included, and their Adler-32.
  uint64_t raw_count;
  uint32_t adler;
  /// Of the chunk type IDAT and the bytes.
  uint32_t crc;
} p3png_segment;

/// Filters and compresses `count` rows of native 16-bit samples (their high bytes when the depth is 8), on any thread.
/// `above` is the row before the first, or NULL. Free the result with `p3png_segment_free`.
bool p3png_segment_encode(
  const p3png_segment_request *request, const uint16_t *above, const uint16_t *samples, size_t count,
  p3png_segment *result, p3png_status *status);
void p3png_segment_free(p3png_segment *segment);

typedef struct p3png_writer p3png_writer;

/// Writes signature and IHDR. The descriptor stays the caller's. NULL with `status` filled on failure.
p3png_writer *p3png_writer_open(int descriptor, const p3png_header *header, p3png_status *status);
bool p3png_writer_chunk(
  p3png_writer *writer, uint32_t type, const uint8_t *data, size_t count, p3png_status *status);
/// Writes a segment as one IDAT chunk, the last with the whole stream's Adler-32.
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
