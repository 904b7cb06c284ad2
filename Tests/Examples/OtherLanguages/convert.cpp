// Converts an image to sRGB: convert in.png out.png
//
//     c++ -std=c++17 convert.cpp -o convert -lp3kit-c
#include <p3kit.h>

#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>

template <auto Release>
struct Releaser {
  template <typename T>
  void operator()(T *value) const {
    Release(value);
  }
};
using Profile = std::unique_ptr<p3_profile, Releaser<p3_profile_release>>;
using Image = std::unique_ptr<p3_image, Releaser<p3_image_release>>;

// Calls a function with its arguments and the place of a message, which becomes an exception.
template <typename... Parameters, typename... Arguments>
void call(int (*function)(Parameters...), Arguments... arguments) {
  char *message = nullptr;
  if (function(arguments..., &message) == P3_OK) return;
  std::runtime_error error(message);
  p3_free(message);
  throw error;
}

int main(int count, char **arguments) try {
  if (count != 3) return 64;
  p3_image *read = nullptr;
  call(p3_image_read, p3_source{arguments[1], nullptr, 0}, nullptr, &read);
  const Image image(read);
  const Profile from(p3_image_profile(image.get()));
  p3_profile *named = nullptr;
  call(p3_profile_named, "srgb", &named);
  const Profile srgb(named);

  const p3_layout layout = p3_image_layout(image.get());
  const std::unique_ptr<char[]> pixels(new char[layout.height * layout.bytes_per_row]);
  call(
      p3_convert, p3_image_pixels(image.get()), &layout, from.get(), static_cast<void *>(pixels.get()), &layout, srgb.get(),
      nullptr);
  p3_bytes png{};
  call(p3_png_write, static_cast<const void *>(pixels.get()), &layout, srgb.get(), nullptr, &png);
  std::ofstream file(arguments[2], std::ios::binary);
  file.write(reinterpret_cast<const char *>(png.data), static_cast<std::streamsize>(png.size));
  p3_free(png.data);
  file.close();
  return file ? 0 : 1;
} catch (const std::exception &error) {
  std::cerr << "error: " << error.what() << "\n";
  return 1;
}
