#include "png_guard.h"

#include <stdio.h>

#include "io/png_io.h"

bool p3png_guarded(p3png_guard *guard, p3png_status *status, void (*body)(void *), void *context) {
  guard->status = status;
  if (setjmp(guard->jump)) return false;
  body(context);
  return true;
}

void p3png_guard_error(png_structp png, png_const_charp message) {
  p3png_guard *guard = png_get_error_ptr(png);
  if (guard->status->code == P3PNG_OK) {
    snprintf(guard->status->message, sizeof guard->status->message, "%s", message);
  }
  p3png_fail(guard->status, P3PNG_LIBPNG, 0, 0);
  longjmp(guard->jump, 1);
}

void p3png_guard_warning(png_structp png, png_const_charp message) {
  (void)png, (void)message;
}
