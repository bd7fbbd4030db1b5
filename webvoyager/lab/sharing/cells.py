"""Cells of a table as text: rounded, with a dash where a value is missing, and escaped."""

import math
import numbers
import re
from typing import Any

import pandas
from pylatexenc.latexencode import (
    RULE_DICT,
    RULE_REGEX,
    UnicodeToLatexConversionRule,
    UnicodeToLatexEncoder,
)

from .captions import make_line

MISSING = "–"
_OWN_RULES = (
    UnicodeToLatexConversionRule(RULE_DICT, {ord("|"): r"{\textbar}"}),
    # "shop--3" has two hyphens, which LaTeX would join to a dash
    UnicodeToLatexConversionRule(RULE_REGEX, [(re.compile("-(?=-)"), "-{}")]),
)
_LATEX = UnicodeToLatexEncoder(
    conversion_rules=[*_OWN_RULES, "defaults"],
    unknown_char_policy="keep",
    unknown_char_warning=False,
)
_MARKDOWN = re.compile(r"([\\`*_\[\]<>|~&$])")


def write_cell(value: Any, digits: int) -> str:
    """A value as text: floats with `digits` digits, a missing value as a dash."""
    if pandas.api.types.is_scalar(value) and pandas.isna(value):
        return MISSING
    if not is_number(value):
        return str(value)
    if isinstance(value, numbers.Integral):
        text = str(int(value))
    else:
        text = f"{float(value):z.{digits}f}" if math.isfinite(value) else f"{value}".lower()
    return text.replace("-", "−").replace("inf", "∞")


def is_number(value: Any) -> bool:
    """Whether a value is a number, and not a bool."""
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def escape_latex(text: str) -> str:
    """The text as LaTeX source, on one line.

    Characters that LaTeX has a command for become that command; those of other scripts stay, for
    XeLaTeX or LuaLaTeX.
    """
    return _LATEX.unicode_to_latex(make_line(text))


def escape_markdown(text: str) -> str:
    """The text as Markdown for a cell of a table: its lines end in <br>."""
    lines = (make_line(line) for line in text.strip().splitlines())
    return "<br>".join(_MARKDOWN.sub(r"\\\1", line) for line in lines)
