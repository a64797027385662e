"""Pictures, movies, and files of them."""
import struct
import xml.etree.ElementTree as tree

import numpy as np
import pytest
import stencilc

BOX = "stencil box3(x, y, z) { field p { boundary fixed(0); init x + 10 * z; } p[t+1] = p; size 12, 10, 8; }"


def size_of(png):
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


def test_png_and_svg(heat, tmp_path):
    sim = heat(T=np.random.default_rng(6).random((12, 20))).run(3)
    picture = sim.picture()
    width, height = size_of(picture.png)
    assert width > height and picture._repr_png_() is picture.png
    picture.save(tmp_path / "T.png").save(tmp_path / "T.svg")
    assert (tmp_path / "T.png").read_bytes() == picture.png
    texts = [one.text for one in tree.parse(tmp_path / "T.svg").iter("{http://www.w3.org/2000/svg}text")]
    assert "heat: T after 3 steps" in texts and "x in cells" in texts and "T" in texts
    with pytest.raises(ValueError, match=r"saved as .png or .svg, not as .pdf"):
        picture.save(tmp_path / "T.pdf")
    with pytest.raises(OSError):
        picture.save(tmp_path / "nowhere" / "T.png")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["T.png", "T.svg"]


def test_options(heat):
    sim = heat(T=np.linspace(0, 1, 240).reshape(12, 20))
    plain = sim.picture("T", look="plain", map="grey", range=(0, 1), size=100)
    assert size_of(plain.png)[0] in range(80, 121)
    assert sim.picture(title="Mine", label="K", labels={"x": "x in km"}).svg.count("x in km") == 1
    with pytest.raises(ValueError, match="map"):
        sim.picture(map="rainbow")
    with pytest.raises(KeyError, match="no field 'V'"):
        sim.picture("V")
    for option, near in (("cmap", "map"), ("titel", "title")):
        with pytest.raises(TypeError, match=f"no option '{option}' \\(did you mean '{near}'\\?\\); it has plane"):
            sim.picture(**{option: "red"})
    with pytest.raises(ValueError, match="'lower' or 'upper'"):
        sim.picture(origin="top")
    assert sim.picture(origin="upper").png != sim.picture().png
    with pytest.raises(ValueError, match="a plane is chosen of a field with three"):
        sim.picture(plane="y=1")


def test_planes():
    sim = stencilc.compile(BOX, target="cpu")()
    from stencilc.pictures import Plane
    assert np.array_equal(Plane(sim, "p", {"z": 3}).cells(), sim["p"][3])
    assert np.array_equal(Plane(sim, "p", "y=2").cells(), sim["p"][:, 2])
    assert Plane(sim, None, None).axes == ["x", "y"] and sim.picture(plane="x").png
    for plane, reason in (("w=1", "no axis 'w'"), ("z=8", "z=0 to z=7, not z=8"), ("z=a", "no whole number"), (3, "plane is")):
        with pytest.raises(ValueError, match=reason):
            sim.picture(plane=plane)


def test_curves_and_constant_fields(wave):
    line = stencilc.compile("stencil line(x) { field u { boundary fixed(0); init x; } u[t+1] = u; size 30; }", target="cpu")()
    assert "<polyline" in line.picture().svg and size_of(line.picture().png)
    flat = wave(size=(9, 9), push=[0])
    assert flat.picture("u").svg and flat.picture("k").png


def test_movies(heat, tmp_path):
    sim = heat(T=np.random.default_rng(7).random((12, 20)))
    movie = sim.movie(steps=10, every=2)
    assert movie.gif[:6] == b"GIF89a" and sim.steps_done == 10
    assert movie.gif.count(b"\x21\xf9\x04") == 6  # a graphic control extension for each frame
    assert "data:image/gif;base64," in movie._repr_html_()
    movie.save(tmp_path / "T.gif")
    assert (tmp_path / "T.gif").read_bytes() == movie.gif
    with pytest.raises(FileNotFoundError, match="ffmpeg, which is not installed"):
        movie.save(tmp_path / "T.mp4")  # PATH is empty
    with pytest.raises(ValueError, match=".gif or .mp4"):
        movie.save(tmp_path / "T.avi")
    with pytest.raises(ValueError, match="at least 1"):
        sim.movie(steps=3, every=0)


def test_footprint(wave):
    from stencilc.footprints import footprint
    drawn = tree.fromstring(footprint(wave))
    assert [one.text for one in drawn.iter("{http://www.w3.org/2000/svg}text")][:3] == ["u[t-1]", "u", "k"]
