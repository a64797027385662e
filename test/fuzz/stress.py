#!/usr/bin/env python3
"""Makes stencil sources that are deep, wide or long in one way each and checks that the compiler ends with them.

    stress.py PATH-OF-STENCILC [--kinds=NAME,...] [--size=small|large] [--emit=cuda,ir] [--keep=FOLDER]

Every source of at most 1 MB must end within 10 s of processor time and 1 GiB of address space, with code (exit 0) or with
a diagnostic (exit 1). Every plan takes at most a second of processor time, whatever the grid and the steps. Limits are set on
the process, so that a loaded machine changes nothing.
"""
import argparse
import os
import resource
import subprocess
import sys
import tempfile

SECONDS, BYTES, SOURCE, PLAN_SECONDS = 10, 1 << 30, 1 << 20, 1


def program(body, axes="x", field="field u { boundary periodic; init 1; }"):
    return f"stencil s({axes}) {{\n{field}\n{body}\n}}\n"


def lines(count, text):
    return "\n".join(text(i) for i in range(count))


def squares(count, start, use):
    """Lets that each use the one before twice: a small graph, an enormous tree."""
    return lines(count, lambda i: f"let l{i} = {start if i == 0 else f'l{i - 1} * l{i - 1}'};") + use(f"l{count - 1}")


def update(value):
    return f"u[t+1] = {value};"


def updates(value):
    return "\n" + update(value)


