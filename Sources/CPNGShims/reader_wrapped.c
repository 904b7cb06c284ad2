// What libpng gets of an image that it decodes: the data that were inflated here, as stored blocks in IDAT chunks of
// our own. So there is one decoder, which checks more than libpng's does (the Adler-32 of streams that are split
// into tiny chunks, bytes beyond what IHDR promises), and libpng has nothing to inflate.

#include <libdeflate.h>
#include <string.h>

#include "png_reader.h"

enum { LONGEST_STORED = 32768 };

static void put(p3png_reader *reader, const uint8_t *bytes, size_t count) {
  memcpy(reader->wrapper + reader->wrapper_count, bytes, count);
  reader->wrapper_count += count;
}

static void put32(p3png_reader *reader, uint32_t value) {
  uint8_t bytes[4];
  p3png_store32(bytes, value);
  put(reader, bytes, 4);
}

/// A stored block's header (RFC 1951, 3.2.4).
static void put_stored(p3png_reader *reader, bool is_last, size_t count) {
  uint8_t bytes[5] = {is_last, (uint8_t)count, (uint8_t)(count >> 8), (uint8_t)~count, (uint8_t)(~count >> 8)};
  put(reader, bytes, 5);
}

/// Queues what stands before the next run of data: a chunk for each run, the first with the zlib header, the last
/// with the end of the stream. libpng does not look at CRCs.
static bool next_run(p3png_reader *reader, p3png_status *status) {
  static const uint8_t zlib_header[2] = {0x78, 0x01};
  reader->wrapper_position = reader->wrapper_count = 0;
  uint64_t left = reader->promised - reader->delivered;
  size_t run = left < LONGEST_STORED ? (size_t)left : LONGEST_STORED;
  inflate_result result = p3png_inflate_need(&reader->inflate, 1);
  if (result != INFLATE_MORE) return p3png_reader_inflate_failure(reader, result, status);
  if (run > inflate_available(&reader->inflate)) run = inflate_available(&reader->inflate);
  bool is_first = reader->delivered == 0, is_last = run == left;
  reader->wrapped_adler =
    libdeflate_adler32(is_first ? 1 : reader->wrapped_adler, inflate_bytes(&reader->inflate), run);
  put32(reader, 0);  // the CRC of the chunk before
  put32(reader, (uint32_t)(run + 5 + (is_first ? 2 : 0) + (is_last ? 4 : 0)));
  put32(reader, IDAT);
  if (is_first) put(reader, zlib_header, 2);
  put_stored(reader, is_last, run);
  reader->wrapped_left = run;
  reader->delivered += run;
  return true;
}

bool p3png_wrapped_read(p3png_reader *reader, uint8_t *into, size_t count, p3png_status *status) {
  while (count > 0) {
    size_t piece;
    if (reader->wrapper_position < reader->wrapper_count) {
      size_t waiting = reader->wrapper_count - reader->wrapper_position;
      piece = count < waiting ? count : waiting;
      memcpy(into, reader->wrapper + reader->wrapper_position, piece);
      reader->wrapper_position += piece;
    } else if (reader->wrapped_left > 0) {
      piece = count < reader->wrapped_left ? count : reader->wrapped_left;
      memcpy(into, inflate_bytes(&reader->inflate), piece);
      inflate_consume(&reader->inflate, piece);
      reader->wrapped_left -= piece;
    } else if (!reader->has_empty_chunk) {
      // libpng reads the first IDAT's header with the file's header: an empty chunk, so that damage to the image
      // does not hide what the header says.
      reader->has_empty_chunk = true;
      put32(reader, 0);
      put32(reader, IDAT);
      continue;
    } else if (reader->delivered < reader->promised) {
      if (!next_run(reader, status)) return false;
      continue;
    } else if (!reader->has_zlib_end) {
      reader->has_zlib_end = true;
      reader->wrapper_position = reader->wrapper_count = 0;
      put32(reader, reader->wrapped_adler);
      put32(reader, 0);
      continue;
    } else {
      return p3png_fail(status, P3PNG_SHORT_IMAGE_DATA, IDAT, reader->walker.image_offset);
    }
    into += piece;
    count -= piece;
  }
  return true;
}
