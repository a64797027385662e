"""The grammars of editors/ against each other and against the compiler's own words.

usage: grammars.py ROOT [FILE...]      exit code 1 and one line per finding

Every character of every example program has a class in each grammar, the same in all of them: comment, string, number, statement
(words that begin one), clause, kind, function, time, name, operator or punctuation. Those of Vim and Pygments are tried where these are installed, which is said.
"""
import glob
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

SCOPES = {"comment": "comment", "string": "string", "keyword.control": "statement", "keyword.other": "clause", "support.constant": "kind",
          "support.function": "function", "variable.language": "time", "constant.numeric": "number", "variable.other": "name",
          "keyword.operator": "operator", "punctuation": "punctuation"}
TOKENS = {"Comment.Single": "comment", "Literal.String.Double": "string", "Keyword.Declaration": "statement", "Keyword": "clause",
          "Name.Constant": "kind", "Name.Builtin": "function", "Name.Variable.Magic": "time", "Literal.Number": "number",
          "Name.Variable": "name", "Operator": "operator", "Punctuation": "punctuation"}
DUMP = """set nocompatible
let &runtimepath = $GRAMMAR . ',' . &runtimepath
filetype plugin on
syntax on
for name in readfile($PROGRAMS)
  execute 'edit! ' . fnameescape(name)
  if &filetype !=# 'stencil' || &commentstring !=# '// %s'
    cquit
  endif
  let lines = []
  for row in range(1, line('$'))
    let groups = map(range(1, col([row, '$']) - 1), 'synIDattr(synID(row, v:val, 1), "name")')
    call add(lines, join(groups, ','))
  endfor
  call writefile([name] + lines + [''], $CLASSES, 'a')
endfor
quitall!
"""


def of_textmate(root):
    """Classes of a line by the rules of a TextMate grammar that has matches only: the first, then the first of the list."""
    with open(os.path.join(root, "editors/vscode/syntaxes/stencil.tmLanguage.json"), encoding="utf-8") as file:
        rules = [(re.compile(rule["match"]), rule["name"].rsplit(".", 1)[0]) for rule in json.load(file)["patterns"]]

    def classes(line):
        found, at = [None] * len(line), 0
        while at < len(line):
            matches = [(match.start(), number, match) for number, (rule, _) in enumerate(rules)
                       for match in [rule.search(line, at)] if match and match.end() > match.start()]
            if not matches:
                break
            _, number, match = min(matches, key=lambda each: each[:2])
            name = next(kind for scope, kind in SCOPES.items() if rules[number][1].startswith(scope))
            found[match.start():match.end()] = [name] * (match.end() - match.start())
            at = match.end()
        return found

    return lambda names: {name: [classes(line) for line in lines_of(name)] for name in names}


def of_pygments(root):
    spec = importlib.util.spec_from_file_location("stencil_lexer", os.path.join(root, "editors/pygments/stencil_lexer.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    lexer = module.StencilLexer(stripnl=False, ensurenl=False)

    def classes(line):
        found = []
        for token, text in lexer.get_tokens(line):
            found += [TOKENS.get(str(token)[len("Token."):])] * len(text)
        return found

    return lambda names: {name: [classes(line) for line in lines_of(name)] for name in names}


def of_vim(root):
    def run(names):
        with tempfile.TemporaryDirectory() as folder:
            paths = {key: os.path.join(folder, key) for key in ("script.vim", "programs", "classes")}
            for key, text in (("script.vim", DUMP), ("programs", "".join(f"{os.path.abspath(name)}\n" for name in names))):
                with open(paths[key], "w", encoding="utf-8") as file:
                    file.write(text)
            subprocess.run(["vim", "-u", "NONE", "-i", "NONE", "-n", "-es", "-S", paths["script.vim"]], check=True, timeout=300,
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           env={**os.environ, "GRAMMAR": os.path.join(root, "editors/vim"), "PROGRAMS": paths["programs"],
                                "CLASSES": paths["classes"]})
            with open(paths["classes"], encoding="utf-8") as file:
                rows = iter(file.read().split("\n"))
        found = {}
        for name in names:
            assert next(rows) == os.path.abspath(name)
            found[name] = [[group[len("stencil"):].lower() or None for group in next(rows).split(",")] if line else (next(rows), [])[1]
                           for line in lines_of(name)]
            next(rows)
        return found

    return run


def lines_of(name):
    with open(name, encoding="utf-8") as file:
        return file.read().splitlines()


def compiler_words(root):
    """Lines that hold each keyword and function of the compiler, and the class each has."""
    with open(os.path.join(root, "compiler/syntax/Tokens.def"), encoding="utf-8") as file:
        keywords = re.findall(r'^KEYWORD\(\w+, "(\w+)"\)', file.read(), re.M)
    with open(os.path.join(root, "compiler/sema/names/Builtins.cpp"), encoding="utf-8") as file:
        functions = re.findall(r'^ *\{"(\w+)", Kind::(?!Rounded)', file.read(), re.M)
    assert len(keywords) > 10 and len(functions) > 10
    return [(f"{word} ", word, "statement") for word in keywords] + [(f"{word}(a)", word, "function") for word in functions]


def findings(root, names):
    grammars = {"TextMate": of_textmate(root)}
    if importlib.util.find_spec("pygments"):
        grammars["Pygments"] = of_pygments(root)
    if shutil.which("vim"):
        grammars["Vim"] = of_vim(root)
    print("tried: " + ", ".join(grammars))
    words = compiler_words(root)
    with tempfile.TemporaryDirectory() as folder:
        own = os.path.join(folder, "words.stencil")
        with open(own, "w", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line, _, _ in words))
        every = {grammar: classify([own, *names]) for grammar, classify in grammars.items()}
    for grammar, classes in every.items():
        for (_, word, kind), row in zip(words, classes[own]):
            if row[:len(word)] != [kind] * len(word):
                yield f"{grammar}: '{word}' is {row[0]}, not {kind}"
        for name in names:
            for number, line in enumerate(lines_of(name)):
                yield from compare(grammar, name, number, line, classes[name][number], every["TextMate"][name][number])


def compare(grammar, name, number, line, row, first):
    for column, character in enumerate(line):
        if not character.isspace() and (not row[column] or row[column] != first[column]):
            yield f"{name}:{number + 1}:{column + 1}: '{character}' is {row[column]} to {grammar}, {first[column]} to TextMate"
            return


def main():
    root = sys.argv[1]
    names = sys.argv[2:] or sorted(glob.glob(os.path.join(root, "stencils/*/*.stencil"))
                                   + glob.glob(os.path.join(root, "bench/suite/stencils/*.stencil"))
                                   + glob.glob(os.path.join(root, "test/run/*/*.stencil")))
    found = list(findings(root, names))
    print("\n".join(found[:40]))
    print(f"{len(names)} programs, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
