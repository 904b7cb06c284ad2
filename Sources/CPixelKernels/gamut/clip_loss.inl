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

// MARK: Colours

static inline floats row_of(const float *m, const floats v[3]) { return m[0] * v[0] + m[1] * v[1] + m[2] * v[2]; }

/// Stores L*, a*, b* and C*.
static inline void store_color(float *planes, size_t stride, lab color) {
  store_lab(planes, stride, color);
  store(planes + 3 * stride, root(color.a * color.a + color.b * color.b));
}

void TARGETED(p3_clip_labs)(const float source_matrix[9], const float matrix[9], const float rgb[3][64], float *planes,
                            size_t stride) {
  for (size_t i = 0; i < 64; i += LANES) {
    const floats v[3] = {load(rgb[0] + i), load(rgb[1] + i), load(rgb[2] + i)};
    floats red = row_of(source_matrix, v), green = row_of(source_matrix + 3, v), blue = row_of(source_matrix + 6, v);
    store_color(planes + i, stride, lab_of(matrix, red, green, blue));
    store_color(planes + 4 * stride + i, stride, lab_of(matrix, clipped(red), clipped(green), clipped(blue)));
  }
}

// MARK: CIE94

/// A squared difference over squared weights, without a division: `squares` over `weights`.
typedef struct {
  floats squares, weights;
} quotient;

/// The square of the CIE94 difference, with the weights of the first colour, whose chroma is `chroma`.
static inline quotient squared94(lab p, floats chroma, lab q, floats other_chroma) {
  floats dl = p.lightness - q.lightness, da = p.a - q.a, db = p.b - q.b, dc = chroma - other_chroma;
  floats hue_squared = at_least(da * da + db * db - dc * dc, 0);
  floats weight_c = 1 + 0.045f * chroma, weight_h = 1 + 0.015f * chroma;
  floats c = weight_c * weight_c, h = weight_h * weight_h;
  return (quotient){dl * dl * (c * h) + dc * dc * h + hue_squared * c, c * h};
}

static inline words is_under(quotient squared, float limit) {
  return squared.squares < squared.weights * (limit * limit);
}
static inline words is_over(quotient squared, float limit) {
  return squared.squares > squared.weights * (limit * limit);
}

// MARK: CIEDE2000

/// Whether two hues are 90° or more apart: there the formula in double may take the other way around the hue circle.
static inline words may_be_opposite(lab p, lab q) { return ~(p.a * q.a + p.b * q.b >= 0); }

/// CIEDE2000 is at most 2.05 times the distance in CIELAB: a* is stretched by 1.5 at most, the rotation term adds at
/// most √3·|c·h| ≤ 0.866·(c² + h²), and all weights are 1 or more. 1.866·2.25 < 4.2.
static const float widest_squared = 4.2f;

static inline words may_be_visible(lab p, lab q, float low) {
  floats dl = p.lightness - q.lightness, da = p.a - q.a, db = p.b - q.b;
  return ~(widest_squared * (dl * dl + da * da + db * db) < low * low);
}

/// `difference_of`, of colours whose chroma is known. Where all have b* above 0, the mean hues are 0° to 180°, and the
/// rotation term is next to nothing: it is left out.
static inline floats difference_between(lab p, floats chroma, lab q, floats other_chroma) {
  floats stretch = 1.5f - 0.5f * saturation((chroma + other_chroma) * 0.5f);
  floats a1 = stretch * p.a, a2 = stretch * q.a;
  floats c1 = root(a1 * a1 + p.b * p.b), c2 = root(a2 * a2 + q.b * q.b);
  floats product = c1 * c2, cosines = product + (a1 * a2 + p.b * q.b);
  floats inverse = 1 / root(at_least(product * cosines, 1e-30f));
  floats k1 = (c2 * a1 + c1 * a2) * inverse * 0.707106781f, s1 = (c2 * p.b + c1 * q.b) * inverse * 0.707106781f;
  floats hue = (a1 * (q.b - p.b) - p.b * (a2 - a1)) * inverse * root(product) * 1.41421356f;
  floats mean_chroma = (c1 + c2) * 0.5f, fifty = (p.lightness + q.lightness) * 0.5f - 50;
  fifty = fifty * fifty;
  floats divisor = root(20 + fifty), dividend = divisor + 0.015f * fifty;
  floats weight_c = 1 + 0.045f * mean_chroma, weight_h = 1 + 0.015f * mean_chroma * hue_weight(k1, s1);
  floats shared = 1 / (dividend * weight_c * weight_h);
  floats l = (q.lightness - p.lightness) * divisor * weight_c * weight_h * shared;
  floats c = (c2 - c1) * dividend * weight_h * shared, h = hue * dividend * weight_c * shared;
  floats sum = l * l + c * c + h * h;
  if (bits_of((p.b < P3_LOSS_MARGIN) | (q.b < P3_LOSS_MARGIN)) != 0) sum += rotation_of(k1, s1, mean_chroma) * c * h;
  return root(at_least(sum, 0));
}

