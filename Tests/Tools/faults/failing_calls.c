// Preloaded into p3tool (LD_PRELOAD): one of the calls that it makes on its own files fails, or is its last.
//
// FAULT_CALL    which one, counted from 1
// FAULT_KIND    the number of the error that it returns; "short" for a write of half of the bytes; "kill" for SIGKILL
// FAULT_STAYS   1: every later call that takes space fails in the same way, as on a full disk
// FAULT_LOG     a file that gets a line for each call that failed
// FAULT_CLOCK   seconds added to the time of day
//
// Its own files are those that it opens by a relative path, and all names that are relative: the suite gives no others.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { DESCRIPTORS = 1024 };
static atomic_bool is_own[DESCRIPTORS];
static atomic_long calls;

typedef enum outcome { PROCEED, FAIL, HALF } outcome;

static long number(const char *name) {
  const char *text = getenv(name);
  return text ? atol(text) : 0;
}

static void log_call(const char *call, const char *subject) {
  const char *path = getenv("FAULT_LOG");
  if (!path) return;
  char line[300];
  const int length = snprintf(line, sizeof line, "%s %.200s\n", call, subject);
  const long file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  syscall(SYS_write, file, line, length);
  syscall(SYS_close, file);
}

/// What is to become of this call. `takes_space`: it may need a block of the disk.
static outcome next(const char *call, const char *subject, bool takes_space) {
  const long wanted = number("FAULT_CALL"), this_one = atomic_fetch_add(&calls, 1) + 1;
  if (wanted == 0 || this_one < wanted) return PROCEED;
  if (this_one > wanted && !(takes_space && number("FAULT_STAYS"))) return PROCEED;
  log_call(call, subject);
  const char *kind = getenv("FAULT_KIND");
  if (!strcmp(kind, "kill")) syscall(SYS_kill, getpid(), SIGKILL);
  if (!strcmp(kind, "short")) return HALF;
  errno = atoi(kind);
  return FAIL;
}

static bool is_own_descriptor(int descriptor) {
  return descriptor >= 0 && descriptor < DESCRIPTORS && is_own[descriptor];
}

static bool is_own_name(const char *path) { return path[0] != '/'; }

static const char *text_of(int descriptor) {
  static _Thread_local char text[24];
  snprintf(text, sizeof text, "descriptor %d", descriptor);
  return text;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
  va_end(rest);
  const bool own = is_own_name(path);
  if (own && next(flags & O_CREAT ? "create" : "open", path, flags & O_CREAT) == FAIL) return -1;
  const int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  if (descriptor >= 0 && descriptor < DESCRIPTORS) is_own[descriptor] = own;
  return descriptor;
}

ssize_t read(int descriptor, void *bytes, size_t count) {
  if (is_own_descriptor(descriptor) && next("read", text_of(descriptor), false) == FAIL) return -1;
  return syscall(SYS_read, descriptor, bytes, count);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  if (!is_own_descriptor(descriptor)) return syscall(SYS_write, descriptor, bytes, count);
  switch (next("write", text_of(descriptor), true)) {
    case FAIL: return -1;
    case HALF: return syscall(SYS_write, descriptor, bytes, (count + 1) / 2);
    default: return syscall(SYS_write, descriptor, bytes, count);
  }
}

int fsync(int descriptor) {
  if (is_own_descriptor(descriptor) && next("fsync", text_of(descriptor), true) == FAIL) return -1;
  return (int)syscall(SYS_fsync, descriptor);
}

int ftruncate(int descriptor, off_t length) {
  if (is_own_descriptor(descriptor) && next("ftruncate", text_of(descriptor), true) == FAIL) return -1;
  return (int)syscall(SYS_ftruncate, descriptor, length);
}

int fchmod(int descriptor, mode_t mode) {
  if (is_own_descriptor(descriptor) && next("fchmod", text_of(descriptor), false) == FAIL) return -1;
  return (int)syscall(SYS_fchmod, descriptor, mode);
}

/// A failing close(2) has closed all the same.
int close(int descriptor) {
  const bool own = is_own_descriptor(descriptor);
  if (own) is_own[descriptor] = false;
  const outcome outcome = own ? next("close", text_of(descriptor), false) : PROCEED;
  const int error = errno, result = (int)syscall(SYS_close, descriptor);
  if (outcome != FAIL) return result;
  errno = error;
  return -1;
}

int rename(const char *old, const char *new) {
  if (is_own_name(new) && next("rename", new, true) == FAIL) return -1;
  return (int)syscall(SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0);
}

int link(const char *old, const char *new) {
  if (is_own_name(new) && next("link", new, true) == FAIL) return -1;
  return (int)syscall(SYS_linkat, AT_FDCWD, old, AT_FDCWD, new, 0);
}

int unlink(const char *path) {
  if (is_own_name(path) && next("unlink", path, false) == FAIL) return -1;
  return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int mkdir(const char *path, mode_t mode) {
  if (is_own_name(path) && next("mkdir", path, true) == FAIL) return -1;
  return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  const int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += number("FAULT_CLOCK");
  return result;
}
