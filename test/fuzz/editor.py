#!/usr/bin/env python3
"""Random editing: `stencilc lsp` answers every request, in bounded time, and in the end knows the text as if it had just been opened.

    editor.py STENCILC FILE... [--count N] [--first SEED] [--edits N] [--folder DIR]

N sessions, each with one of FILE: edits of parts and of all of the text, whatever they make of it, between them requests at places that exist
and places that do not, of texts that nobody opened, with parameters that are none, cancelled, or no JSON at all. Every request has one answer,
for which the server computes less than LIMIT seconds of processor time. LIMIT is 40 times the longest answer, which the last line names: the
speed of the machine decides nothing. At the end a fresh server that opens the same text says the same of it. The messages of a session with a
finding are left in DIR. Exit code 1 if there is any.
"""
import argparse
import glob
import json
import os
import queue
import random
import re
import subprocess
import sys
import tempfile
import threading

LIMIT, HANGS = 2, 900  # seconds
WHOLE = {"start": {"line": 0, "character": 0}, "end": {"line": 1 << 30, "character": 0}}
AT_A_PLACE = ["hover", "definition", "references", "rename", "completion", "signatureHelp"]
OF_A_TEXT = ["documentSymbol", "inlayHint", "semanticTokens/full", "codeAction", "formatting"]
PIECES = ["(", ")", "[", "]", "{", "}", ";", "\n", "\r\n", " ", "//", "/*", "*/", "\\", "^", "\"", "..", "0", "1e400", "0x", "u", "t+1", "x-1", "é",
          "😀", "\ufeff", "\u0000", "\u2028", "sum(box(2), ", "star(", "steps 3;", "size 8;", "field q { init 0; }", "param p = 3;", "T[t+1] = T;",
          "until", "let a = a;", "fn f(a) = f(a);", "9" * 40, "u" * 300, "-" * 60, "((((((((((((((((((((((((((((((", "select(", "max(u, "]


class Server:
    longest = 0  # seconds that any answer took

    def __init__(self, stencilc, log):
        self.log, self.number, self.said = log, 0, {}
        self.process = subprocess.Popen([stencilc, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.messages = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        output = self.process.stdout
        while True:
            length = None
            while (line := output.readline()).strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if length is None:
                self.messages.put(None)
                return
            self.messages.put(json.loads(output.read(length)))

    def write(self, text):
        self.log.append(text)
        data = text if isinstance(text, bytes) else text.encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def send(self, message):
        self.write(json.dumps({"jsonrpc": "2.0", **message}))

    def computed(self):
        """Seconds of the threads that answer; the one that plans comes last."""
        total = 0
        for task in sorted(glob.glob(f"/proc/{self.process.pid}/task/*"), key=lambda path: int(path.rsplit("/", 1)[1]))[:2]:
            with open(task + "/schedstat", encoding="ascii") as file:
                total += int(file.read().split()[0])
        return total * 1e-9

    def wait(self, wanted):
        """The next message that is wanted; messages about texts are kept."""
        while True:
            try:
                message = self.messages.get(timeout=HANGS)
            except queue.Empty:
                raise Finding("the server hangs") from None
            if message is None:
                raise Finding(f"the server ended, exit code {self.process.wait()}")
            if message.get("method") == "textDocument/publishDiagnostics":
                self.said[message["params"]["uri"]] = message["params"]
            if wanted(message):
                return message

    def timed(self, what, wanted):
        before = self.computed()
        what()
        answer = self.wait(wanted)
        Server.longest = max(Server.longest, took := self.computed() - before)
        if took >= LIMIT:
            raise Finding(f"an answer took {1e3 * took:.0f} ms")
        return answer

    def ask(self, method, params, cancel=False):
        self.number += 1
        number = self.number if self.number % 3 else f"request {self.number}"

        def send():
            self.send({"id": number, "method": method, "params": params})
            if cancel:
                self.send({"method": "$/cancelRequest", "params": {"id": number}})
        answer = self.timed(send, lambda message: "method" not in message)
        if answer.get("id") != number or ("result" in answer) == ("error" in answer):
            raise Finding(f"request {number} {method} has the answer {answer}")
        return answer

    def text(self, method, uri, version, **more):
        """Opens or changes a text; what is said of it."""
        document = {"uri": uri, "version": version, "languageId": "stencil"}
        if "text" in more:
            document["text"] = more.pop("text")
        self.timed(lambda: self.send({"method": method, "params": {"textDocument": document, **more}}),
                   lambda message: message.get("params", {}).get("uri") == uri and message["params"].get("version") == version)
        return self.said[uri]["diagnostics"]

    def begin(self):
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})

    def end(self):
        self.ask("shutdown", None)
        self.send({"method": "exit"})
        if code := self.process.wait(HANGS):
            raise Finding(f"exit code {code} after a goodbye")


