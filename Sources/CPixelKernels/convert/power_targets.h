#ifndef P3_POWER_TARGETS_H
#define P3_POWER_TARGETS_H

#include "p3_power.h"

void p3_power_baseline(const p3_power_tables *tables, double *values, size_t count, double exponent);
void p3_power_avx2(const p3_power_tables *tables, double *values, size_t count, double exponent);
void p3_power_avx512(const p3_power_tables *tables, double *values, size_t count, double exponent);

#endif
