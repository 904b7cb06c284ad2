#include "band_choice.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "flat_deflate.h"
#include "huffman.h"
#include "match_gain.h"

enum {
  /// Runs alone leave less than one byte of so many of a flat picture.
  FLAT = 24,
};

/// Without matches; and neighbouring rows.
static const sample run_sample = {32 << 10, 4}, near_sample = {64 << 10, 2};

unsigned p3png_smallest_of(const size_t sizes[STRATEGIES], bool prefers_fast) {
  unsigned best = 0;
  for (unsigned strategy = 1; strategy < STRATEGIES; strategy++) {
    if (sizes[strategy] < sizes[best] || (sizes[strategy] == sizes[best] && !prefers_fast)) best = strategy;
  }
  return best;
}

static size_t run_cost(trials *trials, unsigned strategy, sample sample) {
  trials->count = p3png_filter_sample(trials->band, strategy, sample, trials->filtered);
  return p3png_huffman_size(trials->filtered, trials->count);
}

/// Size of the filtered sample with matches at libdeflate's `level`; SIZE_MAX when out of memory.
static size_t filtered_match_cost(const trials *trials, int level) {
  struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
  if (!compressor) return SIZE_MAX;
  size_t size =
    libdeflate_deflate_compress(compressor, trials->filtered, trials->count, trials->out, trials->capacity);
  libdeflate_free_compressor(compressor);
  return size ? size : SIZE_MAX;
}

static size_t match_cost(trials *trials, unsigned strategy, sample sample, int level) {
  trials->count = p3png_filter_sample(trials->band, strategy, sample, trials->filtered);
  return filtered_match_cost(trials, level);
}

static void add_attempt(choice *choice, unsigned strategy, int level) {
  choice->attempts[choice->count++] = (attempt){strategy, level};
}

static int level_of(const trials *trials, size_t matched) {
  switch (trials->band->request->compression) {
    case 0: return 1;
    case 1: break;
    default: return 12;
  }
  if (filtered_count(trials->band) <= TINY_BAND) return 12;
  // Level 8 gains 2 % in flat images, where it is quick below a hundredth of the size; elsewhere it takes twice as long.
  return matched * 96 < trials->count ? 8 : 7;
}

/// Whether matches save 1 % of `runs` bytes that are left without them.
static bool saves_with_matches(trials *trials, unsigned strategy, sample sample, size_t runs) {
  trials->count = p3png_filter_sample(trials->band, strategy, sample, trials->filtered);
  // Where they save 1 %, 7 % and more were promised in all that we tried. Noise ends here.
  if (p3png_match_gain(trials->filtered, trials->count, runs) * 40 < runs) return false;
  return filtered_match_cost(trials, 1) < runs - runs / 100;
}

/// What keeps more than 3/5 of its size without matches is noise.
static bool is_noisy(const trials *trials, size_t runs) { return runs * 5 > trials->count * 3; }

/// Whether matches save anything over `runs`, the smallest size without, which `with_runs` gives.
static bool has_matches(trials *trials, unsigned with_runs, size_t runs) {
  // Unfiltered rows may have matches where no filter leaves any.
  if (saves_with_matches(trials, with_runs, run_sample, runs) || saves_with_matches(trials, 0, run_sample, runs)) {
    return true;
  }
  if (is_noisy(trials, runs)) return false;
  // They show best in neighbouring rows.
  sample near = {run_sample.bytes, 1};
  runs = run_cost(trials, with_runs, near);
  return saves_with_matches(trials, 0, near, runs) || saves_with_matches(trials, 2, near, runs);
}

/// Where quick searches find no matches worth having, slow ones still gain a few percent in photographs with little
/// noise, as of 8 bits, at a hundredth of the speed: for tiny images alone.
static void add_slow_attempts(trials *trials, choice *choice, unsigned with_runs) {
  if (trials->band->request->compression != 1 || filtered_count(trials->band) > TINY_BAND) return;
  add_attempt(choice, with_runs, 12);
  add_attempt(choice, 0, 12);
}

