"""Checks the wheels in a folder. usage: wheel.py FOLDER SOURCES      SOURCES: the folder of the sources, which no file of a wheel may name"""
import glob
import os
import re
import sys
import zipfile

MOST = 43e6  # bytes; the wheels that scripts/release makes are compressed better
PARTS = [r"stencilc/_core\..*so", r"stencilc/_core\.pyi", r"stencilc/py\.typed", r"stencilc/bin/stencilc", r"stencilc/lib/libstencilc\.so\.\d+\.\d+",
         r"stencilc/lib/libstencilc_runtime\.a", r"stencilc/lib/stencilc/libstencilc-jit\.so", r"stencilc/lib/stencilc/stencilc-headers\.pch",
         r"stencilc/include/stencilc/runtime\.h", r"stencilc/share/stencilc/stencils/std/wavelets\.stencil", r".*dist-info/licenses/LICENSE"]

wheels = [path for path in glob.glob(os.path.join(sys.argv[1], "*.whl")) if "lift" not in os.path.basename(path)]
assert wheels, "there is no wheel"
for path in wheels:
    name = os.path.basename(path)
    assert re.fullmatch(r"stencilc-[\d.]+-(cp31[01]-cp31[01]|cp312-abi3)-manylinux_2_34_x86_64\.whl", name), name
    assert os.path.getsize(path) <= MOST, f"{name} has {os.path.getsize(path)} bytes"
    with zipfile.ZipFile(path) as file:
        names = file.namelist()
        for part in PARTS:
            assert any(re.fullmatch(part, one) for one in names), f"{name} lacks {part}"
        strange = [one for one in names if not one.startswith("stencilc") or "__pycache__" in one or "/." in one]
        assert not strange, f"{name} has {strange}"
        naming = [one for one in names if os.fsencode(sys.argv[2]) + b"/" in file.read(one)]
        assert not naming, f"{naming} of {name} name the folder of the sources"
lift, = glob.glob(os.path.join(sys.argv[1], "stencilc_lift-*.whl"))
with zipfile.ZipFile(lift) as file:
    assert "stencilc_lift/bin/stencilc-lift" in file.namelist() and "stencilc_lift/lib/clang/include/stddef.h" in file.namelist()
print(len(wheels), "wheels")
