"""Pygments lexer for .stencil files, the language of stencilc.

    pygmentize -x -l editors/pygments/stencil_lexer.py heat3d.stencil

In Sphinx: `from stencil_lexer import StencilLexer` in conf.py, and `app.add_lexer("stencil", StencilLexer)` in its setup().
"""
from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

STATEMENTS = """stencil precision arithmetic spacing const param field neighbourhood
    coefficient fn let region size steps report until timestep series global source receiver save local repeat as import without""".split()
CLAUSES = "boundary init levels constant storage compute over in on every where elsewhere file for".split()
KINDS = """fixed mirror copy periodic keep node cell low high star box diamond
    axis centre f32 f64 f16 bf16 u8 i16 i32 canonical written face slope extrapolate from
    forward backward centred""".split()
FUNCTIONS = "sum min max count norm apply select abs sqrt exp log sin cos tanh floor gaussian random normal d d2 laplacian".split()


class StencilLexer(RegexLexer):
    """Tokens of a .stencil file; what can be no token is an Error."""
    name = "Stencil"
    aliases = ["stencil"]
    filenames = ["*.stencil"]
    tokens = {
        "root": [
            (r"\s+", Whitespace),
            (r"//.*$", Comment.Single),
            (r'"[^"\n]*"', String.Double),
            (words(STATEMENTS, prefix=r"\b", suffix=r"\b"), Keyword.Declaration),
            (words(CLAUSES, prefix=r"\b", suffix=r"\b"), Keyword),
            (words(KINDS, prefix=r"\b", suffix=r"\b"), Name.Constant),
            (words(FUNCTIONS, prefix=r"\b", suffix=r"\b(?=\s*\()"), Name.Builtin),
            (r"\bt\b(?=\s*(?:[+-]\s*\d+\s*)?[],])", Name.Variable.Magic),
            (r"(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][+-]?\d+)?[fd]?(?![A-Za-z0-9_])", Number),
            (r"[A-Za-z_]\w*", Name.Variable),
            (r"\.\.|==|!=|<=|>=|&&|\|\||[-+*/^=<>!|\\]", Operator),
            (r"[()\[\]{},;:.]", Punctuation),
        ],
    }
