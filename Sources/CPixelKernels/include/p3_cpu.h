#ifndef P3_CPU_H
#define P3_CPU_H

// Which instruction sets the kernels may use on this machine.

#include <stdint.h>

/// An instruction set that kernels are compiled for. Every value exists on every machine; `p3_cpu_available` gives
/// those that can run.
typedef enum {
  /// Plain C, one value at a time, in double: the slowest and the simplest.
  P3_TARGET_SCALAR = 0,
  /// SSE2, which every x86-64 has.
  P3_TARGET_BASELINE = 1,
  /// AVX2 with FMA, BMI1, BMI2, LZCNT and POPCNT (Haswell, Excavator and later).
  P3_TARGET_AVX2 = 2,
  /// AVX-512 F, BW, VL, DQ and CD on top of AVX2 (Skylake-X, Zen 4 and later).
  P3_TARGET_AVX512 = 3,
  /// Advanced SIMD, which every arm64 has.
  P3_TARGET_NEON = 4,
} p3_target;

/// Bit `1 << target` for each target that this CPU and its operating system can run.
///
/// The operating system must save the wide registers at a context switch, so XCR0 is read as well as CPUID.
uint32_t p3_cpu_available(void);

/// The value of the environment variable `P3_KERNELS`, or null. It forces a target, so that tests can run all of them.
const char *p3_cpu_requested(void);

#endif
