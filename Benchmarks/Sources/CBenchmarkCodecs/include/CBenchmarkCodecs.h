#ifndef BENCHMARK_CODECS_H
#define BENCHMARK_CODECS_H

// What the codec is compared with: zlib, libdeflate and ISA-L for streams, libpng for files.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Streams. Each inflates a zlib stream once and returns the bytes that came out, 0 on failure.

/// p3tool's own decoder, which pulls its input and hands out 64 KB at a time.
size_t bench_inflate_p3tool(const uint8_t *stream, size_t count);
/// zlib, 64 KB at a time.
size_t bench_inflate_zlib(const uint8_t *stream, size_t count);
/// libdeflate, which wants room for everything at once: `out` of `capacity` bytes.
size_t bench_inflate_libdeflate(const uint8_t *stream, size_t count, uint8_t *out, size_t capacity);
/// ISA-L, 64 KB at a time; 0 where `bench_has_isal` is false.
size_t bench_inflate_isal(const uint8_t *stream, size_t count);
/// Whether ISA-L's header was there at compile time and its library is there now.
bool bench_has_isal(void);

// MARK: Files, written by libpng with its own choice of filters. Errors end the program.

typedef struct bench_png bench_png;

typedef struct bench_png_shape {
  uint32_t width, height;
  /// Samples per pixel, 1 to 4, and bits of each in the file, 8 or 16.
  unsigned channels, depth;
  /// zlib's level.
  int level;
} bench_png_shape;

/// Opens a file at `path`; null keeps it in memory. `profile` (may be null) becomes iCCP.
bench_png *bench_png_open(const char *path, bench_png_shape shape, const uint8_t *profile, uint32_t profile_count);
/// Writes a row of native 16-bit samples; with 8 bits, their high bytes.
void bench_png_row(bench_png *png, const uint16_t *samples);
/// Ends and frees it. Returns its bytes, malloced, when it is in memory.
uint8_t *bench_png_close(bench_png *png, size_t *count);

#endif
