"""Write results as pods: TeX for their pictures, plain text for their dialogs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import gt
from textwrap import wrap
from typing import Any

import numpy
import sympy
from sympy import Expr, Matrix

from ...kit.chart_pictures import Chart
from .expression_parser import add_powers, parse, variable_of
from .records import CannotCompute, Data, Pod, Settings

WIDEST, POINTS = 56, 481  # characters of a line of a picture, points of a curve
LONGEST_TEX = 1500  # characters of a formula that is typeset
MOST = (40, 20, 20, 2, 9)  # of what `Asked.read_short` measures
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

    def read_short(self, text: str) -> Expr:
        """A polynomial, or a formula that is simple enough for what is done with it."""
        made = self.read(text)
        if made.is_polynomial():
            return made
        parts = {*made.as_poly().gens} - made.free_symbols  # such as sin(x) and sqrt(x)
        inside = sum(map(add_powers, made.atoms(sympy.Function)))
        powers, nested = add_powers(made), _count_nested(made)
        size = (sympy.count_ops(made), powers, inside, nested, len(parts))
        if any(map(gt, size, self.phrase.get("most", MOST))):
            raise CannotCompute("This formula is too long or too deeply nested for that.")
        return made

    def decimal(self, made: Expr) -> str:
        """A number with the digits that the visitor wants."""
        value = sympy.N(made, self.settings.digits)
        text = sympy.sstr(value, full_prec=False)
        return text.rstrip("0").rstrip(".") if value.is_Float and "e" not in text else text


def _count_nested(made: Expr) -> int:
    inner = max(map(_count_nested, made.args), default=0)
    return inner + bool(made.is_Function or (made.is_Pow and made.exp.free_symbols))


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
    """Lines of words and numbers; a long one takes several."""
    lines = [line for sentence in sentences for line in wrap(sentence, WIDEST)]
    escaped = [line.replace("$", r"\$") for line in lines]
    return Pod(title, "\n".join(sentences), escaped, inexact=inexact)


def table_pod(title: str, rows: Iterable[Sequence[object]]) -> Pod:
    """A table; an empty cell in its first row makes that row its head."""
    written = [[str(cell) for cell in row] for row in rows]
    return Pod(title, "\n".join(" | ".join(row) for row in written), rows=written)


def matrix_pod(title: str, made: Matrix) -> Pod:
    """A matrix between brackets."""
    rows = made.tolist()
    words = "\n".join(", ".join(map(plain, row)) for row in rows)
    return Pod(title, words, matrix=[[f"${tex(cell)}$" for cell in row] for row in rows])


def result_pods(asked: Asked, made: Expr, title: str = "Result") -> list[Pod]:
    """A number, exact and in decimals, or a formula."""
    if made.is_Integer:
        return [sentence_pod(title, str(made))]
    if made.free_symbols or made.is_infinite or made.is_integer:
        return [formula_pod(title, made)]
    if asked.settings.form == "decimal" or made.has(sympy.Float):
        return [sentence_pod(title, asked.decimal(made), inexact=True)]
    near = sentence_pod("Decimal approximation", asked.decimal(made), inexact=True)
    return [formula_pod(title, made), near]


def curve_pod(asked: Asked, formulas: Sequence[str], low: float = -5.0, high: float = 5.0) -> Pod:
    """The curves of some formulas between two values of x, with buttons to zoom and to move."""
    places = numpy.linspace(low, high, POINTS).tolist()
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
    evaluate = sympy.lambdify(variable_of(made), made, "scipy")
    with numpy.errstate(all="ignore"):
        values = numpy.broadcast_to(evaluate(numpy.array(places)), len(places))
    return [float(value) if abs(value) < 1e9 else None for value in values]
