#include "segment_trials.h"

#include <stdlib.h>

#include "io/compressors.h"

enum {
  /// The Huffman-only coder leaves less than 1 / FLAT_RATIO of a flat picture. From this ratio on edge LZ77 is smaller
  /// than libdeflate's level 7 in the same time; below it edge LZ77 is larger.
  FLAT_RATIO = 12,
};

/// The sample for the Huffman-only coder: four parts of the segment, or (nearly) all of a small one.
static p3png_sample huffman_sample(const p3png_trials *trials) {
  const bool is_small = p3png_filtered_count(trials->rows) <= P3PNG_SMALL_SEGMENT;
  return (p3png_sample){(is_small ? 256 : 32) << 10, 4};
}

bool p3png_trials_open(p3png_trials *trials, const p3png_segment_rows *rows) {
  const size_t count = p3png_filtered_count(rows), bounds[3] = {
    libdeflate_deflate_compress_bound(NULL, count), p3z_huffman_only_bound(count), p3z_edge_lz77_bound(count)};
  *trials = (p3png_trials){
    .rows = rows, .huffman_only = p3z_huffman_only_open(), .estimator = p3z_match_estimator_open(),
    .filtered = malloc(count + P3_PNG_ROW_MARGIN)};
  for (int i = 0; i < 3; i++) trials->capacity = bounds[i] > trials->capacity ? bounds[i] : trials->capacity;
  trials->capacity += P3Z_CONTINUATION_BYTES;
  trials->out = malloc(trials->capacity);
  return trials->huffman_only && trials->estimator && trials->filtered && trials->out;
}

void p3png_trials_close(p3png_trials *trials) {
  p3z_huffman_only_close(trials->huffman_only);
  p3z_match_estimator_close(trials->estimator);
  free(trials->filtered);
  free(trials->out);
}

// MARK: Costs

static void filter_sample(p3png_trials *trials, unsigned strategy, p3png_sample sample) {
  trials->count = p3png_filter_sample(trials->rows, strategy, sample, trials->filtered);
}

size_t p3png_huffman_cost(p3png_trials *trials, unsigned strategy, p3png_sample sample) {
  filter_sample(trials, strategy, sample);
  return p3z_huffman_only_size(trials->huffman_only, trials->filtered, trials->count);
}

p3png_estimate p3png_estimate_matches(p3png_trials *trials, unsigned strategy, p3png_sample sample) {
  const size_t literal = p3png_huffman_cost(trials, strategy, sample);
  return (p3png_estimate){literal, p3z_match_gain(trials->estimator, trials->filtered, trials->count, literal)};
}

/// Size of the filtered sample at libdeflate's `level`; SIZE_MAX when out of memory.
static size_t filtered_match_cost(const p3png_trials *trials, int level) {
  struct libdeflate_compressor *compressor = p3png_compressor_take(level, trials->count);
  if (!compressor) return SIZE_MAX;
  const size_t size =
    libdeflate_deflate_compress(compressor, trials->filtered, trials->count, trials->out, trials->capacity);
  p3png_compressor_give_back(compressor, level, trials->count);
  return size ? size : SIZE_MAX;
}

size_t p3png_match_cost(p3png_trials *trials, unsigned strategy, p3png_sample sample, int level) {
  filter_sample(trials, strategy, sample);
  return filtered_match_cost(trials, level);
}

unsigned p3png_smallest_of(const size_t sizes[P3PNG_STRATEGIES], bool prefers_fast) {
  unsigned best = 0;
  for (unsigned strategy = 1; strategy < P3PNG_STRATEGIES; strategy++) {
    if (sizes[strategy] < sizes[best] || (sizes[strategy] == sizes[best] && !prefers_fast)) best = strategy;
  }
  return best;
}

// MARK: Noise

/// Noise keeps more than 3/5 of its size without matches.
static bool is_noisy(const p3png_trials *trials, size_t huffman_size) {
  return huffman_size * 5 > trials->count * 3;
}

/// Whether matches save 1 % of the `huffman_size` bytes that the Huffman-only coder leaves.
static bool saves_with_matches(
  p3png_trials *trials, unsigned strategy, p3png_sample sample, size_t huffman_size) {
  filter_sample(trials, strategy, sample);
  // Wherever matches saved 1 %, the estimate was at least 7 % in all pictures tried (commit 78363a3). Under a fortieth
  // no match is worth having, and libdeflate need not run, which takes ten times as long as the estimate.
  const size_t gain = p3z_match_gain(trials->estimator, trials->filtered, trials->count, huffman_size);
  if (gain * 40 < huffman_size) return false;
  return filtered_match_cost(trials, 1) < huffman_size - huffman_size / 100;
}

bool p3png_has_matches(p3png_trials *trials) {
  const unsigned best = trials->huffman_strategy;
  const p3png_sample sample = huffman_sample(trials);
  // Unfiltered rows may have matches where filtered rows have none.
  if (saves_with_matches(trials, best, sample, trials->huffman_size) ||
      saves_with_matches(trials, P3PNG_NO_FILTER, sample, trials->huffman_size)) {
    return true;
  }
  if (is_noisy(trials, trials->huffman_size)) return false;
  // Matches show best in neighbouring rows.
  const p3png_sample near = {sample.bytes, 1};
  const size_t size = p3png_huffman_cost(trials, best, near);
  return saves_with_matches(trials, P3PNG_NO_FILTER, near, size) || saves_with_matches(trials, P3PNG_UP, near, size);
}

void p3png_try_huffman_only(p3png_trials *trials) {
  const p3png_sample sample = huffman_sample(trials);
  for (unsigned strategy = 0; strategy < P3PNG_STRATEGIES; strategy++) {
    // With 8 bits both adaptive strategies are equal.
    const bool is_tried = strategy != P3PNG_ADAPTIVE_HIGH || trials->rows->request->depth == 16;
    trials->sizes[strategy] = is_tried ? p3png_huffman_cost(trials, strategy, sample) : SIZE_MAX;
  }
  const unsigned fast = p3png_smallest_of(trials->sizes, true);
  trials->huffman_size = trials->sizes[fast];
  trials->huffman_count = trials->count;
  trials->huffman_strategy =
    is_noisy(trials, trials->huffman_size) ? fast : p3png_smallest_of(trials->sizes, false);
  trials->is_flat = trials->huffman_size * FLAT_RATIO <= trials->count;
}