/// The strategies worth a try with matches: none, Up, what is best with runs alone, and libpng's own choice.
static unsigned best_with_matches(trials *trials, unsigned with_runs, sample sample, int level) {
  for (unsigned strategy = 0; strategy < STRATEGIES; strategy++) {
    const bool is_tried = strategy == 0 || strategy == 2 || strategy == ADAPTIVE_ALL || strategy == with_runs;
    trials->sizes[strategy] = is_tried ? match_cost(trials, strategy, sample, level) : SIZE_MAX;
  }
  return p3png_smallest_of(trials->sizes, false);
}

/// What libpng would do, in small images where the sample leaves it a chance; flat images and ramps at level 11, which is
/// quick there.
static void add_safe_attempts(const trials *trials, choice *choice, int level, size_t matched) {
  bool is_whole = trials->band->request->is_first && trials->band->request->is_last;
  bool is_close = trials->sizes[ADAPTIVE_ALL] <= matched + matched / 6;
  if (filtered_count(trials->band) <= SMALL_BAND && is_close) add_attempt(choice, ADAPTIVE_ALL, level);
  if (is_whole && matched * 128 < trials->count) add_attempt(choice, ADAPTIVE_ALL, 11);
}

/// Adds the strategies that are best with matches, on samples.
static void add_with_matches(trials *trials, choice *choice, unsigned with_runs) {
  unsigned compression = trials->band->request->compression;
  const unsigned nearby = best_with_matches(trials, with_runs, near_sample, 1);
  sample sample = near_sample;
  unsigned best = nearby;
  bool has_rival = false;
  if (compression > 0) {
    // Lower levels rank badly what repeats after many rows, and one piece what only some rows have: where they
    // disagree widely both are tried.
    size_t sizes[STRATEGIES];
    memcpy(sizes, trials->sizes, sizeof sizes);
    sample = match_sample;
    best = best_with_matches(trials, with_runs, sample, 6);
    has_rival = sizes[nearby] + sizes[nearby] / 8 < sizes[best];
  }
  size_t matched = trials->sizes[best];
  int level = level_of(trials, matched);
  // Runs alone are as good as nothing where matches save half.
  if (compression < 2 && matched < run_cost(trials, with_runs, sample) / 2) choice->count = 0;
  add_attempt(choice, best, level);
  trials->sizes[best] = SIZE_MAX;
  if (has_rival) {
    add_attempt(choice, nearby, level);
    trials->sizes[nearby] = SIZE_MAX;
  }
  if (compression == 2) add_attempt(choice, p3png_smallest_of(trials->sizes, false), level);
  if (compression == 1) add_safe_attempts(trials, choice, level, matched);
}

bool p3png_trials_open(trials *trials, const band *band) {
  size_t count = filtered_count(band), bounds[3] = {
    libdeflate_deflate_compress_bound(NULL, count), p3png_huffman_bound(count), p3png_flat_bound(count)};
  *trials = (struct trials){.band = band, .filtered = malloc(count + P3_PNG_ROW_MARGIN)};
  for (int i = 0; i < 3; i++) trials->capacity = bounds[i] > trials->capacity ? bounds[i] : trials->capacity;
  trials->capacity += 16;
  trials->out = malloc(trials->capacity);
  return trials->filtered && trials->out;
}

void p3png_trials_close(trials *trials) {
  free(trials->filtered);
  free(trials->out);
}

void p3png_try_runs(trials *trials) {
  for (unsigned strategy = 0; strategy < STRATEGIES; strategy++) {
    trials->sizes[strategy] = run_cost(trials, strategy, run_sample);
  }
  unsigned with_runs = p3png_smallest_of(trials->sizes, true);
  trials->runs = trials->sizes[with_runs];
  trials->runs_count = trials->count;
  trials->with_runs = is_noisy(trials, trials->runs) ? with_runs : p3png_smallest_of(trials->sizes, false);
  trials->is_flat = trials->runs * FLAT <= trials->count;
}

void p3png_choose(trials *trials, choice *choice) {
  unsigned with_runs = trials->with_runs;
  add_attempt(choice, with_runs, 0);
  // `small` leaves nothing untried.
  if (trials->band->request->compression == 2) add_attempt(choice, with_runs, 12);
  // What runs alone bring below a quarter repeats in other ways too.
  if (trials->runs * 4 > trials->count && !has_matches(trials, with_runs, trials->runs)) {
    add_slow_attempts(trials, choice, with_runs);
  } else {
    add_with_matches(trials, choice, with_runs);
  }
}
