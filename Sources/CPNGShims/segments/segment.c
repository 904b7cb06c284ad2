// Encodes one IDAT segment of an image: rows in, a part of a zlib stream out. It needs only the row above of its
// neighbours, so segments are encoded on any thread; its bytes are the same on every machine.

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "edge_segment.h"
#include "io/compressors.h"
#include "io/png_io.h"
#include "segment_choice.h"

/// Compresses `count` bytes into `out`; 0 when out of memory.
static size_t compress_rows(
  const p3png_trials *trials, int level, size_t count, uint8_t *out, size_t capacity) {
  const bool is_last = trials->rows->request->is_last;
  const uint8_t *filtered = trials->filtered;
  if (level == P3PNG_LITERALS) {
    return (size_t)(p3z_huffman_only_deflate(trials->huffman_only, filtered, count, is_last, out) - out);
  }
  struct libdeflate_compressor *compressor = p3png_compressor_take(level, count);
  if (!compressor) return 0;
  const size_t size = libdeflate_deflate_compress(compressor, filtered, count, out, capacity);
  p3png_compressor_give_back(compressor, level, count);
  return size > 0 && !is_last ? p3z_continue_stream(out, size) : size;
}

/// Upper bound of the bytes that `compress_rows` writes for `count` bytes, without the end of a segment that is not the
/// last.
static size_t bound_of(int level, size_t count) {
  if (level == P3PNG_LITERALS) return p3z_huffman_only_bound(count);
  return libdeflate_deflate_compress_bound(NULL, count);
}

/// Compresses the segment in one way into new memory. Frees the rows once they are filtered for the last time.
static bool encode_with(
  p3png_trials *trials, p3png_segment_rows *rows, p3png_attempt attempt, bool is_last_attempt,
  p3png_segment *result) {
  static const uint8_t zlib_header[2] = {0x78, 0x9c};
  const size_t count = p3png_filtered_count(rows), head = rows->request->is_first ? 2 : 0;
  const size_t capacity = bound_of(attempt.level, count) + P3Z_CONTINUATION_BYTES;
  p3png_filter_rows(rows, attempt.strategy, trials->filtered);
  if (is_last_attempt) p3png_rows_close(rows);
  result->bytes = malloc(head + capacity);
  if (!result->bytes) return false;
  memcpy(result->bytes, zlib_header, head);
  const size_t size = compress_rows(trials, attempt.level, count, result->bytes + head, capacity);
  result->count = head + size;
  result->raw_count = count;
  result->adler = libdeflate_adler32(1, trials->filtered, count);
  return size > 0;
}

/// Encodes in each of the chosen ways, and keeps the smallest result, including `result`.
static bool encode_by_choice(p3png_trials *trials, p3png_segment_rows *rows, p3png_segment *result) {
  const unsigned compression = rows->request->compression;
  p3png_choice choice = {0};
  if (!result->bytes) p3png_choose(trials, &choice);
  if (compression == 2) p3png_choose_more(trials, &choice);
  for (unsigned i = 0; i < choice.count; i++) {
    p3png_segment tried = {0};
    const bool ok = encode_with(trials, rows, choice.attempts[i], i + 1 == choice.count, &tried);
    const bool is_better = ok && (!result->bytes || tried.count < result->count);
    p3png_segment_free(is_better ? result : &tried);
    if (is_better) *result = tried;
    if (!ok) return false;
  }
  // Segments wait to be written and should not hold all the memory of the bound.
  uint8_t *fitted = realloc(result->bytes, result->count);
  if (fitted) result->bytes = fitted;
  return true;
}

static bool encode(p3png_trials *trials, p3png_segment_rows *rows, p3png_segment *result) {
  static const uint8_t type[4] = {'I', 'D', 'A', 'T'};
  p3png_try_huffman_only(trials);
  const bool has_edges = p3png_is_edge_segment(trials);
  bool ok = !has_edges || p3png_encode_edges(trials, result);
  // `small` also tries what `balanced` writes, so it is never larger.
  if (ok && (!has_edges || rows->request->compression == 2)) ok = encode_by_choice(trials, rows, result);
  if (ok) result->crc = p3png_crc32(p3png_crc32(0, type, 4), result->bytes, result->count);
  return ok;
}

bool p3png_segment_encode(
  const p3png_segment_request *request, const uint16_t *above, const uint16_t *samples, size_t count,
  p3png_segment *result, p3png_status *status) {
  p3png_segment_rows rows;
  *result = (p3png_segment){0};
  bool ok = p3png_rows_open(&rows, request, above, samples, count);
  if (ok) {
    p3png_trials trials;
    ok = p3png_trials_open(&trials, &rows) && encode(&trials, &rows, result);
    p3png_trials_close(&trials);
  }
  p3png_rows_close(&rows);
  if (ok) return true;
  p3png_segment_free(result);
  return p3png_fail(status, P3PNG_OUT_OF_MEMORY, 0, 0);
}

void p3png_segment_free(p3png_segment *segment) {
  free(segment->bytes);
  segment->bytes = NULL;
}