# Each kind takes a number and gives a source that grows with it.
KINDS = {
    # deep
    "brackets": (250, 40000, lambda n: program(update("(" * n + "u" + ")" * n))),
    "signs": (250, 100000, lambda n: program(update("- " * n + "u"))),
    "nots": (250, 100000, lambda n: program(update("select(" + "!" * n + "(u > 0), 1, u)"))),
    "selects": (120, 10000, lambda n: program(update("select(u > 0, " * n + "u" + ", 1)" * n))),
    "roots": (200, 10000, lambda n: program(update("sqrt(" * n + "u" + ")" * n))),
    "powers": (100, 10000, lambda n: program(update("u" + "^1.5" * n))),
    "calls-deep": (100, 10000, lambda n: program("fn f(a) = a * a;\n" + update("f(" * n + "u" + ")" * n))),
    "calls-shifted": (10, 200, lambda n: program("fn f(a) = a[x-1] + a[x+1];\n" + update("f(" * n + "u" + ")" * n))),
    "functions-chained": (100, 900, lambda n: program(
        "fn f0(a) = a + 1;\n" + lines(n, lambda i: f"fn f{i + 1}(a) = f{i}(a) * f{i}(a);") + updates(f"f{n}(u)"))),
    "lets-squared": (26, 900, lambda n: program(squares(n, "u + 1", updates))),
    "lets-squared-literal": (26, 900, lambda n: program(squares(n, "1.0", updates))),
    "lets-squared-parameter": (26, 900, lambda n: program("param p = 1.5;\n" + squares(n, "p", lambda l: updates(l + " * u")))),
    "lets-squared-size": (26, 900, lambda n: program(squares(n, "nx / 2 + 1", lambda l: updates(l + " * u")))),
    "lets-summed": (26, 900, lambda n: program(
        lines(n, lambda i: f"let l{i} = {'u' if i == 0 else f'l{i-1}[x-1] + l{i-1}'};") + updates(f"l{n-1}"))),
    "lets-quotients": (26, 900, lambda n: program(
        "param p = 1.5;\n" + lines(n, lambda i: f"let l{i} = {'p + 1' if i == 0 else f'l{i-1} / (l{i-1} + p)'};") + updates(f"l{n-1} * u"))),
    "consts-squared": (26, 900, lambda n: program(
        lines(n, lambda i: f"const c{i} = {'1' if i == 0 else f'c{i-1} * c{i-1}'};") + updates(f"c{n-1} * u"))),
    "reports-squared": (26, 900, lambda n: program(update("u") + "\n" + lines(n, lambda i:
        f"report r{i} = {'max(u)' if i == 0 else f'r{i-1} * r{i-1}'} every 1 step;") + f"\nuntil r{n-1} > 2 every 1 step;")),
    "until-calls": (26, 250, lambda n: program(
        "fn f(a) = a * a;\n" + update("u") + "\nuntil " + "f(" * n + "max(u)" + ")" * n + " > 2 every 1 step;")),
    "init-calls": (26, 250, lambda n: program(
        "fn f(a) = a * a;\n" + update("u"), field="field u { boundary periodic; init " + "f(" * n + "x" + ")" * n + "; }")),
    "boundary-calls": (26, 250, lambda n: program(
        "fn f(a) = a * a;\n" + update("u[x-1]"), field="field u { boundary fixed(" + "f(" * n + "x" + ")" * n + "); }")),
    # wide
    "min-wide": (2000, 80000, lambda n: program(update("min(" + ", ".join(f"u + {i}" for i in range(n)) + ")"))),
    "sum-chain": (900, 200000, lambda n: program(update(" + ".join(["u"] * n)))),
    "product-chain": (900, 200000, lambda n: program(update(" * ".join(["u"] * n)))),
    "quotient-chain": (900, 200000, lambda n: program(update(" / ".join(["u"] * n)))),
    "and-chain": (900, 100000, lambda n: program(update("select(" + " && ".join(["u > 0"] * n) + ", 1, u)"))),
    "taps": (900, 30000, lambda n: program(update(" + ".join(
        f"{i + 1} * u[x{i % 17 - 8:+d}, y{i // 17 % 17 - 8:+d}]" for i in range(n))), axes="x, y")),
    "taps-grouped": (20, 35, lambda n: program("\n".join(
        f"let l{k} = " + " + ".join(f"{k * 900 + i + 2} * u[x{(k * 900 + i) % 33 - 16:+d}, y{(k * 900 + i) // 33 % 33 - 16:+d}, "
                                    f"z{(k * 900 + i) // 1089 % 33 - 16:+d}]" for i in range(900)) + ";" for k in range(n)) +
        updates(" + ".join(f"l{k}" for k in range(n))), axes="x, y, z")),
    "box-sum": (16, 16, lambda n: program(update(f"sum(box({n}), u)"), axes="x, y, z")),
    "box-max": (16, 16, lambda n: program(update(f"max(box({n}), u)"), axes="x, y, z")),
    "box-max-9": (9, 9, lambda n: program(update(f"max(box({n}), u)"), axes="x, y, z")),
    "box-min-of-max": (2, 9, lambda n: program(update(f"min(box({n}), max(box(1), u))"), axes="x, y, z")),
    "box-nonlinear": (3, 16, lambda n: program(update(f"sum(box({n}), sqrt(u))"), axes="x, y, z")),
    "box-of-lets": (4, 16, lambda n: program("let l = sum(star(1), u);\n" + update(f"sum(box({n}), l * l)"), axes="x, y, z")),
    "table": (60, 35937, lambda n: program("coefficient w over box(16) = {" + ", ".join(
        f"({i % 33 - 16},{i // 33 % 33 - 16},{i // 1089 - 16}): {i + 1}" for i in range(n)) + "};\n" +
        update("apply(w, u)"), axes="x, y, z") if n == 35937 else program(
        "coefficient w over axis(x, -8 .. 8) = {" + ", ".join(f"({i - 8}): {i + 1}" for i in range(17)) + "};\n" + update("apply(w, u)"))),
    "offsets": (300, 30000, lambda n: program("neighbourhood m = {" + ", ".join(
        f"({i % 33 - 16},{i // 33 % 33 - 16},{i // 1089 - 16})" for i in range(n)) + "};\n" +
        update("sum(m, u)"), axes="x, y, z")),
    "neighbourhoods-nested": (50, 900, lambda n: program("neighbourhood n0 = star(1);\n" + lines(n, lambda i:
        f"neighbourhood n{i+1} = n{i} | n{i};") + updates(f"sum(n{n}, u)"))),
    # many
    "stages": (40, 14000, lambda n: program(lines(n, lambda i: f"f{i}[t+1] = f{i}[x-1] + {i};"),
        field=lines(n, lambda i: f"field f{i} {{ boundary periodic; }}"))),
    "stages-300": (30, 300, lambda n: program(lines(n, lambda i: f"f{i}[t+1] = 0.5 * (f{i}[x-1] + f{(i + 1) % n}[x+1]);"),
        axes="x, y", field=lines(n, lambda i: f"field f{i} {{ boundary periodic; }}"))),
    "stages-in-turn": (30, 400, lambda n: program(lines(n, lambda i:
        f"f{i}[t+1] = f{i} + " + (f"f{i-1}[t+1, x-1]" if i else "1") + ";"),
        field=lines(n, lambda i: f"field f{i} {{ boundary periodic; }}"))),
    "sums-double": (12, 128, lambda n: program(
        f"for i in 0 .. {n - 1} {{ f[i,t+1] = 0.5 * f[i] + 0.001 * sum(j in 0 .. {n - 1}, f[j, x-1]); }}",
        field=f"field f[{n}] {{ boundary periodic; }}")),
    "fields-constant": (60, 16000, lambda n: program(update("u + " + " + ".join(f"c{i}" for i in range(min(n, 900)))),
        field="field u { boundary periodic; }\n" + lines(n, lambda i: f"field c{i} constant {{ boundary copy; init {i}; }}"))),
    "lets": (300, 30000, lambda n: program(lines(n, lambda i: f"let l{i} = u[x-1] + {i};") + updates("l0"))),
    "lets-wide": (100, 900, lambda n: program(
        lines(n, lambda i: f"let l{i} = sqrt(u) * {i} + u[x-1] / (u + {i});") + updates(" + ".join(f"l{i}" for i in range(n))))),
    "parameters": (100, 900, lambda n: program(
        lines(n, lambda i: f"param p{i} = {i + 1};") + updates(" + ".join(f"p{i} * u[x{i % 9 - 4:+d}]" for i in range(n))))),
    "parameters-summed": (100, 900, lambda n: program(lines(n, lambda i: f"param p{i} = {i + 1};") + "\n" +
        lines(n, lambda i: f"let s{i} = " + ("p0" if i == 0 else f"s{i-1} + p{i}") + ";") + updates(f"s{n-1} * u"))),
    "parameters-many": (100, 40000, lambda n: program(lines(n, lambda i: f"param p{i} = {i + 1};") + updates("u * p0"))),
    "parameters-multiplied": (100, 900, lambda n: program(lines(n, lambda i: f"param p{i} = {i + 1};") + updates(
        "u * " + " * ".join(f"(p{i} + 1)" for i in range(n))))),
    "reports": (20, 15000, lambda n: program(update("u") + "\n" +
        lines(n, lambda i: f"report r{i} = max(u - {i}) every {i + 1} steps;"))),
    "rules": (20, 15000, lambda n: program(update("u") + "\n" +
        lines(n, lambda i: f"until max(u - {i}) > 3 every 2 steps;"))),
    "functions": (100, 20000, lambda n: program(lines(n, lambda i: f"fn f{i}(a) = a + {i};") + updates("f0(u)"))),
    "arguments": (100, 20000, lambda n: program("fn f(" + ", ".join(f"a{i}" for i in range(n)) + ") = a0;\n" +
        update("f(" + ", ".join(["u"] * n) + ")"))),
    "consts": (100, 30000, lambda n: program(lines(n, lambda i: f"const c{i} = {i};") + updates("u + c0"))),
    "errors": (100, 36000, lambda n: program(lines(n, lambda i: f"let l{i} = nowhere{i};") + updates("u"))),
    "boundaries": (10, 30000, lambda n: program(update("u[x-1]"),
        field="field u {" + "boundary fixed(1) on x.low;\n" * n + "boundary copy; }")),
    # long words
    "long-name": (2000, 900000, lambda n: program(f"param {'p' * n} = 1;\n" + update(f"u * {'p' * n}") if n < 400000
        else f"param {'p' * n} = 1;\n" + update("u"))),
    "long-names": (60, 60, lambda n: program(lines(n, lambda i: f"param {'p' * 4000}{i} = 1;") + updates(
        " + ".join(f"{'p' * 4000}{i} * u[x{i % 9 - 4:+d}]" for i in range(n))))),
    "long-number": (2000, 900000, lambda n: program(update("u * 0." + "1" * n))),
    "long-comment": (2000, 900000, lambda n: program("// " + "x" * n + "\n" + update("u"))),
    "empty-statements": (2000, 900000, lambda n: program(";" * n + update("u"))),
}


