// zlib's own opinion of a stream: what the codec is compared with.

#include "CZlibReference.h"

#include <zlib.h>

static zlib_reference_verdict verdict_of(int status, size_t room) {
  if (status == Z_STREAM_END) return ZLIB_REFERENCE_DONE;
  if (status == Z_OK || status == Z_BUF_ERROR) return room ? ZLIB_REFERENCE_SHORT : ZLIB_REFERENCE_LONG;
  return ZLIB_REFERENCE_REFUSED;
}

static zlib_reference_result decode(
  int window_bits, const uint8_t *bytes, size_t count, uint8_t *out, size_t capacity) {
  zlib_reference_result result = {ZLIB_REFERENCE_REFUSED, 0, 0};
  z_stream stream = {
    .next_in = (Bytef *)bytes, .avail_in = (uInt)count, .next_out = out, .avail_out = (uInt)capacity};
  if (inflateInit2(&stream, window_bits) != Z_OK) return result;
  const int status = inflate(&stream, Z_NO_FLUSH);
  result = (zlib_reference_result){verdict_of(status, stream.avail_out), stream.total_in, stream.total_out};
  inflateEnd(&stream);
  return result;
}

zlib_reference_result zlib_reference_inflate(const uint8_t *bytes, size_t count, uint8_t *out, size_t capacity) {
  return decode(15, bytes, count, out, capacity);
}

zlib_reference_result zlib_reference_inflate_raw(const uint8_t *bytes, size_t count, uint8_t *out, size_t capacity) {
  return decode(-15, bytes, count, out, capacity);
}

size_t zlib_reference_deflate(
  const uint8_t *bytes, size_t count, int level, int strategy, int window_bits, uint8_t *out, size_t capacity) {
  z_stream stream = {
    .next_in = (Bytef *)bytes, .avail_in = (uInt)count, .next_out = out, .avail_out = (uInt)capacity};
  if (deflateInit2(&stream, level, Z_DEFLATED, window_bits, 8, strategy) != Z_OK) return 0;
  const int status = deflate(&stream, Z_FINISH);
  const size_t written = status == Z_STREAM_END ? stream.total_out : 0;
  deflateEnd(&stream);
  return written;
}
