// One band of an image: rows in, a piece of a zlib stream out. Needs nothing of its neighbours but the row above, so
// that bands are encoded on any thread, and gives the same bytes on every machine.

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "huffman.h"
#include "inflate.h"
#include "p3_png_kernels.h"
#include "png_io.h"

enum {
  FILTERS = 5,
  /// Each row by its own smallest sum of absolute differences, of the high bytes of 16-bit samples (in photographs the
  /// low ones are noise under any filter), or of all bytes (in gradients the low ones are all that changes).
  ADAPTIVE_HIGH = FILTERS,
  ADAPTIVE_ALL,
  STRATEGIES,
  MOST_ATTEMPTS = 5,
  /// Bands of so many bytes cost little even at libdeflate's slowest levels, or at a level more.
  TINY_BAND = 34 << 10,
  SMALL_BAND = 544 << 10,
};

/// Bytes of a band that the trials see, in so many places.
typedef struct sample {
  size_t bytes, places;
} sample;

/// Without matches; neighbouring rows; and what matches need, which reach 32 KB back: eight times that in one piece.
static const sample run_sample = {32 << 10, 4}, near_sample = {64 << 10, 2}, match_sample = {256 << 10, 1};

typedef struct band {
  const p3png_band_request *request;
  const p3_png_kernels *kernels;
  size_t rows, row_bytes, stride;
  unsigned step;
  /// Whether row -1 exists. Without it the first row may not look up, unless it is the image's first.
  bool has_above;
  /// Rows as the file has them, with margins; one more in front.
  uint8_t *raw;
  /// One filtered row per filter.
  uint8_t *trial;
} band;

static uint8_t *row_at(const band *band, ptrdiff_t row) {
  return band->raw + (size_t)(row + 1) * band->stride + P3_PNG_ROW_MARGIN;
}

/// Bytes of the whole band with filter types.
static size_t filtered_count(const band *band) { return band->rows * (band->row_bytes + 1); }

static void store_row(const band *band, const uint16_t *samples, uint8_t *into) {
  size_t count = (size_t)band->request->width * band->request->channels;
  if (band->request->depth == 16) {
    band->kernels->store(samples, into, count);
  } else {
    band->kernels->narrow(samples, into, count);
  }
}

// MARK: Filters

/// Writes one filtered row with its type byte.
static uint8_t *filter_row(const band *band, unsigned strategy, ptrdiff_t row, uint8_t *into) {
  bool looks_up = row > 0 || band->has_above;
  unsigned best = strategy;
  if (strategy >= FILTERS) {
    unsigned stride = strategy == ADAPTIVE_HIGH ? band->request->depth / 8 : 1;
    uint64_t least = UINT64_MAX;
    size_t trial_stride = band->row_bytes + P3_PNG_ROW_MARGIN;
    for (unsigned type = 0; type < (looks_up ? FILTERS : 2u); type++) {
      uint8_t *trial = band->trial + type * trial_stride;
      band->kernels->filter(type, band->step, row_at(band, row), row_at(band, row - 1), trial, band->row_bytes);
      uint64_t sum = band->kernels->magnitude(trial, band->row_bytes, stride);
      if (sum < least) {
        least = sum;
        best = type;
      }
    }
    *into++ = (uint8_t)best;
    memcpy(into, band->trial + best * trial_stride, band->row_bytes);
  } else {
    if (!looks_up && best > 1) best = 1;
    *into++ = (uint8_t)best;
    band->kernels->filter(best, band->step, row_at(band, row), row_at(band, row - 1), into, band->row_bytes);
  }
  return into + band->row_bytes;
}

// MARK: Choosing

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

/// Filters the rows of `sample`, spread over the band; returns the bytes written.
static size_t filter_sample(const band *band, unsigned strategy, sample sample, uint8_t *into) {
  size_t line = band->row_bytes + 1, wanted = (sample.bytes + line - 1) / line;
  uint8_t *end = into;
  if (wanted >= band->rows) {
    for (size_t row = 0; row < band->rows; row++) end = filter_row(band, strategy, (ptrdiff_t)row, end);
    return (size_t)(end - into);
  }
  size_t places = wanted < sample.places ? wanted : sample.places, run = wanted / places;
  for (size_t place = 0; place < places; place++) {
    size_t first = (band->rows - run) * (2 * place + 1) / (2 * places);
    for (size_t row = first; row < first + run; row++) end = filter_row(band, strategy, (ptrdiff_t)row, end);
  }
  return (size_t)(end - into);
}

/// The trials' memory and what they found.
typedef struct trials {
  const band *band;
  uint8_t *filtered, *out;
  size_t capacity;
  /// Bytes of the sample.
  size_t count;
  size_t sizes[STRATEGIES];
} trials;

