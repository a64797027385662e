"""Installs a build into an empty prefix, moves it, hides the sources, and uses it as its users do.

usage: check.py BUILD SOURCE [CHECK ...]     each function below whose name begins with `check_`

Prints one line for each check; the exit code is 1 if any fails. Where root may mount, an empty folder lies
over the sources and the build while users are played; everywhere, no path of either may be in what is
installed. A check whose tools are missing is skipped, and says so.
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

INPUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs")
CPU_FLAGS = ["-std=c++20", "-O1", "-ffp-contract=off", "-fopenmp-simd"]
NEWEST_GLIBC = (2, 34)
# What Debian's oldest supported toolchains have, and nothing else.
SYSTEM_LIBRARIES = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"}


class Skip(Exception):
    """Tools that a check needs are not there."""


class Place:
    """Folders of this test, all below one that is not below the sources."""

    def __init__(self, root):
        self.root = root
        self.prefix = os.path.join(root, "moved", "stencilc")
        self.work = os.path.join(root, "work")
        self.stencils = os.path.join(self.prefix, "share/stencilc/stencils")
        self.heat = os.path.join(self.stencils, "heat/heat3d.stencil")
        self.tool = os.path.join(self.prefix, "bin/stencilc")
        self.include = os.path.join(self.prefix, "include")
        self.runtime = os.path.join(self.prefix, "lib/libstencilc_runtime.a")
        self.inputs = os.path.join(root, "Inputs")

    def folder(self, name):
        path = os.path.join(self.work, name)
        os.makedirs(path)
        return path


def run(*command, at=None, fails=False, **environment):
    """Standard output of a command and its messages; the command must succeed, or fail."""
    done = subprocess.run(command, cwd=at, env={**os.environ, **environment}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if (done.returncode != 0) != fails:
        raise AssertionError(f"{' '.join(command)}\nexit code {done.returncode}\n{done.stdout}")
    return done.stdout


def expect(text, *parts):
    for part in parts:
        if part not in text:
            raise AssertionError(f"'{part}' is not in\n{text}")


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            raise Skip(f"{program} is missing")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def elf_files(folder):
    for at, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            if not os.path.islink(path) and read(path)[:4] == b"\x7fELF":
                yield path


# ---- with the sources in sight ------------------------------------------------------------------


def install(place, build, source):
    """Into one prefix, moved to another."""
    run("cmake", "--install", build, "--prefix", os.path.join(place.root, "first"), "--strip")
    os.makedirs(os.path.dirname(place.prefix))
    os.rename(os.path.join(place.root, "first"), place.prefix)
    shutil.copytree(os.path.join(source, "test/install/Inputs"), place.inputs)
    shutil.copy(os.path.join(source, "test/install/check.py"), place.root)
    shutil.copytree(os.path.join(source, "runtime"), os.path.join(place.root, "runtime"))


def package(place, build):
    """A tarball and a .deb; packed quickly (xz takes a minute), as what is packed is what counts."""
    folder = os.path.join(place.root, "packages")
    os.makedirs(folder)
    kinds = "TGZ;DEB" if shutil.which("dpkg-shlibdeps") and shutil.which("lintian") else "TGZ"
    configuration = os.path.join(build, "CPackConfig.cmake")
    expect(read(configuration).decode(), 'set(CPACK_GENERATOR "DEB;TXZ")')
    run("cpack", "-G", kinds, "-B", folder, "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip",
        "--config", configuration, at=folder)


# ---- without them -------------------------------------------------------------------------------


def check_no_path_of_the_sources(place, build, source):
    for at, _, names in os.walk(place.prefix):
        for name in names:
            text = read(os.path.join(at, name))
            for folder in (build, source, os.path.join(place.root, "first")):
                if folder.encode() + b"/" in text or folder.encode() + b"\0" in text:
                    raise AssertionError(f"{os.path.join(at, name)} names {folder}")


def check_old_machines(place, *_):
    """No symbol of a glibc after 2.34, and no library but the system's."""
    need("objdump")
    found = list(elf_files(os.path.join(place.prefix, "bin")))
    found += list(elf_files(os.path.join(place.prefix, "lib")))
    assert len(found) >= 3, found
    for path in found:
        for version in re.findall(r"GLIBC_(\d+)\.(\d+)", run("objdump", "-T", path)):
            assert tuple(map(int, version)) <= NEWEST_GLIBC, f"{path} needs glibc {version}"
        needed = set(re.findall(r"NEEDED\s+(\S+)", run("objdump", "-p", path)))
        assert needed <= SYSTEM_LIBRARIES, f"{path} needs {needed - SYSTEM_LIBRARIES}"


