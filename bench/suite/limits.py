"""The least and the most registers of compiled kernels.

ptxas gives a kernel as many registers as it likes if nothing limits them: the most. With a limit it finds other code, until it has to
spill: the least is the smallest limit, a multiple of 8, with which at most SPILLED bytes are spilled.
"""
import os
import re
import subprocess

SPILLED = 32
LIMITS = [*range(24, 128, 8), 128, 144, 168, 192, 224, 255]


def without_bounds(text):
    """CUDA text whose kernels ask for no number of blocks on a multiprocessor."""
    return re.sub(r"__launch_bounds__\((\d+), *\d+\)", r"__launch_bounds__(\1)", text)


def kernels_in(text):
    """Names of the sweep kernels of a CUDA text, in its order."""
    return list(dict.fromkeys(re.findall(r"^\s*(?:__global__ .*?)?\b(sweep\w*)\((?:\w+::)*Grid ", text, re.M)))


def allocated(ptx, name, arch, limit):
    """Registers and spilled bytes of a kernel, the most of its instances, if it may have `limit` registers."""
    done = subprocess.run(["ptxas", "-arch=" + arch, "-v", f"-maxrregcount={limit}", ptx, "-o", os.devnull], capture_output=True, text=True)
    found = [(int(registers), int(spilled)) for kernel, spilled, registers in re.findall(
        r"Compiling entry function '(\w+)'.*?(\d+) bytes spill stores.*?Used (\d+) registers", done.stderr, re.S)
        if re.search(rf"{len(name)}{name}(?![a-z])", kernel)]
    return (max(r for r, _ in found), max(s for _, s in found)) if found else None


def registers_of(ptx, names, arch):
    """(least, most) registers of each kernel of a PTX file, or None if a kernel is not there."""
    with open(ptx, encoding="utf-8") as file:
        text = file.read()
    with open(ptx, "w", encoding="utf-8") as file:  # ptxas ignores a limit where the kernel names its threads
        file.write(re.sub(r"\.(maxntid|minnctapersm|reqntid)[^\n]*\n", "", text))
    found = []
    for name in names:
        free = allocated(ptx, name, arch, LIMITS[-1])
        if free is None:
            return None
        limits = [limit for limit in LIMITS if limit < free[0]]
        low, high, least = 0, len(limits), free[0]
        while low < high:  # more registers never spill more
            middle = (low + high) // 2
            registers, spilled = allocated(ptx, name, arch, limits[middle])
            if spilled <= SPILLED:
                least, high = min(registers, limits[middle]), middle
            else:
                low = middle + 1
        found.append((least, free[0]))
    return found
