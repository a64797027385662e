"""Breaks a copy of the packaging files in one place at a time, and insists that the right check of check.py finds it.

usage: broken.py ROOT
"""
import os
import shutil
import sys
import tempfile

import check

DOCKER, DEF, CONDA, SPACK = check.DOCKERFILE, check.DEFINITION, check.RECIPE, check.SPACK
# (check, file, text, replacement, part of the finding); {v} is the version
BROKEN = [
    ("recipe", CONDA, "schema_version: 1", "schema_version: 2", "no schema_version 1"),
    ("recipe", CONDA, "\nabout:", "\ntest: {}\nabout:", "unknown keys ['test']"),
    ("recipe", CONDA, "==${{ llvm }}.*", "==${{ clang }}.*", "'clang' is not in context"),
    ("recipe", CONDA, "path: ../..", "path: ..", "is not this clone"),
    ("recipe", CONDA, "sha256: fa9c", "sha256: a9c", "has no SHA-256"),
    ("recipe", CONDA, "- LICENSE\n", "- LICENCE\n", "the licence 'LICENCE' does not exist"),
    ("recipe", CONDA, "- stencilc --version", "- stencilc --help", "no test of stencilc runs"),
    ("recipe", CONDA, 'python -c "import', 'python -c "from', "no test of python-stencilc runs"),
    ("spack", SPACK, "class Stencilc(CMakePackage", "class Stencil(CMakePackage", "no class Stencilc"),
    ("spack", SPACK, "import PythonExtension, ", "import ", "'PythonExtension' is imported and not used"),
    ("spack", SPACK, 'variant("cuda"', 'variant("gpu"', "the variants are"),
    ("spack", SPACK, 'when="+python"', 'when="+pythn"', "'pythn' is no variant"),
    ("spack", SPACK, 'license("MIT")', 'license("BSD")', "the licence is not MIT"),
    ("spack", SPACK, '"import stencilc"', '"import numpy"', "no test imports stencilc"),
    ("packages", "scripts/install-packages", "libgif-dev", "libgif-dev libjpeg-dev", "'libjpeg-dev' is in only one of"),
    ("packages", CONDA, "        - giflib\n", "", "no 'giflib', which is libgif-dev"),
    ("packages", CONDA, "target_directory: font", "target_directory: fonts", "no 'source:font'"),
    ("packages", SPACK, '    depends_on("libpng")\n', "", "no 'libpng', which is libpng-dev"),
    ("packages", SPACK, 'generator("ninja")', 'generator("make")', "no 'generator(ninja)'"),
    ("versions", "CMakeLists.txt", "VERSION {v}", "VERSION 99.0.0", "matches 99.0.0 0 times"),
    ("versions", CONDA, 'version: "{v}"', 'version: "99.0.0"', "version is 99.0.0, not {v}"),
    ("versions", SPACK, 'tag="v{v}"', 'tag="v99.0.0"', "tag is 99.0.0, not {v}"),
    ("versions", DOCKER, 'image.version="{v}"', 'image.version="99.0.0"', DOCKER),
    ("versions", DEF, "image.version {v}", "image.version 99.0.0", DEF),
    ("versions", CONDA, 'llvm: "22"', 'llvm: "21"', "llvm is ['21'], not 22"),
    ("versions", SPACK, "llvm@22", "llvm@21", "llvm is ['21'], not 22"),
    ("versions", "cmake/StencilcLLVM.cmake", "LLVM_MAJOR 22", "LLVM_MAJOR 23", "not 23"),
    ("versions", "pyproject.toml", None, '[project]\nname = "stencilc"\nversion = "99.0.0"\n', "neither version"),
    ("options", CONDA, "-DSTENCILC_STATIC_LLVM", "-DSTENCILC_SHARED_LLVM", "'STENCILC_SHARED_LLVM' is no option"),
    ("options", "cmake/StencilcThirdParty.cmake", "option(STENCILC_THIRD_PARTY", "option(STENCILC_LICENCES", "'STENCILC_THIRD_PARTY'"),
    ("dockerfile", DOCKER, "COPY . .", "COPY . .\nCOPY pyton pyton", "'pyton' does not exist"),
    ("dockerfile", DOCKER, "--from=build /opt", "--from=builder /opt", "stage 'builder' does not stand before"),
    ("dockerfile", DOCKER, "dpkg-dev file", "dpkg-dev files", "'files' is neither"),
    ("dockerfile", DOCKER, "RUN scripts/install-packages ", "RUN apt-get update ", "scripts/install-packages is not called"),
    ("dockerfile", DOCKER, "debian:12-slim", "ubuntu:24.04", "'ubuntu:24.04' is not Debian 12"),
    ("dockerfile", DOCKER, "USER stencilc", "USER root", "the user is root"),
    ("dockerfile", DOCKER, "\nENV ", "\nENVIRONMENT ", "'ENVIRONMENT' is no instruction"),
    ("dockerfile", DOCKER, "image.licenses", "image.licences", "no label 'licenses'"),
    ("definition", DEF, "%files from build", "%files from builder", "stage 'builder' does not stand before"),
    ("definition", DEF, "    build/stencilc-source.tar /", "    build/stencilc.tar /", "'build/stencilc.tar' does not exist"),
    ("definition", DEF, "%post", "%pots", "'%pots' is no section"),
    ("definition", DEF, "dpkg-dev file", "dpkg-dev files", "'files' is neither"),
    ("definition", DEF, "    scripts/install-packages\n", "", "scripts/install-packages is not called"),
    ("definition", DEF, "From: debian:12-slim", "From: debian:13", "'debian:13' is not Debian 12"),
    ("definition", DEF, "exec stencilc", "exec true", "does not run stencilc"),
    ("definition", DEF, "# --nv makes", "# It makes", "does not explain --nv"),
    ("honest", DEF, "# Checked: ", "# ", "do not say how it was checked"),
    ("honest", "packaging/README.md", "are not built by CI", "are built by CI", "nothing is built by CI"),
    ("honest", "packaging/brew/stencilc.rb", None, "# Checked: never.\n", "does not name packaging/brew/stencilc.rb"),
    ("changes", "CHANGELOG.md", "## [Unreleased]", "## Unreleased", "is not [Unreleased]"),
    ("changes", "CHANGELOG.md", "## [Unreleased]\n", "## [Unreleased]\n\n## [99.0] in November\n", "versions have the form"),
    ("changes", "CHANGELOG.md", "## [Unreleased]\n", "## [Unreleased]\n\n## [0.0.1] - 2026-01-01\n", "newest first"),
    ("changes", "CHANGELOG.md", "## [{v}]", "## [99.0.0]", "is not that of CMakeLists.txt"),
    ("changes", "CHANGELOG.md", "## [Unreleased]\n", "## [Unreleased]\n\n### Mended\n", "'Mended' is no kind of change"),
]


