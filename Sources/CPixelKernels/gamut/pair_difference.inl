// No include guard: included once per target, after clip_difference.inl, whose functions it uses.
//
// CIEDE2000 between any two colours. Unlike a colour and its clip these may have opposite hues: where the sum of the
// hues' unit vectors vanishes, the mean hue comes from their difference.

#include "gamut/pair_difference.h"

static inline floats absolute_root(floats squared) { return root(at_least(squared, 0)); }

static inline floats pair_difference_of(lab p, lab q) {
  floats mean = (root(p.a * p.a + p.b * p.b) + root(q.a * q.a + q.b * q.b)) * 0.5f;
  floats stretch = 1.5f - 0.5f * saturation(mean);
  floats a1 = stretch * p.a, a2 = stretch * q.a;
  floats c1 = root(a1 * a1 + p.b * p.b), c2 = root(a2 * a2 + q.b * q.b);

  // The unit vectors of both hues; neutrals have none, and the mean hue is then the other colour's.
  floats g1 = at_least(c1, 1e-12f), g2 = at_least(c2, 1e-12f), inverse = 1 / (g1 * g2);
  floats u1 = a1 * g2 * inverse, v1 = p.b * g2 * inverse, u2 = a2 * g1 * inverse, v2 = q.b * g1 * inverse;
  floats du = u2 - u1, dv = v2 - v1;
  // The turn from the first hue to the second, anticlockwise: the sine of half the angle is positive.
  floats turn = choose(u1 * v2 - v1 * u2 >= 0, (floats){0} + 1, (floats){0} - 1);
  words is_acute = u1 * u2 + v1 * v2 >= 0;
  floats k = choose(is_acute, u1 + u2, turn * dv), s = choose(is_acute, v1 + v2, -(turn * du));
  floats length = 1 / root(at_least(k * k + s * s, 1e-12f));
  k *= length;
  s *= length;

  floats hue = turn * absolute_root(c1 * c2) * root(du * du + dv * dv);
  floats chroma = c2 - c1, mean_chroma = (c1 + c2) * 0.5f;
  floats fifty = (p.lightness + q.lightness) * 0.5f - 50;
  fifty = fifty * fifty;
  // As in clip_difference.inl, one division for all weights.
  floats divisor = root(20 + fifty), dividend = divisor + 0.015f * fifty;
  floats weight_c = 1 + 0.045f * mean_chroma, weight_h = 1 + 0.015f * mean_chroma * hue_weight(k, s);
  floats shared = 1 / (dividend * weight_c * weight_h);
  floats l = (q.lightness - p.lightness) * divisor * weight_c * weight_h * shared;
  floats c = chroma * dividend * weight_h * shared, h = hue * dividend * weight_c * shared;
  floats rotation = rotation_of(k, s, mean_chroma);
  return root(at_most(at_least(l * l + c * c + h * h + rotation * c * h, 0), P3_MOST_DIFFERENCE * P3_MOST_DIFFERENCE));
}

static inline lab lab_of_planes(const float matrix[9], float planes[4][P3_PAIR_BLOCK], size_t i) {
  return lab_of(matrix, load(planes[0] + i), load(planes[1] + i), load(planes[2] + i));
}

void TARGETED(p3_pair_differences)(p3_pair_block *pairs, size_t count, float *difference) {
  float first[3 * P3_PAIR_BLOCK], second[3 * P3_PAIR_BLOCK];
  for (size_t i = 0; i < count; i += LANES) {
    store_lab(first + i, P3_PAIR_BLOCK, lab_of_planes(pairs->first_matrix, pairs->first, i));
    store_lab(second + i, P3_PAIR_BLOCK, lab_of_planes(pairs->second_matrix, pairs->second, i));
  }
  for (size_t i = 0; i < count; i += LANES) {
    store(difference + i, pair_difference_of(load_lab(first + i, P3_PAIR_BLOCK), load_lab(second + i, P3_PAIR_BLOCK)));
  }
}

// MARK: Translucent colours

/// A colour in encoded sRGB times its alpha, and what a background adds to it.
typedef struct {
  floats color[3], background;
} layer;

static inline layer layer_of(const float m[9], float planes[4][P3_PAIR_BLOCK], size_t i) {
  floats red = load(planes[0] + i), green = load(planes[1] + i), blue = load(planes[2] + i);
  floats alpha = load(planes[3] + i);
  layer result = {.background = 1 - alpha};
  for (int c = 0; c < 3; c++) {
    result.color[c] = alpha * encoded_srgb(m[3 * c] * red + m[3 * c + 1] * green + m[3 * c + 2] * blue);
  }
  return result;
}

static inline lab lab_over_black(const float to_xyz[9], const layer *layer) {
  return lab_of(to_xyz, linear_srgb(layer->color[0]), linear_srgb(layer->color[1]), linear_srgb(layer->color[2]));
}

static inline lab lab_over_white(const float to_xyz[9], const layer *layer) {
  floats white = layer->background;
  return lab_of(to_xyz, linear_srgb(layer->color[0] + white), linear_srgb(layer->color[1] + white),
                linear_srgb(layer->color[2] + white));
}

void TARGETED(p3_translucent_differences)(p3_pair_block *pairs, size_t count, float *difference) {
  float black[2][3 * P3_PAIR_BLOCK], white[2][3 * P3_PAIR_BLOCK];
  for (size_t i = 0; i < count; i += LANES) {
    const layer first = layer_of(pairs->first_matrix, pairs->first, i);
    const layer second = layer_of(pairs->second_matrix, pairs->second, i);
    store_lab(black[0] + i, P3_PAIR_BLOCK, lab_over_black(pairs->to_xyz, &first));
    store_lab(black[1] + i, P3_PAIR_BLOCK, lab_over_black(pairs->to_xyz, &second));
    store_lab(white[0] + i, P3_PAIR_BLOCK, lab_over_white(pairs->to_xyz, &first));
    store_lab(white[1] + i, P3_PAIR_BLOCK, lab_over_white(pairs->to_xyz, &second));
  }
  for (size_t i = 0; i < count; i += LANES) {
    floats over_black =
        pair_difference_of(load_lab(black[0] + i, P3_PAIR_BLOCK), load_lab(black[1] + i, P3_PAIR_BLOCK));
    floats over_white =
        pair_difference_of(load_lab(white[0] + i, P3_PAIR_BLOCK), load_lab(white[1] + i, P3_PAIR_BLOCK));
    store(difference + i, larger(over_black, over_white));
  }
}
