// What libpng gets of an image that it decodes: the data that were inflated here, as stored blocks in IDAT chunks of
// our own. So there is one decoder, which checks more than libpng's does (the Adler-32 of streams that are split
// into tiny chunks, bytes beyond what IHDR promises), and libpng has nothing to inflate.

#include "reader_wrapped.h"

#include <libdeflate.h>
#include <string.h>

#include "reader_failure.h"

enum { LONGEST_STORED = 32768 };

static void put(p3png_reader *reader, const uint8_t *bytes, size_t count) {
  memcpy(reader->wrapper + reader->wrapper_count, bytes, count);
  reader->wrapper_count += count;
}

static void put32(p3png_reader *reader, uint32_t value) {
  p3png_store32(reader->wrapper + reader->wrapper_count, value);
  reader->wrapper_count += 4;
}

/// A stored block's header (RFC 1951, 3.2.4).
static void put_stored(p3png_reader *reader, bool is_last, size_t count) {
  uint8_t bytes[5] = {is_last, (uint8_t)count, (uint8_t)(count >> 8), (uint8_t)~count, (uint8_t)(~count >> 8)};
  put(reader, bytes, 5);
}

/// Queues what stands before the next stored block: a chunk for each block, the first with the zlib header, the last
/// with the end of the stream. libpng does not look at CRCs.
static bool next_block(p3png_reader *reader, p3png_status *status) {
  static const uint8_t zlib_header[2] = {0x78, 0x01};
  reader->wrapper_position = reader->wrapper_count = 0;
  uint64_t left = reader->promised - reader->delivered;
  size_t block = left < LONGEST_STORED ? (size_t)left : LONGEST_STORED;
  p3z_result result = p3z_inflater_need(reader->inflater, 1);
  if (result != P3Z_MORE) return p3png_reader_inflate_failure(reader, result, status);
  if (block > p3z_inflater_available(reader->inflater)) block = p3z_inflater_available(reader->inflater);
  bool is_first = reader->delivered == 0, is_last = block == left;
  reader->wrapped_adler =
    libdeflate_adler32(is_first ? 1 : reader->wrapped_adler, p3z_inflater_bytes(reader->inflater), block);
  put32(reader, 0);  // the CRC of the chunk before
  put32(reader, (uint32_t)(block + 5 + (is_first ? 2 : 0) + (is_last ? 4 : 0)));
  put32(reader, P3PNG_IDAT);
  if (is_first) put(reader, zlib_header, 2);
  put_stored(reader, is_last, block);
  reader->wrapped_left = block;
  reader->delivered += block;
  return true;
}

/// Queues what libpng reads next when nothing is left of the block before. False at damage, and where it reads on after
/// the end.
static bool queue_more(p3png_reader *reader, p3png_status *status) {
  if (!reader->has_empty_chunk) {
    // libpng reads the first IDAT's header with the file's header: an empty chunk, so that damage to the image
    // does not hide what the header says.
    reader->has_empty_chunk = true;
    put32(reader, 0);
    put32(reader, P3PNG_IDAT);
  } else if (reader->delivered < reader->promised) {
    return next_block(reader, status);
  } else if (!reader->has_zlib_end) {
    reader->has_zlib_end = true;
    reader->wrapper_position = reader->wrapper_count = 0;
    put32(reader, reader->wrapped_adler);
    put32(reader, 0);
  } else {
    return p3png_fail(status, P3PNG_SHORT_IMAGE_DATA, P3PNG_IDAT, reader->walker.image_offset);
  }
  return true;
}

bool p3png_wrapped_read(p3png_reader *reader, uint8_t *into, size_t count, p3png_status *status) {
  while (count > 0) {
    size_t taken;
    if (reader->wrapper_position < reader->wrapper_count) {
      const size_t waiting = reader->wrapper_count - reader->wrapper_position;
      taken = count < waiting ? count : waiting;
      memcpy(into, reader->wrapper + reader->wrapper_position, taken);
      reader->wrapper_position += taken;
    } else if (reader->wrapped_left > 0) {
      taken = count < reader->wrapped_left ? count : reader->wrapped_left;
      memcpy(into, p3z_inflater_bytes(reader->inflater), taken);
      p3z_inflater_consume(reader->inflater, taken);
      reader->wrapped_left -= taken;
    } else {
      if (!queue_more(reader, status)) return false;
      continue;
    }
    into += taken;
    count -= taken;
  }
  return true;
}
