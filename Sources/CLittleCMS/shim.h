// LittleCMS parses, validates and builds ICC profiles. Only ColorManagement imports it.
#ifndef P3_CLITTLECMS_SHIM_H
#define P3_CLITTLECMS_SHIM_H

#include <lcms2.h>
#include <lcms2_plugin.h>

// The TYPE_… formats are nested function-like macros, which Swift cannot import.
static const cmsUInt32Number p3cms_type_rgb_float = TYPE_RGB_FLT;
static const cmsUInt32Number p3cms_type_gray_float = TYPE_GRAY_FLT;

#endif
