// SSE2 on x86-64, Advanced SIMD on arm64.

#include "p3_tile.h"

#include <string.h>

#define KERNEL_NAME p3_tables_baseline
#include "p3_tables.inl"
