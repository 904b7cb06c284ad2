// ISA-L inflates IDAT streams at memory speed.
#include <isa-l/igzip_lib.h>
