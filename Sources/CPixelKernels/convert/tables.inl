// No include guard: included once per target, with KERNEL_NAME. Four pixels at a time on every target: lookups are
// loads, which would limit wider vectors as well.
//
// decode:  linear = table[code]         matrix: u = m·(r, g, b) + offset
// encode:  cell = table[leading bits of u]    fixed = base + t·(c1 + t·c2), t = u − middle of the cell
//
// `fixed` holds codes in 16.16 fixed point. A sample is in doubt if its fraction is closer to 0 or 1 than the proven
// error.

enum { LANES = 4, SHIFT = 17 };

#include "convert/vectors.inl"

static inline floats choose(ints mask, floats yes, floats no) {
  return (floats)((mask & (ints)yes) | (~mask & (ints)no));
}

static inline floats larger(floats a, floats b) { return choose(a > b, a, b); }
static inline floats smaller(floats a, floats b) { return choose(a < b, a, b); }

static inline floats looked_up(const float *table, const uint16_t *samples, unsigned channels) {
  return (floats){table[samples[0]], table[samples[channels]], table[samples[2 * channels]],
                  table[samples[3 * channels]]};
}

/// Row i of the matrix; the largest product comes last.
static inline floats row(const p3_linear_stage *stage, unsigned i, const floats linear[3]) {
  unsigned j = i == 0 ? 1 : 0, k = i == 2 ? 1 : 2;
  return ((set_floats(stage->offset[i]) + linear[k] * stage->m[i][k]) + linear[j] * stage->m[i][j]) +
         linear[i] * stage->m[i][i];
}

static inline __attribute__((always_inline)) void decode(const p3_plan *plan, p3_tile *tile, const void *source,
                                                         size_t count, unsigned channels) {
  const p3_linear_stage *stage = &plan->tables.stage;
  for (size_t first = 0; first < count; first += LANES) {
    uint16_t samples[LANES * 4];
    memcpy(samples, (const uint8_t *)source + first * channels * 2, LANES * channels * 2);
    floats linear[3];
    for (unsigned i = 0; i < 3; i++) linear[i] = looked_up(plan->decoders[i]->nearest, samples + i, channels);
    for (unsigned i = 0; i < 3; i++) {
      floats u = row(stage, i, linear);
      memcpy(tile->planes[i] + first, &u, sizeof u);
    }
    floats largest = larger(linear[0], larger(linear[1], linear[2]));
    memcpy(tile->planes[3] + first, &largest, sizeof largest);
  }
}

/// One bit per lane of a mask, lane 0 lowest.
static inline uint32_t bits_of(ints mask) {
#if defined(__x86_64__)
  return (uint32_t)__builtin_ia32_movmskps((floats)mask);
#else
  ints weighted = mask & (ints){1, 2, 4, 8};
  return (uint32_t)(weighted[0] | weighted[1] | weighted[2] | weighted[3]);
#endif
}

/// Codes of one channel; `doubt` gets all bits of the lanes that are in doubt.
static inline ints encoded(const p3_cell *cells, uint32_t first, floats u, floats bound, ints *doubt) {
  names name = ((names)u >> SHIFT) - first;
  floats rows[4];
  for (unsigned lane = 0; lane < 4; lane++) memcpy(&rows[lane], cells + name[lane], sizeof rows[lane]);
  floats low01 = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
  floats low23 = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
  floats high01 = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
  floats high23 = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
  ints base = (ints)__builtin_shufflevector(low01, low23, 0, 1, 4, 5);
  floats c1 = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
  floats c2 = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
  floats band = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);

  names middle = ((names)u & ~((1u << SHIFT) - 1)) | 1u << (SHIFT - 1);
  floats t = u - (floats)middle;
  ints fixed = base + __builtin_convertvector((c2 * t + c1) * t, ints);
  ints width = __builtin_convertvector(band * bound, ints) + ((ints)band & 0xffff);
  ints fraction = (fixed + width) & 0xffff;
  *doubt = fraction <= width + width;
  return (ints)((names)fixed >> 16);
}

static inline void store_pixels(uint8_t *result, const uint8_t *source, unsigned channels, const ints codes[3]) {
  uint16_t samples[LANES * 4];
  for (unsigned lane = 0; lane < LANES; lane++) {
    for (unsigned i = 0; i < 3; i++) samples[lane * channels + i] = (uint16_t)codes[i][lane];
    if (channels == 4) memcpy(samples + lane * 4 + 3, source + lane * 8 + 6, 2);
  }
  memcpy(result, samples, LANES * channels * 2);
}

static inline __attribute__((always_inline)) void encode(const p3_plan *plan, p3_tile *tile, const void *source,
                                                         void *result, size_t count, unsigned channels) {
  const p3_tables *tables = &plan->tables;
  for (size_t first = 0; first < count; first += LANES) {
    floats largest;
    memcpy(&largest, tile->planes[3] + first, sizeof largest);
    ints codes[3];
    for (unsigned i = 0; i < 3; i++) {
      floats u;
      memcpy(&u, tile->planes[i] + first, sizeof u);
      ints above = u > set_floats(tables->stage.black[i]), doubt;
      u = smaller(larger(u, set_floats(tables->stage.offset[i])), set_floats(tables->stage.top[i]));
      codes[i] = encoded(tables->cells[tables->shared[i]], tables->first[i], u,
                         largest * tables->stage.weight[i] + tables->stage.constant, &doubt);
      // Four pixels are half a byte.
      uint8_t *byte = (uint8_t *)tile->doubts[i] + first / 8;
      *byte = (uint8_t)(first & 4 ? *byte | bits_of(doubt & above) << 4 : bits_of(doubt & above));
    }
    store_pixels((uint8_t *)result + first * channels * 2, (const uint8_t *)source + first * channels * 2, channels,
                 codes);
  }
}

// What gamut_bits.inl needs: a byte for eight pixels.
typedef uint8_t lane_bits;

static inline lane_bits bits_below(const float *u, floats limit) {
  return (lane_bits)(bits_of(load_floats(u) < limit) | bits_of(load_floats(u + 4) < limit) << 4);
}

static inline lane_bits visible_pixels(const uint8_t *source) {
  uint64_t pixels[8];
  memcpy(pixels, source, sizeof pixels);
  unsigned bits = 0;
  for (unsigned i = 0; i < 8; i++) bits |= (unsigned)(pixels[i] >> 48 != 0) << i;
  return (lane_bits)bits;
}

#include "convert/gamut_bits.inl"

static void decode_tile(const p3_plan *plan, p3_tile *tile, const void *source, size_t count, unsigned channels) {
  if (channels == 4) {
    decode(plan, tile, source, count, 4);
  } else {
    decode(plan, tile, source, count, 3);
  }
}

static void encode_tile(const p3_plan *plan, p3_tile *tile, const void *source, void *result, size_t count,
                        unsigned channels) {
  if (channels == 4) {
    encode(plan, tile, source, result, count, 4);
  } else {
    encode(plan, tile, source, result, count, 3);
  }
}

const p3_kernel_functions KERNEL_NAME = {
    2 * LANES, {[P3_DECODING_TABLE] = decode_tile}, encode_tile, leaves, classify, visible, NULL};
