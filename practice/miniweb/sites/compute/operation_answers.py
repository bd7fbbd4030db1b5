"""Answers of one operation: on formulas, whole numbers, matrices and texts."""

import re
from operator import attrgetter

import sympy
import sympy.integrals.manualintegrate
from sympy import Matrix

from .expression_parser import variable_of
from .pods import Asked, matrix_pod, result_pods, sentence_pod
from .records import CannotCompute, Pod

MOST_ORDER, MOST_ROWS = 7, 6  # of a series, of a matrix


def operate(asked: Asked, *texts: str) -> list[Pod]:
    """What one of SymPy's functions makes of the question; the phrase names the function."""
    phrase = asked.phrase
    read = {"formula": _read_formula, "numbers": _read_numbers, "matrix": _read_matrix}
    function = attrgetter(phrase["function"])(sympy)
    value = function(*read[phrase["of"]](asked, *texts), **phrase.get("options", {}))
    if isinstance(value, list):
        return [sentence_pod(phrase["title"], " · ".join(map(str, value)))]
    if isinstance(value, sympy.MatrixBase):
        return [matrix_pod(phrase["title"], value)]
    if sympy.sympify(value).has(sympy.Integral, sympy.Limit):
        raise CannotCompute(phrase["none"])
    return result_pods(asked, sympy.sympify(value), phrase["title"])


def _read_formula(asked: Asked, text: str, place: str = "", order: str = "") -> list[object]:
    """A formula; if the function takes more, also the unknown, a place and an order."""
    made, takes = asked.read_short(text), asked.phrase.get("takes", 1)
    if takes == 1:
        return [made]
    order = min(int(order or 6), MOST_ORDER)
    return [made, variable_of(made), asked.read(place or "0"), order][:takes]


def _read_numbers(asked: Asked, text: str) -> list[int]:
    most, numbers = asked.phrase["most"], [asked.read(part) for part in re.split(r",| and ", text)]
    if not all(each.is_Integer and 0 <= each <= most for each in numbers):
        raise CannotCompute(f"This needs whole numbers between 0 and {most:,}.")
    return list(map(int, numbers))


def _read_matrix(asked: Asked, text: str) -> list[Matrix]:
    rows = [row.split(",") for row in re.findall(r"\[([^][]+)\]", text)]
    if not rows or len({*map(len, rows)}) > 1:
        raise CannotCompute("Write a matrix row by row: [[1, 2], [3, 4]].")
    made = Matrix([list(map(asked.read, row)) for row in rows])
    if max(made.shape) > (MOST_ROWS if all(cell.is_Rational for cell in made) else 2):
        raise CannotCompute("A matrix may have six rows of fractions, or two of other numbers.")
    return [made]


def caesar(asked: Asked, shift: str, text: str) -> list[Pod]:
    """A text whose letters are moved along the alphabet."""
    codes = [(ord(c) - 97 + int(shift)) % 26 + 97 if "a" <= c <= "z" else ord(c) for c in text]
    return [sentence_pod("Result", "".join(map(chr, codes)))]
