"""House rules about words: comments, sentences, the vocabulary of the glossary, commit subjects. rules.py runs them."""

import os
import re
import subprocess

# Comments of the code are read alone, as an editor shows them. These openings lean on something that is not shown.
LEANS = re.compile(r"(?:The same|Of|Those|They|That|These|Them|Both|Such|Its?|Likewise|Ditto|As|What|Where|Nothing|For|From|Whether)\b")
LONGEST_SENTENCE, WIDEST_LINE, LONGEST_SUBJECT = 30, 160, 72
GLOSSARY = "docs/reference/glossary.md"
# Subjects of older commits are what they are.
FIRST_COMMIT = "03c71e4f"


def comments_of(text):
    """Yields (line number, text) of each doc comment of C++ code, trailing ones included; lines are joined."""
    block = []
    for number, line in enumerate(text.split("\n") + [""], 1):
        whole = re.match(r"\s*///(?![/<])\s?(.*)", line)
        if whole:
            block.append((number, whole[1]))
            continue
        if block:
            yield block[0][0], " ".join(said for _, said in block)
            block = []
        trailing = re.search(r"///<\s*(.*)", line)
        if trailing:
            yield number, trailing[1]


def sentences_of(page):
    """Yields the sentences of a page: no code, no tables, no headings; a link counts as its text."""
    page = re.sub(r"```.*?```|<!--.*?-->", " ", page, flags=re.S)
    page = "\n".join(line for line in page.splitlines() if not line.lstrip().startswith(("|", "#", "![")) and not line.startswith("    "))
    page = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", page)
    page = re.sub(r"`[^`]*`", "CODE", page)
    for block in re.split(r"\n\s*\n|\n\s*[-*] |\n\s*\d+\. ", page):
        yield from (said for said in re.split(r"(?<=[.!?])\s+(?=[A-Z\"(])", " ".join(block.split())) if said)


def pages(names):
    """The pages that people read; logs of measurements and the list of changes are records."""
    return [name for name in names if name.endswith(".md") and not name.startswith(("bench/log/", "test/", "CHANGELOG"))]


def refused(glossary):
    """The words that the glossary refuses in every meaning: those of its columns `refused` without brackets behind them."""
    isColumn = False
    for line in glossary.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        isColumn = line.startswith("|") and (isColumn or cells[-1] == "refused")
        if isColumn and cells[-1] != "refused":
            yield from (word for word in re.split(r", (?![^(]*\))", cells[-1]) if word.strip("- ") and "(" not in word)


def subjects(root):
    """Subjects of commits: at most 72 characters, and neither a sentence nor lower case."""
    known = subprocess.run(["git", "-C", root, "rev-parse", "-q", "--verify", FIRST_COMMIT + "^{commit}"], capture_output=True, check=False)
    since = [FIRST_COMMIT + "..HEAD"] if known.returncode == 0 else ["-1", "HEAD"]
    said = subprocess.run(["git", "-C", root, "log", "--no-merges", "--format=%h %s", *since], capture_output=True, text=True, check=False)
    for line in said.stdout.splitlines():
        commit, _, subject = line.partition(" ")
        if len(subject) > LONGEST_SUBJECT:
            yield f"{commit}: {len(subject)} characters, more than {LONGEST_SUBJECT}: {subject}"
        if subject.endswith(".") or subject[:1].islower():
            yield f"{commit}: a subject begins with a capital letter and ends without a full stop: {subject}"


def rules(tracked, read):
    """The rules by name. `tracked` lists the files of a tree, `read` returns the text of one."""

    def code(root):
        return [name for name in tracked(root) if name.startswith(("compiler/", "runtime/")) and name.endswith((".h", ".cpp", ".cuh", ".cu"))]

    def comments(root):
        """Doc comments stand alone: none leans on the line above, or begins as half a sentence."""
        for name in code(root):
            for number, said in comments_of(read(root, name)):
                if LEANS.match(said):
                    yield f"{name}:{number}: '{said[:60]}' does not say what it is about"

    def sentences(root):
        """Pages have short sentences and lines that fit a screen."""
        for name in pages(tracked(root)):
            text = read(root, name)
            for said in sentences_of(text):
                if len(said.split()) > LONGEST_SENTENCE:
                    yield f"{name}: {len(said.split())} words: {said[:100]}"
            for number, line in enumerate(text.splitlines(), 1):
                if len(line) > WIDEST_LINE and not line.lstrip().startswith("|"):
                    yield f"{name}:{number}: {len(line)} columns"

    def vocabulary(root):
        """One word for each thing: what the glossary refuses is in no page, comment, message or name."""
        if not os.path.exists(os.path.join(root, GLOSSARY)):
            return
        words = list(refused(read(root, GLOSSARY)))
        said = re.compile(r"(?<![-\w])(?:" + "|".join(re.escape(word) for word in words) + r")\b", re.I)
        camel = {word[:1].upper() + re.sub(r" (\w)", lambda m: m[1].upper(), word[1:]) for word in words}
        named = re.compile("(?<![-A-Za-z])(?:" + "|".join(name[0].lower() + name[1:] for name in camel) + ")(?![a-z])|(?:"
                           + "|".join(camel) + ")(?![a-z])")
        for name in [*code(root), *(n for n in tracked(root) if n.endswith((".def", ".mustache"))), *pages(tracked(root))]:
            if name == GLOSSARY:
                continue
            for number, line in enumerate(read(root, name).split("\n"), 1):
                prose = re.sub(r"`[^`]*`", "", line) if name.endswith(".md") else line
                found = said.search(prose) or (None if name.endswith(".md") else named.search(line))
                if found:
                    yield f"{name}:{number}: '{found[0]}' is a word that {GLOSSARY} refuses"

    return {rule.__name__: rule for rule in (comments, sentences, vocabulary, subjects)}
