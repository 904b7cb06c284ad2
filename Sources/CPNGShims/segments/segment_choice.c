#include "segment_choice.h"

#include <string.h>

/// For neighbouring rows, and for what repeats after many: matches reach 32 KB back, the latter is eight times that in one
/// part. Ranking on a quarter of a megabyte keeps pictures below libpng's size that smaller samples missed (commit
/// 348db6c), and is three times as fast as on all for 1 % of size (commit c39078a).
static const p3png_sample near_sample = {64 << 10, 2}, match_sample = {256 << 10, 1};

static void add_attempt(p3png_choice *choice, unsigned strategy, int level) {
  choice->attempts[choice->count++] = (p3png_attempt){strategy, level};
}

static int level_of(const p3png_trials *trials, size_t matched) {
  switch (trials->rows->request->compression) {
    case 0: return 1;
    case 1: break;
    default: return 12;
  }
  if (p3png_filtered_count(trials->rows) <= P3PNG_TINY_SEGMENT) return 12;
  // Level 8 gains 2 % in flat images, where it is quick below a hundredth of the size; elsewhere it takes twice as long.
  return matched * 96 < trials->count ? 8 : 7;
}

/// Where quick searches find no matches worth having, slow ones still gain a few percent in photographs with little
/// noise, as of 8 bits, at a hundredth of the speed: for tiny images alone.
static void add_slow_attempts(p3png_trials *trials, p3png_choice *choice) {
  if (trials->rows->request->compression != 1 || p3png_filtered_count(trials->rows) > P3PNG_TINY_SEGMENT) return;
  add_attempt(choice, trials->huffman_strategy, 12);
  add_attempt(choice, P3PNG_NO_FILTER, 12);
}

/// The best of the strategies worth a try with matches: none, Up, what is best for the Huffman-only coder, and libpng's own
/// choice.
static unsigned best_with_matches(p3png_trials *trials, p3png_sample sample, int level) {
  for (unsigned strategy = 0; strategy < P3PNG_STRATEGIES; strategy++) {
    const bool is_tried = strategy == P3PNG_NO_FILTER || strategy == P3PNG_UP || strategy == P3PNG_ADAPTIVE_ALL ||
                          strategy == trials->huffman_strategy;
    trials->sizes[strategy] = is_tried ? p3png_match_cost(trials, strategy, sample, level) : SIZE_MAX;
  }
  return p3png_smallest_of(trials->sizes, false);
}

/// What libpng would do, in small images where the sample leaves it a chance; flat images and ramps at level 11, which is
/// quick there.
static void add_safe_attempts(const p3png_trials *trials, p3png_choice *choice, int level, size_t matched) {
  const p3png_segment_request *request = trials->rows->request;
  const bool is_close = trials->sizes[P3PNG_ADAPTIVE_ALL] <= matched + matched / 6;
  if (p3png_filtered_count(trials->rows) <= P3PNG_SMALL_SEGMENT && is_close) {
    add_attempt(choice, P3PNG_ADAPTIVE_ALL, level);
  }
  if (request->is_first && request->is_last && matched * 128 < trials->count) {
    add_attempt(choice, P3PNG_ADAPTIVE_ALL, 11);
  }
}

/// Adds the strategies that are best with matches, on samples.
static void add_with_matches(p3png_trials *trials, p3png_choice *choice) {
  const unsigned compression = trials->rows->request->compression;
  const unsigned nearby = best_with_matches(trials, near_sample, 1);
  p3png_sample sample = near_sample;
  unsigned best = nearby;
  bool has_rival = false;
  if (compression > 0) {
    // Lower levels rank badly what repeats after many rows, and one part what only some rows have: where they
    // disagree widely both are tried.
    size_t sizes[P3PNG_STRATEGIES];
    memcpy(sizes, trials->sizes, sizeof sizes);
    sample = match_sample;
    best = best_with_matches(trials, sample, 6);
    has_rival = sizes[nearby] + sizes[nearby] / 8 < sizes[best];
  }
  const size_t matched = trials->sizes[best];
  const int level = level_of(trials, matched);
  // The Huffman-only coder is out of the race where matches save half.
  if (compression < 2 && matched < p3png_huffman_cost(trials, trials->huffman_strategy, sample) / 2) choice->count = 0;
  add_attempt(choice, best, level);
  trials->sizes[best] = SIZE_MAX;
  if (has_rival) {
    add_attempt(choice, nearby, level);
    trials->sizes[nearby] = SIZE_MAX;
  }
  if (compression == 2) add_attempt(choice, p3png_smallest_of(trials->sizes, false), level);
  if (compression == 1) add_safe_attempts(trials, choice, level, matched);
}

void p3png_choose(p3png_trials *trials, p3png_choice *choice) {
  add_attempt(choice, trials->huffman_strategy, 0);
  // `small` leaves nothing untried.
  if (trials->rows->request->compression == 2) add_attempt(choice, trials->huffman_strategy, 12);
  // What the Huffman-only coder brings below a quarter repeats in other ways too.
  if (trials->huffman_size * 4 > trials->huffman_count && !p3png_has_matches(trials)) {
    add_slow_attempts(trials, choice);
  } else {
    add_with_matches(trials, choice);
  }
}
