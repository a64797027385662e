"""usage: operators.py STENCILC FOLDER      whether what std/operators computes has errors that fall with its order when cells are halved"""
import json
import math
import os
import subprocess
import sys

# An operator, what it should be, its order, and the fields it is of: a = sin x cos y, b = cos x sin y, c = sin(x + y) with a third
# factor sin z or cos z in three dimensions, k = 2 + sin x sin y. All with X = w x and so on; derivatives of w are divided out.
PLANE = {"a": "sin(w*x) * cos(w*y)", "b": "cos(w*x) * sin(w*y)", "c": "sin(w*(x+y))", "k": "2 + sin(w*x) * sin(w*y)"}
SPACE = {"a": "sin(w*x) * cos(w*y) * cos(w*z)", "b": "cos(w*x) * sin(w*y) * sin(w*z)", "c": "sin(w*(x+y+z))"}
CASES = [
    ("divergence2(a, b)", "2 * w * cos(w*x) * cos(w*y)", 1, 2, PLANE),
    ("curl_z(a, b)", "w * (-sin(w*x) * sin(w*y) + sin(w*x) * sin(w*y))", 1, 0, PLANE),
    ("curl_z(b, c)", "w * (cos(w*(x+y)) - cos(w*x) * cos(w*y))", 1, 2, PLANE),
    ("gradient_squared2(c)", "2 * w^2 * cos(w*(x+y))^2", 2, 2, PLANE),
    ("laplacian9(a, h)", "-2 * w^2 * sin(w*x) * cos(w*y)", 2, 2, PLANE),
    ("laplacian9(a, h) - laplacian(a) - h^2 / 6 * w^4 * a", "0", 2, 4, PLANE),
    ("bilaplacian(a)", "4 * w^4 * sin(w*x) * cos(w*y)", 4, 2, PLANE),
    ("diffusion_x(k, c)", "w^2 * (cos(w*x) * sin(w*y) * cos(w*(x+y)) - (2 + sin(w*x) * sin(w*y)) * sin(w*(x+y)))", 2, 2, PLANE),
    ("diffusion_y(k, c)", "w^2 * (sin(w*x) * cos(w*y) * cos(w*(x+y)) - (2 + sin(w*x) * sin(w*y)) * sin(w*(x+y)))", 2, 2, PLANE),
    ("upwind(1, c, x)", "w * cos(w*(x+y))", 1, 1, PLANE),
    ("upwind(-1, c, y)", "-w * cos(w*(x+y))", 1, 1, PLANE),
    ("divergence3(a, b, c)", "w * (cos(w*x) * cos(w*y) * cos(w*z) + cos(w*x) * cos(w*y) * sin(w*z) + cos(w*(x+y+z)))", 1, 2, SPACE),
    ("gradient_squared3(c)", "3 * w^2 * cos(w*(x+y+z))^2", 2, 2, SPACE),
    ("curl_x(b, c)", "w * (cos(w*(x+y+z)) - cos(w*x) * sin(w*y) * cos(w*z))", 1, 2, SPACE),
    ("curl_y(a, c)", "w * (-sin(w*x) * cos(w*y) * sin(w*z) - cos(w*(x+y+z)))", 1, 2, SPACE),
    ("laplacian27(a, h)", "-3 * w^2 * sin(w*x) * cos(w*y) * cos(w*z)", 2, 2, SPACE),
    ("diffusion_z(2 + c, c)", "w^2 * (cos(w*(x+y+z))^2 - (2 + sin(w*(x+y+z))) * sin(w*(x+y+z)))", 2, 2, SPACE),
]


def program(operator, exact, powers, fields):
    axes = "x, y, z" if fields is SPACE else "x, y"
    used = {name: value for name, value in fields.items() if name in operator.replace("gradient", "").replace("laplacian", "").replace(
        "divergence", "").replace("diffusion", "").replace("curl", "").replace("upwind", "").replace("bi", "")}
    lines = [f"    field {name} constant {{ boundary periodic; init {value.replace('w*', '2 * pi / nx * ')}; }}" for name, value in used.items()]
    return "\n".join(['import "std/operators";', f"stencil operator({axes}) {{", "    spacing h = 1;", "    let w = 2 * pi / nx;", *lines,
                      "    field r { boundary periodic; }", f"    r[t+1] = {operator};",
                      f"    report error = max(abs(r[t+1] - {exact})) / w^{powers} every 1 step;", "}", ""])


def error(stencilc, path, cells, axes):
    size = ",".join([str(cells)] * axes)
    done = subprocess.run([stencilc, "run", "-q", "--json", "--target=interpreter", f"--size={size}", "--steps=1", path],
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout)["reports"][0]["value"]


def main():
    stencilc, folder = sys.argv[1:]
    wrong = 0
    for number, (operator, exact, powers, order, fields) in enumerate(CASES):
        path = os.path.join(folder, f"{number}.stencil")
        with open(path, "w", encoding="utf-8") as file:
            file.write(program(operator, exact, powers, fields))
        axes = 3 if fields is SPACE else 2
        cells = 16 if axes == 3 else 40
        coarse, fine = (error(stencilc, path, many, axes) for many in (cells, 2 * cells))
        seen = math.log2(coarse / fine) if order else max(coarse, fine)
        isRight = abs(seen - order) < (0.15 if order else 1e-12)
        wrong += not isRight
        print(f"{operator}: {'order' if order else 'error'} {seen:.3g}{'' if isRight else ' IS WRONG'}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
