"""Checks the files of packaging/ as far as that is possible without the tools that read them; one function a check.

usage: check.py ROOT [CHECK...]      exit code 1 and one line per finding if a check fails; without names, all checks
"""
import ast
import fnmatch
import importlib.machinery
import importlib.util
import json
import os
import re
import shlex
import sys

import yaml

# Names of each Debian package of scripts/install-packages in conda's recipe and in Spack's package. () means that the
# package is not needed there.
NAMES = {
    "g++": (("${{ compiler('c') }}", "${{ compiler('cxx') }}"), ("c", "cxx")),
    "cmake": (("cmake",), ("cmake",)),
    "ninja-build": (("ninja",), ("generator(ninja)",)),
    "ccache": ((), ()),  # makes repeated builds faster
    "llvm-22-dev": (("llvmdev",), ("llvm",)),
    "libclang-22-dev": (("clangdev",), ("llvm",)),
    "clang-22": (("clangdev",), ("llvm",)),
    "zlib1g-dev": (("zlib",), ("zlib-api",)),
    "libzstd-dev": (("zstd",), ("zstd",)),
    "libcli11-dev": (("cli11",), ("cli11",)),
    "libpng-dev": (("libpng",), ("libpng",)),
    "libgif-dev": (("giflib",), ("giflib",)),
    "libfreetype-dev": (("freetype",), ("freetype",)),
    "libbrotli-dev": ((), ()),  # of the archive of FreeType; both link the shared library
    "fonts-dejavu-core": (("source:font",), ("resource:dejavu",)),
    "libsqlite3-dev": (("sqlite",), ("sqlite",)),
    "libboost-context-dev": (("libboost-devel",), ("boost",)),
}
# Debian packages that images need beside those of scripts/install-packages.
IMAGE_PACKAGES = {"dpkg-dev": "dpkg-shlibdeps, for CPack", "file": "CPack calls it", "python3": "runs the Python package",
                  "python3-dev": "builds the wheel", "python3-venv": "holds the Python package"}
