#include "segment_choice.h"

// The problem: filters and compressors differ by up to a half in size, and trying all takes many times as long as the
// best one. The idea: rank them on samples with cheap compressors, then compress the segment once, or twice where the
// ranking is close.
//
//   nothing to match (noise, photograph)?        Huffman-only coder with its best filter
//   rank on a sample at level 2: no filter, libpng's choice, the Huffman-only coder's best filter
//   Huffman-only coder within a sixteenth?       small: try both on the whole segment; large: the sample decides
//   otherwise                                    the best filter at level 6, 7 or 9, by how well it compresses
//
// Exact: every choice is a valid stream of the same pixels; a wrong one costs bytes only. Choices depend on the pixels
// alone, so files are the same on every machine. Limits were measured on icons, screenshots and photographs of Debian
// packages.
enum {
  /// libdeflate's levels for ranking. Level 2 ranks filters as level 6 does, to 0.3 % of the bytes written, in half the
  /// time; level 1 is slower on flat rows. Tiny images are ranked at a level near the level of writing.
  RANKING_LEVEL = 2,
  TINY_RANKING_LEVEL = 6,
  /// Levels for writing. In a tiny image level 10 takes five times as long as level 8 for 3 % less, level 12 fifteen
  /// times for 5 %. Minute images are quick at any level, and a zlib block header that is shorter by a few bytes counts
  /// there.
  FAST_LEVEL = 2,
  MINUTE_LEVEL = 12,
  TINY_LEVEL = 8,
  MATCH_LEVEL = 7,
  /// Regular patterns and ramps, which the ranking level reduces to less than 1 / PATTERN_RATIO, take no longer at
  /// level 9 and become a third smaller.
  PATTERN_LEVEL = 9,
  PATTERN_RATIO = 24,
  /// Level 7 takes twice as long as level 6 for 2 % in photographs and paintings.
  PHOTO_LEVEL = 6,
  /// Segments without matches are smaller by 1 / RANKING_EXCESS than what the ranking level leaves of a sample.
  RANKING_EXCESS = 24,
  /// Levels that `small` adds. Level 9 takes up to eight times as long as all of `balanced` for photographs, paintings
  /// and smooth shades, level 8 five times for nearly the same bytes.
  SMALL_LEVEL = 9,
  SMALL_SHADED_LEVEL = 8,
  TINY_SMALL_LEVEL = 10,
  /// The most bytes of a minute image, such as an icon of 32 × 32.
  MINUTE_SEGMENT = 5000,
  /// The Huffman-only coder leaves more than 1 / PHOTO_RATIO of a photograph.
  PHOTO_RATIO = 8,
  /// The Huffman-only coder leaves more than 1 / SHADE_RATIO of smooth shades among flat pictures.
  SHADE_RATIO = 24,
};

/// Samples for ranking: two parts of neighbouring rows; and (nearly) all of a small segment.
static const p3png_sample near_sample = {128 << 10, 2}, small_sample = {256 << 10, 1};

static void add_attempt(p3png_choice *choice, unsigned strategy, int level) {
  for (unsigned i = 0; i < choice->count; i++) {
    if (choice->attempts[i].strategy == strategy && choice->attempts[i].level == level) return;
  }
  choice->attempts[choice->count++] = (p3png_attempt){strategy, level};
}

static size_t segment_bytes(const p3png_trials *trials) { return p3png_filtered_count(trials->rows); }

/// The best strategy with matches: no filter, libpng's own choice, or the best for the Huffman-only coder. Leaves the
/// sizes in `trials`.
static unsigned best_with_matches(p3png_trials *trials, p3png_sample sample, int level) {
  for (unsigned strategy = 0; strategy < P3PNG_STRATEGIES; strategy++) {
    const bool is_tried = strategy == P3PNG_NO_FILTER || strategy == P3PNG_ADAPTIVE_ALL ||
                          strategy == trials->huffman_strategy;
    trials->sizes[strategy] = is_tried ? p3png_match_cost(trials, strategy, sample, level) : SIZE_MAX;
  }
  return p3png_smallest_of(trials->sizes, false);
}

/// Whether the Huffman-only coder needs at most a sixteenth more than the `matched` bytes of the ranking level.
static bool is_close(p3png_trials *trials, p3png_sample sample, size_t matched) {
  return p3png_huffman_cost(trials, trials->huffman_strategy, sample) <= matched + matched / 16;
}

/// Whether the Huffman-only coder beats `strategy` at a level for writing. Call it after `best_with_matches`.
static bool beats_matches(p3png_trials *trials, unsigned strategy, p3png_sample sample) {
  const size_t literal = p3png_huffman_cost(trials, trials->huffman_strategy, sample);
  const size_t ranked = trials->sizes[strategy];
  if (literal <= ranked - ranked / RANKING_EXCESS) return true;
  return literal <= p3png_match_cost(trials, strategy, sample, PHOTO_LEVEL);
}

/// Whether there is nothing to match, as in noise. Large segments that the Huffman-only coder reduces below a quarter
/// repeat in other ways too, and small ones below three fifths deserve the full ranking.
static bool is_without_matches(p3png_trials *trials) {
  const bool is_small = segment_bytes(trials) <= P3PNG_SMALL_SEGMENT;
  const bool is_doubtful = is_small ? trials->huffman_size * 5 > trials->huffman_count * 3
                                    : trials->huffman_size * 4 > trials->huffman_count;
  return is_doubtful && !p3png_has_matches(trials);
}

