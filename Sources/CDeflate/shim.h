// libdeflate compresses whole segments with the same bytes on every CPU.
#include <libdeflate.h>
