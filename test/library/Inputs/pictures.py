"""Draws pictures and movies through ctypes. usage: pictures.py libstencilc.so, beside bump.stencil"""
import array
import ctypes
import json
import os
import sys

library = ctypes.CDLL(sys.argv[1])
for name in ("compile", "load", "create"):
    getattr(library, "stencilc_" + name).restype = ctypes.c_void_p


class Slice(ctypes.Structure):
    _fields_ = [("cells", ctypes.c_void_p), ("is_f32", ctypes.c_int), ("nx", ctypes.c_int64), ("ny", ctypes.c_int64),
                ("title", ctypes.c_char_p)]


def view(values, nx, ny, title=None):
    return Slice(values.buffer_info()[0], values.typecode == "f", nx, ny, title)


def draw(slices, look, steps=None, movie=False, columns=2):
    """The bytes of an image, or the code and the error message."""
    look = look if isinstance(look, bytes) else json.dumps(look).encode()
    image, size, error = ctypes.c_void_p(1), ctypes.c_size_t(1), ctypes.c_char_p()
    made = (Slice * len(slices))(*slices)
    rest = look, ctypes.byref(image), ctypes.byref(size), ctypes.byref(error)
    if movie:
        numbers = (ctypes.c_int64 * len(steps))(*steps) if steps else None
        code = library.stencilc_draw_movie(made, numbers, len(slices), *rest)
    else:
        code = library.stencilc_draw_picture(made, len(slices), columns, *rest)
    if code:
        assert not image.value and not size.value
        return print(code, error.value.decode())
    copy = ctypes.string_at(image, size.value)
    library.stencilc_free_image(image)
    return copy


def kind(image):
    return {b"\x89PNG": "PNG", b"GIF8": "GIF"}[image[:4]]


def extents(png):
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


# The same images as the tool's.
with open("bump.stencil", "rb") as file:
    module = ctypes.c_void_p(library.stencilc_compile(file.read(), b'{"target": "cpu"}'))
instance = ctypes.c_void_p(library.stencilc_create(ctypes.c_void_p(library.stencilc_load(module)), None, None, None))
levels = []
for step in range(4):
    levels.append(array.array("d", bytes(8 * 7000)))
    address = ctypes.c_void_p(levels[-1].buffer_info()[0])
    assert library.stencilc_copy_out(instance, b"T", 0, address, 0, 0) == 0
    assert library.stencilc_run(instance, ctypes.c_int64(10), None) == 0
axes = [{"label": "x", "first": 0, "step": 0.25}, {"label": "y", "step": 0.25, "whole": None}]
look = {"title": "bump: T", "values": "T", "axes": axes, "map": None}
png = draw([view(levels[0], 100, 70, b"before"), view(levels[3], 100, 70, b"after 30 steps")], look)
gif = draw([view(level, 100, 70) for level in levels], {**look, "longest": 64}, [0, 10, 20, 30], movie=True)
for name, image in (("library.png", png), ("library.gif", gif)):
    with open(name, "wb") as file:
        file.write(image)
print("drawn:", kind(png), kind(gif))

numbers = [0.5 * n for n in range(24)]
double, single = array.array("d", numbers), array.array("f", numbers)
same = draw([view(double, 6, 4)], {}) == draw([view(single, 6, 4)], b"")
print("f32:", "the same image" if same else "another image")
four = [view(double, 6, 4)] * 4
(wide, high), (wider, lower) = extents(draw(four, {})), extents(draw(four, {}, columns=9))
print("four columns are twice as wide as two, and half as high:", 1.9 < wider / wide < 2 and 1.9 < high / lower < 2)
curve = draw([view(double, 24, 1, b"a"), view(double, 12, 1, b"b")], {"range": [-1, 20], "values": "T"})
print(f"a curve: {kind(curve)}; frames without numbers: {kind(draw(four, {}, movie=True))}")
sys.stdout.flush()
child = os.fork()
if child == 0:
    os._exit(0 if draw([view(double, 6, 4)], {}) else 1)
print("a child of fork:", "PNG" if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0 else "nothing")

one = [view(double, 6, 4)]
for wrong in ({"titel": "T"}, b"{", b"[]", {"title": 3}, {"values": ["T"]}, {"map": "jet"}, {"look": "nice"},
              {"first_row": True}, {"range": [2, 1]}, {"range": [0]}, {"longest": 8193}):
    draw(one, wrong)
draw(one, {"longest": 15}, movie=True)
for wrong in ({"label": "x"}, ["x"], [None, {"lable": "x"}], [{"step": 0}], [{"first": "0"}], [{"whole": 1}]):
    draw(one, {"axes": wrong})
draw(2 * one, {"look": "plain"})
draw(one, {}, columns=0)
draw([], {})
draw([*one, Slice(None, 0, 4, 4)], {})
draw([view(double, 4, 0)], {})
draw(257 * one, {})
draw([view(array.array("d", bytes(8 * 384)), *size) for size in ((24, 16), (16, 24))], {}, movie=True)
draw([], {}, movie=True)
error = ctypes.c_char_p()
print(library.stencilc_draw_picture((Slice * 1)(*one), 1, 1, None, None, None, ctypes.byref(error)), error.value.decode())
