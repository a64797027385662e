"""Tries scripts/release in a temporary repository with the files that it changes. Building, testing and CPack are stand-ins.

usage: release.py ROOT
"""
import os
import re
import stat
import subprocess
import sys
import tempfile

import check

STANDS_IN = {
    "scripts/install-packages": "",
    "scripts/build": 'mkdir -p "$1" && echo set > "$1/CPackConfig.cmake"',
    "scripts/test": "echo tests were run; exit ${TEST_RESULT:-0}",
    "scripts/wheel": 'echo wheel > "$2/stencilc-0.2.0-py3-none-any.whl"',
    "tools/cpack": 'test -e "$2" && mkdir -p "$6" && echo deb > "$6/stencilc_0.2.0_amd64.deb" && echo tar > "$6/stencilc-0.2.0-Linux.tar.xz"',
}
PYTHON = '[project]\nname = "stencilc-lift"\nversion = "0.1.0"\ndependencies = ["stencilc==0.1.0"]\n'
DYNAMIC = '[build-system]\nrequires = ["x"]\n\n[project]\nname = "stencilc"\ndynamic = ["version"]\n'


CHANGES = "# Changes\n\n## [Unreleased]\n\n### Added\n\n- A command.\n\n## [0.1.0] - 2026-01-01\n\n### Added\n\n- A language.\n"


class Clone:
    """A repository in a temporary folder."""

    def __init__(self, folder):
        self.folder = folder

    def begin(self, root):
        """Makes a repository of the files that a release changes. It has version 0.1.0, whatever version the sources have."""
        script = check.release_script(root)
        for path in {path for path, _, _ in script.PLACES + script.EXPECTED}:
            text = check.read(root, path)
            for place, pattern, replacement in script.PLACES + script.EXPECTED:
                if place == path and "date}" not in replacement:
                    text = script.pattern(pattern, script.current()).sub(replacement.replace("{v}", "0.1.0").replace("{u}", "0_1_0"), text)
            self.write(path, text)
        self.write("scripts/release", check.read(root, "scripts/release"), stat.S_IRWXU)
        self.write("CHANGELOG.md", CHANGES)
        for path, text in STANDS_IN.items():
            self.write(path, f"#!/usr/bin/env bash\nset -e\n{text}\n", stat.S_IRWXU)
        self.write("pyproject.toml", DYNAMIC)
        self.write("python/lift/pyproject.toml", PYTHON)
        self.write(".gitignore", "/build/\n__pycache__/\n")
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.name", "Ada")
        self.git("config", "user.email", "ada@example.org")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "Begin")

    def at(self, path):
        return os.path.join(self.folder, path)

    def write(self, path, text, mode=None):
        os.makedirs(os.path.dirname(self.at(path)), exist_ok=True)
        with open(self.at(path), "w", encoding="utf-8") as file:
            file.write(text)
        if mode:
            os.chmod(self.at(path), mode)

    def git(self, *arguments):
        return subprocess.run(["git", "-C", self.folder, *arguments], capture_output=True, text=True, check=True).stdout.strip()

    def release(self, *arguments, fails=False, **environment):
        path = self.at("tools") + os.pathsep + os.environ["PATH"]
        done = subprocess.run([sys.executable, self.at("scripts/release"), *arguments], text=True, check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env={**os.environ, "PATH": path, **environment})
        assert (done.returncode != 0) == fails, f"release {arguments}: exit code {done.returncode}\n{done.stdout}"
        return done.stdout

    def state(self):
        return self.git("rev-parse", "HEAD"), self.git("status", "--porcelain", "--ignored"), self.git("tag", "--list")

    def refuses(self, reason, *arguments, **environment):
        """The release fails with `reason`, and the repository is as it was."""
        before = self.state()
        said = self.release(*arguments, fails=True, **environment)
        assert reason in said, f"wanted '{reason}', got: {said}"
        assert self.state() == before, f"release {arguments} changed something: {self.state()}"


def try_dry_run(clone):
    before = clone.state()
    said = clone.release("9.9.9", "--dry-run")
    for wanted in ("-project(stencilc VERSION 0.1.0", "+project(stencilc VERSION 9.9.9", "+#define STENCILC_SPACE v9_9_9",
                   "+## [9.9.9] - ", '+version = "9.9.9"', "  scripts/test\n", "  git tag -a v9.9.9", "  cpack ", "  scripts/wheel --small build/release",
                   "nothing was changed"):
        assert wanted in said, f"a dry run does not say '{wanted}': {said}"
    assert "scripts/test" not in clone.release("9.9.9", "--dry-run", "--no-tests"), "--no-tests tests"
    assert "tests were run" not in said and clone.state() == before, "a dry run did something"


