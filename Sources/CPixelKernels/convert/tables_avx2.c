#if defined(__x86_64__)

#include "convert/plan.h"
#include "cpu/targets.h"

#include <string.h>

P3_BEGIN_AVX2

#define KERNEL_NAME p3_tables_avx2
#include "convert/tables.inl"

P3_END_TARGET

#endif