def with_change(root, tree, path, text, replacement):
    """Changes the file `path` of `tree`, a copy of `root`. A text of None makes a new file."""
    changed = replacement
    if text is not None:
        old = check.read(root, path)
        assert text in old, f"{path} has no '{text}'"
        changed = old.replace(text, replacement)
    os.makedirs(os.path.dirname(os.path.join(tree, path)), exist_ok=True)
    with open(os.path.join(tree, path), "w", encoding="utf-8") as file:
        file.write(changed)


def main():
    root, failed = sys.argv[1], 0
    version = check.release_script(root).current()
    broken = [tuple(part and part.replace("{v}", version) for part in one) for one in BROKEN]
    used = {path for path, _, _ in check.release_script(root).PLACES} | {path for _, path, text, _, _ in BROKEN if text is not None}
    used |= {"scripts/release", "LICENSE", *(os.path.join("packaging", name) for name in ("README.md",))}
    used |= {"runtime/pictures/CMakeLists.txt", "cmake/StencilcStatic.cmake", "python/CMakeLists.txt"}
    assert {name for name, *_ in BROKEN} == set(check.CHECKS), "a check is never broken"
    for name, path, text, replacement, wanted in [(None, None, None, None, None), *broken]:
        with tempfile.TemporaryDirectory() as tree:
            for file in used:
                os.makedirs(os.path.dirname(os.path.join(tree, file)), exist_ok=True)
                shutil.copy(os.path.join(root, file), os.path.join(tree, file))
            if name:
                with_change(root, tree, path, text, replacement)
            findings = [finding for one in ([name] if name else check.CHECKS) for finding in check.CHECKS[one](tree)]
            if name and not any(wanted in finding for finding in findings) or not name and findings:
                failed += 1
                print(f"{name}: '{replacement}' in {path}: wanted '{wanted}', found {findings}")
    print(f"{len(BROKEN)} broken trees, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
