"""Uses libstencilc through ctypes. usage: smoke.py libstencilc.so"""
import array
import ctypes
import json
import os
import signal
import sys

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a shell runs this in the background
library = ctypes.CDLL(sys.argv[1])  # RTLD_LOCAL
TEXTS = ("version", "messages", "facts", "plan", "text", "description", "last_error", "stopped")
HANDLES = ("compile", "load", "create")
for name in TEXTS:
    getattr(library, "stencilc_" + name).restype = ctypes.c_char_p
for name in HANDLES:
    getattr(library, "stencilc_" + name).restype = ctypes.c_void_p
PROGRESS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)


def call(name, *arguments):
    result = getattr(library, "stencilc_" + name)(*arguments)
    return ctypes.c_void_p(result) if name in HANDLES else result


def compiled(text, **options):
    return call("compile", text.encode(), json.dumps(options).encode())


heat = """stencil heat3d(x, y, z) {
    param d = 0.1 in 0 .. 1/6;
    field T { init 0; boundary copy; }
    T[t+1] = T + d * (T[x-1] + T[x+1] + T[y-1] + T[y+1] + T[z-1] + T[z+1] - 6 * T);
}"""
print("stencilc", library.stencilc_version().decode())
compilation = compiled(heat, target="cpu")
module = call("load", compilation)
program = json.loads(call("description", module))
print(f"{program['name']}, axes {program['axes']}, fields {[field['name'] for field in program['fields']]}, "
      f"d = {program['parameters'][0]['default']}")
message = json.loads(call("messages", compiled(heat, sise=[1])))[0]
print(f"[{message['id']}] {message['text']}")

size = [20, 16, 12]
cells = array.array("d", bytes(8 * 20 * 16 * 12))
middle = (6 * 16 + 8) * 20 + 10
cells[middle] = 1000
where = (ctypes.c_double * len(cells)).from_buffer(cells)
error = ctypes.c_char_p()
instance = call("create", module, json.dumps({"size": size, "param": {"d": 0.15}}).encode(), None, ctypes.byref(error))
calls = []


@PROGRESS
def progress(_user, steps, wanted):
    calls.append((steps, wanted))
    return 0


call("on_progress", instance, progress, None, ctypes.c_double(0))
assert call("copy_in", instance, b"T", 0, where, ctypes.c_size_t(0), ctypes.c_size_t(0)) == 0, call("last_error", instance)
assert call("run", instance, ctypes.c_int64(100), None) == 0, call("last_error", instance)
assert call("copy_out", instance, b"T", 0, where, ctypes.c_size_t(0), ctypes.c_size_t(0)) == 0
print(f"a bar that cools: 100 steps, 1000 -> {cells[middle]:.6g}")
try:
    os.kill(os.getpid(), signal.SIGINT)
    interrupted = False
    for _ in range(1000):
        pass
except KeyboardInterrupt:
    interrupted = True
print("progress", "called," if calls and calls[-1] == (100, 100) else f"was told {calls},",
      "SIGINT still raises KeyboardInterrupt" if interrupted else "SIGINT is lost")
sys.stdout.flush()
child = os.fork()
if child == 0:
    os._exit(call("run", instance, ctypes.c_int64(1), None))
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
print("a child of multiprocessing:", "refused" if code == 4 else f"code {code}")
call("destroy", instance)
call("free_module", module)
call("free_compilation", compilation)
