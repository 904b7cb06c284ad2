#ifndef P3PNG_GUARD_H
#define P3PNG_GUARD_H

#include <png.h>
#include <setjmp.h>

#include "CPNGShims.h"

/// The context of libpng's error function: where to jump and the status to fill.
typedef struct p3png_guard {
  jmp_buf jump;
  p3png_status *status;
} p3png_guard;

/// Runs `body` under the project's only setjmp; a libpng error becomes `false` with the status filled.
bool p3png_guarded(p3png_guard *guard, p3png_status *status, void (*body)(void *), void *context);

/// libpng's error and warning callbacks; the error pointer is the guard. Warnings are dropped: they concern chunks that
/// the walker keeps or reports itself.
void p3png_guard_error(png_structp png, png_const_charp message);
void p3png_guard_warning(png_structp png, png_const_charp message);

#endif
