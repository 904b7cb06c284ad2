#if defined(__aarch64__)

#include "convert/plan.h"

#include <arm_neon.h>
#include <string.h>

// Two registers to a vector: the constants of a step serve both, and eight pixels fill a byte of doubts.
enum {
  LANES = 8,
  TOGETHER = 1,
  DECODE_SHIFT = 22,
  DECODE_DEGREE = 5,
  POWER_SHIFT = 20,
  POWER_DEGREE = 3,
  ENCODE_SHIFT = 22,
  ENCODE_DEGREE = 5,
};
#define TAKES_ROOT 1
#define KERNEL_NAME p3_polynomials_neon

typedef uint8_t lane_bits;

#include "convert/vectors.inl"

typedef union {
  floats all;
  float32x4_t half[2];
} float_halves;

typedef union {
  ints all;
  uint32x4_t half[2];
} int_halves;

static inline floats larger(floats a, floats b) {
  float_halves x = {a}, y = {b};
  return ((float_halves){.half = {vmaxq_f32(x.half[0], y.half[0]), vmaxq_f32(x.half[1], y.half[1])}}).all;
}

static inline floats smaller(floats a, floats b) {
  float_halves x = {a}, y = {b};
  return ((float_halves){.half = {vminq_f32(x.half[0], y.half[0]), vminq_f32(x.half[1], y.half[1])}}).all;
}

static inline floats root(floats a) {
  float_halves x = {a};
  return ((float_halves){.half = {vsqrtq_f32(x.half[0]), vsqrtq_f32(x.half[1])}}).all;
}

static inline ints nearest(floats a) {
  float_halves x = {a};
  return ((int_halves){.half = {(uint32x4_t)vcvtnq_s32_f32(x.half[0]), (uint32x4_t)vcvtnq_s32_f32(x.half[1])}}).all;
}

/// The places of the bytes of four 4-byte entries: `bits` selects from each lane of `words` the bits that are the
/// entry's index times four.
static inline uint8x16_t places(uint32x4_t words, uint32_t bits) {
  const uint8x16_t first = (uint8x16_t)(uint32x4_t){0, 0x04040404, 0x08080808, 0x0c0c0c0c};
  const uint8x16_t offsets = (uint8x16_t)vdupq_n_u32(0x03020100);
  uint8x16_t place = vqtbl1q_u8((uint8x16_t)words, first);
  // Written in assembly, as clang splits vbslq_u8 into two instructions.
  __asm__("bif %0.16b, %1.16b, %2.16b" : "+w"(place) : "w"(offsets), "w"(vdupq_n_u8((uint8_t)bits)));
  return place;
}

/// The entry of the segment or octave named by the leading bits of `x`, in the form that table lookups take.
static inline ints entry_of(ints x, unsigned shift, uint32_t bits) {
  int_halves u = {shifted(x, shift - 2)};
  return ((int_halves){.half = {(uint32x4_t)places(u.half[0], bits), (uint32x4_t)places(u.half[1], bits)}}).all;
}

static inline ints name_of(ints x, unsigned shift) { return entry_of(x, shift, 0x1c); }

/// Eight entries in memory: thirty-two registers cannot hold all tables, and one load for two lookups costs less than
/// clang's spills.
typedef const uint8_t *table;

static inline table load_table(const float *entries) { return (table)entries; }

static inline floats look_up(table entries, ints name) {
  const int_halves n = {name};
  const uint8x16x2_t t = {{vld1q_u8(entries), vld1q_u8(entries + 16)}};
  return ((float_halves){.half = {(float32x4_t)vqtbl2q_u8(t, (uint8x16_t)n.half[0]),
                                  (float32x4_t)vqtbl2q_u8(t, (uint8x16_t)n.half[1])}})
      .all;
}

/// Sixteen entries in four registers.
typedef uint8x16x4_t octaves;

static inline ints octave_of(ints x) { return entry_of(x, 23, 0x3c); }

static inline octaves load_octaves(const float *entries) { return vld1q_u8_x4((const uint8_t *)entries); }

