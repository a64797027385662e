"""Random sentences of the grammar in docs/reference/language.md: the parser must take each of them.

usage: grammar.py STENCILC LANGUAGE_PAGE [--count N] [--first SEED] [--folder DIR]      exit code 1 and the sentence refused

A sentence follows from its seed. What only later steps know (names that are not declared, kinds that do not exist) is no
matter here: `--emit=ast` stops after the parser. What is given twice is refused by the parser, and is no matter either. All
alternatives of the grammar are taken at least once, or the test says which was not.
"""
import argparse
import collections
import os
import random
import re
import subprocess
import sys
import tempfile

TOKEN = re.compile(r"""\(\*.*?\*\)|"[^"]*"|'[^']*'|\w+|[=|;{}\[\]()]""", re.S)
# Rules below the level of words, whose parts stand side by side.
WORDS = {"digits", "number", "name", "text", "digit"}
WHOLE = {"cells", "shift"}  # numbers in these are whole
LETTERS = "abcdefghkuvwxyz"
DEEP = 15  # from here on the shortest alternative is taken


class Grammar:
    """Rules by name. A body is ("any", alternatives), ("all", parts), ("many", body), ("maybe", body), ("rule", name) or ("is", text)."""

    def __init__(self, page):
        with open(page, encoding="utf-8") as file:
            section = re.search(r"^## Grammar$.*?^```\n(.*?)^```", file.read(), re.M | re.S)[1]
        self.tokens = [token for token in TOKEN.findall(section) if not token.startswith("(*")]
        self.rules = {}
        while self.tokens:
            name, equals = self.tokens.pop(0), self.tokens.pop(0)
            assert equals == "=", f"{name} {equals}"
            self.rules[name] = self.alternatives()
            assert self.tokens.pop(0) == ";", f"the end of {name}"
        self.first = next(iter(self.rules))
        self.depths = {}
        while self.measure():
            pass

    def alternatives(self):
        parts = [self.sequence()]
        while self.tokens[0] == "|":
            self.tokens.pop(0)
            parts.append(self.sequence())
        return ("any", parts) if len(parts) > 1 else parts[0]

    def sequence(self):
        parts = []
        while self.tokens[0] not in ("|", ";", "}", "]", ")"):
            token = self.tokens.pop(0)
            if token in "{[(":
                body = self.alternatives()
                assert self.tokens.pop(0) == {"{": "}", "[": "]", "(": ")"}[token]
                parts.append(("many", body) if token == "{" else ("maybe", body) if token == "[" else body)
            elif token[0] in "\"'":
                parts.append(("is", token[1:-1]))
            else:
                parts.append(("rule", token))
        return ("all", parts)

    def depth(self, body):
        """How many rules the shortest sentence of a body goes down; None if that is not known yet."""
        kind, what = body
        if kind in ("many", "maybe", "is"):
            return 0
        if kind == "rule":
            return self.depths.get(what, None if what in self.rules else 0)
        found = [self.depth(part) for part in what]
        if kind == "any":
            return min((depth for depth in found if depth is not None), default=None)
        return None if None in found else max(found, default=0)

    def measure(self):
        """Adds rules whose shortest sentence is now known; false if there is none."""
        found = {name: depth + 1 for name, body in self.rules.items()
                 if name not in self.depths and (depth := self.depth(body)) is not None}
        self.depths.update(found)
        return found


class Sentence:
    """One sentence: its text, and which alternatives it took."""

    def __init__(self, grammar, seed, wanted):
        self.grammar, self.choose, self.wanted = grammar, random.Random(seed), wanted
        self.taken, self.whole = set(), 0
        self.axes = set()  # an index such as [4 * x] is explained instead of read
        self.text = self.derive(("rule", grammar.first), 0, "")

    def derive(self, body, depth, rule):
        kind, what = body
        if body[0] == "rule" and what in WHOLE:
            self.whole += 1
            text = self.derive(self.grammar.rules[what], depth + 1, what)
            self.whole -= 1
            return text
        if body == ("rule", "number") and self.whole:
            return self.word("digits")
        between = "" if rule in WORDS else " "
        if kind == "is":
            return what
        if kind == "rule":
            if what in self.grammar.rules and what not in WORDS - {"number"}:
                return self.derive(self.grammar.rules[what], depth + 1, what)
            word = self.word(what)
            while rule != "file" and word in self.axes:
                word = self.word(what)
            self.axes |= {word} if rule == "file" else set()
            return word
        if kind == "all":
            return between.join(filter(None, (self.derive(part, depth, rule) for part in what)))
        if kind == "any":
            return self.derive(self.pick(what, depth), depth, rule)
        likely = 0.5 if depth < DEEP else 0
        times = int(self.choose.random() < likely)
        while kind == "many" and times and times < 4 and self.choose.random() < likely:
            times += 1
        return between.join(filter(None, (self.derive(what, depth, rule) for _ in range(times))))

    def pick(self, choices, depth):
        if depth >= DEEP:
            choices = sorted(choices, key=lambda body: self.grammar.depth(body))[:1]
        fresh = [body for body in choices if id(body) in self.wanted]
        chosen = self.choose.choice(fresh if fresh and self.choose.random() < 0.5 else choices)
        self.taken.add(id(chosen))
        return chosen

    def word(self, rule):
        """What stands below words."""
        if rule == "name":
            return "".join(self.choose.choice(LETTERS) for _ in range(self.choose.randint(2, 4))) + self.choose.choice(["", "1", "_2"])
        if rule in ("digit", "digits"):
            return str(self.choose.randint(1, 9))
        if rule == "text":
            return '"file.npy"'
        raise KeyError(f"{rule} is no rule of the grammar")


def everyChoice(grammar):
    """All alternatives: id to what it says."""
    found = {}

    def look(rule, body):
        kind, what = body
        if kind == "any":
            found.update({id(part): f"{rule}: {part}" for part in what})
        for part in what if kind in ("any", "all") else [what] if kind in ("many", "maybe") else []:
            look(rule, part)

    for rule, body in grammar.rules.items():
        if rule not in WORDS - {"number"}:
            look(rule, body)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("stencilc")
    parser.add_argument("page")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--folder", default=None)
    options = parser.parse_args()
    grammar = Grammar(options.page)
    choices = everyChoice(grammar)
    never, refused, twice = set(choices), collections.Counter(), 0
    folder = options.folder or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "sentence.stencil")
    for seed in range(options.first, options.first + options.count):
        sentence = Sentence(grammar, seed, never)
        never -= sentence.taken
        with open(path, "w", encoding="utf-8") as file:
            file.write(sentence.text + "\n")
        done = subprocess.run([options.stencilc, "-q", "--emit=ast", path], capture_output=True, text=True)
        ids = set(re.findall(r"error: .*\[([\w-]+)\]$", done.stderr, re.M))
        if done.returncode == 1 and ids == {"duplicate-statement"}:
            twice += 1
        elif done.returncode:
            refused[re.search(r"error: (.*)|$", done.stderr)[1] or done.stderr] += 1
            if len(refused) <= 5 and sum(refused.values()) <= 12:
                print(f"seed {seed}: exit code {done.returncode}\n{sentence.text}\n{done.stderr}")
    for what in sorted(choices[one] for one in never):
        print(f"never taken: {what}")
    print(f"{options.count} sentences of {len(grammar.rules)} rules and {len(choices)} alternatives, "
          f"{twice} give a thing twice, {sum(refused.values())} refused, {len(never)} alternatives never taken")
    sys.exit(bool(refused or never))


if __name__ == "__main__":
    main()
