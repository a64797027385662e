"""Prints facts and descriptions of programs, and the steps of rows of traces. usage: description.py libstencilc.so"""
import ctypes
import json
import sys

library = ctypes.CDLL(sys.argv[1])
for name in ("compile", "load", "create"):
    getattr(library, "stencilc_" + name).restype = ctypes.c_void_p
for name in ("messages", "facts", "description"):
    getattr(library, "stencilc_" + name).restype = ctypes.c_char_p


def load(name):
    with open(name + ".stencil", "rb") as file:
        compilation = ctypes.c_void_p(library.stencilc_compile(file.read(), b'{"target": "cpu"}'))
    module = ctypes.c_void_p(library.stencilc_load(compilation))
    if not module:
        sys.exit(library.stencilc_messages(compilation).decode())
    facts, program = json.loads(library.stencilc_facts(compilation)), json.loads(library.stencilc_description(module))
    for key in ("spacing", "timestep", "timestep_needs", "intermediates"):
        assert facts[key] == program[key], key
    for field in facts["fields"]:
        for key in ("half_cells", "reads"):
            assert field[key] == {other["name"]: other for other in program["fields"]}[field["name"]][key], field
    return module, program


def show(field, before=""):
    for read in field["reads"]:
        offsets = " ".join("(" + ",".join(map(str, offset)) + ")" for offset in read["offsets"])
        print(f"  {before}{field['name']} at {field['half_cells']} reads {read['field']} level {read['level']} {offsets}")
    if not field["reads"]:
        print(f"  {before}{field['name']} at {field['half_cells']} reads nothing")


def time_step(instance):
    value = ctypes.c_double()
    assert library.stencilc_time_step(instance, ctypes.byref(value)) == 0
    return value.value


for name in ("wave", "yee", "count"):
    module, program = load(name)
    spacing = [float(number) if number else None for number in program["spacing"]]
    print(f"{name}: spacing {spacing}, timestep {program['timestep']}, needs {program['timestep_needs']}")
    request = json.dumps({"size": [16] * len(program["axes"])}).encode()
    sizes = [ctypes.c_void_p(library.stencilc_create(module, text, None, None)) for text in (None, request)]
    of_sizes = [time_step(instance) for instance in sizes]
    if name == "yee":
        assert library.stencilc_set_parameter(sizes[1], b"c", ctypes.c_double(1)) == 0
    print(f"  a step takes {of_sizes}, with another parameter {time_step(sizes[1])}")
    assert library.stencilc_time_step(sizes[0], None) == 1
    for field in program["fields"]:
        show(field)
    for field in program["intermediates"]:
        show(field, "within a step: ")
    for points in program["points"]:
        print(f"  {points['name']}: {points['kind']}, every {points.get('every')}, level {points.get('level')}, "
              f"{points['count']} points")
    for report in program["reports"]:
        print(f"  {report['name']} every {report['every']}")


def steps_of_rows(instance, before):
    """The steps of the rows of receiver r: u counts the steps of the run."""
    times, points = ctypes.c_int64(), ctypes.c_int64()
    assert library.stencilc_trace_size(instance, b"r", ctypes.byref(times), ctypes.byref(points)) == 0
    assert points.value == 2
    values = (ctypes.c_double * (2 * times.value))()
    assert library.stencilc_get_traces(instance, b"r", values) == 0
    assert values[0::2] == values[1::2]
    return [int(value) + before for value in values[0::2]]


BEFORE = 4
request = json.dumps({"first-step": BEFORE}).encode()
instance = ctypes.c_void_p(library.stencilc_create(module, request, None, None))
assert library.stencilc_run(instance, ctypes.c_int64(9), None) == 0
value, step = ctypes.c_double(), ctypes.c_int64()
assert library.stencilc_get_report(instance, b"last", ctypes.byref(value), ctypes.byref(step)) == 0
rows = steps_of_rows(instance, BEFORE)
assert rows == [(BEFORE // 3 + 1 + row) * 3 for row in range(3)]
print(f"4 steps before, 9 run: rows are of steps {rows}, report after step {step.value} is {int(value.value) + BEFORE}")
assert library.stencilc_reset(instance) == 0 and library.stencilc_run(instance, ctypes.c_int64(3), None) == 0
print("after a reset: rows are of steps", steps_of_rows(instance, BEFORE))
