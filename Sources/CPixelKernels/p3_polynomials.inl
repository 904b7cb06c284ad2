// No include guard: included once per target, after its vector words:
//   LANES, floats, ints, load_floats, store_floats, set_floats, set_ints, fused(a, b, c) = a·b + c, larger, smaller,
//   whole(ints) → floats, nearest(floats) → ints, table / load_table / look_up, load_pixels, store_pixels, doubtful,
//   root (where TAKES_ROOT), DECODE_SHIFT, DECODE_DEGREE, ENCODE_SHIFT, ENCODE_DEGREE.
//
// decode:  u = code + offset        t = u − middle of u's segment     linear = c0 + t·(c1 + t·(c2 + …))
// matrix:  y = m·(r, g, b)          (with the encoder's scale and offset folded in, where no root is taken)
// encode:  u = clamp(y)             t = u − middle of u's segment     fixed = base + t·(c1 + t·(c2 + …))
//
// `fixed` holds codes in 16.16. A lane whose fraction is closer to 0 or 1 than the proven error is in doubt.

/// u − the middle of its segment: exact, both lie in one binade.
static inline floats from_middle(floats u, unsigned shift) {
  ints middle = (as_ints(u) & set_ints(~((1 << shift) - 1))) | set_ints(1 << (shift - 1));
  return u - as_floats(middle);
}

static inline floats decoded(const table *c, ints offset, ints code) {
  floats u = whole(code + offset);
  ints name = shifted(as_ints(u), DECODE_SHIFT);
  floats t = from_middle(u, DECODE_SHIFT);
  floats value = look_up(c[DECODE_DEGREE], name);
  for (int i = DECODE_DEGREE - 1; i >= 0; i--) value = fused(value, t, look_up(c[i], name));
  return value;
}

static inline __attribute__((always_inline)) void decode(const p3_plan *plan, p3_tile *tile, const void *source, size_t count, unsigned channels) {
  const p3_polynomials *p = &plan->polynomials;
  table c[DECODE_DEGREE + 1];
  for (unsigned i = 0; i <= DECODE_DEGREE; i++) c[i] = load_table(p->decode[i]);
  const ints offset = set_ints(p->decode_offset);
  const floats weight = set_floats(p->stage.weight), constant = set_floats(p->stage.constant);
  floats m[3][3];
  for (unsigned i = 0; i < 9; i++) m[i / 3][i % 3] = set_floats(p->stage.m[i / 3][i % 3]);
  const floats start = set_floats(p->stage.offset[0]);
  for (size_t first = 0; first < count; first += LANES) {
    ints codes[3];
    load_pixels((const uint8_t *)source + first * channels * 2, channels, codes);
    floats red = decoded(c, offset, codes[0]);
    floats green = decoded(c, offset, codes[1]);
    floats blue = decoded(c, offset, codes[2]);
    // The largest product comes last: its rounding is the only one of full size.
    floats u0 = fused(m[0][0], red, fused(m[0][1], green, fused(m[0][2], blue, start)));
    floats u1 = fused(m[1][1], green, fused(m[1][0], red, fused(m[1][2], blue, start)));
    floats u2 = fused(m[2][2], blue, fused(m[2][0], red, fused(m[2][1], green, start)));
    store_floats(tile->planes[0] + first, u0);
    store_floats(tile->planes[1] + first, u1);
    store_floats(tile->planes[2] + first, u2);
    store_floats(tile->planes[3] + first, fused(larger(red, larger(green, blue)), weight, constant));
  }
}

static inline __attribute__((always_inline)) void encode(const p3_plan *plan, p3_tile *tile, const void *source, void *result, size_t count,
                   unsigned channels) {
  const p3_polynomials *p = &plan->polynomials;
  table c[ENCODE_DEGREE + 1];
  for (unsigned i = 1; i <= ENCODE_DEGREE; i++) c[i] = load_table(p->encode[i]);
  const table base = load_table((const float *)p->base), band = load_table((const float *)p->band);
  const floats bottom = set_floats(p->stage.offset[0]), top = set_floats(p->stage.top[0]);
  const floats black = set_floats(p->stage.black[0]);
#if TAKES_ROOT
  const floats root_scale = set_floats(p->root_scale), root_offset = set_floats(p->root_offset);
#endif
  size_t doubts = 0;
  for (size_t first = 0; first < count; first += LANES) {
    floats bound = load_floats(tile->planes[3] + first);
    ints codes[3];
    uint64_t doubt = 0;
    for (unsigned channel = 0; channel < 3; channel++) {
      floats unclamped = load_floats(tile->planes[channel] + first);
      floats u = smaller(larger(unclamped, bottom), top);
#if TAKES_ROOT
      u = fused(root(u), root_scale, root_offset);
#endif
      ints name = shifted(as_ints(u), ENCODE_SHIFT);
      floats t = from_middle(u, ENCODE_SHIFT);
      floats value = look_up(c[ENCODE_DEGREE], name);
      for (int i = ENCODE_DEGREE - 1; i >= 1; i--) value = fused(value, t, look_up(c[i], name));
      ints fixed = as_ints(look_up(base, name)) + nearest(value * t);
      floats slope = look_up(band, name);
      ints width = nearest(slope * bound) + (as_ints(slope) & set_ints(0xffff));
      doubt |= (uint64_t)doubtful(fixed, width, unclamped, black) << channel * LANES;
      codes[channel] = shifted(fixed, 16);
    }
    store_pixels((uint8_t *)result + first * channels * 2, (const uint8_t *)source + first * channels * 2,
                 channels, codes);
    tile->doubts[doubts] = (p3_doubt){doubt, first};
    doubts += doubt != 0;
  }
  tile->doubt_count = doubts;
}

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

static void decode_all(const p3_decoding_fit *fit, float *values) {
  table c[DECODE_DEGREE + 1];
  for (unsigned i = 0; i <= DECODE_DEGREE; i++) c[i] = load_table(fit->c[i]);
  int32_t ramp[LANES];
  for (int lane = 0; lane < LANES; lane++) ramp[lane] = lane;
  ints codes;
  memcpy(&codes, ramp, sizeof codes);
  for (int32_t first = 0; first < 65536; first += LANES) {
    floats linear = decoded(c, set_ints(fit->offset), codes + set_ints(first));
    memcpy(values + first, &linear, sizeof linear);
  }
}

const p3_kernel_functions KERNEL_NAME = {LANES, decode_tile, encode_tile, decode_all};
