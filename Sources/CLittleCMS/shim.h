// LittleCMS parses, validates and builds ICC profiles. Only ColorManagement imports it.
#include <lcms2.h>
