"""The exchange with `stencilc lsp` that docs/guide/editor.md shows, and what an editor makes of it, are what the server answers today.

usage: recording.py STENCILC ROOT [--update]      exit code 1 and the lines that differ; with --update they are written instead
"""
import difflib
import json
import os
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[2])
sys.path.insert(0, str(ROOT / "test/driver/Inputs"))
import editor  # noqa: E402

BEGIN, END = "<!-- recorded: test/house/recording.py -->\n", "<!-- end of the recording -->\n"
WRONG = """stencil heat(x, y) {
    param rate = 0.2 in 0 .. 0.25;
    field T { boundary fixed(0); init gaussian(nx/2, ny/2, 8); }
    T[t+1] = T + raet * (sum(star(1) \\ centre, T) - 4 * T);
    size 4096, 4096;
}
"""
RIGHT = WRONG.replace("raet", "rate")
WIDTH, LONGEST = 116, 3  # characters of a line; items of a list that are shown


class Recorder(editor.Editor):
    """Keeps what is sent and received."""

    def __init__(self, stencilc, file):
        super().__init__(stencilc, file)
        self.lines = []

    def send(self, message):
        self.note("->", message)
        super().send(message)

    def receive(self):
        message = super().receive()
        self.note("<-", message)
        return message

    def note(self, arrow, message):
        message = {key: value for key, value in message.items() if key != "jsonrpc"}
        text = json.dumps(trimmed(message), ensure_ascii=False).replace(self.uri, "file:///heat.stencil")
        self.lines += broken(arrow + " " + text)


def trimmed(value):
    if isinstance(value, dict):
        return {key: trimmed(one) for key, one in value.items()}
    if isinstance(value, list) and len(value) > LONGEST and not isinstance(value[0], int):
        return [trimmed(one) for one in value[:LONGEST]] + ["..."]
    return value


def broken(text):
    """Lines of at most WIDTH characters where there is a blank to break at."""
    lines, indent = [], ""
    while len(indent + text) > WIDTH and (at := text.rfind(" ", 4, WIDTH - len(indent))) > 0:
        lines.append(indent + text[:at])
        text, indent = text[at + 1:], "   "
    return lines + [indent + text]


def shown(text, messages, hints):
    """The text as an editor shows it: messages below what they are about, hints in angle quotes."""
    lines = []
    for number, line in enumerate(text.splitlines()):
        for hint in sorted((h for h in hints if h["position"]["line"] == number), key=lambda h: -h["position"]["character"]):
            at = hint["position"]["character"]
            line = line[:at] + " ‹" + hint["label"] + "›" + line[at:]
        lines.append(f"{number + 1:2} | {line}")
        for message in messages:
            start, end = message["range"]["start"], message["range"]["end"]
            if start["line"] == number:
                lines.append("   | " + " " * start["character"] + "~" * (end["character"] - start["character"]) + " " + message["message"])
    return lines


def box(markdown):
    lines = [part for line in markdown.split("\n") if not line.startswith("```") and line for part in broken(line.replace("`", ""))]
    width = max(len(line) for line in lines)
    return ["+" + "-" * (width + 2) + "+"] + [f"| {line:{width}} |" for line in lines] + ["+" + "-" * (width + 2) + "+"]


def record(stencilc, folder):
    one = Recorder(stencilc, os.path.join(folder, "heat.stencil"))
    at = {"textDocument": {"uri": one.uri}}
    one.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    one.send({"method": "initialized", "params": {}})
    wrong = shown(WRONG, one.open(WRONG), [])
    one.text = WRONG
    place = one.at("raet")
    one.ask("textDocument/codeAction", {**at, "range": {"start": place, "end": place}, "context": {"diagnostics": []}})
    one.edit(["raet"], 4, "rate")
    kept, one.lines = one.lines, []  # how often one asks until there is a plan is not told
    one.line({"ask": "textDocument/hover", "at": ["T[t+1]"], "until": "planned for"})
    one.lines = kept
    hover = one.line({"ask": "textDocument/hover", "at": ["T[t+1]"]})
    one.line({"ask": "textDocument/completion", "at": ["fixed"]})
    kept = one.lines
    hints = one.ask("textDocument/inlayHint", {**at, "range": {"start": one.at("stencil"), "end": one.at("size")}})
    stencil = one.line({"ask": "textDocument/hover", "at": ["heat"]})
    one.ask("shutdown")
    one.send({"method": "exit"})
    one.process.wait(10)
    return kept, wrong, shown(RIGHT, [], hints), box(hover["contents"]["value"]), box(stencil["contents"]["value"])


def numbered(lines):
    """Requests in the order of the page: those that were not kept leave no gap."""
    known = {}
    made = []
    for line in lines:
        for key in ('-> {"id": ', '<- {"id": '):
            if line.startswith(key):
                number, rest = line[len(key):].split(",", 1)
                line = key + str(known.setdefault(number, len(known) + 1)) + "," + rest
        made.append(line)
    return made


def page(stencilc):
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(XDG_CONFIG_HOME=folder, XDG_CACHE_HOME=folder)  # no probed machine, nothing tuned
        exchange, wrong, right, field, stencil = record(stencilc, folder)
    parts = [("A program with a mistake, in an editor:", wrong), ("After the quick fix, with what is read and what it takes:", right),
             ("The mouse on `T[t+1]`:", field), ("The mouse on `heat`:", stencil),
             ("The messages for that, as they were sent (`->`) and received (`<-`), without `\"jsonrpc\": \"2.0\"`, numbered anew; of long lists the beginning:",
              numbered(exchange))]
    return "".join(f"\n{title}\n\n```text\n" + "\n".join(lines) + "\n```\n" for title, lines in parts) + "\n"


def main():
    path = ROOT / "docs/guide/editor.md"
    before = path.read_text(encoding="utf-8")
    head, rest = before.split(BEGIN)
    tail = rest.split(END)[1]
    after = head + BEGIN + page(sys.argv[1]) + END + tail
    if after == before:
        return 0
    if "--update" in sys.argv:
        path.write_text(after, encoding="utf-8")
        return 0
    print("".join(difflib.unified_diff(before.splitlines(True), after.splitlines(True), "docs/guide/editor.md", "today")))
    print("recording.py STENCILC ROOT --update writes it anew")
    return 1


if __name__ == "__main__":
    sys.exit(main())
