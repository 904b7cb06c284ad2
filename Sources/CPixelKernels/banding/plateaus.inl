// Part of banding/rows.inl: follows tolerant plateaus.

/// The open plateaus of two vectors of lanes, side by side: a single vector's operations would wait for each other.
typedef struct {
  u16x32 low, high, length;
} open_plateaus;

/// The last plateaus of one vector of lanes.
typedef struct {
  u16x16 value, extent, age, ends_step;
} last_plateaus;

/// A log of some samples: the plateaus open before each sample, and a bit for each lane whose plateau the sample ended.
/// Ended plateaus are handled after the loop. In the loop they would need a branch at every sample; in a photograph one
/// sample in about six takes it, and a wrong prediction costs more time than the work.
typedef struct {
  open_plateaus open[P3_BAND_TILE];
  uint32_t ends[P3_BAND_TILE];
} plateau_log;

INLINE u16x32 load_pair(const uint16_t *first, const uint16_t *second) {
  u16x32 pair;
  pair.lo = load16(first);
  pair.hi = load16(second);
  return pair;
}

INLINE void store_pair(uint16_t *first, uint16_t *second, u16x32 pair) {
  store16(first, pair.lo);
  store16(second, pair.hi);
}

INLINE open_plateaus load_open(const p3_band_open *first, const p3_band_open *second) {
  return (open_plateaus){load_pair(first->low, second->low), load_pair(first->high, second->high),
                         load_pair(first->length, second->length)};
}

INLINE void store_open(p3_band_open *first, p3_band_open *second, const open_plateaus *here) {
  store_pair(first->low, second->low, here->low);
  store_pair(first->high, second->high, here->high);
  store_pair(first->length, second->length, here->length);
}

INLINE last_plateaus load_last(const p3_band_open *open) {
  return (last_plateaus){load16(open->value), load16(open->extent), load16(open->age), load16(open->ends_step)};
}

INLINE void store_last(p3_band_open *open, const last_plateaus *here) {
  store16(open->value, here->value);
  store16(open->extent, here->extent);
  store16(open->age, here->age);
  store16(open->ends_step, here->ends_step);
}

INLINE u16x16 pick(u16x16 mask, u16x16 yes, u16x16 no) { return (mask & yes) | (~mask & no); }
INLINE u16x32 pick_pair(u16x32 mask, u16x32 yes, u16x32 no) { return (mask & yes) | (~mask & no); }
INLINE u16x16 plus(u16x16 a, u16x16 b) { return __builtin_elementwise_add_sat(a, b); }

/// Extends each plateau that stays within `tolerance` by its sample, and starts the others anew. Writes entry `number`
/// of the log.
INLINE void widen(open_plateaus *here, u16x32 sample, u16x32 tolerance, plateau_log *log, size_t number) {
  const u16x32 low = __builtin_elementwise_min(here->low, sample);
  const u16x32 high = __builtin_elementwise_max(here->high, sample);
  const u16x32 leaves = (u16x32)((high - low) > tolerance);
  log->open[number] = *here;
  log->ends[number] = (uint32_t)bits32(leaves & (u16x32)(here->length >= P3_BAND_LEAST_RUN));
  here->low = pick_pair(leaves, sample, low);
  here->high = pick_pair(leaves, sample, high);
  // Lengths saturate at 65535.
  here->length = __builtin_elementwise_add_sat(here->length & ~leaves, (u16x32)1);
}

/// Lists the entries among the first `count` in which a plateau of the given vector (0 or 1) ended.
INLINE size_t list_ends(const plateau_log *log, size_t count, int vector, uint8_t *list) {
  size_t ended = 0;
  for (size_t i = 0; i < count; i++) {
    list[ended] = (uint8_t)i;
    ended += (uint16_t)(log->ends[i] >> vector * P3_BAND_LANES) != 0;
  }
  return ended;
}

/// Vector 0 or 1 of `pair`.
INLINE u16x16 half(const u16x32 *pair, int vector) { return load16((const uint16_t *)pair + vector * P3_BAND_LANES); }

