// libpng decodes and encodes every PNG chunk. Only CPNGShims includes it: its setjmp cannot be used from Swift.
#include <png.h>
