#if defined(__x86_64__)

#include "p3_clip_difference_targets.h"

#include <stdint.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)

#define LANES 8
#define TARGETED(name) name##_avx2
#include "p3_clip_difference.inl"
#include "p3_clip_loss.inl"

#pragma clang attribute pop

#endif
