#include "check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(bytes, size) ((void)(bytes), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(bytes, size) ((void)(bytes), (void)(size))
#endif

static const char *family;
static p3_target family_target;
static char case_text[160];
static uint64_t digest, state;
static size_t comparisons;

const char *name_of(p3_target target) {
  static const char *const names[] = {"scalar", "baseline", "avx2", "avx512", "neon"};
  return names[target];
}

size_t vector_targets(p3_target targets[8]) {
  const uint32_t available = p3_cpu_available();
  size_t count = 0;
  for (unsigned target = P3_TARGET_BASELINE; target <= P3_TARGET_NEON; target++)
    if (available >> target & 1) targets[count++] = (p3_target)target;
  return count;
}

void begin_family(const char *name, p3_target target) {
  family = name;
  family_target = target;
  digest = 0xcbf29ce484222325;
  state = 0;
  comparisons = 0;
  for (const char *c = name; *c; c++) state = state * 131 + (unsigned char)*c;
}

void describe_case(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(case_text, sizeof case_text, format, arguments);
  va_end(arguments);
}

static void fail(const char *what) {
  printf("FAILED %s on %s: %s (%s)\n", family, name_of(family_target), what, case_text);
  exit(1);
}

/// The digest of each family on the first target that ran it.
static struct {
  const char *family;
  uint64_t digest;
} first_digests[16];

static void compare_with_first_target(void) {
  size_t i = 0;
  while (first_digests[i].family && strcmp(first_digests[i].family, family)) i++;
  if (!first_digests[i].family) {
    first_digests[i].family = family;
    first_digests[i].digest = digest;
  }
  describe_case("all cases");
  if (first_digests[i].digest != digest) fail("results differ from those of the first target");
}

void end_family(void) {
  compare_with_first_target();
  printf("%-10s %-8s %8zu comparisons, digest %016llx\n", family, name_of(family_target), comparisons,
         (unsigned long long)digest);
  fflush(stdout);
}

void add_to_digest(const void *bytes, size_t size) {
  const uint8_t *byte = bytes;
  for (size_t i = 0; i < size; i++) digest = (digest ^ byte[i]) * 0x100000001b3;
}

void check_same(const char *what, const void *expected, const void *actual, size_t size) {
  const uint8_t *e = expected, *a = actual;
  comparisons += 1;
  for (size_t i = 0; i < size; i++) {
    if (e[i] == a[i]) continue;
    printf("byte %zu of %zu is %02x instead of %02x\n", i, size, a[i], e[i]);
    fail(what);
  }
  add_to_digest(actual, size);
}

void check(const char *what, int is_true) {
  comparisons += 1;
  if (!is_true) fail(what);
}

// MARK: Random values

uint64_t random_bits(void) {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

uint16_t random_sample(void) { return (uint16_t)random_bits(); }

size_t random_below(size_t end) { return end ? (size_t)(random_bits() >> 11) % end : 0; }

static uint16_t sample_of_kind(unsigned kind, size_t pixel, unsigned channel, uint16_t level) {
  switch (kind % 6) {
    case 0: return random_sample();
    case 1: return (uint16_t)(level + random_below(300));
    case 2: return (uint16_t)(level + pixel * (1 + channel) * 9);
    case 3: return (uint16_t)(pixel / 7 * 257 * (1 + channel) + level % 1024);
    case 4: return (uint16_t)(random_below(3) * 21845);
    default: return random_bits() & 1 ? (uint16_t)(65535 - random_below(2)) : (uint16_t)random_below(2);
  }
}

void fill_samples(uint16_t *samples, size_t count, unsigned channels, unsigned kind) {
  const uint16_t level = random_sample();
  for (size_t i = 0; i < count; i++) {
    const int repeats = i >= channels && kind % 6 != 0 && random_below(4) == 0;
    samples[i] = repeats ? samples[i - channels] : sample_of_kind(kind, i / channels, (unsigned)(i % channels), level);
  }
}

// MARK: Guarded memory

/// Lies before the memory, the guard last; the guard behind the memory has as many bytes.
typedef struct {
  size_t size, offset;
  uint8_t guard[48];
} header;

enum { GUARD = sizeof(((header *)0)->guard), GUARD_BYTE = 0xA5 };

/// Lets the address sanitizer, where there is one, stop at any access to the guards, or lets them be accessed.
static void set_guards(const uint8_t *memory, size_t size, int are_closed) {
  if (are_closed) {
    ASAN_POISON_MEMORY_REGION(memory - GUARD, GUARD);
    ASAN_POISON_MEMORY_REGION(memory + size, GUARD);
  } else {
    ASAN_UNPOISON_MEMORY_REGION(memory - GUARD, GUARD);
    ASAN_UNPOISON_MEMORY_REGION(memory + size, GUARD);
  }
}

static header header_of(const uint8_t *memory) {
  header head;
  ASAN_UNPOISON_MEMORY_REGION(memory - sizeof head, sizeof head);
  memcpy(&head, memory - sizeof head, sizeof head);
  return head;
}

void *guarded(size_t size, size_t offset) {
  uint8_t *all = aligned_alloc(64, (sizeof(header) + 64 + offset + size + GUARD + 63) / 64 * 64);
  if (!all) exit(2);
  uint8_t *memory = all + 64 + sizeof(header) + offset;
  header head = {size, (size_t)(memory - all), {0}};
  memset(head.guard, GUARD_BYTE, GUARD);
  memcpy(memory - sizeof head, &head, sizeof head);
  memset(memory, 0, size);
  memset(memory + size, GUARD_BYTE, GUARD);
  set_guards(memory, size, 1);
  return memory;
}

void check_guards(const void *memory) {
  const uint8_t *bytes = memory;
  const header head = header_of(bytes);
  set_guards(bytes, head.size, 0);
  for (size_t i = 0; i < GUARD; i++) {
    if (head.guard[i] != GUARD_BYTE) fail("a byte before the buffer was written");
    if (bytes[head.size + i] != GUARD_BYTE) fail("a byte behind the buffer was written");
  }
  set_guards(bytes, head.size, 1);
}

void release(void *memory) {
  check_guards(memory);
  const header head = header_of(memory);
  set_guards(memory, head.size, 0);
  free((uint8_t *)memory - head.offset);
}