/// Makes the plateaus of one vector that ended in entry `number` of the log the last ones; `last` describes the state
/// `since` samples earlier. Where that makes or ends a chain, fills `closing` and returns 1, else 0.
INLINE size_t close_plateaus(last_plateaus *last, const plateau_log *log, size_t number, int vector, uint16_t since,
                             u16x16 tolerance, u16x16 least_step, p3_band_closing *closing, p3_band_position position) {
  const open_plateaus *open = &log->open[number];
  const u16x16 low = half(&open->low, vector), high = half(&open->high, vector), length = half(&open->length, vector);
  const u16x16 ends = mask16((uint16_t)(log->ends[number] >> vector * P3_BAND_LANES));
  const u16x16 age = plus(last->age, (u16x16)since);
  const u16x16 middle = low + ((high - low) >> 1);
  const u16x16 size = __builtin_elementwise_max(middle, last->value) - __builtin_elementwise_min(middle, last->value);
  const u16x16 near = (u16x16)(age - length <= P3_BAND_MOST_GAP) & (u16x16)(age != UINT16_MAX);
  const u16x16 joins = near & (u16x16)(size <= tolerance);
  const u16x16 steps = near & (u16x16)(size >= least_step) & (u16x16)(size <= P3_BAND_MOST_STEP);
  const uint16_t lanes = bits16(ends & (steps | (last->ends_step & ~joins)));
  if (lanes) {
    store16(closing->middle, middle);
    store16(closing->length, length);
    store16(closing->value, last->value);
    store16(closing->extent, last->extent);
    store16(closing->age, age);
    closing->lanes = lanes;
    closing->steps = bits16(steps);
    closing->position = position;
  }
  const u16x16 follows = ends & ~joins;
  last->value = pick(follows, middle, last->value);
  last->extent = pick(follows, length, pick(ends, plus(last->extent, age), last->extent));
  last->ends_step = pick(follows, steps, last->ends_step);
  last->age = age & ~ends;
  return lanes != 0;
}

/// Closes the plateaus that ended within `count` rows in the columns of one of two vectors: vector `number` of the row.
INLINE size_t close_down(const plateau_log *log, int vector, size_t number, size_t count, p3_band_open *open,
                         p3_band_closing *closings) {
  uint8_t list[P3_BAND_GROUP * P3_BAND_TOLERANCES];
  const size_t ended = list_ends(log, count * P3_BAND_TOLERANCES, vector, list);
  size_t closed = 0;
  last_plateaus last[P3_BAND_TOLERANCES] = {load_last(open), load_last(open + 1)};
  uint16_t known[P3_BAND_TOLERANCES] = {0};
  for (size_t i = 0; i < ended; i++) {
    const uint16_t sample = list[i], row = sample / P3_BAND_TOLERANCES, t = sample % P3_BAND_TOLERANCES;
    closed += close_plateaus(&last[t], log, sample, vector, row - known[t], (u16x16)(t ? P3_BAND_WIDE : P3_BAND_NARROW),
                             (u16x16)(t ? P3_BAND_WIDE_STEP : P3_BAND_NARROW_STEP), closings + closed,
                             (p3_band_position){.at = row, .vector = (uint16_t)number, .tolerance = t});
    known[t] = row;
  }
  for (int t = 0; t < P3_BAND_TOLERANCES; t++) {
    last[t].age = plus(last[t].age, (u16x16)(uint16_t)(count - known[t]));
    store_last(open + t, &last[t]);
  }
  return closed;
}

static size_t down(const uint16_t *const rows[P3_BAND_GROUP], size_t count, size_t vectors, p3_band_open *open,
                   p3_band_closing *closings) {
  size_t closed = 0;
  for (size_t vector = 0; vector < vectors; vector += 2, open += 2 * P3_BAND_TOLERANCES) {
    // An odd last vector is paired with a dummy.
    p3_band_open none[P3_BAND_TOLERANCES] = {0};
    p3_band_open *second = vector + 1 < vectors ? open + P3_BAND_TOLERANCES : none;
    plateau_log log;
    open_plateaus narrow = load_open(open, second), wide = load_open(open + 1, second + 1);
    for (size_t row = 0; row < count; row++) {
      const u16x32 sample = load32(rows[row] + vector * P3_BAND_LANES);
      widen(&narrow, sample, (u16x32)P3_BAND_NARROW, &log, row * P3_BAND_TOLERANCES);
      widen(&wide, sample, (u16x32)P3_BAND_WIDE, &log, row * P3_BAND_TOLERANCES + 1);
    }
    store_open(open, second, &narrow);
    store_open(open + 1, second + 1, &wide);
    closed += close_down(&log, 0, vector, count, open, closings + closed);
    if (second != none) closed += close_down(&log, 1, vector + 1, count, second, closings + closed);
  }
  return closed;
}

