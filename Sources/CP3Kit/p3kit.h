// The C interface of p3kit: colour management of PNG images and of pixels in memory.
//
//     p3_profile *p3 = NULL, *srgb = NULL;
//     char *error = NULL;
//     if (p3_profile_named("display-p3", &p3, &error) || p3_profile_named("srgb", &srgb, &error) ||
//         p3_convert(pixels, &layout, p3, pixels, &layout, srgb, NULL, &error)) {
//       fprintf(stderr, "%s\n", error);
//       p3_free(error);
//     }
//     p3_profile_release(p3);
//     p3_profile_release(srgb);
//
// Each function that can fail returns P3_OK or P3_FAILED. After P3_FAILED, `*error` is a message in UTF-8 that names the image, the
// fact and the remedy; `p3_free` releases it. `error` may be NULL. Nothing else is written then.
//
// All functions may be called from any thread, also at the same time. A call waits until its work is done. Texts are UTF-8.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The number of this interface. It rises when a function or a structure changes; new functions leave it as it is.
#define P3_ABI_VERSION 1

enum { P3_OK = 0, P3_FAILED = 1 };

/// The number of the interface that the library has: compare it with `P3_ABI_VERSION`.
uint32_t p3_abi_version(void);

/// Releases what this library allocated for the caller: messages, reports and the data of `p3_bytes`. NULL is allowed.
void p3_free(void *memory);

/// Bytes that the library allocated; `p3_free(bytes.data)` releases them.
typedef struct {
  uint8_t *data;
  size_t size;
} p3_bytes;

// MARK: Profiles

/// An ICC profile. It does not change.
typedef struct p3_profile p3_profile;

/// A built-in profile: "srgb", "display-p3" ("p3"), "adobe-rgb", "rec2020", "prophoto", and each with "gray-" in front.
int p3_profile_named(const char *name, p3_profile **profile, char **error);

/// The profile in `size` bytes of an ICC file, which are copied.
int p3_profile_from_icc(const uint8_t *icc, size_t size, p3_profile **profile, char **error);

/// The bytes of the profile as an ICC file. They live as long as the profile.
const uint8_t *p3_profile_icc(const p3_profile *profile, size_t *size);

/// The profile's description. It lives as long as the profile.
const char *p3_profile_description(const p3_profile *profile);

/// The built-in space that the profile equals, such as "display-p3", or NULL.
const char *p3_profile_space(const p3_profile *profile);

/// Releases the profile. NULL is allowed.
void p3_profile_release(p3_profile *profile);

// MARK: Pixels

/// What one component of a pixel is.
enum {
  /// 8 bits, 0 to 255.
  P3_UINT8 = 0,
  /// 16 bits in the byte order of the machine, 0 to 65535.
  P3_UINT16 = 1,
  /// IEEE 754 binary16 and binary32: 0 to 1 within the gamut, any value outside of it.
  P3_FLOAT16 = 2,
  P3_FLOAT32 = 3
};

/// Which components a pixel has, in the order of their addresses.
enum {
  P3_GRAY = 0,
  P3_GRAY_ALPHA = 1,
  P3_RGB = 2,
  P3_BGR = 3,
  P3_RGBA = 4,
  P3_BGRA = 5,
  P3_ARGB = 6,
  P3_ABGR = 7
};

/// What alpha means.
enum {
  /// Colours are independent of alpha, as in PNG.
  P3_STRAIGHT = 0,
  /// Colours are multiplied by alpha.
  P3_PREMULTIPLIED = 1,
  /// The component is read as opaque, and written as opaque.
  P3_IGNORED = 2
};

/// How pixels lie in memory.
typedef struct {
  /// Pixels of a row.
  size_t width;
  /// Rows.
  size_t height;
  /// From the start of a row to the start of the next one; 0 for rows without padding.
  size_t bytes_per_row;
  /// P3_UINT8 and so on.
  uint8_t component;
  /// P3_GRAY and so on.
  uint8_t channels;
  /// P3_STRAIGHT and so on; nothing where there is no alpha.
  uint8_t alpha;
  /// 1 where colours are linear light: floating point alone.
  uint8_t linear;
} p3_layout;