class Finding(Exception):
    pass


def index(text, place):
    """Where a position of the protocol lies, counted in characters."""
    lines = text.split("\n")
    line, units = max(place["line"], 0), 0
    if line >= len(lines):
        return len(text)
    begin = sum(len(one) + 1 for one in lines[:line])
    for offset, character in enumerate(lines[line]):
        units += 2 if character >= "\U00010000" else 1
        if units > place["character"]:
            return begin + offset
    return begin + len(lines[line])


def position(text, at):
    before = text[:at].rsplit("\n", 1)[-1]
    return {"line": text.count("\n", 0, at), "character": len(before.encode("utf-16-le")) // 2}


class Session:
    def __init__(self, options, seed):
        self.choose = random.Random(seed)
        self.options, self.log = options, []
        path = self.choose.choice(options.files)
        self.uri = "file:///somewhere/" + os.path.basename(path)
        with open(path, encoding="utf-8") as file:
            self.text = file.read()

    def place(self):
        kind, choose = self.choose.random(), self.choose
        if kind < 0.75:
            return position(self.text, choose.randint(0, len(self.text)))
        huge = [0, 1, 7, 79, 1000, 2**31 - 1] + ([-1, -2**31] if kind > 0.95 else [])
        return {"line": choose.choice(huge), "character": choose.choice(huge)}

    def other(self):
        """What a piece of the text becomes."""
        choose = self.choose
        kind = choose.random()
        if kind < 0.45:
            return choose.choice(PIECES)
        if kind < 0.7:
            begin = choose.randint(0, len(self.text))
            return self.text[begin:begin + choose.choice((1, 5, 40, 300))]
        if kind < 0.9:
            return choose.choice(re.findall(r"\w+|\S", self.text) or [";"])
        return "".join(chr(choose.choice((choose.randint(0, 126), choose.randint(160, 0x2fff), choose.randint(0x10000, 0x10ffff)))) for _ in range(5))

    def part(self):
        """A change of a part, done to the text as well."""
        choose = self.choose
        at, length = choose.randint(0, len(self.text)), choose.choice((0, 0, 1, 1, 3, 10, 100))
        one, two = (position(self.text, at), position(self.text, min(len(self.text), at + length))) if choose.random() < 0.85 else (self.place(), self.place())
        begin = index(self.text, one)
        end = max(begin, index(self.text, two))
        text = self.other() if len(self.text) < 6000 else ""
        self.text = self.text[:begin] + text + self.text[end:]
        return {"range": {"start": one, "end": two}, "text": text}

    def whole(self):
        kind = self.choose.random()
        if kind < 0.5:  # back to a program
            with open(self.choose.choice(self.options.files), encoding="utf-8") as file:
                self.text = file.read()
        elif kind < 0.9:
            self.text = self.text[:self.choose.randint(0, len(self.text))]
        else:
            self.text = ""
        return {"text": self.text}

    def change(self, server, version):
        many = self.choose.choice((1, 1, 1, 2, 5))
        changes = [self.whole() if self.choose.random() < 0.15 else self.part() for _ in range(many)]
        return server.text("textDocument/didChange", self.uri, version, contentChanges=changes)

    def request(self, server):
        choose, uri = self.choose, self.uri if self.choose.random() < 0.9 else "file:///unknown.stencil"
        params = {"textDocument": {"uri": uri}}
        if choose.random() < 0.6:
            method = choose.choice(AT_A_PLACE)
            params.update(position=self.place(), newName=choose.choice(("u", "q", "", "é", "field", "a b")), context={"includeDeclaration": choose.random() < 0.5})
        else:
            method = choose.choice(OF_A_TEXT)
            params.update(range={"start": self.place(), "end": self.place()}, context={"diagnostics": []}, options={"tabSize": 4, "insertSpaces": True})
        if choose.random() < 0.05:
            method = choose.choice(("nothing", "lift", ""))
        if choose.random() < 0.1:
            params = choose.choice((None, [], 3, {}, {"textDocument": 3}, {**params, "position": {"line": 1e30, "character": "x"}}))
        server.ask("textDocument/" + method, params, cancel=choose.random() < 0.1)

    def nonsense(self, server):
        """What has no answer, or one without a number: all there is afterwards has to be answered."""
        server.write(self.choose.choice((
            "{", "", "[]", "3", "null", '{"jsonrpc": "2.0"}', '{"jsonrpc": "1.0", "method": "x", "id": 1}', '{"method": 3}', '{"id": {}, "result": 3}',
            '{"jsonrpc": "2.0", "id": 77, "result": null}', '{"jsonrpc": "2.0", "method": "$/nothing"}', '{"jsonrpc": "2.0", "method": "nothing", "params": []}',
            b"\xff\xfe{}", "[" * 2000, '{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {}}}',
            '{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///u", "version": 1}, "contentChanges": [{"text": "x"}]}}',
            '{"jsonrpc": "2.0", "method": "textDocument/didClose", "params": {"textDocument": {"uri": "file:///u"}}}',
            '{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": "no:uri", "version": 1, "text": "x", "languageId": ""}}}')))
        server.write(json.dumps({"jsonrpc": "2.0", "id": "after", "method": "textDocument/hover",
                                 "params": {"textDocument": {"uri": "file:///unknown.stencil"}, "position": {"line": 0, "character": 0}}}))
        if server.wait(lambda message: message.get("id") == "after").get("result", 0) is not None:
            raise Finding("something is known of an unknown text")

    def known(self, server):
        """All that the server says of the text but for its messages."""
        params = {"textDocument": {"uri": self.uri}, "range": WHOLE, "context": {"diagnostics": []}, "options": {"tabSize": 4, "insertSpaces": True}}
        return [server.ask("textDocument/" + method, params).get("result") for method in OF_A_TEXT]

    def run(self):
        server = Server(self.options.stencilc, self.log)
        fresh = Server(self.options.stencilc, [])
        try:
            server.begin()
            server.text("textDocument/didOpen", self.uri, 1, text=self.text)
            for version in range(2, self.options.edits + 2):
                said = self.change(server, version)
                for _ in range(self.choose.randint(0, 4)):
                    self.request(server)
                if self.choose.random() < 0.1:
                    self.nonsense(server)
            fresh.begin()
            if (other := fresh.text("textDocument/didOpen", self.uri, 1, text=self.text)) != said:
                raise Finding(f"other messages than of a fresh text: {said}, not {other}")
            if (now := self.known(server)) != (other := self.known(fresh)):
                raise Finding(f"other answers than of a fresh text: {now}, not {other}")
            server.end()
            fresh.end()
        finally:
            server.process.kill()
            fresh.process.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stencilc")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--edits", type=int, default=30)
    parser.add_argument("--folder", default=os.path.join(tempfile.gettempdir(), "stencilc-editor"))
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    findings = 0
    for seed in range(options.first, options.first + options.count):
        session = Session(options, seed)
        try:
            session.run()
        except (Finding, OSError, ValueError) as finding:
            findings += 1
            path = os.path.join(options.folder, f"session{seed}.txt")
            with open(path, "wb") as file:
                file.write(b"\n".join(one if isinstance(one, bytes) else one.encode() for one in session.log))
            print(f"FOUND: seed {seed}: {str(finding)[:600]}\n    {path}", flush=True)
    print(f"{options.count} sessions of {options.edits} edits: {findings} findings; the longest answer took {1e3 * Server.longest:.0f} ms")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
