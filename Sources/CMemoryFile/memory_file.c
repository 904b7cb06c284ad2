#define _GNU_SOURCE
#include "CMemoryFile.h"

#include <errno.h>

#ifdef __linux__
#include <sys/mman.h>

int memory_file_open(void) { return memfd_create("p3tool", MFD_CLOEXEC); }
#else
int memory_file_open(void) {
  errno = ENOSYS;
  return -1;
}
#endif
