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

    def decimal(self, made: Expr | float, digits: int = 0) -> str:
        """A number with some significant digits, by default the visitor's."""
        value = sympy.N(made, digits or self.settings.digits)
        text = sympy.sstr(value, full_prec=False)
        return text.rstrip("0").rstrip(".") if value.is_Float and "e" not in text else text


def tex(made: Expr) -> str:
    """A formula as TeX."""
    return sympy.latex(made, ln_notation=True)


def plain(made: Expr) -> str:
    """A formula as text: "x^2 + 1"."""
    return sympy.sstr(made).replace("**", "^").replace("log(", "ln(")


def formula_pod(title: str, *made: Expr) -> Pod:
    """Formulas, one a line."""
    return Pod(title, "\n".join(map(plain, made)), [f"${tex(each)}$" for each in made])


def sentence_pod(title: str, *sentences: str, inexact: bool = False) -> Pod:
    """Lines of words and numbers; a long number takes several."""
    lines = [s[at : at + WIDEST] for s in sentences for at in range(0, len(s), WIDEST)]
    lines = list(sentences) if any(" " in s for s in sentences) else lines
    return Pod(
        title, "\n".join(sentences), [line.replace("$", r"\$") for line in lines], inexact=inexact
    )


def table_pod(title: str, rows: Iterable[Sequence[object]]) -> Pod:
    """A table; an empty cell in its first row makes that row its head."""
    written = [[str(cell) for cell in row] for row in rows]
    return Pod(title, "\n".join(" | ".join(row) for row in written), rows=written)


def result_pods(asked: Asked, made: Expr, title: str = "Result") -> list[Pod]:
    """An exact result, and its decimals if it isn't a whole number."""
    if made.is_Integer:
        return [sentence_pod(title, str(made))]
    exact = asked.settings.form == "exact" and not made.has(sympy.Float)
    near = "Decimal approximation" if exact else title
    return [formula_pod(title, made)] * exact + [
        sentence_pod(near, asked.decimal(made), inexact=True)
    ]


def curve_pod(asked: Asked, formulas: Sequence[str], low: float, high: float) -> Pod:
    """The curves of some formulas between two values of x, with buttons to zoom and to move."""
    places = [low + (high - low) * n / (POINTS - 1) for n in range(POINTS)]
    series = [sample(asked.read(formula), places) for formula in formulas]
    half, what = (high - low) / 2, " and ".join(formulas)
    names = [f"y = {formula}" for formula in formulas]
    moves = {"Zoom in": (half / 2, -half / 2), "Zoom out": (-half, half)}
    moves |= {"Move left": (-half, -half), "Move right": (half, half)}
    links = [
        (name, f"plot {what} from {low + left:g} to {high + right:g}")
        for name, (left, right) in moves.items()
    ]
    return Pod("Plot", chart=Chart("curve", names, places, series), links=links)


def sample(made: Expr, places: Sequence[float]) -> list[float | None]:
    """The values at some places, None where there is no real one."""
    modules = [{"erf": numpy.vectorize(math.erf)}, "numpy"]
    evaluate = sympy.lambdify(variable_of(made), made, modules)
    with numpy.errstate(all="ignore"):
        values = numpy.broadcast_to(evaluate(numpy.array(places)), len(places))
    return [float(value) if abs(value) < 1e9 else None for value in values]
