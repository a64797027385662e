"""An editor that asks `stencilc lsp`: a script of requests, one JSON object a line, answers printed one a line.

usage: editor.py STENCILC SCRIPT FILE

In the script "FILE" stands for the URI of FILE, and a line that begins with # is printed. `{"open": "text of another file"}` opens FILE with
that text, `{"change": ...}` changes it, `{"edit": [["word", offset, nth], length, "other text"]}` tells of a change of a part alone;
all print the messages. `{"raw": "text"}` sends a text that is no message. `{"ask": ..., "until": "text"}` asks again until that is in the answer. Times go to standard error.
"""
import json
import pathlib
import subprocess
import sys
import time


class Editor:
    def __init__(self, stencilc, file):
        self.process = subprocess.Popen([stencilc, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.uri = pathlib.Path(file).absolute().as_uri()
        self.file, self.number, self.version = file, 0, 0

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def raw(self, text):
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text.encode()) + text.encode())
        self.process.stdin.flush()
        return self.receive()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, params=None):
        self.number += 1
        begin = time.perf_counter()
        self.send({"id": self.number, "method": method, **({"params": params} if params is not None else {})})
        answer = self.receive()
        print(f"{method}: {1e3 * (time.perf_counter() - begin):.2f} ms", file=sys.stderr)
        return answer.get("result", answer.get("error"))

    def set(self, method, params):
        begin = time.perf_counter()
        self.send({"method": method, "params": params})
        answer = self.receive()
        print(f"{method}: {1e3 * (time.perf_counter() - begin):.2f} ms", file=sys.stderr)
        return answer["params"]["diagnostics"]

    def open(self, text):
        return self.set("textDocument/didOpen", {"textDocument": {"uri": self.uri, "languageId": "stencil", "version": 0, "text": text}})

    def tell(self, change):
        self.version += 1
        return self.set("textDocument/didChange", {"textDocument": {"uri": self.uri, "version": self.version},
                                                   "contentChanges": [change]})

    def change(self, text):
        return self.tell({"text": text})

    def edit(self, at, length, text):
        """Replaces so many characters."""
        change = {"range": {"start": self.at(*at), "end": self.at(at[0], sum(at[1:2]) + length, *at[2:])}, "text": text}
        start = self.place(*at)
        self.text = self.text[:start] + text + self.text[start + length:]
        return self.tell(change)

    def place(self, word, offset=0, nth=0):
        place = -1
        for _ in range(nth + 1):
            place = self.text.index(word, place + 1)
        return place + offset

    def at(self, word, offset=0, nth=0):
        """The position of the nth occurrence of a text, and some characters on."""
        before = self.text[:self.place(word, offset, nth)]
        return {"line": before.count("\n"), "character": len(before.rsplit("\n", 1)[-1].encode("utf-16-le")) // 2}

    def line(self, request):
        """Asks what a line of the script says."""
        if isinstance(request, str):
            return request
        if "open" in request or "change" in request:
            name = request.get("open", request.get("change"))
            self.text = pathlib.Path(name).read_text(encoding="utf-8")
            return self.open(self.text) if "open" in request else self.change(self.text)
        if "raw" in request:
            return self.raw(request["raw"])
        if "edit" in request:
            return self.edit(*request["edit"])
        params = {"textDocument": {"uri": self.uri}, **request.get("params", {})}
        if "at" in request:
            params["position"] = self.at(*request["at"])
        end = time.monotonic() + 900  # seconds, for a server that hangs
        while True:
            answer = self.ask(request["ask"], params)
            if "until" not in request or request["until"] in json.dumps(answer):
                return answer
            if time.monotonic() > end:
                raise TimeoutError(f"never said '{request['until']}': {answer}")
            time.sleep(0.01)


def main():
    editor = Editor(sys.argv[1], sys.argv[3])
    capabilities = editor.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    print(json.dumps(capabilities))
    editor.send({"method": "initialized", "params": {}})
    for line in pathlib.Path(sys.argv[2]).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            print(line)
        elif line:
            print(json.dumps(editor.line(json.loads(line))).replace(editor.uri, "FILE"))
    print("goodbye", editor.ask("shutdown"))
    editor.send({"method": "exit"})
    print("exit code", editor.process.wait(900))


if __name__ == "__main__":
    main()
