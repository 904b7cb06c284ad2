#include "edge_segment.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

enum {
  /// The least rows in a part of a sample. A part's first row has no row above it to match, which favours filters: with
  /// two rows of 24 KB per part, the choice was 1 % worse on a 6K screenshot than with four.
  LEAST_PART_ROWS = 4,
  /// If libpng's filters make a sample larger by more than 1 / RULED_OUT, no further filters are tried. With a quarter
  /// the choices are the same for the pictures of Debian packages, with a sixteenth nearly the same.
  RULED_OUT = 8,
};

/// The sample by which strategies are judged. Matches reach 32 KB back, so each part has at least twice that or
/// LEAST_PART_ROWS rows, but all parts together at most a quarter of the segment. Small segments are tried whole.
static p3png_sample edge_sample(const p3png_segment_rows *rows) {
  p3png_sample sample = {128 << 10, 2};
  const size_t all = p3png_filtered_count(rows), wanted = LEAST_PART_ROWS * sample.parts * (rows->row_bytes + 1);
  if (all <= P3PNG_SMALL_SEGMENT) {
    sample.bytes = P3PNG_SMALL_SEGMENT;
  } else if (wanted > sample.bytes) {
    sample.bytes = wanted < all / 4 ? wanted : all / 4;
  }
  return sample;
}

bool p3png_is_edge_segment(const p3png_trials *trials) {
  return trials->is_flat && trials->rows->request->compression > 0 &&
         p3png_filtered_count(trials->rows) > P3PNG_TINY_SEGMENT;
}

/// The coder, and the best output so far; its memory swaps with that of `trials`.
typedef struct edge_search {
  p3png_trials *trials;
  p3z_edge_lz77 *coder;
  uint8_t *best_out;
} edge_search;

/// The result of compressing a segment or sample in one way.
typedef struct outcome {
  unsigned strategy;
  /// Bytes; 0 if there is no result.
  size_t size;
  uint32_t adler;
} outcome;

/// Compresses the bytes filtered last.
static outcome deflate_filtered(const edge_search *search, unsigned strategy) {
  const p3png_trials *trials = search->trials;
  const p3png_segment_rows *rows = trials->rows;
  const p3z_filtered_rows filtered = {trials->filtered, trials->count, rows->pixel_bytes, rows->row_bytes + 1};
  const uint8_t *end = p3z_edge_lz77_deflate(search->coder, &filtered, rows->request->is_last, trials->out);
  return (outcome){
    strategy, (size_t)(end - trials->out), libdeflate_adler32(1, trials->filtered, trials->count)};
}

/// Compresses the whole segment.
static outcome deflate_all(edge_search *search, unsigned strategy) {
  p3png_trials *trials = search->trials;
  trials->count = p3png_filter_rows(trials->rows, strategy, trials->filtered);
  return deflate_filtered(search, strategy);
}

/// Keeps the last output as the best so far.
static void keep_output(edge_search *search) {
  uint8_t *out = search->trials->out;
  search->trials->out = search->best_out;
  search->best_out = out;
}

/// Tries strategies on a sample, or on all of a small segment; then `best_out` holds the best output. Tried are no
/// filter, libpng's own choice, and the best for the Huffman-only coder unless filters are ruled out.
static outcome try_strategies(edge_search *search) {
  p3png_trials *trials = search->trials;
  const unsigned tried[3] = {P3PNG_NO_FILTER, P3PNG_ADAPTIVE_ALL, trials->huffman_strategy};
  const p3png_sample sample = edge_sample(trials->rows);
  outcome best = {0};
  size_t adaptive = 0;
  for (int i = 0; i < 3; i++) {
    const unsigned strategy = tried[i];
    if (i == 2 && (strategy == tried[0] || strategy == tried[1])) break;
    if (i == 2 && adaptive > best.size + best.size / RULED_OUT) break;
    trials->count = p3png_filter_sample(trials->rows, strategy, sample, trials->filtered);
    const outcome found = deflate_filtered(search, strategy);
    if (strategy == P3PNG_ADAPTIVE_ALL) adaptive = found.size;
    if (best.size && found.size > best.size) continue;
    best = found;
    keep_output(search);
  }
  return best;
}

/// Compresses the whole segment without matches, which is smaller on smooth gradients.
static outcome deflate_literals(edge_search *search) {
  p3png_trials *trials = search->trials;
  const p3png_segment_rows *rows = trials->rows;
  trials->count = p3png_filter_rows(rows, trials->huffman_strategy, trials->filtered);
  const uint8_t *end = p3z_huffman_only_deflate(
    trials->huffman_only, trials->filtered, trials->count, rows->request->is_last, trials->out);
  return (outcome){
    trials->huffman_strategy, (size_t)(end - trials->out), libdeflate_adler32(1, trials->filtered, trials->count)};
}

static void keep_smaller(edge_search *search, outcome *best, outcome found) {
  if (found.size >= best->size) return;
  *best = found;
  keep_output(search);
}

/// Compresses the segment with the strategy that is best on the sample. The Huffman-only coder saw other parts: where
/// it promises less, its strategy is tried as well.
static outcome deflate_by_sample(edge_search *search, unsigned strategy) {
  const p3png_trials *trials = search->trials;
  const size_t promised =
    trials->huffman_size * (p3png_filtered_count(trials->rows) / trials->huffman_count);
  outcome best = deflate_all(search, strategy);
  keep_output(search);
  if (best.size <= promised) return best;
  keep_smaller(search, &best, deflate_literals(search));
  return best;
}

/// Copies the best output to memory of its own.
static bool copy_result(const edge_search *search, outcome best, p3png_segment *result) {
  static const uint8_t zlib_header[2] = {0x78, 0x9c};
  const size_t head = search->trials->rows->request->is_first ? 2 : 0;
  result->bytes = malloc(head + best.size);
  if (!result->bytes) return false;
  memcpy(result->bytes, zlib_header, head);
  memcpy(result->bytes + head, search->best_out, best.size);
  result->count = head + best.size;
  result->raw_count = search->trials->count;
  result->adler = best.adler;
  return true;
}

bool p3png_encode_edges(p3png_trials *trials, p3png_segment *result) {
  edge_search search = {trials, p3z_edge_lz77_open(), malloc(trials->capacity)};
  bool ok = search.coder && search.best_out;
  if (ok) {
    outcome best = try_strategies(&search);
    if (trials->count < p3png_filtered_count(trials->rows)) best = deflate_by_sample(&search, best.strategy);
    ok = copy_result(&search, best, result);
  }
  p3z_edge_lz77_close(search.coder);
  free(search.best_out);
  return ok;
}
