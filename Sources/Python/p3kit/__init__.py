"""Colour management of PNG images and of arrays: read, convert, check, compare, soften, write.

    import p3kit

    pixels, profile = p3kit.read("photo.png")             # (height, width, channels), uint16
    srgb = p3kit.convert(pixels, profile, "srgb", gamut="chroma")
    p3kit.write("photo.srgb.png", srgb, "srgb")

Arrays are NumPy arrays of shape (height, width) for grey, or (height, width, channels). Samples are uint8, uint16, float16 or
float32; floating point is 0 to 1 within the gamut. Where a function takes a profile, the name of a built-in one will do:
"srgb", "display-p3", "adobe-rgb", "rec2020", "prophoto", or each with "gray-" in front.
"""

from __future__ import annotations

import ctypes
import json
import os
from ctypes import byref, c_size_t, c_void_p
from typing import Any, Sequence, Union

import numpy

from . import _library
from ._library import P3Error

__all__ = ["P3Error", "Profile", "check", "convert", "convert_png", "diff", "inspect", "read", "soften", "write"]


class Profile:
    """An ICC profile."""

    def __init__(self, source: Union[str, bytes, os.PathLike[str]]) -> None:
        """A built-in profile by its name, the profile in the bytes of an ICC file, or in the file at a path."""
        handle = c_void_p()
        if isinstance(source, os.PathLike):
            with open(source, "rb") as file:
                source = file.read()
        if isinstance(source, bytes):
            _library.call("p3_profile_from_icc", source, len(source), byref(handle))
        else:
            _library.call("p3_profile_named", source.encode(), byref(handle))
        self._handle = handle.value

    @classmethod
    def _of(cls, handle: int) -> Profile:
        profile = cls.__new__(cls)
        profile._handle = handle
        return profile

    def __del__(self) -> None:
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            _library.library.p3_profile_release(handle)

    @property
    def icc(self) -> bytes:
        """The profile as the bytes of an ICC file."""
        size = c_size_t()
        data = _library.library.p3_profile_icc(self._handle, byref(size))
        return ctypes.string_at(data, size.value)

    @property
    def description(self) -> str:
        """What the profile calls itself."""
        return _library.library.p3_profile_description(self._handle).decode()

    @property
    def space(self) -> str | None:
        """The built-in space that the profile equals, such as "display-p3", or None."""
        name = _library.library.p3_profile_space(self._handle)
        return name.decode() if name else None

    def __repr__(self) -> str:
        return f"<Profile {self.description!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Profile) and self.icc == other.icc

    def __hash__(self) -> int:
        return hash(self.icc)


ProfileLike = Union[Profile, str]
PNGLike = Union[str, os.PathLike[str], bytes]


# Arrays


def read(png: PNGLike, *, max_pixels: int | None = None) -> tuple[numpy.ndarray, Profile]:
    """The pixels of a PNG and what they mean.

    Samples are uint16 with the whole range, whatever the file's depth: an 8-bit code is multiplied by 257. Palettes become colours.
    The shape is (height, width) for grey, else (height, width, channels). An image without a tag is sRGB.
    """
    handle = c_void_p()
    source, _kept = _source(png)
    options = _library.options({"component": "uint16", "max_pixels": max_pixels})
    _library.call("p3_image_read", source, options, byref(handle))
    image = _Image(handle.value)
    profile = Profile._of(_library.library.p3_image_profile(image.handle))
    return numpy.asarray(image), profile


class _Image:
    """An image of the library: NumPy arrays of it use its memory, and keep it."""

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def __del__(self) -> None:
        _library.library.p3_image_release(self.handle)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        layout = _library.library.p3_image_layout(self.handle)
        channels = {0: 1, 1: 2, 2: 3, 4: 4}[layout.channels]
        shape = (layout.height, layout.width) if channels == 1 else (layout.height, layout.width, channels)
        pixels = _library.library.p3_image_pixels(self.handle)
        return {"version": 3, "shape": shape, "typestr": numpy.dtype(numpy.uint16).str, "data": (pixels, False)}


