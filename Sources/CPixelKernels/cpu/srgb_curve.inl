// No include guard: included once per target, where `floats` and `words` are vectors of as many lanes, float and
// int32_t.
//
// The curve of sRGB (IEC 61966-2-1) in float, by roots in place of powers: 1/2.4 = 1/4 + 1/6, and 2.4 = 3·4/5. No
// operation is fused, so all targets give the same bits.

#pragma STDC FP_CONTRACT OFF

static inline floats choose(words mask, floats yes, floats no) {
  return (floats)(((words)yes & mask) | ((words)no & ~mask));
}

/// A first guess of a root, from a share of the exponent and the mantissa.
static inline floats guess_of_root(floats a, int32_t one, float share) {
  return (floats)(one - __builtin_convertvector(__builtin_convertvector((words)a, floats) * share, words));
}

/// The cube root of positive normal a, without a division: r ≈ a^(−⅓) from a third of the exponent, within 3.6 %, and
/// one step of third order; then a·r² and a step of the same order for the rest h = 1 − a·r³.
static inline floats cube_root(floats a) {
  floats r = guess_of_root(a, 0x54a20000, 1.0f / 3);
  floats h = 1 - a * (r * r * r);
  r += r * (h * (1.0f / 3 + h * (2.0f / 9)));
  floats c = a * (r * r);
  h = 1 - c * r;
  return c + c * (h * (2.0f / 3 + h * (5.0f / 9)));
}

/// a^⅘ of positive normal a, in the same way: r ≈ a^(−⅕) within 3.3 %, and a·r is near the result.
static inline floats four_fifths_power(floats a) {
  floats r = guess_of_root(a, 0x4c2b4400, 1.0f / 5);
  floats h = 1 - a * (r * r) * (r * r) * r;
  r += r * (h * (1.0f / 5 + h * (3.0f / 25)));
  floats c = a * r;
  h = 1 - c * (r * r) * (r * r);
  return c + c * (h * (1.0f / 5 + h * (3.0f / 25)));
}

/// The absolute values; `signs` receives the signs.
static inline floats without_signs(floats a, words *signs) {
  *signs = (words)a & INT32_MIN;
  return (floats)((words)a ^ *signs);
}

/// Encoded sRGB of linear values, mirrored below 0.
static inline floats encoded_srgb(floats linear) {
  words signs;
  floats magnitude = without_signs(linear, &signs);
  words is_toe = magnitude <= 0.0031308f;
  floats square_root = __builtin_elementwise_sqrt(choose(is_toe, (floats){0} + 1, magnitude));
  floats curved = 1.055f * (__builtin_elementwise_sqrt(square_root) * cube_root(square_root)) - 0.055f;
  return (floats)((words)choose(is_toe, 12.92f * magnitude, curved) ^ signs);
}

/// Linear values of encoded sRGB, mirrored below 0.
static inline floats linear_srgb(floats encoded) {
  words signs;
  floats magnitude = without_signs(encoded, &signs);
  words is_toe = magnitude <= 0.04045f;
  floats power = four_fifths_power((choose(is_toe, (floats){0} + 1, magnitude) + 0.055f) * (1 / 1.055f));
  return (floats)((words)choose(is_toe, magnitude * (1 / 12.92f), power * power * power) ^ signs);
}
