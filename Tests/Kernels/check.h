#ifndef P3_KERNEL_CHECK_H
#define P3_KERNEL_CHECK_H

// What the tests of all kernel families share: random values, memory with guarded ends, and comparisons that end the
// program at the first difference.

#include <stddef.h>
#include <stdint.h>

#include "p3_cpu.h"

/// Starts a family of kernels on `target`: names what `check_same` reports, and its digest.
void begin_family(const char *family, p3_target target);

/// Ends a family: prints how much was compared, and a digest of it. Digests depend on the results alone: two machines
/// that run the same family on the same inputs print the same one.
void end_family(void);

/// Says in which case the next comparisons are, in the manner of printf.
void describe_case(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Ends the program, with the case and the first byte that differs, unless `size` bytes are equal. Adds them to the
/// digest.
void check_same(const char *what, const void *expected, const void *actual, size_t size);

/// Ends the program unless `is_true`.
void check(const char *what, int is_true);

/// Adds results that have no second form to the digest.
void add_to_digest(const void *bytes, size_t size);

/// SplitMix64, from a fixed seed for each family.
uint64_t random_bits(void);
uint16_t random_sample(void);
/// 0 or more, less than `end`.
size_t random_below(size_t end);

/// Samples of a kind that `kind` % 6 chooses: uniform, noise around a level, slow ramps, stairs, few values, the ends.
void fill_samples(uint16_t *samples, size_t count, unsigned channels, unsigned kind);

/// Zeroed memory of exactly `size` bytes that begins `offset` bytes behind an aligned address. The bytes around it are
/// set, and `check_guards` ends the program when one of them has changed. `release` frees it.
void *guarded(size_t size, size_t offset);
void check_guards(const void *memory);
void release(void *memory);

/// The targets of this machine but `P3_TARGET_SCALAR`; returns how many they are.
size_t vector_targets(p3_target targets[8]);
const char *name_of(p3_target target);

// The families. Each compares the kernels of `target` with the scalar target, or with a reference of its own.
void test_conversion(p3_target target);
void test_gamut(p3_target target);
void test_mapping(p3_target target);
void test_png(p3_target target);
void test_banding(p3_target target);
void test_soften(p3_target target);
// Without a target: functions that choose by themselves or have one body.
void test_decoders(void);
void test_samples(void);
void test_layouts(void);
void test_colors(void);
void test_power(void);
void test_soften_apply(void);

/// Replaces each of `count` positive values by its power, by `p3_power` and tables made here.
void raise_to(double *values, size_t count, double exponent);

#endif
