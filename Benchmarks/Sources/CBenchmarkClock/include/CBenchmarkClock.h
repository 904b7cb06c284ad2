#ifndef BENCHMARK_CLOCK_H
#define BENCHMARK_CLOCK_H

#include <stdint.h>

/// Runs `count` (a multiple of 16) additions that wait for each other: as many cycles on every CPU that p3tool knows.
uint64_t bench_chain(uint64_t count);

#endif