/// The strategy with the smallest size. Of equal ones the last adapts to what the sample has not; the first is fast,
/// and as good in noise.
static unsigned smallest(const size_t sizes[STRATEGIES], bool prefers_fast) {
  unsigned best = 0;
  for (unsigned strategy = 1; strategy < STRATEGIES; strategy++) {
    if (sizes[strategy] < sizes[best] || (sizes[strategy] == sizes[best] && !prefers_fast)) best = strategy;
  }
  return best;
}

static size_t run_cost(trials *trials, unsigned strategy, sample sample) {
  trials->count = filter_sample(trials->band, strategy, sample, trials->filtered);
  return huffman_size(trials->filtered, trials->count);
}

/// Size with matches at libdeflate's `level`; SIZE_MAX when out of memory.
static size_t match_cost(trials *trials, unsigned strategy, sample sample, int level) {
  struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
  if (!compressor) return SIZE_MAX;
  trials->count = filter_sample(trials->band, strategy, sample, trials->filtered);
  size_t size =
    libdeflate_deflate_compress(compressor, trials->filtered, trials->count, trials->out, trials->capacity);
  libdeflate_free_compressor(compressor);
  return size ? size : SIZE_MAX;
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

/// Whether the smallest size with matches is worth their search: it must save 1 %.
static bool is_worth_it(size_t matched, size_t runs) { return matched < runs - runs / 100; }

/// What keeps more than 3/5 of its size without matches is noise.
static bool is_noisy(const trials *trials, size_t runs) { return runs * 5 > trials->count * 3; }

/// Whether matches save anything over `runs`, the smallest size without, which `with_runs` gives.
static bool has_matches(trials *trials, unsigned with_runs, size_t runs) {
  // Unfiltered rows may have matches where no filter leaves any.
  if (is_worth_it(match_cost(trials, with_runs, run_sample, 1), runs) ||
      is_worth_it(match_cost(trials, 0, run_sample, 1), runs)) {
    return true;
  }
  if (is_noisy(trials, runs)) return false;
  // They show best in neighbouring rows.
  sample near = {run_sample.bytes, 1};
  runs = run_cost(trials, with_runs, near);
  return is_worth_it(match_cost(trials, 0, near, 1), runs) || is_worth_it(match_cost(trials, 2, near, 1), runs);
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
  return smallest(trials->sizes, false);
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
  if (compression == 2) add_attempt(choice, smallest(trials->sizes, false), level);
  if (compression == 1) add_safe_attempts(trials, choice, level, matched);
}

/// Tries every strategy on a sample with runs alone. Where matches cannot beat that, as in noise, the search is over;
/// else the strategies count that are best with matches.
static void try_strategies(trials *trials, choice *choice) {
  for (unsigned strategy = 0; strategy < STRATEGIES; strategy++) {
    trials->sizes[strategy] = run_cost(trials, strategy, run_sample);
  }
  unsigned with_runs = smallest(trials->sizes, true);
  size_t runs = trials->sizes[with_runs];
  if (!is_noisy(trials, runs)) with_runs = smallest(trials->sizes, false);
  add_attempt(choice, with_runs, 0);
  // `small` leaves nothing untried.
  if (trials->band->request->compression == 2) add_attempt(choice, with_runs, 12);
  // What runs alone bring below a quarter repeats in other ways too.
  if (runs * 4 > trials->count && !has_matches(trials, with_runs, runs)) {
    add_slow_attempts(trials, choice, with_runs);
  } else {
    add_with_matches(trials, choice, with_runs);
  }
}

/// `filtered` has room for the whole band.
static bool choose(const band *band, uint8_t *filtered, choice *choice) {
  size_t bound = filtered_count(band), matched = libdeflate_deflate_compress_bound(NULL, bound);
  size_t plain = huffman_bound(bound);
  trials trials = {.band = band, .filtered = filtered, .capacity = matched > plain ? matched : plain};
  trials.out = malloc(trials.capacity);
  bool ok = trials.out;
  if (ok) try_strategies(&trials, choice);
  free(trials.out);
  return ok;
}

// MARK: Compressing

/// Turns a complete deflate stream of `count` bytes into one that goes on: clears BFINAL of its last block and adds an
/// empty stored block that ends on a whole byte. The place of the last block is only known to who decodes.
static size_t continue_stream(uint8_t *stream, size_t count) {
  inflate_state *state = malloc(sizeof *state);
  inflate_memory input = {stream, count};
  size_t end = 0;
  if (state && inflate_open_raw(state, inflate_pull_memory, &input)) {
    uint64_t last_block, bits;
    if (inflate_walk(state, &last_block, &bits)) {
      stream[last_block >> 3] &= (uint8_t) ~(1u << (last_block & 7));
      bit_writer writer = {.out = stream + (bits >> 3), .count = bits & 7};
      writer.bits = writer.count ? *writer.out & ((1u << writer.count) - 1) : 0;
      put_sync(&writer);
      end = (size_t)(writer.out - stream);
    }
    inflate_close(state);
  }
  free(state);
  return end;
}

/// Compresses `count` bytes into `out`; 0 when out of memory.
static size_t compress_rows(
  const band *band, int level, const uint8_t *filtered, size_t count, uint8_t *out, size_t capacity) {
  bool is_last = band->request->is_last;
  if (level == 0) return (size_t)(huffman_deflate(filtered, count, is_last, out) - out);
  struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
  if (!compressor) return 0;
  size_t size = libdeflate_deflate_compress(compressor, filtered, count, out, capacity);
  libdeflate_free_compressor(compressor);
  return size > 0 && !is_last ? continue_stream(out, size) : size;
}

/// The band compressed in one way, in memory of its own.
static bool encode_with(const band *band, attempt attempt, uint8_t *filtered, p3png_band *result) {
  static const uint8_t zlib_header[2] = {0x78, 0x9c};
  size_t count = filtered_count(band), head = band->request->is_first ? 2 : 0;
  size_t matched = libdeflate_deflate_compress_bound(NULL, count), plain = huffman_bound(count);
  size_t capacity = (matched > plain ? matched : plain) + 16;
  result->bytes = malloc(head + capacity);
  if (!result->bytes) return false;
  uint8_t *end = filtered;
  for (size_t row = 0; row < band->rows; row++) end = filter_row(band, attempt.strategy, (ptrdiff_t)row, end);
  memcpy(result->bytes, zlib_header, head);
  size_t size = compress_rows(band, attempt.level, filtered, count, result->bytes + head, capacity);
  result->count = head + size;
  result->raw_count = count;
  result->adler = libdeflate_adler32(1, filtered, count);
  return size > 0;
}

static bool encode(const band *band, p3png_band *result) {
  static const uint8_t type[4] = {'I', 'D', 'A', 'T'};
  choice choice = {0};
  uint8_t *filtered = malloc(filtered_count(band) + P3_PNG_ROW_MARGIN);
  bool ok = filtered && choose(band, filtered, &choice);
  for (unsigned i = 0; ok && i < choice.count; i++) {
    p3png_band tried = {0};
    ok = encode_with(band, choice.attempts[i], filtered, &tried);
    bool is_better = ok && (!result->bytes || tried.count < result->count);
    p3png_band_free(is_better ? result : &tried);
    if (is_better) *result = tried;
  }
  free(filtered);
  if (!ok) return false;
  result->crc = p3png_crc32(p3png_crc32(0, type, 4), result->bytes, result->count);
  // What is kept until its turn to be written should not hold the bound's worth of memory.
  uint8_t *fitted = realloc(result->bytes, result->count);
  if (fitted) result->bytes = fitted;
  return true;
}

bool p3png_band_encode(
  const p3png_band_request *request, const uint16_t *above, const uint16_t *samples, size_t rows,
  p3png_band *result, p3png_status *status) {
  band band = {.request = request, .kernels = p3_png_kernels_current(), .rows = rows};
  size_t row_samples = (size_t)request->width * request->channels;
  band.step = request->channels * request->depth / 8u;
  band.row_bytes = row_samples * request->depth / 8;
  band.stride = band.row_bytes + 2 * P3_PNG_ROW_MARGIN;
  band.has_above = above || request->is_first;
  band.raw = calloc(rows + 1, band.stride);
  band.trial = malloc(FILTERS * (band.row_bytes + P3_PNG_ROW_MARGIN));
  *result = (p3png_band){0};
  bool ok = band.raw && band.trial;
  if (ok) {
    if (above) store_row(&band, above, row_at(&band, -1));
    for (size_t row = 0; row < rows; row++) store_row(&band, samples + row * row_samples, row_at(&band, (ptrdiff_t)row));
    ok = encode(&band, result);
  }
  free(band.raw);
  free(band.trial);
  if (ok) return true;
  p3png_band_free(result);
  return p3png_fail(status, P3PNG_OUT_OF_MEMORY, 0, 0);
}

void p3png_band_free(p3png_band *band) {
  free(band->bytes);
  band->bytes = NULL;
}

uint32_t p3png_adler32_combine(uint32_t first, uint32_t second, uint64_t second_count) {
  // a = 1 + Σ bytes, b = Σ of all a: the second part's b grows by its length times what a was before.
  const uint64_t base = 65521;
  uint64_t a1 = first & 0xffff, b1 = first >> 16, a2 = second & 0xffff, b2 = second >> 16;
  uint64_t a = (a1 + a2 + base - 1) % base;
  uint64_t b = (b1 + b2 + (second_count % base) * ((a1 + base - 1) % base)) % base;
  return (uint32_t)(b << 16 | a);
}
