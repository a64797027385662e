# How lit finds and runs the tests of stencilc: every .stencil and .test file below test/, and the commands that CMake registers.
import json
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "harness"))
import formats  # noqa: E402
import suite  # noqa: E402

config.name = "stencilc"
config.test_format = formats.Suite(config.stencilc_obj_root, measures="processor" in lit_config.params,
                                   cases=json.loads(lit_config.params.get("cases", "{}")))
config.suffixes = suite.SUFFIXES
config.excludes = suite.NO_TESTS
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.stencilc_obj_root, "test")
config.environment["PATH"] = os.pathsep.join(
    [config.stencilc_tools_dir, config.llvm_tools_dir, os.environ["PATH"]]
)
# Programs built by tests are cached beside the build, never in the user's own cache.
config.environment["XDG_CACHE_HOME"] = os.path.join(config.stencilc_obj_root, "test-cache")
# Results of runs that were equal: what has not changed is not run again (docs/design/testing.md).
config.environment["STENCILC_LEDGER"] = os.environ.get("STENCILC_LEDGER", os.path.join(config.stencilc_obj_root, "test-ledger.sqlite"))
# No machine file of the user's: plans are made with the numbers that are built in.
config.environment["XDG_CONFIG_HOME"] = os.path.join(config.stencilc_obj_root, "test-config")
# No GPU either: its name would choose others of these.
config.environment["STENCILC_CUDA_DRIVER"] = ""
# Texts and plans are for GPUs unless a test says otherwise, as on machines that have one.
config.environment["STENCILC_TARGET"] = "cuda"
config.environment["NO_COLOR"] = "1"
# Folders of benchmarks link the runtime of this build instead of making their own.
config.environment["STENCILC_BUILT_RUNTIME"] = os.path.join(config.stencilc_obj_root, "runtime")
for name in ("CCACHE_DIR", "HOME", "TERM"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions += [
    ("%stencilc", os.path.join(config.stencilc_tools_dir, "stencilc")),
    ("%stencils", os.path.join(config.stencilc_source_root, "stencils")),
    ("%source", config.stencilc_source_root),
    ("%build", config.stencilc_obj_root),
    # What a program of emitted text is linked with.
    ("%runtime_library", os.path.join(config.stencilc_obj_root, "runtime/libstencilc_runtime.a") + " -lpthread -ldl"),
    # The same for kernel text on the CPU device.
    ("%emulator_library", os.path.join(config.stencilc_obj_root, "runtime/libstencilc_cpu_device.a") + " "
     + os.path.join(config.stencilc_obj_root, "runtime/libstencilc_runtime.a") + " -lboost_context -lpthread -ldl"),
    # What a C program that uses libstencilc is compiled with.
    ("%with_libstencilc", "-std=c11 -D_GNU_SOURCE -pthread -Wall -Wextra -pedantic -Werror -I" + os.path.join(config.stencilc_source_root, "compiler/interface")
     + " " + os.path.join(config.stencilc_obj_root, "lib/libstencilc.so") + " -Wl,-rpath," + os.path.join(config.stencilc_obj_root, "lib")),
    ("%libstencilc", os.path.join(config.stencilc_obj_root, "lib/libstencilc.so")),
    ("%nvcc", config.nvcc or "nvcc-not-found"),
    ("%python", config.python),
    ("%lit", config.lit),
]


def pythonThatHas(modules, *candidates):
    for python in filter(None, candidates):
        if shutil.which(python) and subprocess.run([python, "-c", "import " + modules], capture_output=True).returncode == 0:
            return python
    return None


# Debian's packages are those of its own python3, which need not be the one that CMake found. Without them the tests fail.
config.substitutions.append(("%h5python", pythonThatHas("h5py", config.python, "/usr/bin/python3") or "/usr/bin/python3"))
config.substitutions.append(("%yaml_python", pythonThatHas("yaml", config.python, "/usr/bin/python3") or "/usr/bin/python3"))
# VTK 9.3 or newer, which Debian 12 has not: scripts/install-pypi vtk, or any python that has it.
vtk = pythonThatHas("h5py, vtkmodules.vtkIOHDF", os.environ.get("STENCILC_VTK_PYTHON"),
                    os.path.join(config.stencilc_obj_root, "vtk/bin/python"))
if vtk:
    config.available_features.add("vtk")
    config.substitutions.append(("%vtk_python", vtk))
# The Python package, installed from its wheels (harness/wheels.py). Tests find no program and no source of stencilc.
alone = "env -u PYTHONPATH PATH=/nonexistent STENCILC_CACHE=" + os.path.join(config.stencilc_obj_root, "test-cache/python")
for folder, name in (("python", "wheel"), ("python-other", "other")):
    python = os.path.join(config.stencilc_obj_root, folder, "bin/python")
    if os.path.exists(python) and os.path.exists(os.path.join(config.stencilc_obj_root, "wheels/made")):
        config.available_features.add(name)
        config.substitutions += [(f"%{name}_pytest", f"{alone} {python} -m pytest -q --no-header --tb=short -p no:cacheprovider"),
                                 (f"%{name}_python", f"{alone} {python}")]
if os.path.exists(os.path.join(config.stencilc_obj_root, "site-tools/bin/python")):
    config.available_features.add("site")
if config.nvcc:
    config.available_features.add("nvcc")
tool = os.path.join(config.stencilc_tools_dir, "stencilc")  # not built where no test needs it
if os.path.exists(tool) and '"nvrtc":"' in subprocess.run([tool, "--version", "--json"], capture_output=True, text=True).stdout:
    config.available_features.add("nvrtc")
if shutil.which("mpirun") and shutil.which("mpicxx"):
    config.available_features.add("mpi")
    # More processes than processors, also as root, and none that waits keeps a processor from the others.
    for name in ("ALLOW_RUN_AS_ROOT", "ALLOW_RUN_AS_ROOT_CONFIRM", "MCA_rmaps_base_oversubscribe", "MCA_mpi_yield_when_idle"):
        config.environment["OMPI_" + name] = "1"
if shutil.which("gnuplot"):
    config.available_features.add("gnuplot")
