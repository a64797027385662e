"""Every function of stencils/std against numbers computed here.   usage: library_values.py STENCILC ROOT FOLDER

All values are computed by one program of one cell line a library, by the interpreter in f64. A function without a case fails.
"""
import glob
import math
import os
import re
import subprocess
import sys

pi = math.pi


def sinc(a):
    return math.sin(a) / a if a else 1.0


def ormsby(f, t):
    part = [pi * each**2 * sinc(pi * each * t) ** 2 for each in f]
    return ((part[3] - part[2]) / (f[3] - f[2]) - (part[1] - part[0]) / (f[1] - f[0])) / (pi * (f[3] + f[2] - f[1] - f[0]))


def weno5(a, b, c, e, f):
    smooth = (13 / 12 * (a - 2 * b + c) ** 2 + (a - 4 * b + 3 * c) ** 2 / 4, 13 / 12 * (b - 2 * c + e) ** 2 + (b - e) ** 2 / 4,
              13 / 12 * (c - 2 * e + f) ** 2 + (3 * c - 4 * e + f) ** 2 / 4)
    alpha = [part / (1e-6 + each) ** 2 for part, each in zip((0.1, 0.6, 0.3), smooth)]
    value = ((2 * a - 7 * b + 11 * c) / 6, (-b + 5 * c + 2 * e) / 6, (2 * c + 5 * e - f) / 6)
    return sum(one * two for one, two in zip(alpha, value)) / sum(alpha)


def lattice(q):
    """Moments that any such lattice has: of the weights, of their equilibrium, and of turning round."""
    dimensions = 2 if q == 9 else 3
    axes = "xyz"[:dimensions]
    last = q - 1
    flow = (0.03, -0.02, 0.01)[:dimensions]
    eq = f"equilibrium(i, 1.1, {', '.join(map(str, flow))})"
    cases = [(f"sum(i in 0 .. {last}, w[i])", 1), (f"sum(i in 0 .. {last}, {eq})", 1.1), (f"sum(i in 0 .. {last}, back[back[i]] - i)", 0)]
    for k, axis in enumerate(axes):
        cases += [(f"sum(i in 0 .. {last}, c{axis}[i] * {eq})", 1.1 * flow[k]), (f"sum(i in 0 .. {last}, abs(c{axis}[i] + c{axis}[back[i]]))", 0),
                  (f"sum(i in 0 .. {last}, w[i] * c{axis}[i]^2)", 1 / 3), (f"sum(i in 0 .. {last}, w[i] * c{axis}[i]^4)", 1 / 3)]
        cases += [(f"sum(i in 0 .. {last}, w[i] * c{axis}[i]^2 * c{other}[i]^2)", 1 / 9) for other in axes[:k]]
    if dimensions == 3:
        cases.append(("along(1, 2, 3, 5) - (cx[1] * 2 + cy[1] * 3 + cz[1] * 5)", 0))
    return cases