static void choose_fast(p3png_trials *trials, p3png_choice *choice) {
  unsigned best = P3PNG_NO_FILTER;
  bool is_literal = is_without_matches(trials);
  if (!is_literal) {
    best = best_with_matches(trials, near_sample, RANKING_LEVEL);
    const size_t matched = trials->sizes[best];
    is_literal = p3png_huffman_cost(trials, trials->huffman_strategy, near_sample) <= matched;
  }
  if (is_literal) add_attempt(choice, trials->huffman_strategy, 0); else add_attempt(choice, best, FAST_LEVEL);
}

/// Ranks a tiny image whole, so that the sizes are those of the output.
static void choose_tiny(p3png_trials *trials, p3png_choice *choice) {
  const p3png_sample all = {P3PNG_TINY_SEGMENT, 1};
  const unsigned best = best_with_matches(trials, all, TINY_RANKING_LEVEL);
  if (trials->huffman_size < trials->sizes[best]) add_attempt(choice, trials->huffman_strategy, P3PNG_LITERALS);
  const bool is_minute = segment_bytes(trials) <= MINUTE_SEGMENT;
  add_attempt(choice, best, is_minute ? MINUTE_LEVEL : TINY_LEVEL);
}

/// The level for a segment with matches, if the ranking level left `matched` bytes of the sample filtered last.
static int match_level(const p3png_trials *trials, size_t matched) {
  if (matched * PATTERN_RATIO < trials->count) return PATTERN_LEVEL;
  const bool is_large = segment_bytes(trials) > P3PNG_SMALL_SEGMENT;
  return is_large && trials->huffman_size * PHOTO_RATIO > trials->huffman_count ? PHOTO_LEVEL : MATCH_LEVEL;
}

/// Whether a large segment is surely best without matches. Filtered, matches save less than a third by the estimate (in
/// photographs a sixteenth or less); and at the ranking level the sample is a sixteenth larger, filtered or not.
static bool is_photo(p3png_trials *trials) {
  const unsigned strategy = trials->huffman_strategy;
  const p3png_estimate estimate = p3png_estimate_matches(trials, strategy, near_sample);
  const size_t least = estimate.literal + estimate.literal / 16;
  return estimate.gain * 3 <= estimate.literal &&
         p3png_match_cost(trials, strategy, near_sample, RANKING_LEVEL) > least &&
         p3png_match_cost(trials, P3PNG_NO_FILTER, near_sample, RANKING_LEVEL) > least;
}

/// If the Huffman-only coder comes close, a small segment is compressed in both ways, and a sample decides for a large
/// one. Images of a single segment always get the full ranking, as they take little time in any case.
static void choose_balanced(p3png_trials *trials, p3png_choice *choice) {
  const p3png_segment_request *request = trials->rows->request;
  const bool is_small = segment_bytes(trials) <= P3PNG_SMALL_SEGMENT;
  const bool is_part = !is_small && !(request->is_first && request->is_last);
  if (is_without_matches(trials) || (is_part && is_photo(trials))) {
    add_attempt(choice, trials->huffman_strategy, P3PNG_LITERALS);
    return;
  }
  const p3png_sample sample = is_small ? small_sample : near_sample;
  const unsigned best = best_with_matches(trials, sample, RANKING_LEVEL);
  const size_t matched = trials->sizes[best];
  const int level = match_level(trials, matched);
  const bool has_rival = is_close(trials, sample, matched);
  if (has_rival && (is_small || beats_matches(trials, best, sample))) {
    add_attempt(choice, trials->huffman_strategy, P3PNG_LITERALS);
    if (!is_small) return;
  }
  // A large segment whose matches win by little contains a photograph, where level 7 gains little over level 6.
  add_attempt(choice, best, is_part && has_rival && level == MATCH_LEVEL ? PHOTO_LEVEL : level);
}

void p3png_choose(p3png_trials *trials, p3png_choice *choice) {
  if (trials->rows->request->compression == 0) {
    choose_fast(trials, choice);
  } else if (segment_bytes(trials) <= P3PNG_TINY_SEGMENT) {
    choose_tiny(trials, choice);
  } else {
    choose_balanced(trials, choice);
  }
}

/// The best strategy for the Huffman-only coder, which is fast enough to run on the whole segment.
static unsigned best_without_matches(p3png_trials *trials) {
  const p3png_sample all = {segment_bytes(trials), 1};
  for (unsigned strategy = 0; strategy < P3PNG_STRATEGIES; strategy++) {
    trials->sizes[strategy] = p3png_huffman_cost(trials, strategy, all);
  }
  return p3png_smallest_of(trials->sizes, false);
}

/// The level that `small` adds to the choice of `balanced`, or uses for a flat segment without a choice. Both together
/// take at most six times as long as `balanced`.
static int small_level(const p3png_trials *trials, const p3png_choice *choice) {
  if (segment_bytes(trials) <= P3PNG_TINY_SEGMENT) return TINY_SMALL_LEVEL;
  const bool is_shaded = choice->count == 0 && trials->huffman_size * SHADE_RATIO > trials->huffman_count;
  const int last = choice->count > 0 ? choice->attempts[choice->count - 1].level : P3PNG_LITERALS;
  return last == PHOTO_LEVEL || is_shaded ? SMALL_SHADED_LEVEL : SMALL_LEVEL;
}

void p3png_choose_more(p3png_trials *trials, p3png_choice *choice) {
  // Where `balanced` writes no matches, level 9's matches would save 1 % in twenty times the time.
  if (choice->count == 1 && choice->attempts[0].level == 0) {
    add_attempt(choice, best_without_matches(trials), 0);
    return;
  }
  add_attempt(choice, best_with_matches(trials, near_sample, TINY_RANKING_LEVEL), small_level(trials, choice));
}
