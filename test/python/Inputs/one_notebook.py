"""Executes a notebook in its own folder, and fails with the error of a cell. usage: one_notebook.py NOTEBOOK"""
import os
import sys

import nbclient
import nbformat

path = os.path.abspath(sys.argv[1])
notebook = nbformat.read(path, 4)
nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": os.path.dirname(path)}}).execute()
pictures = sum("image/png" in output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", []))
print(len(notebook.cells), "cells,", pictures, "pictures")