def run_alone(prefix, work):
    """The tool of a prefix compiles, runs and draws a program of that prefix with no other program in reach."""
    tool = os.path.join(prefix, "bin/stencilc")
    said = subprocess.run(
        [tool, "run", os.path.join(prefix, "share/stencilc/stencils/heat/heat3d.stencil"), "--target=cpu", "--size=20,20,20",
         "-v", "--steps=30", "--out", "T=T.npy", "--picture", "T.png"], cwd=work, text=True, capture_output=True, check=False,
        env={"PATH": os.path.join(work, "nothing"), "HOME": work, "TMPDIR": work})
    assert said.returncode == 0, said.stderr
    expect(said.stdout + said.stderr, "heat3d: 20 x 20 x 20 cells", "headers of heat3d.cpp: precompiled")
    assert read(os.path.join(work, "T.npy"))[:6] == b"\x93NUMPY"
    assert read(os.path.join(work, "T.png"))[:4] == b"\x89PNG"


def lift_alone(prefix, work):
    write(os.path.join(work, "f.c"), "void f(int n, double a[n], double b[n]) {\n"
          "  for (int t = 0; t < 10; ++t) {\n    for (int i = 1; i < n - 1; ++i) b[i] = a[i-1] + a[i+1];\n"
          "    for (int i = 1; i < n - 1; ++i) a[i] = b[i];\n  }\n}\n")
    expect(run(os.path.join(prefix, "bin/stencilc"), "lift", "--assume-no-alias", "f.c", at=work), "stencil f(")


def check_tool_alone(place, *_):
    run_alone(place.prefix, place.folder("alone"))
    # A mistake on the command line is an exception in the tool: it finds its handler.
    said = subprocess.run([place.tool, "run", place.heat, "--sizes=3"], text=True, capture_output=True, check=False)
    assert said.returncode == 1, said
    expect(said.stderr, "did you mean '--size'?")


def check_tool_with_compiler(place, *_):
    need("g++")
    work = place.folder("compiler")
    said = run(place.tool, "run", "-v", place.heat, "--target=cpu", "--size=20,20,20", "--steps=3",
               "--compiler=g++", XDG_CACHE_HOME=work, at=work)
    expect(said, "-I" + place.include, "heat3d: 20 x 20 x 20 cells")


def check_lifter(place, *_):
    lift_alone(place.prefix, place.folder("lift"))


def emitted(place, work, program="heat/heat3d", name="heat3d", *options):
    """A program as an object file, compiled as the documentation says."""
    run(place.tool, f"{place.stencils}/{program}.stencil", f"--name={name}", "--target=cpu", "--cxx-header",
        "--fortran", "-q", "-o", f"{name}.cpp", *options, at=work)
    run("g++", *CPU_FLAGS, "-fPIC", "-fvisibility=hidden", "-I" + place.include, "-c", f"{name}.cpp", at=work)
    return f"{name}.o"


def reference(place, work, *options):
    """The bytes of the field that users in all languages compute: the same run by the tool."""
    start = bytearray(40 * 30 * 20 * 8)
    import struct
    struct.pack_into("<d", start, ((9 * 30 + 14) * 40 + 19) * 8, 1000.0)
    with open(os.path.join(work, "start.raw"), "wb") as file:
        file.write(start)
    run(place.tool, "run", place.heat, "--target=cpu", "--size=40,30,20", "--steps=100", "--param=d=0.15",
        "--init", "T=start.raw", "--out", "T=wanted.raw", *options, at=work)
    return read(os.path.join(work, "wanted.raw"))


