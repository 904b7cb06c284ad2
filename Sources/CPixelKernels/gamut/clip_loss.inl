// No include guard: included once per target, after clip_difference.inl.
//
// Conditions are written so that NaN passes: only what is surely not lost is dropped.

typedef _Bool flags __attribute__((ext_vector_type(LANES)));

static inline uint64_t bits_of(words mask) {
  flags set = __builtin_convertvector(mask, flags);
  uint16_t bits = 0;
  memcpy(&bits, &set, sizeof set);
  return bits & ((1u << LANES) - 1);
}

/// Stores L*, a*, b* and C*.
static inline void store_color(float *planes, size_t stride, lab color) {
  store_lab(planes, stride, color);
  store(planes + 3 * stride, root(color.a * color.a + color.b * color.b));
}

void TARGETED(p3_clip_labs)(const float matrix[9], const float rgb[3][64], float *planes, size_t stride) {
  for (size_t i = 0; i < 64; i += LANES) {
    floats red = load(rgb[0] + i), green = load(rgb[1] + i), blue = load(rgb[2] + i);
    store_color(planes + i, stride, lab_of(matrix, red, green, blue));
    store_color(planes + 4 * stride + i, stride, lab_of(matrix, clipped(red), clipped(green), clipped(blue)));
  }
}

/// Whether two hues are 90° or more apart: there the formula in double may take the other way around the hue circle.
static inline words may_be_opposite(lab p, lab q) { return ~(p.a * q.a + p.b * q.b >= 0); }

/// CIEDE2000 is at most 2.05 times the distance in CIELAB: a* is stretched by 1.5 at most, the rotation term adds at
/// most √3·|c·h| ≤ 0.866·(c² + h²), and all weights are 1 or more. 1.866·2.25 < 4.2.
static const float widest_squared = 4.2f;

static inline words pairs_lost(lab p, lab q, lab clipped_p, lab clipped_q, float visible) {
  // CIE94, which the verdict asks for first, is at least the difference in lightness.
  floats lightness = clipped_p.lightness - clipped_q.lightness;
  float limit = 1.5f * visible + P3_LOSS_MARGIN;
  floats dl = p.lightness - q.lightness, da = p.a - q.a, db = p.b - q.b;
  float least = visible - P3_LOSS_MARGIN;
  words pass =
      ~((lightness * lightness > limit * limit) | (widest_squared * (dl * dl + da * da + db * db) < least * least));
  if (bits_of(pass) == 0) return pass;
  floats before = difference_of(p, q), after = difference_of(clipped_p, clipped_q);
  words drop = (before < least) | (after > visible + P3_LOSS_MARGIN) | (after > before * 0.5f + P3_LOSS_MARGIN);
  return pass & (~drop | may_be_opposite(p, q) | may_be_opposite(clipped_p, clipped_q));
}

uint64_t TARGETED(p3_lost_pairs)(const float *first, const float *second, size_t stride, float visible) {
  uint64_t bits = 0;
  for (size_t i = 0; i < 64; i += LANES) {
    const float *p = first + i, *q = second + i;
    words lost = pairs_lost(load_lab(p, stride), load_lab(q, stride), load_lab(p + 4 * stride, stride),
                            load_lab(q + 4 * stride, stride), visible);
    bits |= bits_of(lost) << i;
  }
  return bits;
}

uint64_t TARGETED(p3_near_pairs)(const float *first, const float *second, size_t stride, float visible) {
  uint64_t bits = 0;
  const float limit = visible + P3_LOSS_MARGIN;
  for (size_t i = 0; i < 64; i += LANES) {
    lab p = load_lab(first + i, stride), q = load_lab(second + i, stride);
    floats chroma = load(first + 3 * stride + i), delta_chroma = chroma - load(second + 3 * stride + i);
    floats dl = p.lightness - q.lightness, da = p.a - q.a, db = p.b - q.b;
    floats hue_squared = at_least(da * da + db * db - delta_chroma * delta_chroma, 0);
    floats c = delta_chroma / (1 + 0.045f * chroma), weight = 1 + 0.015f * chroma;
    words far = dl * dl + c * c + hue_squared / (weight * weight) > limit * limit;
    bits |= bits_of(~far) << i;
  }
  return bits;
}

uint64_t TARGETED(p3_alike_pairs)(const float *first, const float *second, size_t stride, float visible,
                                  uint64_t wanted) {
  uint64_t bits = 0;
  const uint64_t lanes = (UINT64_C(1) << LANES) - 1;
  for (size_t i = 0; i < 64; i += LANES) {
    if ((wanted >> i & lanes) == 0) continue;
    lab p = load_lab(first + i, stride), q = load_lab(second + i, stride);
    words apart = difference_of(p, q) >= visible + P3_LOSS_MARGIN;
    bits |= bits_of(~apart | may_be_opposite(p, q)) << i;
  }
  return bits & wanted;
}

#undef LANES
#undef TARGETED