static inline floats look_up_octave(octaves t, ints name) {
  int_halves n = {name};
  return ((float_halves){.half = {(float32x4_t)vqtbl4q_u8(t, (uint8x16_t)n.half[0]),
                                  (float32x4_t)vqtbl4q_u8(t, (uint8x16_t)n.half[1])}})
      .all;
}

static inline floats gathered(const float *entries, ints index) {
  floats values;
  for (int lane = 0; lane < LANES; lane++) values[lane] = entries[index[lane]];
  return values;
}

/// The low halves of eight lanes.
static inline uint16x8_t joined(uint32x4_t low, uint32x4_t high) {
  return vuzp1q_u16((uint16x8_t)low, (uint16x8_t)high);
}

/// A bit for each of eight lanes of a mask.
static inline lane_bits bits_of(uint16x8_t mask) {
  const uint16x8_t weights = {1, 2, 4, 8, 16, 32, 64, 128};
  return (lane_bits)vaddvq_u16(vandq_u16(mask, weights));
}

/// Whether `u` is above `black`, and the fraction of `fixed` is closer to 0 or 65536 than `growth` plus the low half of
/// `band`. The sum saturates: from half a code on every fraction is closer.
static inline lane_bits doubtful(ints fixed, floats band, floats growth, floats u, floats black) {
  const int_halves code = {fixed}, error = {as_ints(band)}, grown = {nearest(growth)};
  const float_halves x = {u}, limit = {black};
  const uint16x8_t width =
      vqaddq_u16(vqmovn_high_u32(vqmovn_u32(grown.half[0]), grown.half[1]), joined(error.half[0], error.half[1]));
  const uint16x8_t fraction = vaddq_u16(joined(code.half[0], code.half[1]), width);
  float32x4_t low = x.half[0], high = x.half[1];
  __asm__("" : "+w"(low), "+w"(high));  // keeps clang from merging both comparisons and splitting their bits again
  return bits_of(vandq_u16(vcleq_u16(fraction, vqaddq_u16(width, width)),
                           joined(vcgtq_f32(low, limit.half[0]), vcgtq_f32(high, limit.half[1]))));
}

static inline lane_bits bits_below(const float *u, floats limit) {
  const float_halves y = {limit};
  return bits_of(joined(vcltq_f32(vld1q_f32(u), y.half[0]), vcltq_f32(vld1q_f32(u + 4), y.half[1])));
}

/// A bit for each of eight pixels: 1 if its alpha is not zero.
static inline lane_bits visible_pixels(const uint8_t *source) {
  const uint16x8_t alpha = vld4q_u16((const uint16_t *)source).val[3];
  return bits_of(vtstq_u16(alpha, alpha));
}

static inline ints widened(uint16x8_t codes) {
  return ((int_halves){.half = {vmovl_u16(vget_low_u16(codes)), vmovl_high_u16(codes)}}).all;
}

static inline void load_pixels(const uint8_t *source, unsigned channels, ints codes[3]) {
  if (channels == 4) {
    const uint16x8x4_t pixels = vld4q_u16((const uint16_t *)source);
    for (int i = 0; i < 3; i++) codes[i] = widened(pixels.val[i]);
  } else {
    const uint16x8x3_t pixels = vld3q_u16((const uint16_t *)source);
    for (int i = 0; i < 3; i++) codes[i] = widened(pixels.val[i]);
  }
}

/// The integer parts of `fixed`: the codes.
static inline uint16x8_t codes_of(ints fixed) {
  const int_halves x = {fixed};
  return vuzp2q_u16((uint16x8_t)x.half[0], (uint16x8_t)x.half[1]);
}

static inline void store_pixels(uint8_t *result, const uint8_t *source, unsigned channels, const ints fixed[3]) {
  const uint16x8_t red = codes_of(fixed[0]), green = codes_of(fixed[1]), blue = codes_of(fixed[2]);
  if (channels == 4) {
    const uint16x8_t alpha = vld4q_u16((const uint16_t *)source).val[3];
    const uint16x8x4_t pixels = {{red, green, blue, alpha}};
    vst4q_u16((uint16_t *)result, pixels);
  } else {
    const uint16x8x3_t pixels = {{red, green, blue}};
    vst3q_u16((uint16_t *)result, pixels);
  }
}

#include "convert/polynomials.inl"

#endif
