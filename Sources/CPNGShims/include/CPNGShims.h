#ifndef P3_PNG_SHIMS_H
#define P3_PNG_SHIMS_H
#include <stddef.h>
#include <stdint.h>
#endif
