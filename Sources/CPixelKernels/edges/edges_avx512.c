#if defined(__x86_64__)

#include "edges/targets.h"

#include "cpu/targets.h"
#include "p3_moved_edges.h"

#include <math.h>
#include <string.h>

P3_BEGIN_AVX512

#define LANES 8
#define TARGETED(name) name##_avx512
#include "edges/colors.inl"
#undef LANES

#define REAL double
#define MASK int64_t
#define LANES 8
#define NAMED(name) name##_doubles
#define REACHED TARGETED(p3_reached_doubles)
#include "edges/reached.inl"

#define REAL float
#define MASK int32_t
#define LANES 16
#define NAMED(name) name##_floats
#define REACHED TARGETED(p3_reached_floats)
#include "edges/reached.inl"

P3_END_TARGET

#endif
