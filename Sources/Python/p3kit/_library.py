"""The C interface, Sources/CP3Kit/p3kit.h, as ctypes sees it. ctypes releases the interpreter's lock during each call."""

from __future__ import annotations

import ctypes
import json
import os
import pathlib
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint8, c_uint32, c_void_p

ABI_VERSION = 1
COMPONENTS = {"uint8": 0, "uint16": 1, "float16": 2, "float32": 3}
CHANNELS = {"L": 0, "LA": 1, "RGB": 2, "BGR": 3, "RGBA": 4, "BGRA": 5, "ARGB": 6, "ABGR": 7}


class Layout(ctypes.Structure):
    _fields_ = [
        ("width", c_size_t),
        ("height", c_size_t),
        ("bytes_per_row", c_size_t),
        ("component", c_uint8),
        ("channels", c_uint8),
        ("alpha", c_uint8),
        ("linear", c_uint8),
    ]


class Source(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("bytes", c_void_p), ("size", c_size_t)]


class Bytes(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("size", c_size_t)]


Text = POINTER(c_void_p)

_SIGNATURES = {
    "p3_abi_version": (c_uint32, []),
    "p3_free": (None, [c_void_p]),
    "p3_profile_named": (c_int, [c_char_p, POINTER(c_void_p), Text]),
    "p3_profile_from_icc": (c_int, [c_char_p, c_size_t, POINTER(c_void_p), Text]),
    "p3_profile_icc": (c_void_p, [c_void_p, POINTER(c_size_t)]),
    "p3_profile_description": (c_char_p, [c_void_p]),
    "p3_profile_space": (c_char_p, [c_void_p]),
    "p3_profile_release": (None, [c_void_p]),
    "p3_convert": (
        c_int,
        [c_void_p, POINTER(Layout), c_void_p, c_void_p, POINTER(Layout), c_void_p, c_char_p, Text],
    ),
    "p3_image_read": (c_int, [Source, c_char_p, POINTER(c_void_p), Text]),
    "p3_image_layout": (Layout, [c_void_p]),
    "p3_image_pixels": (c_void_p, [c_void_p]),
    "p3_image_profile": (c_void_p, [c_void_p]),
    "p3_image_release": (None, [c_void_p]),
    "p3_png_write": (c_int, [c_void_p, POINTER(Layout), c_void_p, c_char_p, POINTER(Bytes), Text]),
    "p3_png_convert": (c_int, [Source, c_char_p, POINTER(Bytes), Text, Text]),
    "p3_png_check": (c_int, [Source, c_char_p, Text, Text]),
    "p3_png_inspect": (c_int, [Source, c_char_p, Text, Text]),
    "p3_png_diff": (c_int, [Source, Source, c_char_p, Text, Text]),
    "p3_png_soften": (c_int, [Source, c_char_p, POINTER(Bytes), Text, Text]),
}


def _load() -> ctypes.CDLL:
    """The library beside this file, or the one that P3KIT_LIBRARY names."""
    beside = pathlib.Path(__file__).with_name("libp3kit-c.so")
    library = ctypes.CDLL(os.environ.get("P3KIT_LIBRARY") or str(beside))
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    if library.p3_abi_version() != ABI_VERSION:
        raise ImportError(f"libp3kit-c has interface {library.p3_abi_version()}, this module needs {ABI_VERSION}")
    return library


library = _load()


class P3Error(ValueError):
    """What p3kit refused: the message names the image, the fact and the remedy."""


def call(name: str, *arguments: object) -> None:
    """Calls a function whose last argument is the place of a message; P3Error if it fails."""
    message = c_void_p()
    if getattr(library, name)(*arguments, byref(message)) != 0:
        raise P3Error(taken_text(message))


def taken_text(place: c_void_p) -> str:
    """The text at `place`, whose memory is released."""
    try:
        return ctypes.string_at(place.value).decode() if place.value else ""
    finally:
        library.p3_free(place)


def taken_bytes(place: Bytes) -> bytes:
    """The bytes at `place`, whose memory is released."""
    try:
        return ctypes.string_at(place.data, place.size)
    finally:
        library.p3_free(place.data)


def options(values: dict[str, object]) -> bytes:
    """Options as JSON: Python's names have _ where the commands have -, and None leaves an option out."""
    given = {name.rstrip("_").replace("_", "-"): value for name, value in values.items() if value is not None}
    return json.dumps(given).encode()
