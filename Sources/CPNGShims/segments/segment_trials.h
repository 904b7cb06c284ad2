#ifndef P3PNG_SEGMENT_TRIALS_H
#define P3PNG_SEGMENT_TRIALS_H

// Tries filters and coders on samples of a segment.

#include "deflate_codec.h"
#include "segment_rows.h"

enum {
  /// Limits of tiny and small segments, in bytes. Tiny ones take little time even at libdeflate's slowest level, small
  /// ones at a level more and as a whole. Chosen with the pictures of PNGSizeTests and of the benchmark of whole
  /// programs.
  P3PNG_TINY_SEGMENT = 34 << 10,
  P3PNG_SMALL_SEGMENT = 544 << 10,
};

/// The memory of the trials and their results.
typedef struct p3png_trials {
  const p3png_segment_rows *rows;
  p3z_huffman_only *huffman_only;
  p3z_match_estimator *estimator;
  /// The filtered bytes of the segment or a sample, and the compressed bytes.
  uint8_t *filtered, *out;
  size_t capacity;
  /// Bytes of the sample that was filtered last.
  size_t count;
  /// Sizes by strategy, from the last comparison of all strategies.
  size_t sizes[P3PNG_STRATEGIES];
  /// The best strategy for the Huffman-only coder, its size, and the bytes of the sample.
  unsigned huffman_strategy;
  size_t huffman_size, huffman_count;
  /// Whether the picture is flat, as interfaces and icons are.
  bool is_flat;
} p3png_trials;

/// False when out of memory; close it then, too.
bool p3png_trials_open(p3png_trials *trials, const p3png_segment_rows *rows);
void p3png_trials_close(p3png_trials *trials);

/// Tries every strategy on a sample with the Huffman-only coder, and detects flat pictures.
void p3png_try_huffman_only(p3png_trials *trials);

/// The size of `sample` with the Huffman-only coder.
size_t p3png_huffman_cost(p3png_trials *trials, unsigned strategy, p3png_sample sample);

/// The size of `sample` at libdeflate's `level`; SIZE_MAX when out of memory.
size_t p3png_match_cost(p3png_trials *trials, unsigned strategy, p3png_sample sample, int level);

/// The bytes that the Huffman-only coder leaves of a sample, and an upper estimate of what matches would save of them.
typedef struct p3png_estimate {
  size_t literal, gain;
} p3png_estimate;
p3png_estimate p3png_estimate_matches(p3png_trials *trials, unsigned strategy, p3png_sample sample);

/// Whether matches save anything over the Huffman-only coder. Call it after `p3png_try_huffman_only`.
bool p3png_has_matches(p3png_trials *trials);

/// The strategy with the smallest size. Among equal sizes the last adapts best to rows outside the sample; the first is
/// fast, and as good in noise.
unsigned p3png_smallest_of(const size_t sizes[P3PNG_STRATEGIES], bool prefers_fast);

#endif
