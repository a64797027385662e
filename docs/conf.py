"""How Sphinx makes a site of these pages; scripts/site calls it."""
import importlib.util
import logging
import os
import re
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(ROOT, "editors", "pygments"))
from docutils import nodes  # noqa: E402
from sphinx.util.logging import getLogger  # noqa: E402
from stencil_lexer import StencilLexer  # noqa: E402

project = "stencilc"
copyright = "the authors of stencilc"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_heading_anchors = 6  # as GitHub makes them
html_theme = "furo"
html_title = "stencilc"

# Notebooks are executed, and the reference of the Python package is made, where the package is installed.
HAS_PACKAGE = importlib.util.find_spec("stencilc") is not None
HAS_LIFT = importlib.util.find_spec("stencilc_lift") is not None or shutil.which("stencilc-lift") is not None
myst_enable_extensions = ["dollarmath"]
nb_execution_mode = "force" if HAS_PACKAGE and os.environ.get("STENCILC_NOTEBOOKS") != "off" else "off"
nb_execution_excludepatterns = [] if HAS_LIFT else ["notebooks/*-from-c.ipynb"]
nb_execution_show_tb = True  # with the warning about a cell that fails, which scripts/site makes an error
nb_execution_in_temp = True
nb_execution_timeout = 120  # seconds for a cell
nb_output_stderr = "warn"
nb_merge_streams = True
autodoc_member_order = "bysource"
autodoc_mock_imports = [name for name in ("torch", "jax") if importlib.util.find_spec(name) is None]
napoleon_use_ivar = True  # attributes of a class as a list, so that none is described twice
default_role = "code"  # `text` in doc strings
smartquotes_action = "De"  # dashes, not quotes: values such as "f32" can be copied

LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#:\s]+)(?:#[^)\s]*)?\)")


def nameFiles(app, docname, source):
    """Replaces links to files of the repository outside these pages by their text and path; warns of those that do not exist."""
    if docname.startswith("notebooks/"):
        return
    folder = os.path.dirname(os.path.join(app.srcdir, docname))

    def named(link):
        path = os.path.realpath(os.path.join(folder, link[2]))
        if path.startswith(os.path.realpath(app.srcdir) + os.sep):
            return link[0]
        if not os.path.exists(path):
            getLogger(__name__).warning("%s does not exist", link[2], location=docname)
        name = os.path.relpath(path, ROOT)
        return f"`{name}`" if link[1].strip("`") in name else f"{link[1]} (`{name}`)"
    source[0] = LINK.sub(named, source[0])


def leaveOutReference(app, docname, source):
    """Replaces the reference of the Python package by a note where the package is not installed."""
    if not HAS_PACKAGE:
        source[0] = re.sub(r"```\{eval-rst\}.*?```", "*This part is made from the package, which was not installed when these pages were built.*",
                           source[0], count=1, flags=re.S)
        source[0] = re.sub(r"```\{eval-rst\}.*?```", "", source[0], flags=re.S)


def joinColon(app, what, name, subject, options, lines):
    """Undoes what napoleon makes of a colon in the first line of a property: it takes the words before it as a type."""
    if what == "property" and lines and lines[-1].startswith(":type: "):
        lines[:] = [f"{lines[-1].removeprefix(':type: ')}: {lines[0]}", *lines[1:-1]]


def colourPrograms(app, document):
    """Gives cells that begin with %%stencil the colours of the stencil language. Their first line is none of it."""
    for block in document.findall(nodes.literal_block):
        if block.astext().startswith("%%stencil"):
            block["language"], block["force"] = "stencil", True


def quietKernels():
    """Lets kernels of notebooks and their client log errors alone, whatever the profile of the user says."""
    logging.getLogger("traitlets").setLevel(logging.ERROR)
    folder = tempfile.TemporaryDirectory()
    os.environ["IPYTHONDIR"] = folder.name
    os.makedirs(os.path.join(folder.name, "profile_default"))
    with open(os.path.join(folder.name, "profile_default", "ipython_kernel_config.py"), "w", encoding="utf-8") as out:
        out.write('get_config().IPKernelApp.log_level = "ERROR"\n')
    return folder


PROFILE = quietKernels()  # removed when the process ends


def setup(app):
    app.add_lexer("stencil", StencilLexer)
    app.connect("source-read", nameFiles)
    app.connect("doctree-read", colourPrograms)
    app.connect("source-read", leaveOutReference)
    app.connect("autodoc-process-docstring", joinColon, priority=900)  # after napoleon