def try_refusals(clone):
    for version in ("0.2", "v0.2.0", "0.2.0-rc.1", "0.02.0", "0.2.0\n"):
        clone.refuses("is not a version of the form X.Y.Z", version, "--dry-run")
    for version in ("0.1.0", "0.0.9"):
        clone.refuses("is not larger than 0.1.0", version)
    clone.write("note", "a file that git does not know\n")
    clone.refuses("the tree has uncommitted changes, such as '?? note'", "0.2.0", "--dry-run")
    os.remove(clone.at("note"))
    clone.git("tag", "v0.2.0")
    clone.refuses("the tag v0.2.0 exists", "0.2.0")
    clone.git("tag", "-d", "v0.2.0")
    clone.refuses("scripts/test failed with exit code 3", "0.2.0", TEST_RESULT="3")
    clone.refuses("failed with exit code", "0.2.0", "--no-tests", GIT_AUTHOR_NAME="")  # git commits for nobody


def try_release(clone):
    said = clone.release("0.2.0")
    assert "tests were run" in said
    assert clone.git("log", "-1", "--format=%s") == "Release version 0.2.0"
    assert clone.git("rev-parse", "v0.2.0^{commit}") == clone.git("rev-parse", "HEAD")
    assert clone.git("status", "--porcelain") == ""
    script = check.release_script(clone.folder)
    assert script.current() == "0.2.0"
    assert [path for path, _, count in script.counts("0.2.0") if count != 1] == []
    assert check.read(clone.folder, "pyproject.toml") == DYNAMIC
    assert check.read(clone.folder, "python/lift/pyproject.toml") == PYTHON.replace('version = "0.1.0"', 'version = "0.2.0"')
    heads = re.findall(r"^## .*", check.read(clone.folder, "CHANGELOG.md"), re.M)
    assert heads[0] == "## [Unreleased]" and re.fullmatch(r"## \[0\.2\.0\] - \d{4}-\d\d-\d\d", heads[1]), heads
    assert re.search(r"^ -- \S+  \w{3}, \d\d \w{3} \d{4} [\d:]+ \+0000$", check.read(clone.folder, "cmake/package/changelog"), re.M)
    assert "CHECK: stencilc 0.2.0" in check.read(clone.folder, "test/library/python.test")
    names = {"stencilc_0.2.0_amd64.deb", "stencilc-0.2.0-Linux.tar.xz", "stencilc-0.2.0-py3-none-any.whl"}
    sums = check.read(clone.folder, "build/release/SHA256SUMS")
    assert set(re.findall(r"  (\S+)$", sums, re.M)) == names, sums
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=clone.at("build/release"), check=True)
    for wanted in ("Nothing is published", "git push origin HEAD v0.2.0", "twine upload"):
        assert wanted in said, said


def try_next_release(clone):
    clone.refuses("CHANGELOG.md lists nothing under 'Unreleased'", "0.3.0")
    text = check.read(clone.folder, "CHANGELOG.md")
    clone.write("CHANGELOG.md", text.replace("## [Unreleased]\n", "## [Unreleased]\n\n### Fixed\n\n- A fault.\n", 1))
    os.remove(clone.at("scripts/wheel"))
    clone.write("CMakeLists.txt", check.read(clone.folder, "CMakeLists.txt") + "\nproject(stencilc VERSION 0.2.0 )\n")
    clone.git("commit", "-q", "-a", "-m", "Break CMakeLists.txt")
    clone.refuses("matches 2 times, not once", "0.3.0")
    clone.git("revert", "--no-edit", "HEAD")
    clone.write("CHANGELOG.md", text.replace("## [Unreleased]\n", "## [Unreleased]\n\n### Fixed\n\n- A fault.\n", 1))
    os.remove(clone.at("scripts/wheel"))
    clone.write("python/lift/pyproject.toml", PYTHON)
    clone.git("commit", "-q", "-a", "-m", "Keep a wrong version")
    clone.refuses("python/lift/pyproject.toml: [project] has neither version", "0.3.0")
    clone.write("python/lift/pyproject.toml", PYTHON.replace("0.1.0", "0.2.0"))
    clone.write("tools/cpack", "#!/usr/bin/env bash\nexit 1\n", stat.S_IRWXU)
    clone.git("commit", "-q", "-a", "-m", "Break CPack")
    said = clone.release("0.3.0", "--no-tests", fails=True)
    assert "tests were run" not in said and "git tag -d v0.3.0 && git reset --hard HEAD~1" in said, said
    assert "scripts/wheel" not in said, said


def try_this_clone(root, folder):
    """A clone of the sources, as they are committed, could be released as 9.9.9."""
    subprocess.run(["git", "clone", "-q", "--shared", root, folder], check=True)
    clone = Clone(folder)
    text = check.read(folder, "CHANGELOG.md")
    clone.write("CHANGELOG.md", text.replace("## [Unreleased]\n", "## [Unreleased]\n\n- A change.\n", 1))
    clone.git("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-q", "-a", "-m", "Change something")
    before = clone.state()
    assert "+project(stencilc VERSION 9.9.9" in clone.release("9.9.9", "--dry-run") and clone.state() == before
    print("try_this_clone: as expected")


def main():
    with tempfile.TemporaryDirectory() as folder:
        try_this_clone(sys.argv[1], os.path.join(folder, "whole"))
        clone = Clone(os.path.join(folder, "small"))
        clone.begin(sys.argv[1])
        for trial in (try_dry_run, try_refusals, try_release, try_next_release):
            trial(clone)
            print(f"{trial.__name__}: as expected")


if __name__ == "__main__":
    main()
