"""A table for a paper or a slide: LaTeX with booktabs, or Markdown."""

import re
from collections.abc import Callable, Hashable
from pathlib import Path

import pandas

from ...runs import write_whole
from .cells import escape_latex, escape_markdown, is_number, write_cell
from .files import choose_by_suffix

_LABEL = re.compile(r"[A-Za-z0-9:._+-]*")


def write_table(
    df: pandas.DataFrame, file: str | Path, *, caption: str = "", label: str = "", digits: int = 1
) -> Path:
    """Write a table as LaTeX (.tex, needs booktabs) or Markdown (.md); return the file's path.

    Text is escaped, floats have `digits` digits after the point, a missing value is an en dash. The
    index becomes columns if it has a name or several levels; otherwise it is left out. With a
    caption or a label, LaTeX gets a floating table. Raises ValueError when the table has no rows or
    no columns.
    """
    write = choose_by_suffix(file, {".tex": _write_latex, ".md": _write_markdown})
    if df.empty:
        raise ValueError(f"The table has no {'rows' if len(df.columns) else 'columns'} to write.")
    if isinstance(digits, bool) or not isinstance(digits, int) or digits < 0:
        raise ValueError(f"`digits` must be a whole number of at least 0, not {digits!r}.")
    if not _LABEL.fullmatch(label):
        raise ValueError(f"A label has only letters, digits and :._+-, not {label!r}.")
    write_whole(Path(file), write(_keep_index(df), caption, label, digits))
    return Path(file)


def _write_latex(df: pandas.DataFrame, caption: str, label: str, digits: int) -> str:
    floats = {"position_float": "centering"} if caption or label else {}
    text = (
        _format_cells(df, escape_latex, digits)
        .style.hide(axis="index")
        .to_latex(
            hrules=True,
            column_format="".join(side[0] for side in _align_columns(df)),
            multicol_align="c",
            caption=escape_latex(caption) or None,
            label=label or None,
            **floats,
        )
    )
    return f"% needs \\usepackage{{booktabs}}\n{text}"


def _write_markdown(df: pandas.DataFrame, caption: str, label: str, digits: int) -> str:
    plain = _format_cells(df, escape_markdown, digits)
    plain.columns = [" / ".join(filter(None, _list_levels(name))) for name in plain.columns]
    text = plain.to_markdown(index=False, disable_numparse=True, colalign=_align_columns(df))
    anchor = f'<a id="{label}"></a>\n\n' if label else ""
    below = f"\n\n*{escape_markdown(caption)}*" if caption else ""
    return f"{anchor}{text}{below}\n"


def _keep_index(df: pandas.DataFrame) -> pandas.DataFrame:
    """The table with its index as its first columns, if it has a name or several levels."""
    named = any(name is not None for name in df.index.names)
    if not named and df.index.nlevels == 1:
        return df
    names = ["" if name is None else name for name in df.index.names]
    return df.rename_axis(index=names).reset_index(allow_duplicates=True)


def _format_cells(
    df: pandas.DataFrame, escape: Callable[[str], str], digits: int
) -> pandas.DataFrame:
    """The table with all its cells and headings as escaped text."""
    columns = [df.iloc[:, place] for place in range(len(df.columns))]
    cells = [[escape(write_cell(value, digits)) for value in column] for column in columns]
    headings = [tuple(escape(level) for level in _list_levels(name)) for name in df.columns]
    plain = pandas.DataFrame(dict(enumerate(cells)), dtype=object)
    several = df.columns.nlevels > 1
    plain.columns = pandas.MultiIndex.from_tuples(headings) if several else [h for (h,) in headings]
    return plain


def _list_levels(name: Hashable) -> tuple[str, ...]:
    """The heading of a column, level by level."""
    return tuple(map(str, name)) if isinstance(name, tuple) else (str(name),)


def _align_columns(df: pandas.DataFrame) -> list[str]:
    """On which side each column is aligned: numbers on the right."""
    columns = (df.iloc[:, place].dropna() for place in range(len(df.columns)))
    return ["right" if len(each) and all(map(is_number, each)) else "left" for each in columns]
