"""Wheels of the Python package, and the environments in which its tests run.

prepare() makes build/wheels with scripts/wheel if a source of it has changed, and installs them into build/python (Debian's Python, with all that
tests and notebooks need) and build/python-other (a later Python, with NumPy and pytest alone), where there is one.
"""
import glob
import os
import subprocess
import sys

# What a wheel is made of, below the root and below the build folder.
SOURCES = ("pyproject.toml", "scripts/wheel", "python/**", "stencils/**", "runtime/device/**",
           "compiler/interface/stencilc.h", "compiler/GlibcShims.cpp")
BUILT = ("lib/libstencilc.so.*.*.*", "lib/libstencilc-jit.so", "lib/stencilc-headers.pch", "lib/libstencilc_runtime.a", "bin/stencilc-lift")
TARGETS = ["stencilc_shared", "stencilc_jit", "stencilc_headers", "stencilc_runtime_archive", "stencilc-lift"]


def needed(names):
    """Returns whether one of the tests `names` needs wheels."""
    return any(name.startswith("python/") or name == "house/pages/site.test" for name in names)


def _newest(root, patterns):
    files = [path for pattern in patterns for path in glob.glob(os.path.join(root, pattern), recursive=True)
             if os.path.isfile(path) and "__pycache__" not in path]
    return max(map(os.path.getmtime, files), default=0)


def _others():
    """Returns Pythons later than 3.11 that can build modules, best first."""
    found = []
    for name in ("python3.14", "python3.13", "python3.12"):
        for path in (name, *glob.glob(os.path.expanduser(f"~/.pyenv/versions/{name[6:]}.*/bin/python3"))):
            code = "import os, sysconfig; print(os.path.exists(sysconfig.get_path('include') + '/Python.h'))"
            try:
                done = subprocess.run([path, "-c", code], capture_output=True, text=True, check=False)
            except FileNotFoundError:
                continue
            if done.stdout.strip() == "True":
                found.append(path)
    return found


def _install(root, build, folder, python, packages, wheels):
    """Makes a virtual environment and installs the wheels of its Python."""
    environment = os.path.join(build, folder)
    subprocess.run([os.path.join(root, "scripts/install-pypi"), packages, environment, python], check=False)
    pip = os.path.join(environment, "bin/python")
    if os.path.exists(pip):
        subprocess.run([pip, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--no-deps", "--force-reinstall",
                        "--find-links", wheels, "stencilc", "stencilc-lift"], check=True)


def prepare(root, build):
    """Brings wheels and environments up to date. Says why on standard error if they cannot be made; tests that need them are then left out."""
    wheels, stamp = os.path.join(build, "wheels"), os.path.join(build, "wheels", "made")
    others = _others()
    made = os.path.getmtime(stamp) if os.path.exists(stamp) else 0
    if max(_newest(root, SOURCES), _newest(build, BUILT)) <= made:
        return
    for old in glob.glob(os.path.join(wheels, "*.whl")):
        os.remove(old)
    command = [os.path.join(root, "scripts/wheel"), "--python=/usr/bin/python3", *[f"--python={python}" for python in others[:1]], wheels]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout + done.stderr + "note: no wheels of the Python package: its tests are left out", file=sys.stderr)
        return
    _install(root, build, "python", "/usr/bin/python3", "python", wheels)
    if others:
        _install(root, build, "python-other", others[0], "python-small", wheels)
    with open(stamp, "w", encoding="utf-8"):
        pass
