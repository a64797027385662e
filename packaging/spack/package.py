# Copyright The stencilc authors. SPDX-License-Identifier: MIT
"""Spack package of stencilc, for a Spack whose llvm has version 22.

Checked: test/packaging parses this file and compares its versions and packages with the sources. Never built.

    mkdir -p stencilc-repo/packages/stencilc && cp packaging/spack/package.py stencilc-repo/packages/stencilc
    printf 'repo:\\n  namespace: stencilc\\n' > stencilc-repo/repo.yaml && spack repo add stencilc-repo
    spack dev-build -d . stencilc@0.1.0 +python
"""

from spack_repo.builtin.build_systems.cmake import CMakePackage, generator
from spack_repo.builtin.build_systems.python import PythonExtension, PythonPipBuilder

from spack.package import *


class Stencilc(CMakePackage, PythonExtension):
    """stencilc compiles programs for explicit methods on regular grids, written in a small language, to CUDA and to
    C++. Every schedule, target and thread count gives the same bits."""

    homepage = "https://stencilc.example"  # no public address yet
    git = "https://stencilc.example/stencilc.git"

    license("MIT")

    version("0.1.0", tag="v0.1.0")

    variant("shared", default=True, description="Link the shared LLVM and Clang, not their archives")
    variant("python", default=False, description="Install the Python package")
    variant("cuda", default=False, description="Depend on CUDA, which compiles programs for a GPU while they run")

    generator("ninja")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")

    depends_on("llvm@22 +clang")
    depends_on("llvm +llvm_dylib", when="+shared")
    depends_on("cli11@2:", type="build")
    depends_on("libpng")
    depends_on("giflib")
    depends_on("freetype")
    depends_on("sqlite@3:")
    depends_on("boost +context")
    depends_on("zlib-api")
    depends_on("zstd")

    depends_on("cuda@12:", type="run", when="+cuda")

    extends("python", when="+python")
    with when("+python"):
        depends_on("py-pip", type="build")
        depends_on("py-scikit-build-core", type="build")
        depends_on("py-nanobind", type="build")
        depends_on("py-numpy", type=("build", "run"))

    conflicts("platform=darwin", msg="stencilc runs on Linux only")
    conflicts("platform=windows", msg="stencilc runs on Linux only")
    conflicts("%gcc@:11", msg="the sources are C++20")

    # The tool contains this font. Spack has no package of it.
    resource(
        name="dejavu",
        url="https://github.com/dejavu-fonts/dejavu-fonts/releases/download/version_2_37/dejavu-fonts-ttf-2.37.tar.bz2",
        sha256="fa9ca4d13871dd122f61258a80d01751d603b4d3ee14095d65453b4e846e17d7",
        destination="font",
        placement="font",
    )

    def cmake_args(self):
        return [
            # LLVM is searched for in Debian's folder unless Clang_DIR is given.
            self.define("Clang_DIR", self.spec["llvm"].prefix.lib.cmake.clang),
            self.define("STENCILC_LLVM_MAJOR", "22"),
            self.define("STENCILC_STATIC_LLVM", self.spec.satisfies("~shared")),
            # Libraries of other packages of Spack are always linked as shared ones.
            self.define("STENCILC_STATIC_LIBRARIES", False),
            self.define("STENCILC_THIRD_PARTY", False),
            self.define("STENCILC_FONTS", join_path(self.stage.source_path, "font", "ttf")),
        ]

    @run_after("install", when="+python")
    def install_python(self):
        pip = self.spec["python"].command
        pip.add_default_args("-m", "pip")
        with working_dir(self.stage.source_path):
            built = f"--config-settings=cmake.define.STENCILC_BUILT={self.prefix}"
            pip(*PythonPipBuilder.std_args(self), f"--prefix={self.prefix}", built, ".")

    def setup_run_environment(self, env):
        if self.spec.satisfies("+cuda"):
            env.set("CUDA_HOME", self.spec["cuda"].prefix)

    def test_version(self):
        """the tool prints its version"""
        stencilc = which(self.prefix.bin.stencilc, required=True)
        out = stencilc("--version", output=str.split, error=str.split)
        assert str(self.spec.version) in out

    def test_run(self):
        """a small program runs on the CPU"""
        stencilc = which(self.prefix.bin.stencilc, required=True)
        heat = self.prefix.share.stencilc.stencils.heat.join("heat2d.stencil")
        stencilc("run", heat, "--target=cpu", "--size=64,64", "--steps=10")

    def test_import(self):
        """Python imports the package"""
        if self.spec.satisfies("~python"):
            raise SkipTest("stencilc was installed without +python")
        python = self.spec["python"].command
        python("-c", "import stencilc")