/// Converts pixels from one profile to another: exactly the codes that `p3tool convert` writes, without dither.
///
/// `target` may be `source` where both layouts are equal. Options are a JSON object or NULL: "gamut" ("clip", "chroma", "soft"),
/// "intent" ("relative", "perceptual", "saturation", "absolute"), "jobs" (threads, 1 or more; 1 by default). What eight such calls
/// prepared is kept for later calls with the same profiles and options.
int p3_convert(
    const void *source, const p3_layout *source_layout, const p3_profile *from, void *target,
    const p3_layout *target_layout, const p3_profile *to, const char *options, char **error);

// MARK: PNG images

/// A PNG image: the file at the path `name` where `bytes` is NULL, otherwise `size` bytes, which messages call `name`.
typedef struct {
  const char *name;
  const uint8_t *bytes;
  size_t size;
} p3_source;

/// Pixels with their profile.
typedef struct p3_image p3_image;

/// Reads an image. Each option may be left out:
///
/// - "channels": "gray", "grayAlpha", "rgb", "bgr", "rgba", "bgra", "argb" or "abgr". Default: the file's.
/// - "component": "uint8", "uint16", "float16" or "float32". Default: "uint16" for files with 16 bits a sample, else "uint8".
/// - "alpha": "straight" (default) or "premultiplied".
/// - "max-pixels": images with more pixels are refused.
int p3_image_read(p3_source source, const char *options, p3_image **image, char **error);

/// How the pixels of the image lie in memory: without padding.
p3_layout p3_image_layout(const p3_image *image);

/// The pixels of the image. They live as long as the image.
const void *p3_image_pixels(const p3_image *image);

/// What the pixels mean; `p3_profile_release` releases it. sRGB where the file has no tag.
p3_profile *p3_image_profile(const p3_image *image);

/// Releases the image. NULL is allowed.
void p3_image_release(p3_image *image);

/// Writes pixels as a PNG with this profile: 8 bits for P3_UINT8, 16 for all others. Options: "tag" ("auto", "icc", "cicp", "both",
/// "srgb-chunk"), "compression" ("fast", "balanced", "small").
int p3_png_write(
    const void *pixels, const p3_layout *layout, const p3_profile *profile, const char *options, p3_bytes *png,
    char **error);

// MARK: What p3tool does with an image
//
// `options` is a JSON object or NULL. Its keys and values are those of the command's options. `report` receives JSON: the object that
// the command prints for an image with `--format json`. `report` may be NULL.

/// `p3tool convert`. Options: "to", "from", "assume", "gamut", "knee", "intent", "black-point-compensation", "depth", "dither", "tag",
/// "compression", "reduce", "jobs", "max-pixels". "to" is a built-in space.
int p3_png_convert(p3_source source, const char *options, p3_bytes *png, char **report, char **error);

/// `p3tool check`. Options: "target", "target-depth", "pixels-per-degree", "background" (a list of CSS colours), "only" and "skip" (lists
/// of rules), "jobs", "max-pixels".
int p3_png_check(p3_source source, const char *options, char **report, char **error);

/// `p3tool inspect`. Options: "max-pixels".
int p3_png_inspect(p3_source source, const char *options, char **report, char **error);

/// `p3tool diff`. Options: "preset", "threshold", "max-pixels" and "max-share" (that may differ), "ignore-antialiasing", "ignore" (a list of
/// [x, y, width, height]), "jobs".
int p3_png_diff(p3_source before, p3_source after, const char *options, char **report, char **error);

/// `p3tool soften`. Options: "mode", "white", "on", "depth", "dither", "compression", "jobs", "max-pixels". An image that is left alone gives
/// its own bytes.
int p3_png_soften(p3_source source, const char *options, p3_bytes *png, char **report, char **error);

#ifdef __cplusplus
}
#endif
