#include "CBenchmarkCodecs.h"

// ISA-L is optional: its header at compile time, its library when it runs.
#if __has_include(<isa-l/igzip_lib.h>)

#include <dlfcn.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>

enum { PIECE = 1 << 16 };

typedef struct isal {
  void (*init)(struct inflate_state *);
  int (*inflate)(struct inflate_state *);
} isal;

static isal load(void) {
  void *library = dlopen("libisal.so.2", RTLD_NOW);
  if (!library) library = dlopen("libisal.2.dylib", RTLD_NOW);
  if (!library) return (isal){0};
  return (isal){(void (*)(struct inflate_state *))dlsym(library, "isal_inflate_init"),
                (int (*)(struct inflate_state *))dlsym(library, "isal_inflate")};
}

bool bench_has_isal(void) {
  isal library = load();
  return library.init && library.inflate;
}

size_t bench_inflate_isal(const uint8_t *stream, size_t count) {
  static uint8_t out[PIECE];
  static isal library;
  if (!library.init) library = load();
  if (!library.init || !library.inflate) return 0;
  struct inflate_state *state = malloc(sizeof *state);
  if (!state) abort();
  library.init(state);
  state->crc_flag = ISAL_ZLIB;
  state->next_in = (uint8_t *)stream;
  state->avail_in = (uint32_t)count;
  size_t total = 0;
  int result;
  do {
    state->next_out = out;
    state->avail_out = PIECE;
    result = library.inflate(state);
    total += PIECE - state->avail_out;
  } while (result == ISAL_DECOMP_OK && state->block_state != ISAL_BLOCK_FINISH);
  free(state);
  return result == ISAL_DECOMP_OK ? total : 0;
}

#else

bool bench_has_isal(void) { return false; }

size_t bench_inflate_isal(const uint8_t *stream, size_t count) {
  (void)stream, (void)count;
  return 0;
}

#endif