# Grids and runs of which a plan takes no more time than of small ones.
PLANS = {
    "cube-8000": ["--size=8000,8000,8000", "--emit=plan"],
    "cube-32000": ["--size=32000,32000,32000", "--emit=plan"],
    "long-axis": ["--size=512,512,2000000000", "--emit=plan"],
    "wavefront": ["--size=16000,16000,16000", "--schedule=wavefront", "--emit=plan"],
    "explained": ["explain", "--size=16000,16000,16000"],
    "steps": ["explain", "--size=64,64,64", "--steps=4611686018427387904"],
    "steps-of-few-cells": ["explain", "--size=4,4,4", "--steps=9223372036854775807"],
}


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(compiler, source, arguments):
    """What is wrong with how the compiler ended, if anything, and the seconds it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([compiler, *arguments, source], preexec_fn=limit, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, errors="replace")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    wrong = ""
    if done.returncode < 0:
        wrong = f"ended by signal {-done.returncode}"
    elif done.returncode > 1:
        wrong = f"exit code {done.returncode}"
    elif done.returncode == 1 and "error" not in done.stderr:
        wrong = "no diagnostic"
    if wrong:
        wrong += "".join(": " + line for line in done.stderr.strip().splitlines()[-1:])[:200]
    message = next((line for line in done.stderr.splitlines() if " error" in line), "")
    return wrong, seconds, message.split("error: ")[-1][:110] if done.returncode == 1 else ""


def plan(compiler, folder):
    """Plans for large grids and long runs; how many took too long or failed."""
    path = os.path.join(folder, "star.stencil")
    with open(path, "w") as file:
        file.write(program(update("0.1 * sum(star(1), u)"), axes="x, y, z"))
    failures = 0
    for name, arguments in PLANS.items():
        wrong, seconds, message = run(compiler, path, arguments)
        wrong = wrong or message or (f"more than {PLAN_SECONDS} s" if seconds > PLAN_SECONDS else "")
        failures += bool(wrong)
        print(f"{'FAIL' if wrong else 'ok  '} plan {name} {seconds:.1f} s {wrong}", flush=True)
    return failures


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("compiler")
    options.add_argument("--kinds", default="", help="names, separated by commas; all without")
    options.add_argument("--size", default="both", choices=["small", "large", "both"])
    options.add_argument("--emit", default="cuda", help="steps of the compiler, separated by commas")
    options.add_argument("--keep", help="folder for the sources")
    options = options.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or scratch
        os.makedirs(folder, exist_ok=True)
        if not options.kinds:
            failures += plan(options.compiler, folder)
        for kind in options.kinds.split(",") if options.kinds else KINDS:
            small, large, make = KINDS[kind]
            for count in {"small": [small], "large": [large], "both": [small, large]}[options.size]:
                text = make(count)
                path = os.path.join(folder, f"{kind}-{count}.stencil")
                with open(path, "w") as file:
                    file.write(text)
                if len(text) > SOURCE:
                    sys.exit(f"{path} has {len(text)} bytes; the promise ends at {SOURCE}")
                for step in options.emit.split(","):
                    wrong, seconds, message = run(options.compiler, path, [f"--emit={step}"])
                    failures += bool(wrong)
                    print(f"{'FAIL' if wrong else 'ok  '} {kind} {count} --emit={step} {seconds:.1f} s {wrong or message}", flush=True)
    print(f"{failures} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
