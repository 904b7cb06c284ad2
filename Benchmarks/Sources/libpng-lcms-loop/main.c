// libpng-lcms-loop PROFILE IN OUT [IN OUT]…: the plain way to convert a PNG. libpng reads a row, LittleCMS converts it
// with its default flags, libpng writes it at level 6 with its own choice of filters. The depth stays.
//
// PROFILE is an ICC file. Each input has 8 or 16 bits, RGB or RGBA, is not interlaced, and carries its profile.

#include <lcms2.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>

static void fail(const char *message) {
  fprintf(stderr, "libpng-lcms-loop: %s\n", message);
  exit(1);
}

static void png_fail(png_structp png, png_const_charp message) {
  (void)png;
  fail(message);
}

static void *profile_bytes(const char *path, png_uint_32 *count) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) fail(path);
  *count = (png_uint_32)ftell(file);
  rewind(file);
  void *bytes = malloc(*count);
  if (!bytes || fread(bytes, 1, *count, file) != *count) fail(path);
  fclose(file);
  return bytes;
}

static cmsHTRANSFORM transform(png_structp png, png_infop info, const void *target, png_uint_32 count) {
  png_charp name;
  png_bytep embedded;
  png_uint_32 embedded_count;
  int method;
  if (!png_get_iCCP(png, info, &name, &method, &embedded, &embedded_count)) fail("no profile");
  cmsHPROFILE source = cmsOpenProfileFromMem(embedded, embedded_count);
  cmsHPROFILE destination = cmsOpenProfileFromMem(target, count);
  const int has_alpha = png_get_channels(png, info) == 4, is_wide = png_get_bit_depth(png, info) == 16;
  const cmsUInt32Number type = COLORSPACE_SH(PT_RGB) | CHANNELS_SH(3) | EXTRA_SH(has_alpha) | BYTES_SH(is_wide ? 2 : 1);
  cmsHTRANSFORM made = cmsCreateTransform(source, type, destination, type, INTENT_RELATIVE_COLORIMETRIC,
                                          has_alpha ? cmsFLAGS_COPY_ALPHA : 0);
  if (!made) fail("no transform");
  return made;
}

static void convert(const char *in, const char *out, const void *profile, png_uint_32 profile_count) {
  FILE *input = fopen(in, "rb"), *output = fopen(out, "wb");
  if (!input || !output) fail(in);
  png_structp reader = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, png_fail, NULL);
  png_infop read = png_create_info_struct(reader);
  png_init_io(reader, input);
  png_read_info(reader, read);
  const int depth = png_get_bit_depth(reader, read);
  const png_uint_32 width = png_get_image_width(reader, read), height = png_get_image_height(reader, read);
  if (depth == 16) png_set_swap(reader);

  png_structp writer = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, png_fail, NULL);
  png_infop written = png_create_info_struct(writer);
  png_init_io(writer, output);
  png_set_IHDR(writer, written, width, height, depth, png_get_color_type(reader, read), PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_iCCP(writer, written, "ICC profile", 0, profile, profile_count);
  png_set_compression_level(writer, 6);
  png_write_info(writer, written);
  if (depth == 16) png_set_swap(writer);

  cmsHTRANSFORM colors = transform(reader, read, profile, profile_count);
  png_bytep row = malloc(png_get_rowbytes(reader, read));
  if (!row) fail("out of memory");
  for (png_uint_32 y = 0; y < height; y++) {
    png_read_row(reader, row, NULL);
    cmsDoTransform(colors, row, row, width);
    png_write_row(writer, row);
  }
  png_read_end(reader, NULL);
  png_write_end(writer, written);
  cmsDeleteTransform(colors);
  free(row);
  png_destroy_read_struct(&reader, &read, NULL);
  png_destroy_write_struct(&writer, &written);
  if (fclose(input) != 0 || fclose(output) != 0) fail(out);
}

int main(int count, char **arguments) {
  if (count < 4 || count % 2 != 0) {
    fputs("usage: libpng-lcms-loop PROFILE IN OUT [IN OUT]...\n", stderr);
    return 64;
  }
  png_uint_32 profile_count;
  void *profile = profile_bytes(arguments[1], &profile_count);
  for (int i = 2; i < count; i += 2) convert(arguments[i], arguments[i + 1], profile, profile_count);
  free(profile);
  return 0;
}
