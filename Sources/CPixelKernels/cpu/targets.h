#ifndef P3_TARGETS_H
#define P3_TARGETS_H

// Enables each x86-64 target's instructions for the functions between BEGIN and END only. Build flags would enable them
// everywhere.

#if defined(__x86_64__)
#define P3_PRAGMA(words) _Pragma(#words)
#define P3_BEGIN_TARGET(features) \
  P3_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define P3_BEGIN_AVX2 P3_BEGIN_TARGET("avx2,fma,bmi,bmi2,lzcnt,popcnt")
#define P3_BEGIN_AVX512 P3_BEGIN_TARGET("avx512f,avx512bw,avx512vl,avx512dq,avx512cd,avx2,fma,bmi,bmi2,lzcnt,popcnt")
#define P3_END_TARGET P3_PRAGMA(clang attribute pop)
#endif

#endif
