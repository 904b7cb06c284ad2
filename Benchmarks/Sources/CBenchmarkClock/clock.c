#include "CBenchmarkClock.h"

// The compiler sees neither value, so it cannot join additions; and a CPU does not skip a sum of two registers.
#define ADD __asm__ volatile("" : "+r"(sum), "+r"(term)); sum += term;
#define ADD_4 ADD ADD ADD ADD

uint64_t bench_chain(uint64_t count) {
  uint64_t sum = 0, term = 1;
  for (uint64_t i = 0; i < count; i += 16) {
    ADD_4 ADD_4 ADD_4 ADD_4
  }
  return sum;
}
