"""Executes notebooks with the running interpreter, two at a time, and fails with the error of the cell.

    python notebooks.py FOLDER [--keep=OUT] [NAME ...]

FOLDER holds notebooks, such as docs/notebooks. NAME chooses those with this text in their names. --keep writes the notebooks with
their outputs, and their pictures as files, into OUT. Needs the packages nbclient and ipykernel.
"""
import argparse
import base64
import concurrent.futures
import json
import os
import pathlib
import re
import sys
import tempfile
import time

import jupyter_client
import nbclient
import nbformat

PROCESSES, SECONDS_FOR_A_CELL = 2, 120
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
ENDINGS = {"image/png": "png", "image/gif": "gif"}
HTML_IMAGE = re.compile(r"data:image/(png|gif);base64,([A-Za-z0-9+/=]+)")


def kernel_of_this_interpreter(folder):
    """Writes a kernel that is this interpreter into `folder`, so that no kernel of another one is taken."""
    kernel = pathlib.Path(folder) / "kernels" / "python3"
    kernel.mkdir(parents=True)
    words = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (kernel / "kernel.json").write_text(json.dumps({"argv": words, "display_name": "Python 3", "language": "python"}))


def warnings_of(notebook):
    """Yields the texts that cells have written to standard error: warnings, for example."""
    for number, cell in enumerate(notebook.cells, 1):
        for output in cell.get("outputs", []):
            if output.get("name") == "stderr":
                yield f"cell {number} has written to standard error: {output['text'].strip()}"


def keep(notebook, name, folder):
    """Writes a notebook with its outputs, and its pictures as files, into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, folder / f"{name}.ipynb")
    for number, cell in enumerate(notebook.cells, 1):
        for place, output in enumerate(cell.get("outputs", [])):
            data = output.get("data", {})
            images = [(ENDINGS[kind], data[kind]) for kind in ENDINGS if kind in data] + HTML_IMAGE.findall("".join(data.get("text/html", "")))
            for which, (ending, text) in enumerate(images):
                (folder / f"{name}-{number:02}-{place}{which}.{ending}").write_bytes(base64.b64decode(text))


def execute(path, kept):
    """Executes a notebook in an empty folder. Returns its time in seconds and the texts of its errors."""
    notebook = nbformat.read(path, as_version=4)
    errors, begun = [], time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        manager = jupyter_client.KernelManager(kernel_name="python3", transport="ipc", ip=os.path.join(folder, "kernel"))
        client = nbclient.NotebookClient(notebook, km=manager, timeout=SECONDS_FOR_A_CELL, resources={"metadata": {"path": folder}})
        try:
            client.execute()
        except nbclient.exceptions.CellExecutionError as error:
            errors.append(COLOURS.sub("", str(error)))
        except nbclient.exceptions.CellTimeoutError as error:
            errors.append(str(error))
        except nbclient.exceptions.DeadKernelError as error:
            errors.append(f"the process of the notebook has ended: {error}")
        finally:
            manager.shutdown_kernel(now=True)
    errors += warnings_of(notebook)
    if kept:
        keep(notebook, path.stem, kept)
    return time.monotonic() - begun, errors


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("--keep", type=pathlib.Path, metavar="OUT")
    options.add_argument("names", nargs="*", metavar="NAME")
    asked = options.parse_intermixed_args()
    paths = [path for path in sorted(asked.folder.glob("*.ipynb")) if not asked.names or any(name in path.stem for name in asked.names)]
    if not paths:
        sys.exit(f"there is no such notebook in {asked.folder}")
    failed = 0
    with tempfile.TemporaryDirectory() as kernels:
        kernel_of_this_interpreter(kernels)
        os.environ["JUPYTER_PATH"] = kernels
        with concurrent.futures.ProcessPoolExecutor(PROCESSES) as pool:
            for path, (seconds, errors) in zip(paths, pool.map(execute, paths, [asked.keep] * len(paths))):
                print(f"{path.name}: {seconds:.1f} s" + (", failed" if errors else ""), flush=True)
                failed += bool(errors)
                for error in errors:
                    print(f"{path.name}: {error}", flush=True)
    print(f"{len(paths) - failed} of {len(paths)} notebooks executed without errors")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