def check_user_in_c(place, *_):
    """By pkg-config, with a library cut down by the linker."""
    need("gcc", "g++", "pkg-config")
    work = place.folder("c")
    folder = {"PKG_CONFIG_PATH": os.path.join(place.prefix, "lib/pkgconfig")}
    flags = run("pkg-config", "--cflags", "stencilc", **folder).split()
    libraries = run("pkg-config", "--libs", "stencilc", **folder).split()
    expect(" ".join(flags), "-ffp-contract=off", "-I" + os.path.dirname(place.prefix))
    assert run("pkg-config", "--variable=runtime", "stencilc", **folder).strip().endswith("_runtime.a")
    expect(run("pkg-config", "--variable=nvccflags", "stencilc", **folder), "-fmad=false")
    run(place.tool, place.heat, "--target=cpu", "-q", "-o", "heat3d.cpp", at=work)
    run("g++", *flags, "-c", "heat3d.cpp", at=work)
    run("gcc", "-Wall", "-Werror", "-I.", "-c", os.path.join(place.inputs, "use.c"), at=work)
    run("gcc", "-Wl,--gc-sections", "use.o", "heat3d.o", *libraries, "-o", "use", at=work)
    said = run("./use", "T.raw", at=work)
    expect(said, "parameter 'd' = 1 is out of its range", "create: ", "0 heat3d, double, stopped 1")
    assert read(os.path.join(work, "T.raw")) == reference(place, work), "other bytes than stencilc run"


def check_user_of_the_library(place, *_):
    """By pkg-config and by CMake, with the example of the library's page."""
    need("gcc", "pkg-config", "cmake")
    work = place.folder("library")
    with open(os.path.join(place.prefix, "share/doc/stencilc/c-library.md"), encoding="utf-8") as file:
        example = re.search(r"^```c\n(.*?)^```$", file.read(), re.M | re.S)[1]
    with open(os.path.join(work, "use.c"), "w", encoding="utf-8") as file:
        file.write(example)
    folder = {"PKG_CONFIG_PATH": os.path.join(place.prefix, "lib/pkgconfig")}
    flags = run("pkg-config", "--cflags", "--libs", "libstencilc", **folder).split()
    run("gcc", "-Wall", "-Wextra", "-Werror", "use.c", *flags, "-o", "use", at=work)
    said = run("./use", at=work, LD_LIBRARY_PATH=os.path.join(place.prefix, "lib"))
    with open(os.path.join(work, "CMakeLists.txt"), "w", encoding="utf-8") as file:
        file.write("cmake_minimum_required(VERSION 3.25)\nproject(use C CXX)\nfind_package(stencilc REQUIRED)\n"
                   "add_executable(use use.c)\ntarget_link_libraries(use PRIVATE stencilc::library)\n")
    run("cmake", "-S", ".", "-B", "b", "-DCMAKE_PREFIX_PATH=" + place.prefix, at=work)
    run("cmake", "--build", "b", at=work)
    assert run("b/use", at=work) == said and float(said) > 0, said


def check_user_in_cxx(place, *_):
    need("g++")
    work = place.folder("cxx")
    objects = [emitted(place, work), emitted(place, work, "poisson/convergence3d", "convergence3d")]
    run("g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I.", os.path.join(place.inputs, "use.cpp"),
        *objects, place.runtime, "-o", "use", at=work)
    said = run("./use", "T.raw", at=work)
    expect(said, "parameter 'd' = 1 is out of its range", "thrown 7",
           "1 1, ended by change < tolerance, 1 reports, last at 1")
    assert read(os.path.join(work, "T.raw")) == reference(place, work), "other bytes than stencilc run"


def check_user_in_fortran(place, *_):
    need("g++", "gfortran")
    work = place.folder("fortran")
    objects = [emitted(place, work), emitted(place, work, "poisson/convergence3d", "convergence3d")]
    long_name = "a_very_long_name_indeed_that_no_compiler_of_fortran_would_take_as_it"
    run(place.tool, place.heat, f"--name={long_name[:60]}", "--emit=fortran", "--target=cpu", at=work)
    write(os.path.join(work, "long.f90"),
          run(place.tool, place.heat, f"--name={long_name[:60]}", "--emit=fortran", "--target=cpu"))
    run("gfortran", "-std=f2018", "-Wall", "-Werror", "-c", "long.f90", at=work)
    run("gfortran", "-std=f2018", "-Wall", "-Werror", "heat3d.f90", "convergence3d.f90",
        os.path.join(place.inputs, "use.f90"), *objects, place.runtime, "-lstdc++", "-o", "use", at=work)
    said = run("./use", "T.raw", at=work)
    expect(said, "parameter 'd' = 1 is out of its range", "field 'T' stores double, and the array is float",
           "field 'T' has 24000 cells, and the array 3600", "stopped T", "ended by change < tolerance, reports TT")
    assert read(os.path.join(work, "T.raw")) == reference(place, work), "other bytes than stencilc run"


