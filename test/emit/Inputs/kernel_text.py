"""The kernel of fused steps in an emitted text: how long it is, and whether a page prints it as it is.

usage: kernel_text.py TEXT --longest N --lines N     no function is longer, nor all of the kernel
       kernel_text.py TEXT --page PAGE [--update]    the page's block behind '<!-- kernel -->' is the kernel
The kernel is what stands in the first namespace 'stepsN', without the picture of a step and without what the host does.
"""
import argparse
import re
import sys

MARK = "<!-- kernel -->\n```cuda\n"


def namespace(text):
    return re.search(r"^namespace steps\d+ \{\n(.*?)^\} // namespace steps", text, re.M | re.S)[1]


def kernel(text):
    part = namespace(text)
    return part[part.index("constexpr int kSteps"):part.index("\n#if STENCILC_HAS_HOST")].strip() + "\n"


def functions(text):
    """(first line, lines) of each function: a head that ends in ') {' and is no statement, to the brace that closes it."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if not line.endswith(") {") or re.match(r" *(if|for|while|else|\}|#)", line):
            continue
        first = at
        while lines[first - 1] and not re.match(r" *(///|\}|#)", lines[first - 1]):
            first -= 1
        inside = next(line for line in lines[at + 1:] if not line.startswith("#"))
        close = inside[:len(inside) - len(inside.lstrip()) - 2] + "}"
        yield lines[first].strip(), lines.index(close, at) - first + 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text")
    parser.add_argument("--longest", type=int)
    parser.add_argument("--lines", type=int)
    parser.add_argument("--page")
    parser.add_argument("--update", action="store_true")
    args = parser.parse_args()
    with open(args.text, encoding="utf-8") as file:
        text = file.read()
    wrong = []
    if args.lines:
        found = dict(functions(namespace(text)))
        length = kernel(text).count("\n")
        print(f"{len(found)} functions, the longest of {max(found.values())} lines; {length} lines")
        wrong += [f"'{head}' has {lines} lines" for head, lines in found.items() if lines > args.longest]
        wrong += [f"the kernel has {length} lines"] if length > args.lines else []
        wrong += [f"'{dead}' is arithmetic on nothing" for dead in re.findall(r"[-+] \(?0\)|[-+] -\w+", kernel(text))]
    if args.page:
        with open(args.page, encoding="utf-8") as file:
            before, after = file.read().split(MARK)
        printed, rest = after.split("```\n", 1)
        if args.update:
            with open(args.page, "w", encoding="utf-8") as file:
                file.write(before + MARK + kernel(text) + "```\n" + rest)
        elif printed != kernel(text):
            wrong.append(f"{args.page} prints another kernel: write it anew with --update")
    sys.exit("\n".join(wrong) or 0)


main()
