#include "band_flat.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "flat_deflate.h"

bool is_flat_band(const trials *trials) {
  return trials->is_flat && trials->band->request->compression == 1 && filtered_count(trials->band) > TINY_BAND;
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
  return (size_t)(flat_deflate(deflater, &rows, band->request->is_last, trials->out) - trials->out);
}

/// The strategies worth a try: none, what is best with runs alone, and Up and libpng's own choice, unless runs leave more
/// than twice as much of them.
static bool is_tried(const trials *trials, unsigned strategy) {
  if (strategy == 0 || strategy == trials->with_runs) return true;
  return (strategy == 2 || strategy == ADAPTIVE_ALL) && trials->sizes[strategy] <= 2 * trials->runs;
}

/// Tries strategies on a sample. Where that is the whole band, `best_out` and `trials->out` change places until the
/// former holds the best.
static flat_trial best_flat_trial(trials *trials, flat_deflater *deflater, uint8_t **best_out) {
  flat_trial best = {0};
  for (unsigned strategy = 0; strategy < STRATEGIES; strategy++) {
    if (!is_tried(trials, strategy)) continue;
    trials->count = filter_sample(trials->band, strategy, match_sample, trials->filtered);
    size_t size = deflate_trial(trials, deflater);
    if (best.size && size > best.size) continue;
    best = (flat_trial){strategy, size, libdeflate_adler32(1, trials->filtered, trials->count)};
    uint8_t *out = trials->out;
    trials->out = *best_out;
    *best_out = out;
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

bool encode_flat(trials *trials, p3png_band *result) {
  flat_deflater *deflater = flat_deflater_open();
  uint8_t *best_out = malloc(trials->capacity);
  bool ok = deflater && best_out;
  if (ok) {
    flat_trial best = best_flat_trial(trials, deflater, &best_out);
    if (trials->count < filtered_count(trials->band)) {
      trials->count = filter_band(trials->band, best.strategy, trials->filtered);
      best.size = deflate_trial(trials, deflater);
      best.adler = libdeflate_adler32(1, trials->filtered, trials->count);
      ok = keep(trials, best, trials->out, result);
    } else {
      ok = keep(trials, best, best_out, result);
    }
  }
  flat_deflater_close(deflater);
  free(best_out);
  return ok;
}