CASES = {
    "wavelets": [
        ("ricker_of(0.5)", 0.5 * math.exp(-0.25)), ("ricker(15, 0)", 1), ("ricker(15, 0.02)", (1 - 2 * (0.3 * pi) ** 2) * math.exp(-((0.3 * pi) ** 2))),
        ("gauss(2, 3)", math.exp(-9 / 8)), ("gauss_derivative(1, 0.5 / pi)", -1), ("gauss_derivative(1, -0.5 / pi)", 1), ("gauss_derivative(2, 0)", 0),
        ("gabor(5, 4, 0.1)", -math.exp(-((pi / 4) ** 2))), ("gabor(5, 4, 0)", 1), ("sinc(0)", 1), ("sinc(2)", sinc(2)),
        ("ormsby_part(3, 0.1)", pi * 9 * sinc(0.3 * pi) ** 2), ("ormsby(5, 10, 40, 50, 0)", 1), ("ormsby(5, 10, 40, 50, 0.013)", ormsby((5, 10, 40, 50), 0.013)),
        ("burst(10, 5, 0.275)", (1 - math.cos(2 * pi * 0.55)) / 2 * math.sin(2 * pi * 2.75)), ("burst(10, 5, -0.1)", 0), ("burst(10, 5, 0.6)", 0),
        ("ramp(4, -1)", 0), ("ramp(4, 1)", (1 - math.cos(pi / 4)) / 2), ("ramp(4, 9)", 1)],
    "limiters": [
        ("minmod(2, 3)", 2), ("minmod(-3, -2)", -2), ("minmod(-1, 2)", 0), ("minmod3(4, 2, 3)", 2), ("minmod3(4, 3, 2)", 2), ("minmod3(4, -2, 3)", 0), ("maxmod(2, 3)", 3),
        ("maxmod(2, -3)", 0), ("superbee(1, 3)", 2), ("superbee(2, 3)", 3), ("superbee(-1, -1)", -1), ("superbee(1, -1)", 0), ("van_leer(1, 3)", 1.5),
        ("van_leer(1, -3)", 0), ("monotonized(1, 3)", 2), ("monotonized(9, 1)", 2), ("monotonized(2, 3)", 2.5), ("monotonized(2, -3)", 0), ("van_albada(1, 3)", 1.2),
        ("van_albada(2, 2)", 2), ("van_albada(1, -1)", 0), ("weno_left(1, 2, 4)", 13 / 12 + 25 / 4), ("weno_middle(1, 2, 4)", 13 / 12 + 9 / 4),
        ("weno_right(1, 2, 4)", 13 / 12 + 1 / 4), ("weno_weight(0.3, 1)", 0.3 / (1 + 1e-6) ** 2), ("weno_mean(1, 2, 1, 3, 5, 7)", 5),
        ("weno5(1, 2, 4, 7, 11)", weno5(1, 2, 4, 7, 11)), ("weno5(1, 1, 1, 0, 0)", weno5(1, 1, 1, 0, 0)), ("weno5(1, 2, 3, 4, 5)", 3.5)],
    "absorbing": [
        ("layer_depth(0, 100, 20)", 1), ("layer_depth(15, 100, 20)", 0.25), ("layer_depth(50, 100, 20)", 0), ("layer_depth(99, 100, 20)", 1),
        ("sponge(0, 100, 20, 0.015)", math.exp(-0.09)), ("sponge(90, 100, 20, 0.015)", math.exp(-((0.015 * 11) ** 2))), ("sponge(40, 100, 20, 0.015)", 1),
        ("cpml_sigma(0.5, 8)", 2), ("cpml_largest(1500, 100, 0.001)", -22.5 * math.log(0.001)), ("cpml_alpha(0, 3)", 0), ("cpml_alpha(0.25, 4)", 3),
        ("cpml_b(2, 1, 3, 0.1)", math.exp(-0.5)), ("cpml_a(2, 4, 3, 0.1)", 2 * (math.exp(-0.35) - 1) / (4 * 14)), ("cpml_a(0, 1, 0, 0.1)", 0)],
    "cpml": [
        ("cpml_kappa(0.5, 3)", 1.5), ("cpml_number(0, 2, 1, 3, 0.1)", math.exp(-0.5)), ("cpml_number(1, 2, 4, 3, 0.1)", 2 * (math.exp(-0.35) - 1) / 56),
        ("cpml_number(2, 2, 4, 3, 0.1)", 0.25), ("cpml(2, 0, 100, 10, 1, 1, 0.05, 0.5)", 1 / 3), ("cpml(2, 50, 100, 10, 1, 1, 0.05, 0.5)", 1),
        ("cpml(0, 50, 100, 10, 1, 1, 0.05, 0.5)", 1), ("cpml(1, 50, 100, 10, 1, 1, 0.05, 0.5)", 0),
        ("cpml(0, 5, 100, 10, 2, 3, 0.05, 0.5)", math.exp(-0.5 * (-9 * math.log(1e-6) / 40 / 4 / 1.5 + pi * 0.05 / 2))),
        ("cpml_memory(numbers, 3, 5)", 0.5 * 3 - 2 * 5), ("cpml_d(numbers, 3, 5)", 0.25 * 5 + 3)],
    "runge_kutta": [
        ("heun_last(1, 2, 4)", 3.5), ("ssp3_second(4, 8, 4)", 6), ("ssp3_last(3, 6, 9)", 11), ("rk4_last(1, 6, 12, 18, 24)", 16), ("jameson(1, 3, 6)", 3)],
    "lattices/d2q9": lattice(9), "lattices/d3q19": lattice(19), "lattices/d3q27": lattice(27),
    # At the cell (8, 8, 8) of polynomials, for which operators of second order are exact, with a spacing of 1/2.
    "operators": [
        ("divergence2(x^2, x*y)", 2 * (16 + 8)), ("divergence3(x^2, x*y, z*y)", 2 * (16 + 8 + 8)), ("gradient_squared2(3*x + 4*y)", 100),
        ("gradient_squared3(x + 2*y + 2*z)", 36), ("curl_x(x*z, y*y)", 2 * (16 - 8)), ("curl_y(z*z, x*y)", 2 * (16 - 8)), ("curl_z(y*y, x*y)", 2 * (8 - 16)),
        ("laplacian9(x^2 + 3*y^2, 0.5)", 32), ("laplacian9(x^2 * y^2, 0.5)", 4 * (256 + 4 / 6)), ("laplacian27(x^2 + y^2 + z^2, 0.5)", 24),
        ("bilaplacian(x^4 + y^2)", 16 * 24), ("diffusion_x(x, x^2)", 4 * (8.5 * 17 - 7.5 * 15)), ("diffusion_y(y, y^2)", 4 * (8.5 * 17 - 7.5 * 15)),
        ("diffusion_z(z, z^2)", 4 * (8.5 * 17 - 7.5 * 15)), ("upwind(3, x^2, x)", 2 * 3 * 15), ("upwind(-3, y^2, y)", -2 * 3 * 17)]
        + [(f"laplacian27(select(x == {8 + i} && y == {8 + j} && z == {8 + k}, 1, 0), 0.5)", (-128, 14, 3, 1)[abs(i) + abs(j) + abs(k)] / 30 * 4)
           for i, j, k in ((0, 0, 0), (1, 0, 0), (0, 0, -1), (1, -1, 0), (0, 1, 1), (1, 1, 1), (-1, 1, -1))]
        + [(f"laplacian9(select(x == {8 + i} && y == {8 + j}, 1, 0), 0.5)", (-20, 4, 1)[abs(i) + abs(j)] / 6 * 4) for i, j in ((0, 0), (0, 1), (-1, 1))],
    "neighbourhoods": [
        (f"sum({name}, 1 + 0 * u)", count) for name, count in (("faces", 6), ("edges", 12), ("corners", 8), ("touching", 26))]
        + [(f"sum({name}, (x - 8)^2 + (y - 8)^2 + (z - 8)^2)", total) for name, total in (("faces", 6), ("edges", 24), ("corners", 24))],
    "neighbourhoods (two axes)": [
        ("sum(hexagon, 1 + 0 * u)", 6), ("sum(hexagon, (x - 8)^2 + (x - 8) * (y - 8) + (y - 8)^2)", 6), ("sum(hexagon, x - y)", 0),
        ("sum(faces, 1 + 0 * u)", 4), ("sum(edges, 1 + 0 * u)", 4), ("sum(touching, 1 + 0 * u)", 8)],
}


