"""Runs the cells of a notebook with stand-ins for the packages numpy and stencilc, and prints what it asks of stencilc.

usage: notebook.py NOTEBOOK...
Ends with an error if a file is no notebook of nbformat 4.5, or if a cell is no Python.
"""
import contextlib
import io
import json
import re
import sys
from unittest import mock

for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5), path
    assert notebook["metadata"]["kernelspec"]["name"] == "python3", path
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", one) for one in ids), ids
    stencilc = mock.MagicMock()
    variables = {}
    with mock.patch.dict(sys.modules, numpy=mock.MagicMock(), stencilc=stencilc):
        for cell in notebook["cells"]:
            text = "".join(cell["source"])
            allowed = {"cell_type", "id", "metadata", "source"} | ({"execution_count", "outputs"} if cell["cell_type"] == "code" else set())
            assert set(cell) == allowed and cell["cell_type"] in ("code", "markdown") and text.strip() == text != "", cell
            if cell["cell_type"] == "code":
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(text, path + ":" + cell["id"], "exec"), variables)  # pylint: disable=exec-used
    print(path, "cells:", ", ".join(ids))
    for call in stencilc.mock_calls:
        said = re.sub(r"<MagicMock[^>]*>", "ARRAY", str(call)).replace("call.load()()", "sim").replace("call.load()", "program")
        if not said.startswith("sim.__getitem__"):
            print(" ", said.replace("call.load", "load"))
