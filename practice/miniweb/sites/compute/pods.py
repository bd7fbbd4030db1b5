"""Write results as pods: TeX for their pictures, plain text for their dialogs."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
import sympy
from sympy import Expr

from ...kit.chart_pictures import Chart
from .expression_parser import parse, variable_of
from .records import Data, Pod, Settings

WIDEST, POINTS = 56, 481  # digits on one line of a picture, points of a curve
LONGEST_TEX = 1500  # characters of a formula that is typeset
MOVES = (("Zoom in", 0.5, -0.5), ("Zoom out", -1, 1), ("Move left", -1, -1), ("Move right", 1, 1))


@dataclass(frozen=True)
class Asked:
    """A question with the visitor's settings; `phrase` is what the catalogue says about it."""

    data: Data
    settings: Settings
    question: str
    phrase: Mapping[str, Any]

    def read(self, text: str) -> Expr:
        """A formula of the question, with angles in the visitor's unit."""
        return parse(text, self.settings.angle == "degrees")

    def decimal(self, made: Expr, most: int | None = None) -> str:
        """A number with the digits that the visitor wants, but not more than `most`."""
        value = sympy.N(made, min(self.settings.digits, most or self.settings.digits))
        text = sympy.sstr(value, full_prec=False)
        return text.rstrip("0").rstrip(".") if value.is_Float and "e" not in text else text


def tex(made: Expr) -> str:
    """A formula as TeX."""
    return sympy.latex(made, ln_notation=True)


def plain(made: Expr) -> str:
    """A formula as text: "x^2 + 1"."""
    return sympy.sstr(made).replace("**", "^").replace("log(", "ln(")


def formula_pod(title: str, made: Expr) -> Pod:
    """A formula, or only its text if it is too long to be typeset."""
    typeset = tex(made)
    if len(typeset) > LONGEST_TEX:
        return sentence_pod(title, plain(made))
    return Pod(title, plain(made), [f"${typeset}$"])


def sentence_pod(title: str, *sentences: str, inexact: bool = False) -> Pod:
    """Lines of words and numbers; a long number takes several."""
    lines = list(sentences)
    if not any(" " in line for line in lines):
        lines = [s[at : at + WIDEST] for s in sentences for at in range(0, len(s), WIDEST)]
    escaped = [line.replace("$", r"\$") for line in lines]
    return Pod(title, "\n".join(sentences), escaped, inexact=inexact)


def table_pod(title: str, rows: Iterable[Sequence[object]]) -> Pod:
    """A table; an empty cell in its first row makes that row its head."""
    written = [[str(cell) for cell in row] for row in rows]
    return Pod(title, "\n".join(" | ".join(row) for row in written), rows=written)


def result_pods(asked: Asked, made: Expr, title: str = "Result") -> list[Pod]:
    """An exact result, and its decimals if it isn't a whole number."""
    if made.is_Integer:
        return [sentence_pod(title, str(made))]
    if asked.settings.form == "decimal" or made.has(sympy.Float):
        return [sentence_pod(title, asked.decimal(made), inexact=True)]
    near = sentence_pod("Decimal approximation", asked.decimal(made), inexact=True)
    return [formula_pod(title, made), near]


def curve_pod(asked: Asked, formulas: Sequence[str], low: float, high: float) -> Pod:
    """The curves of some formulas between two values of x, with buttons to zoom and to move."""
    places = [low + (high - low) * n / (POINTS - 1) for n in range(POINTS)]
    series = [sample(asked.read(formula), places) for formula in formulas]
    names = [f"y = {formula}" for formula in formulas]
    half, what = (high - low) / 2, " and ".join(formulas)
    links = [
        (name, f"plot {what} from {low + left * half:g} to {high + right * half:g}")
        for name, left, right in MOVES
    ]
    return Pod("Plot", chart=Chart("curve", names, places, series), links=links)


def sample(made: Expr, places: Sequence[float]) -> list[float | None]:
    """The values at some places, None where there is no real one."""
    modules = [{"erf": numpy.vectorize(math.erf)}, "numpy"]
    evaluate = sympy.lambdify(variable_of(made), made, modules)
    with numpy.errstate(all="ignore"):
        values = numpy.broadcast_to(evaluate(numpy.array(places)), len(places))
    return [float(value) if abs(value) < 1e9 else None for value in values]
