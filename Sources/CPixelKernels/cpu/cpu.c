#include "p3_cpu.h"

#include <stdlib.h>

#if defined(__x86_64__)
#include <cpuid.h>

/// The extended control register XCR0: which register states the operating system saves.
static uint64_t saved_states(void) {
  uint32_t low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (uint64_t)high << 32 | low;
}

static int has_all(uint32_t word, uint32_t bits) { return (word & bits) == bits; }

static uint32_t asks_cpu(void) {
  uint32_t available = 1u << P3_TARGET_SCALAR | 1u << P3_TARGET_BASELINE;
  uint32_t a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return available;
  if (!has_all(c, bit_OSXSAVE | bit_AVX | bit_FMA | bit_POPCNT)) return available;
  uint64_t saved = saved_states();
  const uint64_t ymm = 0x6, zmm = 0xe6;  // SSE and AVX; with opmasks and both halves of AVX-512
  if ((saved & ymm) != ymm) return available;

  uint32_t extended_a, extended_b, extended_c, extended_d;
  if (!__get_cpuid(0x80000001, &extended_a, &extended_b, &extended_c, &extended_d)) return available;
  if (!has_all(extended_c, bit_LZCNT)) return available;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return available;
  if (!has_all(b, bit_AVX2 | bit_BMI | bit_BMI2)) return available;
  available |= 1u << P3_TARGET_AVX2;

  if ((saved & zmm) != zmm) return available;
  if (!has_all(b, bit_AVX512F | bit_AVX512BW | bit_AVX512VL | bit_AVX512DQ | bit_AVX512CD)) return available;
  return available | 1u << P3_TARGET_AVX512;
}

uint32_t p3_cpu_available(void) {
  // Computed once: CPUID leaves a virtual machine, which takes longer than a small picture's rows.
  static _Atomic uint32_t answer;
  if (answer == 0) answer = asks_cpu();
  return answer;
}

#elif defined(__aarch64__)

uint32_t p3_cpu_available(void) { return 1u << P3_TARGET_SCALAR | 1u << P3_TARGET_NEON; }

#else

uint32_t p3_cpu_available(void) { return 1u << P3_TARGET_SCALAR; }

#endif

const char *p3_cpu_requested(void) { return getenv("P3_KERNELS"); }
