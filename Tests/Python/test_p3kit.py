"""Tests of the installed wheel: .ci/test-python runs them."""

import concurrent.futures
import json
import pathlib
import subprocess
import sys

import numpy
import p3kit
import pytest

IMAGES = pathlib.Path(__file__).resolve().parents[2] / "TestImages"
PHOTO = IMAGES / "photo-p3-16.png"
ICON = IMAGES / "icon-p3-16.png"


def test_an_image_is_read_with_its_profile():
    pixels, profile = p3kit.read(PHOTO)
    assert pixels.shape == (192, 256, 3) and pixels.dtype == numpy.uint16
    assert profile.space == "display-p3" and profile == p3kit.Profile("p3")
    again, _ = p3kit.read(PHOTO.read_bytes())
    assert numpy.array_equal(pixels, again)


def test_what_is_written_is_read(tmp_path):
    for name in ["photo-p3-16.png", "icon-p3-16.png", "card-srgb-8.png"]:
        pixels, profile = p3kit.read(IMAGES / name)
        p3kit.write(tmp_path / "out.png", pixels, profile)
        again, same = p3kit.read(tmp_path / "out.png")
        assert numpy.array_equal(pixels, again) and same == profile
    gray = numpy.arange(256, dtype=numpy.uint8).reshape(16, 16)
    png = p3kit.write(None, gray, "gray-srgb")
    again, profile = p3kit.read(png)
    assert again.shape == (16, 16) and numpy.array_equal(again, gray.astype(numpy.uint16) * 257)
    assert p3kit.inspect(png)["bitDepth"] == 8
    assert [path.name for path in tmp_path.iterdir()] == ["out.png"]


@pytest.mark.parametrize("gamut", ["clip", "chroma", "soft"])
@pytest.mark.parametrize("image", [PHOTO, ICON])
def test_arrays_get_the_codes_of_the_command(image, gamut):
    pixels, profile = p3kit.read(image)
    png, report = p3kit.convert_png(image, "srgb", gamut=gamut, depth=16)
    wanted, target = p3kit.read(png)
    assert report["bitDepth"] == 16 if "bitDepth" in report else True
    assert target.space == "srgb"
    assert numpy.array_equal(p3kit.convert(pixels, profile, "srgb", gamut=gamut), wanted)
    assert numpy.array_equal(p3kit.convert(pixels, profile, "srgb", gamut=gamut, jobs=3), wanted)


