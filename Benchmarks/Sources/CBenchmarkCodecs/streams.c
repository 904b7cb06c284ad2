#include "CBenchmarkCodecs.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "deflate_codec.h"

enum { OUTPUT_BYTES = 1 << 16 };

size_t bench_inflate_p3tool(const uint8_t *stream, size_t count) {
  p3z_memory source = {stream, count};
  p3z_inflater *inflater = p3z_inflater_open(OUTPUT_BYTES, p3z_pull_memory, &source);
  if (!inflater) abort();
  p3z_result result;
  while ((result = p3z_inflater_need(inflater, OUTPUT_BYTES)) == P3Z_MORE) p3z_inflater_consume(inflater, OUTPUT_BYTES);
  p3z_inflater_consume(inflater, p3z_inflater_available(inflater));
  const bool is_whole = result == P3Z_DONE && p3z_inflater_finish(inflater) == P3Z_DONE;
  const size_t total = is_whole ? p3z_inflater_total(inflater) : 0;
  p3z_inflater_close(inflater);
  return total;
}

size_t bench_inflate_zlib(const uint8_t *stream, size_t count) {
  static uint8_t out[OUTPUT_BYTES];
  z_stream z = {.next_in = (Bytef *)stream, .avail_in = (uInt)count};
  if (inflateInit(&z) != Z_OK) abort();
  int result;
  do {
    z.next_out = out;
    z.avail_out = OUTPUT_BYTES;
    result = inflate(&z, Z_NO_FLUSH);
  } while (result == Z_OK);
  size_t total = result == Z_STREAM_END ? z.total_out : 0;
  inflateEnd(&z);
  return total;
}

size_t bench_inflate_libdeflate(const uint8_t *stream, size_t count, uint8_t *out, size_t capacity) {
  struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
  size_t total = 0;
  if (libdeflate_zlib_decompress(decompressor, stream, count, out, capacity, &total) != LIBDEFLATE_SUCCESS) total = 0;
  libdeflate_free_decompressor(decompressor);
  return total;
}