def program(library, cases):
    flat = "two axes" in library
    axes = "x, y" if flat else "x, y, z"
    spacing = "spacing h = 0.5;" if library == "operators" else ""
    tables = "const numbers[3] = { 0.5, -2, 0.25 };" if library == "cpml" else ""
    where = "x == 8 && y == 8" + ("" if flat else " && z == 8")
    reports = "\n".join(f"report v{i} = sum(select({where}, ({case}) + 0 * u[t+1], 0)) every 1 step;" for i, (case, _) in enumerate(cases))
    size = "17, 17" if flat else "17, 17, 17"
    return f'import "std/{library.split()[0]}";\nstencil values({axes}) {{ precision f64; arithmetic written; {spacing}{tables}\nfield u {{ boundary fixed(0); init 0; }}\nu[t+1] = u;\n{reports}\nsize {size}; steps 1; }}\n'


def main():
    stencilc, root, folder = sys.argv[1:4]
    os.makedirs(folder, exist_ok=True)
    wrong = count = 0
    for library, cases in CASES.items():
        path = os.path.join(folder, re.sub(r"\W+", "_", library) + ".stencil")
        with open(path, "w", encoding="utf-8") as file:
            file.write(program(library, cases))
        done = subprocess.run([stencilc, "run", "--target=interpreter", "-q", f"--reports={path}.txt", path], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{library}: {done.stderr}")
        with open(path + ".txt", encoding="utf-8") as file:
            values = {line.split()[1]: float(line.split()[2]) for line in file if re.match(r"\d+\s+v\d", line)}
        for i, (case, expected) in enumerate(cases):
            count += 1
            if not abs(values[f"v{i}"] - expected) <= 1e-11 * max(1, abs(expected)):
                wrong += 1
                print(f"{library}: {case} is {values[f'v{i}']}, not {expected}")
    for path in glob.glob(os.path.join(root, "stencils/std/**/*.stencil"), recursive=True):
        library = os.path.relpath(path, os.path.join(root, "stencils/std")).removesuffix(".stencil")
        tried = " ".join(case for name, cases in CASES.items() if name.split()[0] == library for case, _ in cases)
        with open(path, encoding="utf-8") as file:
            for name in re.findall(r"^(?:fn|const|neighbourhood)\s+(\w+)", file.read(), re.M):
                if not re.search(rf"\b{name}\b", tried):
                    wrong += 1
                    print(f"{library}: no case for {name}")
    print(f"{count} values, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
