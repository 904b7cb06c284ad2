// No include guard: included once per target, after vectors.inl and after what each target defines itself: larger,
// smaller, nearest(floats) → ints, table / load_table / name_of / look_up, octaves / load_octaves / octave_of /
// look_up_octave, gathered, load_pixels, store_pixels, doubtful → lane_bits, root (if TAKES_ROOT), DECODE_SHIFT,
// DECODE_DEGREE, POWER_SHIFT, POWER_DEGREE, ENCODE_SHIFT, ENCODE_DEGREE.
//
// decode:  u = code + offset        t = u − middle of u's segment     linear = c0 + t·(c1 + t·(c2 + …))
// matrix:  y = m·(r, g, b)          (with the encoder's scale and offset folded in, where no root is taken)
// encode:  u = clamp(y)             t = u − middle of u's segment     fixed = base + t·(c1 + t·(c2 + …))
//
// `fixed` holds codes in 16.16 fixed point. A sample is in doubt if its fraction is closer to 0 or 1 than the proven
// error.

#define UNROLLED _Pragma("clang loop unroll(full)")

/// u − the middle of its segment. Exact, as both lie in one binade.
static inline floats from_middle(floats u, unsigned shift) {
  ints middle = (as_ints(u) & set_ints(~((1 << shift) - 1))) | set_ints(1 << (shift - 1));
  return u - as_floats(middle);
}

/// The linear values of `channels` vectors of codes, interleaved, so that their chains of dependent operations overlap.
static inline __attribute__((always_inline)) void decoded(const table *c, ints offset, const ints *codes,
                                                          floats *values, const int channels) {
  ints names[3];
  floats t[3];
  for (int i = 0; i < channels; i++) {
    floats u = whole(codes[i] + offset);
    names[i] = name_of(as_ints(u), DECODE_SHIFT);
    t[i] = from_middle(u, DECODE_SHIFT);
  }
  for (int i = 0; i < channels; i++) values[i] = look_up(c[DECODE_DEGREE], names[i]);
  for (int power = DECODE_DEGREE - 1; power >= 0; power--) {
    for (int i = 0; i < channels; i++) values[i] = fused(values[i], t[i], look_up(c[power], names[i]));
  }
}

/// As `decoded`, for a pure power: the power of the mantissa times the power of the octave.
static inline __attribute__((always_inline)) void raised(const table *c, octaves powers, const ints *codes,
                                                         floats *values, const int channels) {
  ints names[3], exponents[3];
  floats t[3];
  for (int i = 0; i < channels; i++) {
    const ints u = as_ints(whole(codes[i]));
    names[i] = name_of(u, POWER_SHIFT);
    exponents[i] = octave_of(u);
    // 1 + the bits of the mantissa below the segment's name.
    const ints rest = (u & set_ints((1 << POWER_SHIFT) - 1)) | set_ints(0x3f800000);
    t[i] = as_floats(rest) - set_floats(1 + (float)(1 << (POWER_SHIFT - 1)) / (1 << 23));
  }
  for (int i = 0; i < channels; i++) values[i] = look_up(c[POWER_DEGREE], names[i]);
  for (int power = POWER_DEGREE - 1; power >= 0; power--) {
    for (int i = 0; i < channels; i++) values[i] = fused(values[i], t[i], look_up(c[power], names[i]));
  }
  for (int i = 0; i < channels; i++) values[i] *= look_up_octave(powers, exponents[i]);
}

static inline __attribute__((always_inline)) void decode(const p3_plan *plan, p3_tile *tile, const void *source,
                                                         size_t count, unsigned channels, const p3_decoding how) {
  const p3_polynomials *p = &plan->polynomials;
  const p3_decoding_fit *fit = &plan->decoders[0]->fit;
  table c[DECODE_DEGREE + 1];
  for (unsigned i = 0; i <= DECODE_DEGREE; i++) c[i] = load_table(fit->c[i]);
  const ints offset = set_ints(fit->offset);
  const octaves powers = load_octaves(fit->octaves);
  floats m[3][3];
  for (unsigned i = 0; i < 9; i++) m[i / 3][i % 3] = set_floats(p->stage.m[i / 3][i % 3]);
  const floats start = set_floats(p->stage.offset[0]);
  for (size_t first = 0; first < count; first += LANES) {
    ints codes[3];
    load_pixels((const uint8_t *)source + first * channels * 2, channels, codes);
    floats v[3];
    if (how == P3_DECODING_SEGMENTS) {
      UNROLLED for (int i = 0; i < 3; i += TOGETHER) decoded(c, offset, codes + i, v + i, TOGETHER);
    } else if (how == P3_DECODING_POWERS) {
      UNROLLED for (int i = 0; i < 3; i += TOGETHER) raised(c, powers, codes + i, v + i, TOGETHER);
    } else {
      for (unsigned i = 0; i < 3; i++) v[i] = gathered(plan->decoders[i]->nearest, codes[i]);
    }
    // The largest product comes last, so that only its rounding has full size.
    floats u0 = fused(m[0][2], v[2], start), u1 = fused(m[1][2], v[2], start), u2 = fused(m[2][1], v[1], start);
    u0 = fused(m[0][1], v[1], u0);
    u1 = fused(m[1][0], v[0], u1);
    u2 = fused(m[2][0], v[0], u2);
    store_floats(tile->planes[0] + first, fused(m[0][0], v[0], u0));
    store_floats(tile->planes[1] + first, fused(m[1][1], v[1], u1));
    store_floats(tile->planes[2] + first, fused(m[2][2], v[2], u2));
    store_floats(tile->planes[3] + first, larger(v[0], larger(v[1], v[2])));
  }
}

