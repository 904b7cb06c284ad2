#include "CBenchmarkCodecs.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// The decoder is private to CPNGShims: its header is read where it stands.
#include "../../../Sources/CPNGShims/inflate.h"

enum { PIECE = 1 << 16 };

size_t bench_inflate_p3tool(const uint8_t *stream, size_t count) {
  inflate_memory source = {stream, count};
  inflate_state *state = malloc(sizeof *state);
  if (!state || !p3png_inflate_open(state, PIECE, p3png_inflate_pull_memory, &source)) abort();
  inflate_result result;
  while ((result = p3png_inflate_need(state, PIECE)) == INFLATE_MORE) inflate_consume(state, PIECE);
  inflate_consume(state, inflate_available(state));
  size_t total = result == INFLATE_DONE && p3png_inflate_finish(state) == INFLATE_DONE ? inflate_total(state) : 0;
  p3png_inflate_close(state);
  free(state);
  return total;
}

size_t bench_inflate_zlib(const uint8_t *stream, size_t count) {
  static uint8_t out[PIECE];
  z_stream z = {.next_in = (Bytef *)stream, .avail_in = (uInt)count};
  if (inflateInit(&z) != Z_OK) abort();
  int result;
  do {
    z.next_out = out;
    z.avail_out = PIECE;
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