// The weight T of hue differences is at most this, whatever the hue.
#define MOST_T 1.58f

/// Whether CIEDE2000 surely is more than `limit`, without angles: T is bounded, and so is the rotation term, which is
/// next to nothing where both colours have b* above 0 (their mean hue is 0° to 180°), and elsewhere takes c² + h² to
/// 0.134 of what they are at least.
static inline words is_more(lab p, floats chroma, lab q, floats other_chroma, floats limit) {
  floats stretch = 1.5f - 0.5f * saturation((chroma + other_chroma) * 0.5f);
  floats a1 = stretch * p.a, a2 = stretch * q.a;
  floats c1 = root(a1 * a1 + p.b * p.b), c2 = root(a2 * a2 + q.b * q.b);
  floats dl = q.lightness - p.lightness, da = a2 - a1, db = q.b - p.b, dc = c2 - c1, mean = (c1 + c2) * 0.5f;
  floats c = dc * dc, h = at_least(da * da + db * db - c, 0);
  floats weight_c = 1 + 0.045f * mean, weight_h = 1 + 0.015f * MOST_T * mean;
  // S_L is at most this: x² / √(20 + x²) ≤ |x|.
  floats fifty = (p.lightness + q.lightness) * 0.5f - 50;
  floats weight_l = 1 + 0.015f * larger(fifty, -fifty);
  words is_turned = (p.b < P3_LOSS_MARGIN) | (q.b < P3_LOSS_MARGIN);
  floats turn = choose(is_turned, (floats){0} + 0.133f, (floats){0} + 0.9999f);
  floats cc = weight_c * weight_c, hh = weight_h * weight_h, ll = weight_l * weight_l;
  return dl * dl * cc * hh + turn * ll * (c * hh + h * cc) > limit * limit * (ll * cc * hh);
}

static const uint64_t lanes = (UINT64_C(1) << LANES) - 1;

void TARGETED(p3_compare_pairs)(const float *first, const float *second, size_t stride, float visible, uint64_t wanted,
                                p3_pair_bits *pairs) {
  const float low = visible - P3_LOSS_MARGIN, high = visible + P3_LOSS_MARGIN;
  // CIE94, which the verdict asks for first, calls what is farther apart in the target not lost.
  const float most_rough = 1.5f * visible + P3_LOSS_MARGIN;
  uint64_t near = 0, surely_near = 0, apart = 0, lost = 0;
  for (size_t i = 0; i < 64; i += LANES) {
    const uint64_t asked = wanted >> i & lanes;
    if (asked == 0) continue;
    lab p = load_lab(first + i, stride), q = load_lab(second + i, stride);
    floats chroma = load(first + 3 * stride + i), other = load(second + 3 * stride + i);
    const quotient rough = squared94(p, chroma, q, other);
    near |= bits_of(~is_over(rough, high)) << i;
    surely_near |= bits_of(is_under(rough, low)) << i;
    // Where colours run smoothly, neighbours are hardly ever farther apart.
    if ((bits_of(may_be_visible(p, q, low)) & asked) == 0) continue;
    const floats before = difference_between(p, chroma, q, other);
    const words opposite = may_be_opposite(p, q);
    apart |= bits_of((before >= high) & ~opposite) << i;
    words pass = ~(before < low) | opposite;
    if ((bits_of(pass) & asked) == 0) continue;
    const float *r = first + 4 * stride + i, *s = second + 4 * stride + i;
    lab clipped_p = load_lab(r, stride), clipped_q = load_lab(s, stride);
    chroma = load(r + 3 * stride);
    other = load(s + 3 * stride);
    pass &= ~is_over(squared94(clipped_p, chroma, clipped_q, other), most_rough);
    if ((bits_of(pass) & asked) == 0) continue;
    const floats half = choose(opposite, (floats){0} + high, before * 0.5f + P3_LOSS_MARGIN);
    pass &= ~is_more(clipped_p, chroma, clipped_q, other, at_most(half, high));
    lost |= bits_of(pass) << i;
  }
  *pairs = (p3_pair_bits){
      .near = near & wanted, .surely_near = surely_near & wanted, .apart = apart & wanted, .lost = lost & wanted};
}

