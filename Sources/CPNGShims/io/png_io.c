// Byte sources and sinks: buffered descriptors, or memory. Independent of libpng.

#if defined(__linux__)
#define _GNU_SOURCE  // sync_file_range
#endif

#include "png_io.h"

#include <errno.h>
#include <fcntl.h>
#include <libdeflate.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER_SIZE = 1 << 16 };

struct p3png_source {
  int descriptor;  // -1 for memory
  bool owns;
  uint8_t *buffer;
  size_t position, filled;
  uint64_t consumed_before_buffer;
};

struct p3png_sink {
  int descriptor;
  size_t filled;
  uint64_t flushed;
  uint8_t buffer[BUFFER_SIZE];
};

bool p3png_fail_values(
  p3png_status *status, p3png_code code, uint32_t chunk, uint64_t offset, uint64_t value, uint64_t expected) {
  if (status->code == P3PNG_OK) {
    status->code = code;
    status->chunk = chunk;
    status->offset = offset;
    status->value = value;
    status->expected = expected;
  }
  return false;
}

bool p3png_fail(p3png_status *status, p3png_code code, uint32_t chunk, uint64_t offset) {
  return p3png_fail_values(status, code, chunk, offset, 0, 0);
}

static bool fail_system(p3png_status *status, int error, uint64_t offset) {
  if (status->code == P3PNG_OK) status->system_error = error;
  return p3png_fail(status, P3PNG_SYSTEM, 0, offset);
}

p3png_source *p3png_source_open_descriptor(int descriptor, bool owns) {
  p3png_source *source = calloc(1, sizeof *source);
  if (source) source->buffer = malloc(BUFFER_SIZE);
  if (!source || !source->buffer) {
    free(source);
    return NULL;
  }
  source->descriptor = descriptor;
  source->owns = owns;
  return source;
}

p3png_source *p3png_source_open_path(const char *path, p3png_status *status) {
  int descriptor;
  do descriptor = open(path, O_RDONLY | O_CLOEXEC);
  while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) {
    fail_system(status, errno, 0);
    return NULL;
  }
  p3png_source *source = p3png_source_open_descriptor(descriptor, true);
  if (!source) {
    close(descriptor);
    p3png_fail(status, P3PNG_OUT_OF_MEMORY, 0, 0);
  }
  return source;
}

p3png_source *p3png_source_open_bytes(const uint8_t *bytes, size_t count) {
  p3png_source *source = calloc(1, sizeof *source);
  if (source) source->buffer = malloc(count ? count : 1);
  if (!source || !source->buffer) {
    free(source);
    return NULL;
  }
  if (count) memcpy(source->buffer, bytes, count);
  source->descriptor = -1;
  source->filled = count;
  return source;
}

void p3png_source_close(p3png_source *source) {
  if (!source) return;
  if (source->owns) close(source->descriptor);
  free(source->buffer);
  free(source);
}

uint64_t p3png_source_size(const p3png_source *source) {
  if (source->descriptor < 0) return source->filled;
  struct stat status;
  return fstat(source->descriptor, &status) == 0 && S_ISREG(status.st_mode) ? (uint64_t)status.st_size : 0;
}

uint64_t p3png_source_offset(const p3png_source *source) {
  return source->consumed_before_buffer + source->position;
}

/// One read(2), which waits if the descriptor is non-blocking and is repeated after a signal.
static ssize_t read_some(int descriptor, uint8_t *into, size_t count) {
  for (;;) {
    ssize_t got = read(descriptor, into, count);
    if (got >= 0) return got;
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return -1;
    struct pollfd wait = {.fd = descriptor, .events = POLLIN};
    if (poll(&wait, 1, -1) < 0 && errno != EINTR) return -1;
  }
}

/// Makes at least one byte available, unless the input is at its end.
static bool refill(p3png_source *source, p3png_status *status) {
  if (source->position < source->filled || source->descriptor < 0) return true;
  source->consumed_before_buffer += source->filled;
  source->position = source->filled = 0;
  ssize_t got = read_some(source->descriptor, source->buffer, BUFFER_SIZE);
  if (got < 0) return fail_system(status, errno, source->consumed_before_buffer);
  source->filled = (size_t)got;
  return true;
}