def check_points_in_other_languages(place, *_):
    """Points, series of theirs and traces by the C++ header and the Fortran module: the same numbers."""
    need("g++", "gfortran")
    work = place.folder("points")
    shutil.copy(os.path.join(place.inputs, "shots.stencil"), work)
    run(place.tool, "shots.stencil", "--target=cpu", "--cxx-header", "--fortran", "-q", "-o", "shots.cpp", at=work)
    run("g++", *CPU_FLAGS, "-I" + place.include, "-c", "shots.cpp", at=work)
    run("g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I.", os.path.join(place.inputs, "points.cpp"), "shots.o", place.runtime,
        "-o", "in_cxx", at=work)
    run("gfortran", "-std=f2018", "-Wall", "-Werror", "shots.f90", os.path.join(place.inputs, "points.f90"), "shots.o", place.runtime,
        "-lstdc++", "-o", "in_fortran", at=work)
    mine = run("./in_cxx", at=work).split()
    said = run("./in_fortran", at=work)
    theirs = said.split("\n")
    assert theirs[0].split() == ["2", "4"] == mine[:2], said
    assert [float(number) for number in theirs[1:9]] == [float(number) for number in mine[2:]], said
    assert max(abs(float(number)) for number in mine[2:]) > 0.1, said
    expect(said, "series 'wavelets' has 2 numbers, which is not a multiple of the 3 points of 'sparks'", "'sparks'")


def check_main(place, *_):
    """A program of its own, with all of the runtime; what goes wrong in it is told."""
    need("g++")
    work = place.folder("main")
    objects = emitted(place, work, "poisson/convergence3d", "convergence3d", "--main")
    run("g++", "-Wl,--gc-sections", objects, place.runtime, "-o", "program", at=work)
    expect(run("./program", "--size=16,16,16", "--threads=3", "--out", "u=u.npy", at=work),
           "until     step")
    expect(run("./program", "--size=16,16", at=work, fails=True), "size")


def check_shared_library(place, *_):
    """Shows the C interface and nothing else."""
    need("g++", "nm")
    work = place.folder("shared")
    run("g++", "-shared", emitted(place, work), place.runtime, "-o", "libheat3d.so", at=work)
    names = [line.split()[-1] for line in run("nm", "-D", "--defined-only", "libheat3d.so", at=work).splitlines()]
    others = [name for name in names if not name.startswith("heat3d_")]
    assert names and not others, f"seen from outside: {others}"


def check_archive(place, *_):
    """Global in it are names that carry its version: the C interface, and hidden ones of C++. A library is linked with the parts that
    it needs alone."""
    need("nm")
    lines = run("nm", "--extern-only", "--defined-only", place.runtime).splitlines()
    names = [line.split()[-1] for line in lines if len(line.split()) == 3]
    others = [name for name in names if not re.fullmatch(r"stencilc_\d+_\d+_\d+_\w+|_Z\w*8stencilc\d+v\d+_\d+_\d+\w*", name)]
    assert len(names) > 10 and not others, f"global: {others}"
    work = place.folder("parts")
    run("g++", "-shared", "-Wl,-Map=map", emitted(place, work), place.runtime, "-o", "libheat3d.so", at=work)
    linked = set(re.findall(r"libstencilc_runtime\.a\(stencilc_(\w+)\.o\)", read(os.path.join(work, "map")).decode()))
    assert "core" in linked and not linked & {"slabs", "stream", "points", "state", "program"}, f"parts: {linked}"