static inline words pairs_lost(lab p, lab q, lab clipped_p, lab clipped_q, float visible) {
  floats before = difference_of(p, q), after = difference_of(clipped_p, clipped_q);
  words drop = (before < visible - P3_LOSS_MARGIN) | (after > visible + P3_LOSS_MARGIN) |
               (after > before * 0.5f + P3_LOSS_MARGIN);
  return ~drop | may_be_opposite(p, q) | may_be_opposite(clipped_p, clipped_q);
}

uint64_t TARGETED(p3_lost_pairs)(const float *first, const float *second, size_t stride, float visible,
                                 uint64_t wanted) {
  uint64_t bits = 0;
  for (size_t i = 0; i < 64; i += LANES) {
    if ((wanted >> i & lanes) == 0) continue;
    const float *p = first + i, *q = second + i;
    bits |= bits_of(pairs_lost(load_lab(p, stride), load_lab(q, stride), load_lab(p + 4 * stride, stride),
                               load_lab(q + 4 * stride, stride), visible))
            << i;
  }
  return bits & wanted;
}

uint64_t TARGETED(p3_alike_pairs)(const float *first, const float *second, size_t stride, float visible,
                                  uint64_t wanted) {
  uint64_t bits = 0;
  for (size_t i = 0; i < 64; i += LANES) {
    if ((wanted >> i & lanes) == 0) continue;
    lab p = load_lab(first + i, stride), q = load_lab(second + i, stride);
    words apart = difference_of(p, q) >= visible + P3_LOSS_MARGIN;
    bits |= bits_of(~apart | may_be_opposite(p, q)) << i;
  }
  return bits & wanted;
}

// MARK: Walks

/// Of the pixels at `here`, those that carry on a walk whose first pixel has the colour (source, target): `goes` where
/// they surely are near it in the target, and nearer in the source than `least`; `ends` where they surely are too far
/// away in the target.
typedef struct {
  words goes, ends;
} steps;

static inline steps steps_from(lab source, floats source_chroma, lab target, floats target_chroma, floats least,
                               const float *here, size_t stride, float visible) {
  const float *clip = here + 4 * stride;
  const quotient away = squared94(source, source_chroma, load_lab(here, stride), load(here + 3 * stride));
  const quotient kept = squared94(target, target_chroma, load_lab(clip, stride), load(clip + 3 * stride));
  const words is_less = away.squares < away.weights * (least * least);
  return (steps){is_less & is_under(kept, visible - P3_LOSS_MARGIN), is_over(kept, visible + P3_LOSS_MARGIN)};
}

static inline floats all(float value) { return (floats){0} + value; }

uint64_t TARGETED(p3_walk_along)(const float *start, const float *here, size_t stride, float visible, float least,
                                 unsigned count, uint64_t *ends) {
  const float *clip = start + 4 * stride;
  const lab source = {all(start[0]), all(start[stride]), all(start[2 * stride])};
  const lab target = {all(clip[0]), all(clip[stride]), all(clip[2 * stride])};
  uint64_t goes = 0, over = 0;
  for (unsigned i = 0; i < count; i += LANES) {
    const steps steps = steps_from(source, all(start[3 * stride]), target, all(clip[3 * stride]),
                                   all(least - P3_LOSS_MARGIN), here + i, stride, visible);
    goes |= bits_of(steps.goes) << i;
    over |= bits_of(steps.ends) << i;
    if (bits_of(steps.goes) != lanes) break;
  }
  *ends = over;
  return goes;
}

uint64_t TARGETED(p3_walk_down)(const float *start, const float *least, const float *here, size_t stride, float visible,
                                uint64_t wanted, uint64_t *ends) {
  uint64_t goes = 0, over = 0;
  for (size_t i = 0; i < 64; i += LANES) {
    if ((wanted >> i & lanes) == 0) continue;
    const float *from = start + i, *clip = from + 4 * stride;
    const steps steps =
        steps_from(load_lab(from, stride), load(from + 3 * stride), load_lab(clip, stride), load(clip + 3 * stride),
                   load(least + i) - P3_LOSS_MARGIN, here + i, stride, visible);
    goes |= bits_of(steps.goes) << i;
    over |= bits_of(steps.ends) << i;
  }
  *ends = over & wanted;
  return goes & wanted;
}

#undef MOST_T
#undef LANES
#undef TARGETED
