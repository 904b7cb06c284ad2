// One band of an image: rows in, a piece of a zlib stream out. Needs nothing of its neighbours but the row above, so
// that bands are encoded on any thread, and gives the same bytes on every machine.

#include "band.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "band_choice.h"
#include "band_flat.h"
#include "huffman.h"
#include "inflate.h"

/// Turns a complete deflate stream of `count` bytes into one that goes on: clears BFINAL of its last block and adds an
/// empty stored block that ends on a whole byte. The place of the last block is only known to who decodes.
static size_t continue_stream(uint8_t *stream, size_t count) {
  inflate_state *state = malloc(sizeof *state);
  inflate_memory input = {stream, count};
  size_t end = 0;
  if (state && p3png_inflate_open_raw(state, p3png_inflate_pull_memory, &input)) {
    uint64_t last_block, bits;
    if (p3png_inflate_walk(state, &last_block, &bits)) {
      stream[last_block >> 3] &= (uint8_t) ~(1u << (last_block & 7));
      bit_writer writer = {.out = stream + (bits >> 3), .count = bits & 7};
      writer.bits = writer.count ? *writer.out & ((1u << writer.count) - 1) : 0;
      p3png_put_sync(&writer);
      end = (size_t)(writer.out - stream);
    }
    p3png_inflate_close(state);
  }
  free(state);
  return end;
}

/// Compresses `count` bytes into `out`; 0 when out of memory.
static size_t compress_rows(
  const band *band, int level, const uint8_t *filtered, size_t count, uint8_t *out, size_t capacity) {
  bool is_last = band->request->is_last;
  if (level == 0) return (size_t)(p3png_huffman_deflate(filtered, count, is_last, out) - out);
  struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
  if (!compressor) return 0;
  size_t size = libdeflate_deflate_compress(compressor, filtered, count, out, capacity);
  libdeflate_free_compressor(compressor);
  return size > 0 && !is_last ? continue_stream(out, size) : size;
}

/// The band compressed in one way, in memory of its own. The last attempt needs no rows once they are filtered.
static bool encode_with(band *band, attempt attempt, bool is_last_attempt, uint8_t *filtered, p3png_band *result) {
  static const uint8_t zlib_header[2] = {0x78, 0x9c};
  size_t count = filtered_count(band), head = band->request->is_first ? 2 : 0;
  size_t matched = libdeflate_deflate_compress_bound(NULL, count), plain = p3png_huffman_bound(count);
  size_t capacity = (matched > plain ? matched : plain) + 16;
  p3png_filter_band(band, attempt.strategy, filtered);
  if (is_last_attempt) p3png_band_close(band);
  result->bytes = malloc(head + capacity);
  if (!result->bytes) return false;
  memcpy(result->bytes, zlib_header, head);
  size_t size = compress_rows(band, attempt.level, filtered, count, result->bytes + head, capacity);
  result->count = head + size;
  result->raw_count = count;
  result->adler = libdeflate_adler32(1, filtered, count);
  return size > 0;
}

/// Encodes in each of the ways that trials leave, and keeps the smallest, `result` included.
static bool encode_by_choice(band *band, trials *trials, p3png_band *result) {
  choice choice = {0};
  p3png_choose(trials, &choice);
  for (unsigned i = 0; i < choice.count; i++) {
    p3png_band tried = {0};
    bool ok = encode_with(band, choice.attempts[i], i + 1 == choice.count, trials->filtered, &tried);
    bool is_better = ok && (!result->bytes || tried.count < result->count);
    p3png_band_free(is_better ? result : &tried);
    if (is_better) *result = tried;
    if (!ok) return false;
  }
  // What is kept until its turn to be written should not hold the bound's worth of memory.
  uint8_t *fitted = realloc(result->bytes, result->count);
  if (fitted) result->bytes = fitted;
  return true;
}

static bool encode(band *band, p3png_band *result) {
  static const uint8_t type[4] = {'I', 'D', 'A', 'T'};
  trials trials;
  bool ok = p3png_trials_open(&trials, band);
  if (ok) {
    p3png_try_runs(&trials);
    bool is_flat = p3png_is_flat_band(&trials);
    if (is_flat) ok = p3png_encode_flat(&trials, result);
    // `small` leaves nothing untried.
    if (ok && (!is_flat || band->request->compression == 2)) ok = encode_by_choice(band, &trials, result);
  }
  p3png_trials_close(&trials);
  if (ok) result->crc = p3png_crc32(p3png_crc32(0, type, 4), result->bytes, result->count);
  return ok;
}

bool p3png_band_encode(
  const p3png_band_request *request, const uint16_t *above, const uint16_t *samples, size_t rows,
  p3png_band *result, p3png_status *status) {
  band band;
  *result = (p3png_band){0};
  bool ok = p3png_band_open(&band, request, above, samples, rows) && encode(&band, result);
  p3png_band_close(&band);
  if (ok) return true;
  p3png_band_free(result);
  return p3png_fail(status, P3PNG_OUT_OF_MEMORY, 0, 0);
}

void p3png_band_free(p3png_band *band) {
  free(band->bytes);
  band->bytes = NULL;
}

uint32_t p3png_adler32_combine(uint32_t first, uint32_t second, uint64_t second_count) {
  // a = 1 + Σ bytes, b = Σ of all a: the second part's b grows by its length times what a was before.
  const uint64_t base = 65521;
  uint64_t a1 = first & 0xffff, b1 = first >> 16, a2 = second & 0xffff, b2 = second >> 16;
  uint64_t a = (a1 + a2 + base - 1) % base;
  uint64_t b = (b1 + b2 + (second_count % base) * ((a1 + base - 1) % base)) % base;
  return (uint32_t)(b << 16 | a);
}
