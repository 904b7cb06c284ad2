#ifndef P3_BAND_CHOICE_H
#define P3_BAND_CHOICE_H

// How to filter and compress a band: by trials on samples of it.

#include "band.h"

enum {
  MOST_ATTEMPTS = 5,
  /// Bands of so many bytes cost little even at libdeflate's slowest level, or at a level more and all at once.
  TINY_BAND = 34 << 10,
  SMALL_BAND = 544 << 10,
};

/// One way to compress a band.
typedef struct attempt {
  unsigned strategy;
  /// libdeflate's level, or 0 for runs alone.
  int level;
} attempt;

/// The ways that are worth a full try.
typedef struct choice {
  attempt attempts[MOST_ATTEMPTS];
  unsigned count;
} choice;

/// What matches are judged by: they reach 32 KB back, this is eight times that in one piece.
static const sample match_sample = {256 << 10, 1};

/// The trials' memory and what they found.
typedef struct trials {
  const band *band;
  /// The band's filtered bytes, or a sample's, and what they are compressed to.
  uint8_t *filtered, *out;
  size_t capacity;
  /// Bytes of the sample.
  size_t count;
  size_t sizes[STRATEGIES];
  /// The best strategy without matches, its size, and the bytes of the sample.
  unsigned with_runs;
  size_t runs, runs_count;
  bool is_flat;
} trials;

/// False when out of memory; close it anyway.
bool p3png_trials_open(trials *trials, const band *band);
void p3png_trials_close(trials *trials);

/// Tries every strategy on a sample with runs alone, and tells flat pictures by it.
void p3png_try_runs(trials *trials);

/// The strategy with the smallest size. Of equal ones the last adapts to what the sample has not; the first is fast,
/// and as good in noise.
unsigned p3png_smallest_of(const size_t sizes[STRATEGIES], bool prefers_fast);

/// After `p3png_try_runs`: where matches cannot beat runs, as in noise, the search is over; else the strategies count
/// that are best with matches.
void p3png_choose(trials *trials, choice *choice);

#endif