def check_two_versions(place, *_):
    """A runtime whose version and layout differ beside the installed one: in one executable, and as two
    shared libraries in one process."""
    need("g++", "gcc", "cmake", "ninja")
    work = place.folder("versions")
    later = os.path.join(place.root, "runtime")
    version = os.path.join(later, "device/stencilc/Version.h")
    text = read(version).decode()
    text = re.sub(r'TEXT ".*"', 'TEXT "9.8.7"', text)
    text = re.sub(r"stencilc_\d+_\d+_\d+_", "stencilc_9_8_7_", text)
    write(version, re.sub(r"SPACE v\S+", "SPACE v9_8_7", text))
    instance = os.path.join(later, "core/instance/Instance.h")
    text = read(instance).decode()
    grown = re.sub(r"(class Instance\b[^;{]*\{\n)", r"\1  long grown[64] = {};\n", text, count=1)
    assert grown != text
    write(instance, grown)
    write(os.path.join(work, "CMakeLists.txt"), "cmake_minimum_required(VERSION 3.25)\n"
          "project(later LANGUAGES C CXX)\ninclude(GNUInstallDirs)\n"
          f"add_subdirectory({later} runtime EXCLUDE_FROM_ALL)\n")
    # As one text, which takes half as long as several do; without asserts, whose paths ccache would take for other texts.
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    run("cmake", "-G", "Ninja", "-S", ".", "-B", "b", "-DCMAKE_CXX_FLAGS=-O0 -DNDEBUG", "-DCMAKE_UNITY_BUILD=ON",
        "-DCMAKE_UNITY_BUILD_BATCH_SIZE=0", *launcher, at=work)
    run("ninja", "-C", "b", "stencilc_runtime_archive", at=work, CCACHE_BASEDIR=place.root)
    archive = "b/lib/libstencilc_runtime.a"

    mine = emitted(place, work)
    run(place.tool, place.heat, "--name=heat3d_later", "--target=cpu", "-q", "-o", "heat3d_later.cpp", at=work)
    run("g++", *CPU_FLAGS, "-fPIC", "-fvisibility=hidden", f"-I{later}/device", "-c", "heat3d_later.cpp", at=work)
    run("gcc", "-I.", "-c", os.path.join(place.inputs, "two.c"), at=work)
    wanted = ["0.1.0 and 9.8.7, equal 1", "parameter 'd' = 1 is out of its range", "'e'"]
    run("g++", "two.o", mine, "heat3d_later.o", place.runtime, archive, "-o", "one", at=work)
    expect(run("./one", at=work), *wanted)
    run("g++", "-shared", mine, place.runtime, "-o", "libfirst.so", at=work)
    run("g++", "-shared", "heat3d_later.o", archive, "-o", "libsecond.so", at=work)
    run("g++", "two.o", "-L.", "-lfirst", "-lsecond", "-Wl,-rpath,$ORIGIN", "-o", "shared", at=work)
    expect(run("./shared", at=work), *wanted)


def check_cmake_project(place, *_):
    """Two programs, one in two precisions; a changed program, or a file that it imports, is compiled again, and nothing else."""
    need("g++", "cmake", "ninja")
    work = place.folder("project")
    for path in glob.glob(os.path.join(place.inputs, "project/*")):
        shutil.copy(path, work)
    for program in ("heat/heat3d", "waves/wave2d"):
        shutil.copy(f"{place.stencils}/{program}.stencil", work)
    wave = os.path.join(work, "wave2d.stencil")
    write(wave, 'import "medium";\n' + read(wave).decode().replace("2 * h", "twice * h", 1))
    write(os.path.join(work, "medium.stencil"), "const twice = 2;\n")
    fortran = "ON" if shutil.which("gfortran") else "OFF"
    run("cmake", "-G", "Ninja", "-S", ".", "-B", "b", f"-DCMAKE_PREFIX_PATH={place.prefix}",
        f"-DWITH_FORTRAN={fortran}", at=work)
    run("ninja", "-C", "b", at=work)
    expect(run("b/weather", at=work), "double float, 1, d = 0.1")
    expect(run("b/flags", at=work), "0.1.0")
    if fortran == "ON":
        expect(run("b/climate", at=work), "10")
    expect(run("ninja", "-C", "b", at=work), "no work to do")
    commands = run("ninja", "-C", "b", "-t", "commands", "flags", at=work).splitlines()
    assert not [c for c in commands if "flags.cpp" in c and "-ffp-contract" in c], "users got our flags"
    assert [c for c in commands if "heat3d.cpp" in c and "-ffp-contract=off" in c], "flags are missing"

    path = os.path.join(work, "heat3d.stencil")
    write(path, read(path).decode().replace("d = 0.1 ", "d = 0.125 "))
    said = run("ninja", "-C", "b", "-v", at=work)
    assert "wave2d.stencil" not in said, "the other program was compiled again"
    expect(run("b/weather", at=work), "d = 0.125")
    write(os.path.join(work, "medium.stencil"), "const twice = 2; // of old\n")
    said = run("ninja", "-C", "b", at=work)
    assert "stencilc wave2d" in said and "stencilc heat3d" not in said, "what it imports has changed, and that program alone imports it"
    expect(run("ninja", "-C", "b", at=work), "no work to do")
    os.utime(place.tool)
    expect(run("ninja", "-C", "b", "-n", at=work), "stencilc wave2d")


