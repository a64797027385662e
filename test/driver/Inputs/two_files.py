"""An editor with two files open, one importing the other: messages after each change.   usage: two_files.py STENCILC

The imported file is on the disk as it was, so that what is said shows which text was imported.
"""
import json
import pathlib
import subprocess
import sys

PROGRAM = 'import "mine";\nstencil m(x) {\n    field u { boundary keep; init 1; }\n    u[t+1] = 0.5 * half(u);\n}\n'
pathlib.Path("mine.stencil").write_text("fn half(e) = e / 2;\n", encoding="utf-8")
pathlib.Path("good.stencil").write_text(PROGRAM, encoding="utf-8")
server = subprocess.Popen([sys.argv[1], "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def send(method, params, **others):
    text = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **others}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
    server.stdin.flush()


def receive():
    length = 0
    while (line := server.stdout.readline().strip()):
        length = int(line.split(b":")[1]) if line.lower().startswith(b"content-length:") else length
    return json.loads(server.stdout.read(length))


def told(count):
    for _ in range(count):
        params = receive()["params"]
        print(params["uri"].rsplit("/", 1)[1], [one["message"] for one in params["diagnostics"]])


def document(name, **others):
    return {"uri": pathlib.Path(name).absolute().as_uri(), **others}


send("initialize", {"capabilities": {}}, id=1)
receive()
send("textDocument/didOpen", {"textDocument": document("good.stencil", languageId="stencil", version=0, text=PROGRAM)})
told(1)
send("textDocument/didOpen", {"textDocument": document("mine.stencil", languageId="stencil", version=0, text="fn half(e) = e / ;\n")})
told(2)
send("textDocument/didChange", {"textDocument": document("mine.stencil", version=1), "contentChanges": [{"text": "fn third(e) = e / 3;\n"}]})
told(2)
server.kill()
