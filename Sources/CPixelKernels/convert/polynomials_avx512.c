#if defined(__x86_64__)

#include "convert/plan.h"
#include "cpu/targets.h"

#include <immintrin.h>
#include <string.h>

P3_BEGIN_AVX512

enum {
  LANES = 16,
  TOGETHER = 3,
  DECODE_SHIFT = 20,
  DECODE_DEGREE = 3,
  POWER_SHIFT = 18,
  POWER_DEGREE = 3,
  ENCODE_SHIFT = 21,
  ENCODE_DEGREE = 4,
};
#define TAKES_ROOT 0
#define KERNEL_NAME p3_polynomials_avx512

typedef uint16_t lane_bits;

#include "convert/vectors.inl"

static inline floats larger(floats a, floats b) { return (floats)_mm512_max_ps((__m512)a, (__m512)b); }
static inline floats smaller(floats a, floats b) { return (floats)_mm512_min_ps((__m512)a, (__m512)b); }
static inline ints nearest(floats x) { return (ints)_mm512_cvtps_epi32((__m512)x); }

/// 32 entries in two registers; a lookup uses the low five bits of each name.
typedef struct {
  floats low, high;
} table;

static inline ints name_of(ints x, unsigned shift) { return shifted(x, shift); }
static inline ints octave_of(ints x) { return shifted(x, 23); }

static inline table load_table(const float *entries) {
  return (table){(floats)_mm512_loadu_ps(entries), (floats)_mm512_loadu_ps(entries + 16)};
}

static inline floats look_up(table t, ints name) {
  return (floats)_mm512_permutex2var_ps((__m512)t.low, (__m512i)name, (__m512)t.high);
}

/// Sixteen entries in a register; a lookup uses the low four bits of each exponent.
typedef floats octaves;

static inline octaves load_octaves(const float *entries) { return load_floats(entries); }

static inline floats look_up_octave(octaves t, ints exponent) {
  return (floats)_mm512_permutexvar_ps((__m512i)exponent, (__m512)t);
}

static inline floats gathered(const float *entries, ints index) {
  return (floats)_mm512_i32gather_ps((__m512i)index, entries, 4);
}

/// Whether `u` is above `black`, and the fraction of `fixed` is closer to 0 or 65536 than `growth` plus the low half of
/// `band`.
static inline lane_bits doubtful(ints fixed, floats band, floats growth, floats u, floats black) {
  const ints width = nearest(growth) + (as_ints(band) & set_ints(0xffff));
  __m512i fraction = _mm512_and_si512((__m512i)(fixed + width), _mm512_set1_epi32(0xffff));
  __mmask16 above = _mm512_cmp_ps_mask((__m512)u, (__m512)black, _CMP_GT_OQ);
  return _mm512_mask_cmple_epu32_mask(above, fraction, (__m512i)(width + width));
}

static inline lane_bits bits_below(const float *u, floats limit) {
  return _mm512_cmp_ps_mask((__m512)load_floats(u), (__m512)limit, _CMP_LT_OQ);
}

/// A bit for each of sixteen pixels: 1 if its alpha is not zero.
static inline lane_bits visible_pixels(const uint8_t *source) {
  const __m512i alpha = _mm512_set1_epi64((int64_t)0xffff000000000000);
  __mmask8 a = _mm512_test_epi64_mask(_mm512_loadu_si512(source), alpha);
  __mmask8 b = _mm512_test_epi64_mask(_mm512_loadu_si512(source + 64), alpha);
  return (lane_bits)(a | b << 8);
}

static inline void load_pixels(const uint8_t *source, unsigned channels, ints codes[3]) {
  const __mmask32 even = 0x55555555;
  __m512i a = _mm512_loadu_si512(source);
  if (channels == 4) {
    __m512i b = _mm512_loadu_si512(source + 64);
    const __m512i red_green = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    __m512i rg = _mm512_permutex2var_epi32(a, red_green, b);
    __m512i ba = _mm512_permutex2var_epi32(a, _mm512_add_epi32(red_green, _mm512_set1_epi32(1)), b);
    codes[0] = (ints)_mm512_maskz_mov_epi16(even, rg);
    codes[1] = (ints)_mm512_srli_epi32(rg, 16);
    codes[2] = (ints)_mm512_maskz_mov_epi16(even, ba);
  } else {
    __m512i b = _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(source + 64)));
    const __m512i red = _mm512_setr_epi32(0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45);
    for (int channel = 0; channel < 3; channel++) {
      __m512i words = _mm512_add_epi32(red, _mm512_set1_epi32(channel));
      codes[channel] = (ints)_mm512_maskz_permutex2var_epi16(even, a, words, b);
    }
  }
}

static inline void store_pixels(uint8_t *result, const uint8_t *source, unsigned channels, const ints fixed[3]) {
  __m512i rg = _mm512_mask_mov_epi16((__m512i)fixed[1], 0x55555555, _mm512_srli_epi32((__m512i)fixed[0], 16));
  __m512i blue = _mm512_srli_epi32((__m512i)fixed[2], 16);
  if (channels == 4) {
    const __m512i first = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const __m512i last = _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    const __mmask32 alpha = 0x88888888;
    __m512i a = _mm512_permutex2var_epi32(rg, first, blue);
    __m512i b = _mm512_permutex2var_epi32(rg, last, blue);
    _mm512_storeu_si512(result, _mm512_mask_loadu_epi16(a, alpha, source));
    _mm512_storeu_si512(result + 64, _mm512_mask_loadu_epi16(b, alpha, source + 64));
  } else {
    // 16-bit lanes 0…31 of rg are r0 g0 r1 g1 …, lanes 32… of blue are b0 0 b1 0 ….
    const __m512i first =
        _mm512_setr_epi32(0 | 1 << 16, 32 | 2 << 16, 3 | 34 << 16, 4 | 5 << 16, 36 | 6 << 16, 7 | 38 << 16, 8 | 9 << 16,
                          40 | 10 << 16, 11 | 42 << 16, 12 | 13 << 16, 44 | 14 << 16, 15 | 46 << 16, 16 | 17 << 16,
                          48 | 18 << 16, 19 | 50 << 16, 20 | 21 << 16);
    const __m256i last = _mm256_setr_epi32(52 | 22 << 16, 23 | 54 << 16, 24 | 25 << 16, 56 | 26 << 16, 27 | 58 << 16,
                                           28 | 29 << 16, 60 | 30 << 16, 31 | 62 << 16);
    __m512i a = _mm512_permutex2var_epi16(rg, first, blue);
    __m512i b = _mm512_permutex2var_epi16(rg, _mm512_castsi256_si512(last), blue);
    _mm512_storeu_si512(result, a);
    _mm256_storeu_si256((__m256i *)(result + 64), _mm512_castsi512_si256(b));
  }
}

#include "convert/polynomials.inl"

P3_END_TARGET

#endif
