"""Checks the notebooks of docs/notebooks without executing them.

    python notebooks.py FOLDER STENCILC STENCILS

Each notebook is valid, has no outputs, begins with a title and with what a reader will be able to do, and keeps the rules of pages
for sentences and words. The tool STENCILC compiles its programs. Programs that it loads are in the folder STENCILS.
Prints one line for each finding. Needs the package nbformat.
"""
import ast
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

import nbformat
import words

FEWEST_CELLS, MOST_CELLS, MOST_PROCESSES = 8, 20, 2
PROMISE = "With this notebook you will be able to "
GLOSSARY = pathlib.Path(__file__).resolve().parents[2] / words.GLOSSARY


def calls(code):
    """Yields the name of the function and the first argument of each call with a constant text as its first argument."""
    python = "\n".join(line for line in code.splitlines() if not line.startswith("%"))
    for node in ast.walk(ast.parse(python)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args and isinstance(node.args[0], ast.Constant):
            yield node.func.attr, node.args[0].value


def programs(cells):
    """Yields the number of the cell, the text and the options of each stencil program."""
    for number, cell in cells:
        if cell.source.startswith("%%stencil"):
            line, _, text = cell.source.partition("\n")
            yield number, text, [word for word in line.split() if word.startswith("--")]
        else:
            yield from ((number, text, []) for name, text in calls(cell.source) if name == "compile")


def refusal(tool, library, text, options):
    """Returns what the tool says about a program that it refuses or warns of, else an empty text."""
    with tempfile.NamedTemporaryFile("w", suffix=".stencil", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([tool, file.name, "--emit=facts", f"--import-path={library}", *options], capture_output=True, text=True, check=False)
        return done.stderr.replace(file.name, "program").strip()


def form(cells):
    """Yields what is wrong with the form of a notebook: its length, its beginning, and outputs that are stored."""
    if not FEWEST_CELLS <= len(cells) <= MOST_CELLS:
        yield f"has {len(cells)} cells, not {FEWEST_CELLS} to {MOST_CELLS}"
    first = cells[0][1].source if cells else ""
    if not first.startswith("# "):
        yield "does not begin with a title"
    if not first.partition("\n")[2].strip().startswith(PROMISE):
        yield f"does not say under its title: {PROMISE}..."
    for number, cell in cells:
        if cell.get("outputs") or cell.get("execution_count") is not None:
            yield f"cell {number} has outputs: clear them before the notebook is stored"


def prose(cells):
    """Yields sentences that are too long, and words that the glossary refuses."""
    refused = re.compile(r"(?<![-\w])(?:" + "|".join(map(re.escape, words.refused(GLOSSARY.read_text(encoding="utf-8")))) + r")\b", re.I)
    for number, cell in cells:
        if cell.cell_type == "markdown":
            for said in words.sentences_of(re.sub(r"\$\$.*?\$\$", " ", cell.source, flags=re.S)):
                if len(said.split()) > words.LONGEST_SENTENCE:
                    yield f"cell {number}: {len(said.split())} words: {said[:100]}"
            for found in refused.finditer(re.sub(r"`[^`]*`", "", cell.source)):
                yield f"cell {number}: '{found[0]}' is a word that {words.GLOSSARY} refuses"


def findings(path, tool, library):
    """Returns what is wrong with a notebook."""
    try:
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
    except (nbformat.ValidationError, nbformat.reader.NotJSONError) as error:
        return [f"{path.name}: is no valid notebook: {str(error).splitlines()[0]}"]
    cells = list(enumerate(notebook.cells, 1))
    code = [(number, cell) for number, cell in cells if cell.cell_type == "code"]
    found = [*form(cells), *prose(cells)]
    for number, text, options in programs(code):
        if said := refusal(tool, library, text, options):
            found.append(f"cell {number}: {said}")
    for number, cell in code:
        if not cell.source.startswith("%%"):
            found += [f"cell {number}: the library has no program {name}" for function, name in calls(cell.source)
                      if function == "load" and "/" in str(name) and not (library / f"{name}.stencil").exists()]
    return [f"{path.name}: {text}" for text in found]


def main():
    folder, tool, library = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    paths = sorted(folder.glob("*.ipynb"))
    with concurrent.futures.ThreadPoolExecutor(MOST_PROCESSES) as pool:
        found = [text for texts in pool.map(lambda path: findings(path, tool, library), paths) for text in texts]
    print("\n".join([*found, f"{len(paths)} notebooks, {len(found)} findings"]))
    sys.exit(1 if found or not paths else 0)


if __name__ == "__main__":
    main()