RECIPE, SPACK = "packaging/conda/recipe.yaml", "packaging/spack/package.py"
DOCKERFILE, DEFINITION = "packaging/docker/Dockerfile", "packaging/apptainer/stencilc.def"
INSTRUCTIONS = {"FROM", "ARG", "RUN", "COPY", "LABEL", "ENV", "USER", "WORKDIR", "ENTRYPOINT", "CMD"}
SECTIONS = {"files", "post", "environment", "runscript", "test", "labels", "help"}


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def release_script(root):
    """The module scripts/release of `root`."""
    loader = importlib.machinery.SourceFileLoader("release", os.path.join(root, "scripts/release"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("release", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


def debian_packages(root):
    """(packages to build, packages to test) that scripts/install-packages names."""
    text = re.sub(r"#.*", "", read(root, "scripts/install-packages"))
    lists = [found.split() for found in re.findall(r"packages\+?=\(\s*\n([^)]*)\)", text)]
    return set(lists[0]), set(lists[1])


def llvm_major(root):
    return re.search(r"set\(STENCILC_LLVM_MAJOR (\d+)", read(root, "cmake/StencilcLLVM.cmake"))[1]


def strings(value):
    """All strings in a value of YAML."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from strings(key)
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
    elif isinstance(value, str):
        yield value


def output(recipe, name):
    return next((one for one in recipe.get("outputs", []) if one["package"]["name"] == name), {})


def needs(one, *kinds):
    """Requirements of an output of the recipe: names without versions."""
    return {entry if entry.startswith("${{") else entry.split()[0] for kind in kinds for entry in one.get("requirements", {}).get(kind, [])}


def calls(tree, name):
    """Arguments of the calls of the function `name`: (first, {keyword: value}), constants only."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == name:
            constants = [argument.value if isinstance(argument, ast.Constant) else None for argument in node.args]
            yield (constants or [None])[0], {word.arg: word.value.value for word in node.keywords if isinstance(word.value, ast.Constant)}


def recipe(root):
    """The recipe for conda parses, and has the parts that rattler-build requires."""
    parsed = yaml.safe_load(read(root, RECIPE))
    unknown = set(parsed) - {"schema_version", "context", "recipe", "source", "build", "outputs", "about", "extra"}
    if unknown or parsed.get("schema_version") != 1:
        yield f"{RECIPE}: unknown keys {sorted(unknown)}, or no schema_version 1"
    context = {f"${{{{ {name} }}}}": value for name, value in parsed["context"].items()}
    for text in strings(parsed):
        for name in re.findall(r"\$\{\{ (\w+) \}\}", text):
            if f"${{{{ {name} }}}}" not in context:
                yield f"{RECIPE}: '{name}' is not in context"
    for source in parsed["source"]:
        if "path" in source and not os.path.exists(os.path.join(root, os.path.dirname(RECIPE), source["path"], "CMakeLists.txt")):
            yield f"{RECIPE}: '{source['path']}' is not this clone"
        if "url" in source and not re.fullmatch(r"[0-9a-f]{64}", source.get("sha256", "")):
            yield f"{RECIPE}: {source['url']} has no SHA-256"
    folders = {source.get("target_directory") for source in parsed["source"]}
    for file in parsed["about"]["license_file"]:
        if file.split("/")[0] not in folders and not os.path.exists(os.path.join(root, file)):
            yield f"{RECIPE}: the licence '{file}' does not exist"
    wanted = {"stencilc": "stencilc --version", "python-stencilc": 'python -c "import stencilc"'}
    for name, command in wanted.items():
        if command not in list(strings(output(parsed, name).get("tests", []))):
            yield f"{RECIPE}: no test of {name} runs '{command}'"


def spack(root):
    """The package of Spack parses, and has the variants, the licence and the base class that it must have."""
    tree = ast.parse(read(root, SPACK))
    package = next((node for node in tree.body if isinstance(node, ast.ClassDef)), None)
    if not package or package.name != "Stencilc" or "CMakePackage" not in [getattr(base, "id", "") for base in package.bases]:
        yield f"{SPACK}: no class Stencilc of CMakePackage"
        return
    imported = {alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for name in {"CMakePackage", "PythonExtension", "PythonPipBuilder", "generator"} & (used ^ imported):
        yield f"{SPACK}: '{name}' is imported and not used, or used and not imported"
    variants = {name for name, _ in calls(tree, "variant")}
    if variants != {"python", "cuda", "shared"}:
        yield f"{SPACK}: the variants are {sorted(variants)}"
    said = [text for _, words in [*calls(tree, "depends_on"), *calls(tree, "extends")] for text in [words.get("when", "")]]
    said += [first for first, _ in [*calls(tree, "satisfies"), *calls(tree, "when")]]
    for variant in re.findall(r"[+~](\w+)", " ".join(filter(None, said))):
        if variant not in variants:
            yield f"{SPACK}: '{variant}' is no variant"
    if [first for first, _ in calls(tree, "license")] != ["MIT"]:
        yield f"{SPACK}: the licence is not MIT"
    if "import stencilc" not in [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]:
        yield f"{SPACK}: no test imports stencilc"


def packages(root):
    """conda and Spack have everything that scripts/install-packages installs to build stencilc."""
    build, _ = debian_packages(root)
    for name in sorted(build ^ set(NAMES)):
        yield f"'{name}' is in only one of scripts/install-packages and NAMES of test/packaging/check.py"
    parsed, tree = yaml.safe_load(read(root, RECIPE)), ast.parse(read(root, SPACK))
    in_conda = needs(output(parsed, "stencilc"), "build", "host") | {f"source:{one.get('target_directory')}" for one in parsed["source"]}
    in_spack = {re.split(r"[@ +~]", first)[0] for first, _ in calls(tree, "depends_on")}
    in_spack |= {f"resource:{words.get('name')}" for _, words in calls(tree, "resource")} | {f"generator({first})" for first, _ in calls(tree, "generator")}
    for debian in sorted(build & set(NAMES)):
        for path, names, there in zip((RECIPE, SPACK), NAMES[debian], (in_conda, in_spack)):
            for name in sorted(set(names) - there):
                yield f"{path}: no '{name}', which is {debian} of scripts/install-packages"


def versions(root):
    """Every place that has the version has that of CMakeLists.txt, and every place that has LLVM's has that of cmake/."""
    script = release_script(root)
    version, llvm = script.current(), llvm_major(root)
    for path, pattern, count in script.counts(version):
        if count != 1:
            yield f"{path}: '{pattern}' of scripts/release matches {version} {count} times, not once"
    for path in script.PYTHON:
        if os.path.exists(os.path.join(root, path)):
            try:
                script.with_python_version(path, read(root, path), version, version)
            except script.Refusal as refusal:
                yield str(refusal)
    parsed, tree = yaml.safe_load(read(root, RECIPE)), ast.parse(read(root, SPACK))
    found = {f"{RECIPE}: version": parsed["context"]["version"],
             f"{SPACK}: version": next(calls(tree, "version"), (None, {}))[0],
             f"{SPACK}: tag": next(calls(tree, "version"), (None, {}))[1].get("tag", "").removeprefix("v"),
             "editors/vscode/package.json: version": json.loads(read(root, "editors/vscode/package.json"))["version"]}
    yield from (f"{what} is {value}, not {version}" for what, value in found.items() if value != version)
    majors = {f"{RECIPE}: llvm": [parsed["context"]["llvm"]],
              f"{SPACK}: llvm": re.findall(r"\bllvm@(\d+)", " ".join(filter(None, (first for first, _ in calls(tree, "depends_on"))))),
              "scripts/install-packages: llvm": re.findall(r"llvm-(\d+)-dev", read(root, "scripts/install-packages"))}
    yield from (f"{what} is {value}, not {llvm}" for what, value in majors.items() if value != [llvm])


def options(root):
    """Every option of CMake that a packaging file sets is one that CMake files of this project define or search."""
    cmake = ""
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith((".", "build"))]
        cmake += "".join(read(folder, name) for name in names if name == "CMakeLists.txt" or name.endswith(".cmake"))
    defined = set(re.findall(r"(?:option|find_path|find_library|set)\((STENCILC_\w+)", cmake))
    for path in (RECIPE, SPACK, DOCKERFILE, DEFINITION):
        for name in sorted(set(re.findall(r"(?:\b|-D)(STENCILC_[A-Z_]+)\b", read(root, path)))):
            if name not in defined:
                yield f"{path}: '{name}' is no option of CMake"


def instructions(root):
    """(instruction, argument) of each logical line of the Dockerfile."""
    text = "\n".join(line for line in read(root, DOCKERFILE).split("\n") if not line.lstrip().startswith("#"))
    for line in re.sub(r"\\\n", " ", text).split("\n"):
        if line.strip():
            name, _, argument = line.strip().partition(" ")
            yield name, argument.strip()


def apt_packages(script):
    """Debian packages that a shell script installs with apt-get, without files."""
    for arguments in re.findall(r"apt-get install ([^&|;\n]*)", re.sub(r"\\\n", " ", script)):
        yield from (word for word in arguments.split() if not word.startswith(("-", "/", ".")))


def copied(sources, where, earlier, root):
    """Findings about copied files: `earlier` has the stages before, or is None if files come from the clone."""
    for source in sources:
        if earlier is None and not os.path.exists(os.path.join(root, source)):
            yield f"{where}: '{source}' does not exist"


def bases(found, where):
    yield from (f"{where}: '{base}' is not Debian 12" for base in found if not re.fullmatch(r"debian:12(-slim)?", base))


def debian_of_images(root, where, script):
    build, test = debian_packages(root)
    for name in apt_packages(script):
        if name not in build | test | set(IMAGE_PACKAGES):
            yield f"{where}: '{name}' is neither in scripts/install-packages nor in IMAGE_PACKAGES of test/packaging/check.py"
    if "scripts/install-packages" not in script:
        yield f"{where}: scripts/install-packages is not called"


def dockerfile(root):
    """Stages and copied files of the Dockerfile exist, the user is not root, and `stencilc` is run."""
    stages, lines = [], list(instructions(root))
    for name, argument in lines:
        if name not in INSTRUCTIONS:
            yield f"{DOCKERFILE}: '{name}' is no instruction"
        if name == "FROM":
            base, _, stage = argument.partition(" AS ")
            yield from bases([base], DOCKERFILE)
            stages.append(stage)
        if name == "COPY":
            words = shlex.split(argument)
            source = next((word.removeprefix("--from=") for word in words if word.startswith("--from=")), None)
            if source is not None and source not in stages[:-1]:
                yield f"{DOCKERFILE}: stage '{source}' does not stand before"
            yield from copied([word for word in words[:-1] if not word.startswith("--")], DOCKERFILE, source, root)
    yield from debian_of_images(root, DOCKERFILE, "\n".join(argument for name, argument in lines if name == "RUN"))
    last = dict(lines)
    if last.get("ENTRYPOINT") != '["stencilc"]' or last.get("USER", "root") in ("root", "0"):
        yield f"{DOCKERFILE}: the entry point is not stencilc, or the user is root"
    for label in ("title", "version", "licenses"):
        if f"org.opencontainers.image.{label}=" not in last.get("LABEL", ""):
            yield f"{DOCKERFILE}: no label '{label}'"


def stages_of(text):
    """Of each stage of a definition file: ({key: value}, [(section, argument, lines)])."""
    text = "\n".join(line for line in text.split("\n") if not line.startswith("#"))
    for part in re.split(r"^(?=Bootstrap:)", text, flags=re.M)[1:]:
        header, *sections = re.split(r"^%", part, flags=re.M)
        keys = dict(line.split(": ", 1) for line in header.split("\n") if line.strip())
        yield keys, [(*(section.split("\n", 1)[0].split(" ", 1) + [""])[:2], section.split("\n", 1)[1]) for section in sections]


def definition(root):
    """Stages and copied files of the Apptainer definition exist, and its header explains --nv."""
    text, known, script = read(root, DEFINITION), [], ""
    for keys, sections in stages_of(text):
        yield from bases([keys.get("From", "")], DEFINITION)
        for name, argument, lines in sections:
            if name not in SECTIONS:
                yield f"{DEFINITION}: '%{name}' is no section"
            script += lines if name == "post" else ""
            if name != "files":
                continue
            stage = argument.removeprefix("from ") or None
            if stage and stage not in known:
                yield f"{DEFINITION}: stage '{stage}' does not stand before"
            sources = [line.split()[0] for line in lines.split("\n") if line.strip()]
            made = re.findall(r"git archive -o (\S+)", text)  # by the command in the header
            yield from copied([source for source in sources if source not in made], DEFINITION, stage, root)
        known.append(keys.get("Stage"))
    if not known or [name for name, _, _ in sections].count("runscript") != 1 or 'exec stencilc "$@"' not in text:
        yield f"{DEFINITION}: the last stage does not run stencilc"
    yield from debian_of_images(root, DEFINITION, script)
    if not re.search(r"^# --nv ", text, re.M):
        yield f"{DEFINITION}: the header does not explain --nv"


def honest(root):
    """Every file says how it was checked, and the page names every file and what is not done."""
    page = read(root, "packaging/README.md")
    if page.count("\n") > 60 or "parsed by a test and are not built by CI" not in page:
        yield "packaging/README.md: has more than 60 lines, or does not say that nothing is built by CI"
    for folder, _, names in os.walk(os.path.join(root, "packaging")):
        for path in (os.path.relpath(os.path.join(folder, name), root) for name in names):
            if path == "packaging/README.md" or fnmatch.fnmatch(path, "*.pyc"):
                continue
            if not re.search(r"^(# )?Checked: ", "\n".join(read(root, path).split("\n")[:6]), re.M):
                yield f"{path}: its first lines do not say how it was checked"
            if f"]({os.path.relpath(path, 'packaging')})" not in page:
                yield f"packaging/README.md: does not name {path}"


def changes(root):
    """CHANGELOG.md has the form of Keep a Changelog: unreleased changes first, then versions from the newest on, with dates."""
    text = read(root, "CHANGELOG.md")
    heads = re.findall(r"^## (.*)", text, re.M)
    if not heads or heads[0] != "[Unreleased]":
        yield "CHANGELOG.md: the first version is not [Unreleased]"
    found = [re.fullmatch(r"\[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d", head) for head in heads[1:]]
    numbers = [tuple(map(int, match[1].split("."))) for match in found if match]
    if not all(found) or numbers != sorted(set(numbers), reverse=True):
        yield "CHANGELOG.md: versions have the form '[X.Y.Z] - YYYY-MM-DD', newest first"
    if not found or not found[0] or found[0][1] != release_script(root).current():
        yield "CHANGELOG.md: the newest version is not that of CMakeLists.txt"
    for kind in re.findall(r"^### (.*)", text, re.M):
        if kind not in ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"):
            yield f"CHANGELOG.md: '{kind}' is no kind of change"


CHECKS = {check.__name__: check for check in (recipe, spack, packages, versions, options, dockerfile, definition, honest, changes)}


def main():
    root, *names = sys.argv[1:]
    findings = [finding for name in names or CHECKS for finding in CHECKS[name](root)]
    print("\n".join([*findings, f"{len(findings)} findings"]))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
