// SSE2 on x86-64, Advanced SIMD on arm64.

#include "convert/plan.h"

#include <string.h>

#define KERNEL_NAME p3_tables_baseline
#include "convert/tables.inl"