/// Turns eight samples of eight rows into eight vectors of one sample per row.
INLINE void transpose(const uint16_t *const rows[P3_BAND_GROUP], size_t first, uint16_t *columns) {
  u16x8 a[8], b[8];
  for (int i = 0; i < 8; i++) a[i] = load8(rows[i] + first);
  for (int i = 0; i < 4; i++) {
    b[2 * i] = __builtin_shufflevector(a[i], a[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
    b[2 * i + 1] = __builtin_shufflevector(a[i], a[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
  }
  for (int i = 0; i < 4; i++) {
    a[2 * i] = __builtin_shufflevector(b[i], b[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
    a[2 * i + 1] = __builtin_shufflevector(b[i], b[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
  }
  for (int i = 0; i < 4; i++) {
    store8(columns + 16 * i, __builtin_shufflevector(a[i], a[i + 4], 0, 8, 1, 9, 2, 10, 3, 11));
    store8(columns + 16 * i + 8, __builtin_shufflevector(a[i], a[i + 4], 4, 12, 5, 13, 6, 14, 7, 15));
  }
}

INLINE u16x16 both(u16x8 low, u16x8 high) {
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/// Eight samples of each of two channels, both twice: for the narrow and for the wide tolerance.
INLINE u16x32 twice(u16x16 samples) {
  u16x32 pair;
  pair.lo = both(samples.lo, samples.lo);
  pair.hi = both(samples.hi, samples.hi);
  return pair;
}

/// Closes the plateaus of one of two channels that ended within `pixels` pixels of the rows.
INLINE size_t close_along(const plateau_log *log, int vector, int channel, size_t pixels, p3_band_open *open,
                          p3_band_closing *closings) {
  uint8_t list[P3_BAND_TILE];
  const size_t ended = list_ends(log, pixels, vector, list);
  const u16x16 tolerance = both((u16x8)P3_BAND_NARROW, (u16x8)P3_BAND_WIDE);
  const u16x16 least_step = both((u16x8)P3_BAND_NARROW_STEP, (u16x8)P3_BAND_WIDE_STEP);
  size_t closed = 0;
  uint16_t known = 0;
  last_plateaus last = load_last(open);
  for (size_t i = 0; i < ended; i++) {
    const uint16_t x = list[i];
    closed += close_plateaus(&last, log, x, vector, x - known, tolerance, least_step, closings + closed,
                             (p3_band_position){.at = x, .vector = (uint16_t)channel});
    known = x;
  }
  last.age = plus(last.age, (u16x16)(uint16_t)(pixels - known));
  store_last(open, &last);
  return closed;
}

static size_t along(const uint16_t *const rows[P3_BAND_GROUP], int channels, size_t pixels, p3_band_open *open,
                    p3_band_closing *closings) {
  // An odd last channel is paired with a dummy.
  uint16_t columns[(P3_BAND_TILE * 4 + 1) * P3_BAND_GROUP];
  for (size_t i = 0; i < pixels * (size_t)channels; i += 8) transpose(rows, i, columns + i * P3_BAND_GROUP);
  memset(columns + pixels * (size_t)channels * P3_BAND_GROUP, 0, P3_BAND_GROUP * sizeof *columns);
  u16x32 tolerance;
  tolerance.lo = tolerance.hi = both((u16x8)P3_BAND_NARROW, (u16x8)P3_BAND_WIDE);
  size_t closed = 0;
  for (int channel = 0; channel < channels; channel += 2) {
    p3_band_open none = {0}, *second = channel + 1 < channels ? open + channel + 1 : &none;
    open_plateaus here = load_open(open + channel, second);
    plateau_log log;
    for (size_t x = 0; x < pixels; x++) {
      const uint16_t *sample = columns + (x * (size_t)channels + (size_t)channel) * P3_BAND_GROUP;
      widen(&here, twice(load16(sample)), tolerance, &log, x);
    }
    store_open(open + channel, second, &here);
    closed += close_along(&log, 0, channel, pixels, open + channel, closings + closed);
    if (second != &none) closed += close_along(&log, 1, channel + 1, pixels, second, closings + closed);
  }
  return closed;
}