def test_layouts_and_types():
    pixels, profile = p3kit.read(ICON)
    wanted = p3kit.convert(pixels, profile, "srgb")
    bgra = numpy.ascontiguousarray(pixels[:, :, [2, 1, 0, 3]])
    assert numpy.array_equal(p3kit.convert(bgra, profile, "srgb", order="BGRA")[:, :, [2, 1, 0, 3]], wanted)
    # A view with gaps between rows is converted where it is, and what lies in the gaps stays.
    wide = numpy.full((128, 200, 4), 7, dtype=numpy.uint16)
    wide[:, :128] = pixels
    view = wide[:, :128]
    assert p3kit.convert(view, profile, "srgb", out=view) is view
    assert numpy.array_equal(view, wanted) and (wide[:, 128:] == 7).all()
    # Every other pixel has gaps inside of a row.
    assert numpy.array_equal(p3kit.convert(pixels[:, ::2], profile, "srgb"), wanted[:, ::2])
    # Source and result share a part of their memory.
    joined = numpy.concatenate([pixels, pixels[:1]])
    assert numpy.array_equal(p3kit.convert(joined[:-1], profile, "srgb", out=joined[1:]), wanted)
    small = p3kit.convert(pixels, profile, "srgb", dtype=numpy.uint8)
    assert small.dtype == numpy.uint8
    assert numpy.abs(small.astype(int) - (wanted.astype(int) * 255 + 32767) // 65535).max() <= 1


def test_floats_are_not_clamped_and_come_back():
    pixels, profile = p3kit.read(PHOTO)
    floats = (pixels / 65535).astype(numpy.float32)
    srgb = p3kit.convert(floats, profile, "srgb")
    assert srgb.min() < 0
    back = p3kit.convert(srgb, "srgb", profile)
    assert numpy.abs(back - floats).max() < 1e-5
    codes = numpy.clip(numpy.rint(srgb.astype(float) * 65535), 0, 65535)
    assert numpy.abs(codes - p3kit.convert(pixels, profile, "srgb")).max() <= 1
    linear = p3kit.convert(numpy.full((1, 1, 3), 0.25, numpy.float32), "srgb", "display-p3", linear=True)
    assert numpy.allclose(linear, 0.25, atol=1e-6)


def test_reports_are_those_of_the_commands():
    report = p3kit.check(PHOTO)
    assert [finding["rule"] for finding in report["findings"]] == ["gamut-clipping"]
    pixels, profile = p3kit.read(PHOTO)
    assert p3kit.check(pixels, profile)["gamut"] == report["gamut"]
    assert p3kit.check(PHOTO, target="display-p3")["findings"] == []
    assert p3kit.diff(PHOTO, PHOTO)["verdict"] == "same"
    changed = pixels.copy()
    changed[10:40, 10:40] = 0
    assert p3kit.diff(pixels, changed, profile)["verdict"] == "different"
    assert p3kit.diff(pixels, changed, profile, ignore=[[10, 10, 30, 30]])["verdict"] == "same"
    converted = p3kit.convert(pixels, profile, "rec2020")
    assert p3kit.diff(pixels, converted, (profile, "rec2020"))["verdict"] == "same"


def test_soften():
    png, report = p3kit.soften(IMAGES / "card-srgb-8.png")
    assert report["reason"] == "whiteBackground"
    pixels, _ = p3kit.read(png)
    before, profile = p3kit.read(IMAGES / "card-srgb-8.png")
    assert before[0, 0, 0] == 65535 and pixels[0, 0, 0] == 56797
    same, _ = p3kit.soften(before, profile)
    assert same.shape == before.shape


def test_what_is_wrong_is_said():
    with pytest.raises(p3kit.P3Error, match="none.png: No such file"):
        p3kit.read("none.png")
    with pytest.raises(p3kit.P3Error, match="unknown option 'colour'"):
        p3kit.check(PHOTO, colour=1)
    with pytest.raises(p3kit.P3Error, match="no profile is called 'cmyk'"):
        p3kit.Profile("cmyk")
    with pytest.raises(p3kit.P3Error, match="one of clip, chroma, soft"):
        p3kit.convert(numpy.zeros((1, 1, 3), numpy.uint8), "srgb", "p3", gamut="hard")
    with pytest.raises(p3kit.P3Error, match="no image"):
        p3kit.convert(numpy.zeros(3, numpy.uint8), "srgb", "p3")
    with pytest.raises(p3kit.P3Error, match="int32"):
        p3kit.convert(numpy.zeros((1, 1, 3), numpy.int32), "srgb", "p3")
    with pytest.raises(p3kit.P3Error):
        p3kit.read(b"not a PNG")
    with pytest.raises(p3kit.P3Error):
        p3kit.Profile(b"not a profile")


def test_threads_run_at_the_same_time():
    pixels, profile = p3kit.read(PHOTO)
    wanted = p3kit.convert(pixels, profile, "srgb")
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for made in pool.map(lambda _: p3kit.convert(pixels, profile, "srgb"), range(32)):
            assert numpy.array_equal(made, wanted)
        reports = list(pool.map(lambda _: p3kit.check(PHOTO), range(8)))
    assert all(report == reports[0] for report in reports)


def test_the_module_runs_as_a_program():
    run = subprocess.run(
        [sys.executable, "-m", "p3kit", "inspect", str(PHOTO)], capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout)["width"] == 256
    run = subprocess.run([sys.executable, "-m", "p3kit", "check", "none.png"], capture_output=True, text=True)
    assert run.returncode == 2 and "none.png" in run.stderr