def write(
    path: str | os.PathLike[str] | None,
    pixels: numpy.ndarray,
    profile: ProfileLike,
    *,
    tag: str | None = None,
    compression: str | None = None,
) -> bytes | None:
    """Writes pixels as a PNG with this profile: uint8 with 8 bits a sample, uint16 with 16.

    The file appears whole or not at all. Where `path` is None, the bytes of the PNG are returned.
    """
    png = _encoded(pixels, profile, tag=tag, compression=compression)
    if path is None:
        return png
    part = f"{os.fspath(path)}.{os.getpid()}.part"
    try:
        with open(part, "xb") as file:
            file.write(png)
        os.replace(part, path)
    except BaseException:
        if os.path.exists(part):
            os.unlink(part)
        raise
    return None


def convert(
    pixels: numpy.ndarray,
    source: ProfileLike,
    target: ProfileLike,
    *,
    gamut: str | None = None,
    intent: str | None = None,
    dtype: Any = None,
    out: numpy.ndarray | None = None,
    order: str | None = None,
    premultiplied: bool = False,
    linear: bool = False,
    jobs: int | None = None,
) -> numpy.ndarray:
    """Pixels in another colour space: exactly the codes that `p3tool convert --dither none` writes.

    gamut: "clip", "chroma" or "soft": what becomes of colours outside of the target.
    dtype: of the result; by default the dtype of `pixels`.
    out: where the result goes; `pixels` itself converts in place.
    order: "L", "LA", "RGB", "BGR", "RGBA", "BGRA", "ARGB" or "ABGR"; by default L, LA, RGB and RGBA by the number of channels.
    premultiplied: colours are multiplied by alpha, in both arrays.
    linear: samples are proportional to light, in both arrays; floating point alone.
    jobs: threads.
    """
    pixels, layout = _layout(pixels, order, premultiplied, linear)
    if out is None:
        out = numpy.empty(pixels.shape, dtype=dtype or pixels.dtype)
    elif not _is_packed(out) or out.shape != pixels.shape or not out.flags.writeable:
        raise P3Error("out has another shape than pixels, gaps between its pixels, or cannot be written")
    elif numpy.may_share_memory(pixels, out) and (pixels.ctypes.data, pixels.strides) != (out.ctypes.data, out.strides):
        pixels, layout = _layout(pixels.copy(), order, premultiplied, linear)
    out, out_layout = _layout(out, order, premultiplied, linear)
    # The profiles live until the call is over.
    source, target = _profile(source), _profile(target)
    _library.call(
        "p3_convert",
        pixels.ctypes.data,
        byref(layout),
        source._handle,
        out.ctypes.data,
        byref(out_layout),
        target._handle,
        _library.options({"gamut": gamut, "intent": intent, "jobs": jobs}),
    )
    return out


# Commands


def convert_png(png: PNGLike, to: str, **options: Any) -> tuple[bytes, dict[str, Any]]:
    """The PNG that `p3tool convert` makes, and its report. Options are those of the command, with _ for -."""
    source, _kept = _source(png)
    made, report = _library.Bytes(), c_void_p()
    _library.call("p3_png_convert", source, _library.options({"to": to, **options}), byref(made), byref(report))
    return _library.taken_bytes(made), _json(report)


def check(image: PNGLike | numpy.ndarray, profile: ProfileLike = "srgb", **options: Any) -> dict[str, Any]:
    """The report of `p3tool check` on a PNG, or on pixels with a profile.

    Options: target, target_depth, pixels_per_degree, background, only, skip, jobs, max_pixels.
    """
    source, _kept = _source(image, profile)
    report = c_void_p()
    _library.call("p3_png_check", source, _library.options(options), byref(report))
    return _json(report)


def inspect(png: PNGLike, **options: Any) -> dict[str, Any]:
    """The report of `p3tool inspect`. Options: max_pixels."""
    source, _kept = _source(png)
    report = c_void_p()
    _library.call("p3_png_inspect", source, _library.options(options), byref(report))
    return _json(report)


def diff(
    before: PNGLike | numpy.ndarray,
    after: PNGLike | numpy.ndarray,
    profiles: ProfileLike | tuple[ProfileLike, ProfileLike] = "srgb",
    **options: Any,
) -> dict[str, Any]:
    """The report of `p3tool diff` on two PNGs or arrays; the key "verdict" is "same" or "different".

    profiles: of arrays; a pair where they differ.
    Options: preset, threshold, max_pixels, max_share, ignore_antialiasing, ignore, jobs.
    """
    first, second = profiles if isinstance(profiles, tuple) else (profiles, profiles)
    one, _kept_one = _source(before, first, "before")
    two, _kept_two = _source(after, second, "after")
    report = c_void_p()
    _library.call("p3_png_diff", one, two, _library.options(options), byref(report))
    return _json(report)


