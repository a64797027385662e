"""Instances read the files that their program or their request names. Argument: libstencilc."""
import array
import ctypes
import json
import sys

library = ctypes.CDLL(sys.argv[1])
for name in ("compile", "load", "create"):
    getattr(library, "stencilc_" + name).restype = ctypes.c_void_p
library.stencilc_messages.restype = ctypes.c_char_p


def save(path, shape, numbers):
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode())
        file.write(array.array("d", numbers).tobytes())


def module(path, **options):
    options = json.dumps({"target": "cpu", "file": path, **options}).encode()
    with open(path, "rb") as file:
        compilation = ctypes.c_void_p(library.stencilc_compile(file.read(), options))
    loaded = library.stencilc_load(compilation)
    return ctypes.c_void_p(loaded) if loaded else print(library.stencilc_messages(compilation))


def create(of, **request):
    error = ctypes.c_char_p()
    made = library.stencilc_create(of, json.dumps(request).encode(), None, ctypes.byref(error))
    return ctypes.c_void_p(made) if made else print(error.value.decode())


def cells(instance, count, field="u", level=0):
    values = array.array("d", bytes(8 * count))
    address = ctypes.c_void_p(values.buffer_info()[0])
    assert library.stencilc_copy_out(instance, field.encode(), level, address, 0, 0) == 0
    return list(values)


save("folder/start.npy", "(4,)", [1, 2, 3, 4])
save("other.npy", "(4,)", [9, 8, 7, 6])
save("folder/push.npy", "(5,)", [10, 20, 30, 40, 50])
save("long.npy", "(6,)", [0] * 6)
push = module("folder/push.stencil")
many = module("folder/many.stencil")
instance = create(push)
print("begins with", cells(instance, 4))
assert library.stencilc_run(instance, ctypes.c_int64(2), None) == 0
print("after two steps", cells(instance, 4))
assert library.stencilc_reset(instance) == 0
print("after a reset", cells(instance, 4))
print("another file", cells(create(push, init={"u": "other.npy"}), 4))
print("no file", cells(create(push, init=False), 4))
for init in (dict(u=None), dict(u=False), dict(u=None, w="other.npy"), dict(w=None), {"f": None}, {"f2": None}, {"w[t-1]": None}):
    instance = create(many, init=init)
    print(json.dumps(init), *(f"{field}: {cells(instance, 4, field, level)[0]:g}"
                              for field, level in (("u", 0), ("w", 0), ("w", -1), ("f1", 0), ("f2", 0))))
create(many, init={"v": None})
create(many, init={"u": True})
print("at compilation", cells(create(module("folder/push.stencil", init={"u": "other.npy"})), 4))
create(push, init={"u": "long.npy"})
create(push, init={"v": "other.npy"})
create(push, init={"u": "nowhere.npy"})
create(push, series={"force": "nowhere.npy"})
create(push, scratch=".")