bool p3png_source_read_some(
  p3png_source *source, uint8_t *into, size_t count, size_t *got, p3png_status *status) {
  *got = 0;
  while (*got < count) {
    if (!refill(source, status)) return false;
    size_t available = source->filled - source->position;
    if (available == 0) return true;
    size_t piece = count - *got < available ? count - *got : available;
    memcpy(into + *got, source->buffer + source->position, piece);
    source->position += piece;
    *got += piece;
  }
  return true;
}

bool p3png_source_read(p3png_source *source, uint8_t *into, size_t count, p3png_status *status) {
  size_t got;
  if (!p3png_source_read_some(source, into, count, &got, status)) return false;
  return got == count || p3png_fail(status, P3PNG_TRUNCATED, 0, p3png_source_offset(source));
}

bool p3png_source_has_more(p3png_source *source) {
  p3png_status ignored = {0};
  return refill(source, &ignored) && source->position < source->filled;
}

p3png_sink *p3png_sink_open_descriptor(int descriptor) {
  p3png_sink *sink = malloc(sizeof *sink);
  if (sink) {
    sink->descriptor = descriptor;
    sink->filled = 0;
    sink->flushed = 0;
  }
  return sink;
}

void p3png_sink_close(p3png_sink *sink) { free(sink); }

uint64_t p3png_sink_offset(const p3png_sink *sink) { return sink->flushed + sink->filled; }

static bool write_all(p3png_sink *sink, const uint8_t *bytes, size_t count, p3png_status *status) {
  while (count > 0) {
    ssize_t put = write(sink->descriptor, bytes, count);
    if (put < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      struct pollfd wait = {.fd = sink->descriptor, .events = POLLOUT};
      if (poll(&wait, 1, -1) >= 0 || errno == EINTR) continue;
    }
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return fail_system(status, errno, sink->flushed);
    bytes += put;
    count -= (size_t)put;
    sink->flushed += (uint64_t)put;
  }
  return true;
}

bool p3png_sink_flush(p3png_sink *sink, p3png_status *status) {
  size_t count = sink->filled;
  sink->filled = 0;
  return write_all(sink, sink->buffer, count, status);
}

/// Starts writing to disk what was written since `start`, without waiting, so that the final flush waits less. Fails
/// for pipes, which does not matter.
static void start_writeback(const p3png_sink *sink, uint64_t start) {
#if defined(__linux__)
  sync_file_range(sink->descriptor, (off_t)start, (off_t)(sink->flushed - start), SYNC_FILE_RANGE_WRITE);
#else
  (void)sink, (void)start;
#endif
}

bool p3png_sink_write(p3png_sink *sink, const uint8_t *bytes, size_t count, p3png_status *status) {
  if (count > BUFFER_SIZE - sink->filled && !p3png_sink_flush(sink, status)) return false;
  if (count >= BUFFER_SIZE) {
    const uint64_t start = sink->flushed;
    if (!write_all(sink, bytes, count, status)) return false;
    start_writeback(sink, start);
    return true;
  }
  if (count) memcpy(sink->buffer + sink->filled, bytes, count);
  sink->filled += count;
  return true;
}

bool p3png_copy(p3png_source *source, p3png_sink *sink, uint64_t count, uint32_t *crc, p3png_status *status) {
  while (count > 0) {
    if (!refill(source, status)) return false;
    size_t available = source->filled - source->position;
    if (available == 0) return p3png_fail(status, P3PNG_TRUNCATED, 0, p3png_source_offset(source));
    size_t piece = count < available ? (size_t)count : available;
    const uint8_t *bytes = source->buffer + source->position;
    *crc = p3png_crc32(*crc, bytes, piece);
    if (!p3png_sink_write(sink, bytes, piece, status)) return false;
    source->position += piece;
    count -= piece;
  }
  return true;
}

uint32_t p3png_crc32(uint32_t crc, const uint8_t *bytes, size_t count) {
  // For libdeflate a null pointer means the start of a new sum.
  return count ? libdeflate_crc32(crc, bytes, count) : crc;
}
