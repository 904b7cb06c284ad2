// Compares every kernel family of every target of this machine with the scalar target, over random and edge inputs of
// all lengths from 0 to more than four vectors, at aligned and odd addresses. Ends with 1 at the first difference,
// which it names. `make test-arm64` runs it for arm64 in an emulator, and for the targets of the host.

#include <stdio.h>

#include "check.h"

int main(void) {
  p3_target targets[8];
  const size_t count = vector_targets(targets);
  for (size_t i = 0; i < count; i++) {
    test_conversion(targets[i]);
    test_gamut(targets[i]);
    test_mapping(targets[i]);
    test_png(targets[i]);
    test_banding(targets[i]);
    test_soften(targets[i]);
  }
  test_decoders();
  test_samples();
  test_layouts();
  test_colors();
  test_power();
  test_soften_apply();
  printf("kernels: ok\n");
  return 0;
}
