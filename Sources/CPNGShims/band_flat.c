#include "band_flat.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "flat_deflate.h"

/// What strategies are judged by: matches reach 32 KB back, this is three times that in one piece.
static const sample flat_sample = {96 << 10, 1};

bool p3png_is_flat_band(const trials *trials) {
  return trials->is_flat && trials->band->request->compression > 0 && filtered_count(trials->band) > TINY_BAND;
}

/// A band that is compressed in one way.
typedef struct flat_trial {
  unsigned strategy;
  /// 0 when there is none.
  size_t size;
  uint32_t adler;
} flat_trial;

static size_t deflate_trial(trials *trials, flat_deflater *deflater) {
  const band *band = trials->band;
  flat_rows rows = {trials->filtered, trials->count, band->step, band->row_bytes + 1};
  return (size_t)(p3png_flat_deflate(deflater, &rows, band->request->is_last, trials->out) - trials->out);
}

/// The strategies worth a try: none, what is best with runs alone, and the better of Up and libpng's own choice, which
/// mostly is Up, unless runs leave more than twice as much of it.
static bool is_tried(const trials *trials, unsigned strategy) {
  if (strategy == 0 || strategy == trials->with_runs) return true;
  const unsigned rival = trials->sizes[ADAPTIVE_ALL] <= trials->sizes[2] ? ADAPTIVE_ALL : 2;
  return strategy == rival && trials->sizes[strategy] <= 2 * trials->runs;
}

/// What is in `trials->out` is the best so far.
static void swap_out(trials *trials, uint8_t **best_out) {
  uint8_t *out = trials->out;
  trials->out = *best_out;
  *best_out = out;
}

/// Tries strategies on a sample, or on all of a small band, of which `best_out` then holds the best.
static flat_trial best_flat_trial(trials *trials, flat_deflater *deflater, uint8_t **best_out) {
  flat_trial best = {0};
  sample sample = flat_sample;
  if (filtered_count(trials->band) <= SMALL_BAND) sample.bytes = SMALL_BAND;
  for (unsigned strategy = 0; strategy < STRATEGIES; strategy++) {
    if (!is_tried(trials, strategy)) continue;
    trials->count = p3png_filter_sample(trials->band, strategy, sample, trials->filtered);
    size_t size = deflate_trial(trials, deflater);
    if (best.size && size > best.size) continue;
    best = (flat_trial){strategy, size, libdeflate_adler32(1, trials->filtered, trials->count)};
    swap_out(trials, best_out);
  }
  return best;
}

/// Copies `trial`, which is in `out`, to memory of its own.
static bool keep(const trials *trials, flat_trial trial, const uint8_t *out, p3png_band *result) {
  static const uint8_t zlib_header[2] = {0x78, 0x9c};
  size_t head = trials->band->request->is_first ? 2 : 0;
  result->bytes = malloc(head + trial.size);
  if (!result->bytes) return false;
  memcpy(result->bytes, zlib_header, head);
  memcpy(result->bytes + head, out, trial.size);
  result->count = head + trial.size;
  result->raw_count = trials->count;
  result->adler = trial.adler;
  return true;
}

/// The whole band in one way.
static flat_trial flat_trial_of(trials *trials, flat_deflater *deflater, unsigned strategy) {
  trials->count = p3png_filter_band(trials->band, strategy, trials->filtered);
  size_t size = deflate_trial(trials, deflater);
  return (flat_trial){strategy, size, libdeflate_adler32(1, trials->filtered, trials->count)};
}

/// The whole band as a sample in one piece has it best; and as runs have it best, which see four places, where the piece
/// promised too much.
static flat_trial flat_trial_by_sample(
  trials *trials, flat_deflater *deflater, unsigned strategy, uint8_t **best_out) {
  size_t by_runs = trials->runs * (filtered_count(trials->band) / trials->runs_count);
  flat_trial best = flat_trial_of(trials, deflater, strategy);
  swap_out(trials, best_out);
  if (best.size <= by_runs || strategy == trials->with_runs) return best;
  flat_trial second = flat_trial_of(trials, deflater, trials->with_runs);
  if (second.size >= best.size) return best;
  swap_out(trials, best_out);
  return second;
}

bool p3png_encode_flat(trials *trials, p3png_band *result) {
  flat_deflater *deflater = p3png_flat_deflater_open();
  uint8_t *best_out = malloc(trials->capacity);
  bool ok = deflater && best_out;
  if (ok) {
    flat_trial best = best_flat_trial(trials, deflater, &best_out);
    if (trials->count < filtered_count(trials->band)) {
      best = flat_trial_by_sample(trials, deflater, best.strategy, &best_out);
    }
    ok = keep(trials, best, best_out, result);
  }
  p3png_flat_deflater_close(deflater);
  free(best_out);
  return ok;
}
