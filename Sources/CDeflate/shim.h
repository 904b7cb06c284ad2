// libdeflate compresses whole bands with the same bytes on every CPU.
#include <libdeflate.h>
