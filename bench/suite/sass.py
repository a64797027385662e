"""Machine code of kernels, to compare what two compilers or two texts become."""
import collections
import re
import subprocess

NO_CODE = {"NOP", "BRA"}  # what fills lines up behind the end of a kernel


def machine_code(path):
    """Instructions of each kernel of a cubin or of a program, by name, without addresses."""
    text = subprocess.run(["cuobjdump", "-sass", path], capture_output=True, text=True, check=True).stdout
    code, kernel = collections.defaultdict(list), None
    for line in text.splitlines():
        if named := re.search(r"Function : (\S+)", line):
            kernel = re.sub(r"_GLOBAL__N__[0-9a-f]+_[^.]*?_cu_[0-9a-f_]+", "unit", named[1])
        elif found := re.match(r"\s+/\*[0-9a-f]{4,}\*/\s+(.*?);", line):
            code[kernel].append(re.sub(r"0x[0-9a-f]{5,}", "0x", found[1].strip()))
    for lines in code.values():
        while lines and lines[-1].split()[0] in NO_CODE:
            lines.pop()
    return dict(code)