static inline __attribute__((always_inline)) void encode(const p3_plan *plan, p3_tile *tile, const void *source,
                                                         void *result, size_t count, unsigned channels) {
  const p3_polynomials *p = &plan->polynomials;
  table c[ENCODE_DEGREE + 1];
  for (unsigned i = 1; i <= ENCODE_DEGREE; i++) c[i] = load_table(p->encode[i]);
  const table base = load_table((const float *)p->base), band = load_table((const float *)p->band);
  const floats bottom = set_floats(p->stage.offset[0]), top = set_floats(p->stage.top[0]);
  const floats black = set_floats(p->stage.black[0]), constant = set_floats(p->stage.constant);
#if TAKES_ROOT
  const floats root_scale = set_floats(p->root_scale), root_offset = set_floats(p->root_offset);
#endif
  for (size_t first = 0; first < count; first += LANES) {
    const floats largest = load_floats(tile->planes[3] + first);
    ints fixed[3];
    UNROLLED for (int from = 0; from < 3; from += TOGETHER) {
      const int to = from + TOGETHER;
      floats unclamped[3], t[3], values[3];
      ints names[3];
      for (int i = from; i < to; i++) {
        unclamped[i] = load_floats(tile->planes[i] + first);
        floats u = smaller(larger(unclamped[i], bottom), top);
#if TAKES_ROOT
        u = fused(root(u), root_scale, root_offset);
#endif
        names[i] = name_of(as_ints(u), ENCODE_SHIFT);
        t[i] = from_middle(u, ENCODE_SHIFT);
      }
      for (int i = from; i < to; i++) values[i] = look_up(c[ENCODE_DEGREE], names[i]);
      for (int power = ENCODE_DEGREE - 1; power >= 1; power--) {
        for (int i = from; i < to; i++) values[i] = fused(values[i], t[i], look_up(c[power], names[i]));
      }
      for (int i = from; i < to; i++) {
        fixed[i] = as_ints(look_up(base, names[i])) + nearest(values[i] * t[i]);
        floats slope = look_up(band, names[i]);
        floats bound = fused(largest, set_floats(p->stage.weight[i]), constant);
        lane_bits doubt = doubtful(fixed[i], slope, slope * bound, unclamped[i], black);
        memcpy((uint8_t *)tile->doubts[i] + first / 8, &doubt, sizeof doubt);
      }
    }
    store_pixels((uint8_t *)result + first * channels * 2, (const uint8_t *)source + first * channels * 2, channels,
                 fixed);
  }
}

#include "convert/gamut_bits.inl"

#define DECODE_TILE(name, how)                                                                                \
  static void name(const p3_plan *plan, p3_tile *tile, const void *source, size_t count, unsigned channels) { \
    if (channels == 4) {                                                                                      \
      decode(plan, tile, source, count, 4, how);                                                              \
    } else {                                                                                                  \
      decode(plan, tile, source, count, 3, how);                                                              \
    }                                                                                                         \
  }
DECODE_TILE(decode_segments, P3_DECODING_SEGMENTS)
DECODE_TILE(decode_powers, P3_DECODING_POWERS)
DECODE_TILE(decode_table, P3_DECODING_TABLE)

static void encode_tile(const p3_plan *plan, p3_tile *tile, const void *source, void *result, size_t count,
                        unsigned channels) {
  if (channels == 4) {
    encode(plan, tile, source, result, count, 4);
  } else {
    encode(plan, tile, source, result, count, 3);
  }
}

static void decode_all(const p3_decoding_fit *fit, float *values) {
  table c[DECODE_DEGREE + 1];
  for (unsigned i = 0; i <= DECODE_DEGREE; i++) c[i] = load_table(fit->c[i]);
  int32_t ramp[LANES];
  for (int lane = 0; lane < LANES; lane++) ramp[lane] = lane;
  ints codes;
  memcpy(&codes, ramp, sizeof codes);
  for (int32_t first = 0; first < 65536; first += LANES) {
    ints shifted_codes = codes + set_ints(first);
    floats linear;
    if (fit->kind == P3_DECODING_SEGMENTS) {
      decoded(c, set_ints(fit->offset), &shifted_codes, &linear, 1);
    } else {
      raised(c, load_octaves(fit->octaves), &shifted_codes, &linear, 1);
    }
    memcpy(values + first, &linear, sizeof linear);
  }
}

const p3_kernel_functions KERNEL_NAME = {
    LANES, {decode_segments, decode_powers, decode_table}, encode_tile, leaves, classify, visible, decode_all};
