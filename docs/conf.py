"""How Sphinx makes a site of these pages; scripts/site calls it."""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(ROOT, "editors", "pygments"))
from sphinx.util import logging  # noqa: E402
from stencil_lexer import StencilLexer  # noqa: E402

project = "stencilc"
copyright = "the authors of stencilc"
extensions = ["myst_parser"]
myst_heading_anchors = 6  # as GitHub makes them
html_theme = "furo"
html_title = "stencilc"

LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#:\s]+)(?:#[^)\s]*)?\)")


def nameFiles(app, docname, source):
    """Replaces links to files of the repository outside these pages by their text and path; warns of those that do not exist."""
    folder = os.path.dirname(os.path.join(app.srcdir, docname))

    def named(link):
        path = os.path.realpath(os.path.join(folder, link[2]))
        if path.startswith(os.path.realpath(app.srcdir) + os.sep):
            return link[0]
        if not os.path.exists(path):
            logging.getLogger(__name__).warning("%s does not exist", link[2], location=docname)
        name = os.path.relpath(path, ROOT)
        return f"`{name}`" if link[1].strip("`") in name else f"{link[1]} (`{name}`)"
    source[0] = LINK.sub(named, source[0])


def setup(app):
    app.add_lexer("stencil", StencilLexer)
    app.connect("source-read", nameFiles)
