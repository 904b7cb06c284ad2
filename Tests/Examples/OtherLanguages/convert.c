// Converts an image to sRGB: convert in.png out.png
//
//     cc convert.c -o convert -lp3kit-c
#include <p3kit.h>
#include <stdio.h>

static int failed(char *error) {
  fprintf(stderr, "error: %s\n", error);
  p3_free(error);
  return 1;
}

int main(int count, char **arguments) {
  if (count != 3) return 64;
  char *error = NULL;
  p3_image *image = NULL;
  p3_source source = {.name = arguments[1]};
  if (p3_image_read(source, "{\"component\": \"uint16\"}", &image, &error)) return failed(error);

  p3_profile *from = p3_image_profile(image), *srgb = NULL;
  if (p3_profile_named("srgb", &srgb, &error)) return failed(error);
  p3_layout layout = p3_image_layout(image);
  // The pixels belong to the image, which is not used again: they are converted in place.
  void *pixels = (void *)p3_image_pixels(image);
  if (p3_convert(pixels, &layout, from, pixels, &layout, srgb, "{\"gamut\": \"chroma\"}", &error)) return failed(error);

  p3_bytes png;
  if (p3_png_write(pixels, &layout, srgb, NULL, &png, &error)) return failed(error);
  FILE *file = fopen(arguments[2], "wb");
  int isWritten = file && fwrite(png.data, 1, png.size, file) == png.size;
  if (file && fclose(file)) isWritten = 0;
  if (!isWritten) perror(arguments[2]);

  p3_free(png.data);
  p3_profile_release(from);
  p3_profile_release(srgb);
  p3_image_release(image);
  return isWritten ? 0 : 1;
}
