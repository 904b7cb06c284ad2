#include "CSHA256.h"

#include <stdlib.h>

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

static bool asks_cpu(void) {
  uint32_t a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return false;
  if (!(c & bit_SSSE3) || !(c & bit_SSE4_1)) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}

bool sha256_is_accelerated(void) {
  // 0 unknown, 1 no, 2 yes. Cached because CPUID is slow in virtual machines. Two threads that race store the same
  // value.
  static _Atomic int answer;
  if (answer == 0) answer = asks_cpu() ? 2 : 1;
  return answer == 2;
}

#pragma clang attribute push(__attribute__((target("sha,ssse3,sse4.1"))), apply_to = function)

static __m128i load(const void *from) { return _mm_loadu_si128(from); }

static void compress_block(__m128i *abef, __m128i *cdgh, const uint8_t *block, const uint32_t *constants) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i words[4];
  for (int i = 0; i < 4; i++) words[i] = _mm_shuffle_epi8(load(block + 16 * i), big_endian);
  __m128i x = *abef, y = *cdgh;
#pragma clang loop unroll(full)
  for (int i = 0; i < 16; i++) {
    // Four rounds; `words` holds the 16 words of the message schedule from 4·i on.
    __m128i sum = _mm_add_epi32(words[i & 3], load(constants + 4 * i));
    y = _mm_sha256rnds2_epu32(y, x, sum);
    x = _mm_sha256rnds2_epu32(x, y, _mm_shuffle_epi32(sum, 0x0e));
    if (i >= 12) continue;
    __m128i next = _mm_sha256msg1_epu32(words[i & 3], words[(i + 1) & 3]);
    next = _mm_add_epi32(next, _mm_alignr_epi8(words[(i + 3) & 3], words[(i + 2) & 3], 4));
    words[i & 3] = _mm_sha256msg2_epu32(next, words[(i + 3) & 3]);
  }
  *abef = _mm_add_epi32(*abef, x);
  *cdgh = _mm_add_epi32(*cdgh, y);
}

void sha256_compress_accelerated(
    uint32_t *state, const uint8_t *blocks, size_t count, const uint32_t *constants) {
  // The instructions take the eight words a…h as (f, e, b, a) and (h, g, d, c), lowest lane first.
  __m128i badc = _mm_shuffle_epi32(load(state), 0xb1);
  __m128i hgfe = _mm_shuffle_epi32(load(state + 4), 0x1b);
  __m128i abef = _mm_alignr_epi8(badc, hgfe, 8);
  __m128i cdgh = _mm_blend_epi16(hgfe, badc, 0xf0);
  for (size_t i = 0; i < count; i++) compress_block(&abef, &cdgh, blocks + 64 * i, constants);
  __m128i abef_turned = _mm_shuffle_epi32(abef, 0x1b);
  __m128i cdgh_turned = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128((void *)state, _mm_blend_epi16(abef_turned, cdgh_turned, 0xf0));
  _mm_storeu_si128((void *)(state + 4), _mm_alignr_epi8(cdgh_turned, abef_turned, 8));
}

#pragma clang attribute pop

#else

bool sha256_is_accelerated(void) { return false; }

void sha256_compress_accelerated(
    uint32_t *state, const uint8_t *blocks, size_t count, const uint32_t *constants) {
  (void)state, (void)blocks, (void)count, (void)constants;
  abort();  // Not called: see sha256_is_accelerated.
}

#endif