def soften(image: PNGLike | numpy.ndarray, profile: ProfileLike = "srgb", **options: Any) -> Any:
    """White backgrounds lowered for dark pages.

    A PNG gives the bytes of a PNG and the report; pixels give pixels and the report.
    Options: mode, white, on, depth, dither, compression, jobs, max_pixels.
    """
    source, _kept = _source(image, profile)
    made, report = _library.Bytes(), c_void_p()
    _library.call("p3_png_soften", source, _library.options(options), byref(made), byref(report))
    png, told = _library.taken_bytes(made), _json(report)
    if not isinstance(image, numpy.ndarray):
        return png, told
    pixels, _ = read(png)
    return (pixels >> 8).astype(numpy.uint8) if image.dtype == numpy.uint8 else pixels, told


# Inside


def _profile(profile: ProfileLike) -> Profile:
    return profile if isinstance(profile, Profile) else Profile(profile)


def _json(place: c_void_p) -> dict[str, Any]:
    return json.loads(_library.taken_text(place))


def _source(
    image: PNGLike | numpy.ndarray, profile: ProfileLike = "srgb", name: str = "array"
) -> tuple[_library.Source, object]:
    """What the interface calls a source, and what has to live as long as it."""
    if isinstance(image, numpy.ndarray):
        image = _encoded(image, profile, compression="fast")
    elif isinstance(image, bytes):
        name = "bytes"
    else:
        path = os.fsencode(image)
        return _library.Source(path, None, 0), path
    data = ctypes.c_char_p(image)
    return _library.Source(name.encode(), ctypes.cast(data, c_void_p), len(image)), (image, data)


def _encoded(
    pixels: numpy.ndarray, profile: ProfileLike, *, tag: str | None = None, compression: str | None = None
) -> bytes:
    pixels, layout = _layout(pixels, None, False, False)
    png = _library.Bytes()
    profile = _profile(profile)
    _library.call(
        "p3_png_write",
        pixels.ctypes.data,
        byref(layout),
        profile._handle,
        _library.options({"tag": tag, "compression": compression}),
        byref(png),
    )
    return _library.taken_bytes(png)


def _is_packed(pixels: numpy.ndarray) -> bool:
    """Whether the pixels of a row have no gaps between them, and rows follow each other forwards."""
    size = pixels.itemsize
    if pixels.ndim == 2:
        return pixels.strides[1] == size and pixels.strides[0] >= size * pixels.shape[1]
    across = size * pixels.shape[2]
    return pixels.strides[1:] == (across, size) and pixels.strides[0] >= across * pixels.shape[1]


def _layout(
    pixels: numpy.ndarray, order: str | None, premultiplied: bool, linear: bool
) -> tuple[numpy.ndarray, _library.Layout]:
    """The pixels, copied if they have gaps, and how they lie in memory."""
    if pixels.ndim not in (2, 3) or pixels.size == 0:
        raise P3Error(f"an array of shape {pixels.shape} is no image: (height, width) or (height, width, channels)")
    component = _library.COMPONENTS.get(pixels.dtype.name)
    if component is None or not pixels.dtype.isnative:
        raise P3Error(f"{pixels.dtype} is none of {', '.join(_library.COMPONENTS)}")
    count = pixels.shape[2] if pixels.ndim == 3 else 1
    if not 1 <= count <= 4:
        raise P3Error(f"an image has 1 to 4 channels, not {count}")
    name = order or ("L", "LA", "RGB", "RGBA")[count - 1]
    if len(name) != count or name not in _library.CHANNELS:
        raise P3Error(f"order {name!r} does not fit {count} channels: {', '.join(_library.CHANNELS)}")
    if not _is_packed(pixels):
        pixels = numpy.ascontiguousarray(pixels)
    height, width = pixels.shape[:2]
    return pixels, _library.Layout(
        width, height, pixels.strides[0], component, _library.CHANNELS[name], premultiplied, linear
    )