CUDA_PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(accelerated LANGUAGES CXX CUDA)
find_package(stencilc 0.1 REQUIRED)
stencilc_add_library(physics STATIC BACKEND both ARCH sm_80 FILES heat3d.stencil SIZE 40 30 20)
stencilc_add_library(waves STATIC BACKEND cuda FILES wave2d.stencil SCHEDULE naive)
stencilc_add_library(plain STATIC ARCH x86-64-v2 FILES heat3d.stencil NAMES heat3d_plain)
add_executable(accelerated accelerated.cpp)
target_link_libraries(accelerated PRIVATE physics waves plain)
"""
CUDA_USER = """
#include "heat3d_cpu.hpp"
#include "heat3d_cuda.hpp"
#include "heat3d_plain.hpp"
#include "wave2d.hpp"
#include <cstdio>

int main() {
  std::printf("%s %s %s %s\\n", heat3d_cpu_info()->name, heat3d_cuda_info()->name, heat3d_plain_info()->name, wave2d_info()->name);
  char message[256] = "";
  heat3d_cpu_options options = heat3d_cpu_defaults();
  options.nx = 20, options.ny = 20, options.nz = 20;
  heat3d_cpu *host = heat3d_cpu_create(&options, message, sizeof message);
  std::printf("host %d %s\\n", host && heat3d_cpu_run(host, 10, nullptr) == 0, message);
  heat3d_cpu_destroy(host);
  heat3d_cuda_options many = heat3d_cuda_defaults();
  many.nx = 20, many.ny = 20, many.nz = 20;
  heat3d_cuda *device = heat3d_cuda_create(&many, message, sizeof message);
  std::printf("device %s\\n", device ? "made" : message);
  heat3d_cuda_destroy(device);
}
"""


def check_cmake_cuda(place, *_):
    """A program for both, one for a GPU alone, and an architecture for each; a GPU is not needed."""
    need("g++", "nvcc", "cmake", "ninja", "nm")
    work = place.folder("cuda")
    write(os.path.join(work, "CMakeLists.txt"), CUDA_PROJECT)
    write(os.path.join(work, "accelerated.cpp"), CUDA_USER)
    for program in ("heat/heat3d", "waves/wave2d"):
        shutil.copy(f"{place.stencils}/{program}.stencil", work)
    run("cmake", "-G", "Ninja", "-S", ".", "-B", "b", f"-DCMAKE_PREFIX_PATH={place.prefix}", at=work)
    run("ninja", "-C", "b", at=work)

    def names(library):
        text = run("nm", "--extern-only", "--defined-only", f"b/lib{library}.a", at=work)
        return {line.split()[-1] for line in text.splitlines() if len(line.split()) == 3}

    def commands(target, *parts):
        lines = run("ninja", "-C", "b", "-t", "commands", target, at=work).splitlines()
        return [line for line in lines if all(part in line for part in parts)]
    assert {"heat3d_cpu_create", "heat3d_cuda_create"} <= names("physics") and "heat3d_create" not in names("physics")
    assert "wave2d_create" in names("waves") and "heat3d_plain_create" in names("plain")
    assert commands("physics", "--name=heat3d_cuda", "--target=cuda", "--arch=sm_80", "--size=40,30,20")
    assert commands("physics", "--name=heat3d_cpu", "--target=cpu", "--arch=x86-64-v3")
    assert commands("physics", "heat3d_cuda.cu.o", "code=[sm_80]"), commands("physics", ".cu.o")
    assert commands("waves", "--target=cuda", "--arch=sm_90", "--schedule=naive")
    assert commands("plain", "heat3d_plain.cpp.o", "-march=x86-64-v2")
    said = run("b/accelerated", at=work)
    expect(said, "heat3d_cpu heat3d_cuda heat3d_plain wave2d", "host 1 \n", "device ")
    write(os.path.join(work, "CMakeLists.txt"), CUDA_PROJECT.replace("CXX CUDA", "CXX"))
    expect(run("cmake", "-G", "Ninja", "-S", ".", "-B", "c", f"-DCMAKE_PREFIX_PATH={place.prefix}", at=work, fails=True),
           "BACKEND both needs the language CUDA")


def check_unpacked(place, *_):
    """The tarball, and the .deb where it was made, hold tools that run where they are unpacked."""
    packages = os.path.join(place.root, "packages")
    (tarball,) = glob.glob(os.path.join(packages, "*.tar.gz"))
    folder = place.folder("tarball")
    shutil.unpack_archive(tarball, folder)
    (name,) = os.listdir(folder)  # one folder, as a tarball should be
    prefixes = [os.path.join(folder, name)]
    if shutil.which("dpkg-deb"):
        for deb in glob.glob(os.path.join(packages, "*.deb")):
            folder = place.folder("deb")
            run("dpkg-deb", "-x", deb, folder)
            prefixes.append(os.path.join(folder, "usr"))
    for number, prefix in enumerate(prefixes):
        work = place.folder(f"unpacked{number}")
        run_alone(prefix, work)
        lift_alone(prefix, work)
        expect(run(os.path.join(prefix, "bin/stencilc"), "doctor"), "programs on the CPU: yes")
    results = {read(os.path.join(place.work, f"unpacked{number}", "T.npy")) for number in range(len(prefixes))}
    assert len(results) == 1


def check_package(place, *_):
    need("lintian", "dpkg-deb")
    (deb,) = glob.glob(os.path.join(place.root, "packages/*.deb"))
    fields = run("dpkg-deb", "--field", deb)
    expect(fields, "Package: stencilc", "Recommends: g++", "Depends: libc6 (>= 2.34)")
    found = run("lintian", "--allow-root", "--fail-on", "error,warning", deb)
    assert not re.search(r"^[EW]:", found, re.M), found


def play(place, build, source, wanted):
    failed = 0
    for name, check in list(globals().items()):
        if not name.startswith("check_") or (wanted and name not in wanted):
            continue
        begin = os.times()
        try:
            check(place, build, source)
            verdict = "ok"
        except Skip as reason:
            verdict = f"skipped: {reason}"
        except (AssertionError, OSError, ValueError) as reason:
            verdict = f"FAILED: {reason}"
            failed = 1
        end = os.times()
        seconds = sum(end[i] - begin[i] for i in range(4))
        print(f"{name[len('check_'):]}: {verdict} ({seconds:.1f} s cpu)", flush=True)
    return failed


def hidden(build, source):
    """The words before a command that runs it without these folders; none where that is not allowed."""
    empty = tempfile.mkdtemp()
    script = f'mount --bind {empty} "$1" && mount --bind {empty} "$2" 2>/dev/null; shift 2; [ ! -e "$0/CMakeLists.txt" ] && exec "$@"'
    for flags in (["-m"], ["-rm"]):
        words = ["unshare", *flags, "sh", "-c", script, source, build, source]
        if shutil.which("unshare") and subprocess.run([*words, "true"], capture_output=True,
                                                      check=False).returncode == 0:
            return words
    print("the sources cannot be hidden here: only names of their folder are looked for")
    return []


def main():
    if sys.argv[1] == "--play":
        _, _, root, build, source, *wanted = sys.argv
        return play(Place(root), build, source, set(wanted))
    build, source = map(os.path.realpath, sys.argv[1:3])
    wanted = [f"check_{name}" for name in sys.argv[3:]]
    root = tempfile.mkdtemp(prefix="stencilc-install-")
    try:
        place = Place(root)
        install(place, build, source)
        if not wanted or {"check_package", "check_unpacked"} & set(wanted):
            package(place, build)
        os.makedirs(os.path.join(root, "home"))
        ccache = os.environ.get("CCACHE_DIR", os.path.join(os.path.expanduser("~"), ".cache/ccache"))
        environment = {**os.environ, "HOME": os.path.join(root, "home"), "NO_COLOR": "1", "CCACHE_DIR": ccache}
        for name in ("STENCILC_CACHE", "STENCILC_JIT", "STENCILC_PRECOMPILED", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "CXX", "CC", "FC"):
            environment.pop(name, None)
        return subprocess.run(
            [*hidden(build, source), sys.executable, os.path.join(root, "check.py"), "--play", root, build,
             source, *wanted], env=environment, cwd=root, check=False).returncode
    finally:
        shutil.rmtree(root)


if __name__ == "__main__":
    sys.exit(main())
