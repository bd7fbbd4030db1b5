"""Answers of one operation: on formulas, whole numbers, matrices and texts."""

import re

import sympy
from sympy import Expr, Matrix, Symbol
from sympy.integrals.manualintegrate import manualintegrate

from .expression_parser import variable_of
from .pods import Asked, curve_pod, formula_pod, plain, result_pods, sentence_pod, tex
from .records import Answer, CannotCompute, Pod

ORDERS = {"": 1, "second ": 2, "third ": 3, "fourth ": 4}
MOST_OPERATIONS, MOST_INTEGRATED, MOST_DERIVED = 40, 14, 400  # sizes by SymPy's count_ops
MOST_ORDER, MOST_SEVERAL = 10, 5  # of a series, powers of several unknowns
MOST_ROWS, MOST_IRRATIONAL = 6, 3  # of a matrix
MOST_POWER = 10_000  # an exponent when a number is put in


def derivative(asked: Asked, order: str, text: str, place: str) -> Answer:
    """A derivative, and its value at a place."""
    made = asked.read(text)
    x = variable_of(made)
    for n in range(1, ORDERS[order.lower()] + 1):
        slope = made.diff(x, n)
        if sympy.count_ops(slope) > MOST_DERIVED:
            raise CannotCompute("This derivative is too long to be written.")
    pods = [formula_pod("Input", made), formula_pod("Derivative", slope)]
    if place:
        value = _put_in(slope, x, asked.read(place))
        pods += result_pods(asked, value, f"Value at {x} = {place.strip()}")
    factors = [part for part in made.as_ordered_factors() if part.has(x)]
    if order or len(factors) < 2:
        return Answer(pods)
    u, v = made / factors[-1], factors[-1]
    values = {"u": tex(u), "v": tex(v), "p": tex(u.diff(x)), "q": tex(v.diff(x))}
    return Answer(pods, steps=("product", values))


def _put_in(made: Expr, x: Symbol, place: Expr) -> Expr:
    """The value at a place. Raises CannotCompute if a power there would be too large."""
    powers = [power for power in made.atoms(sympy.Pow) if power.exp.has(x)]
    for power in sorted(powers, key=lambda power: (sympy.count_ops(power), str(power))):
        if MOST_POWER < abs(power.exp.subs(x, place.evalf())) < sympy.oo:
            raise CannotCompute("A power is too large there.")
    return made.subs(x, place)


def integral(asked: Asked, text: str) -> list[Pod]:
    """An indefinite integral."""
    made = _read_integrand(asked, text)
    x = variable_of(made)
    whole = manualintegrate(made, x)
    if whole.has(sympy.Integral):
        raise CannotCompute("Reckon found no antiderivative. Give it limits for a number.")
    line = rf"$\int {tex(made)}\, d{x} = {tex(whole)} + C$"
    return [formula_pod("Input", made), Pod("Integral", f"{plain(whole)} + C", [line])]


def definite_integral(asked: Asked, text: str, low: str, high: str) -> list[Pod]:
    """A definite integral: exact if an antiderivative is known, else a number."""
    made, start, end = _read_integrand(asked, text), asked.read(low), asked.read(high)
    x = variable_of(made)
    whole, finite = manualintegrate(made, x), start.is_finite and end.is_finite
    known = finite and not whole.has(sympy.Integral)
    value = _put_in(whole, x, end) - _put_in(whole, x, start) if known else sympy.nan
    if not (value.is_finite and value.is_real):
        value = sympy.Integral(made, (x, start, end)).evalf(12)
    if not (value.is_number and value.is_finite and value.is_real):
        raise CannotCompute("Reckon finds no finite value for this integral.")
    line = rf"$\int_{{{tex(start)}}}^{{{tex(end)}}} {tex(made)}\, d{x}$"
    pods = [Pod("Input", asked.question, [line]), *result_pods(asked, value, "Definite integral")]
    curve = [curve_pod(asked, [text], float(start) - 1, float(end) + 1)] if known else []
    return pods + curve


def _read_integrand(asked: Asked, text: str) -> Expr:
    made = asked.read(text)
    if sympy.count_ops(made) > MOST_INTEGRATED:
        raise CannotCompute("This formula is too long to be integrated.")
    return made


def plot(asked: Asked, text: str, low: str, high: str) -> list[Pod]:
    """One curve or several, between two values of x."""
    formulas = [re.sub(r"^\s*y\s*=", "", part).strip() for part in re.split(r",|;|\band\b", text)]
    start, end = (float(asked.read(part)) for part in (low or "-6", high or "6"))
    if not -1e6 < start < end < 1e6 or len(formulas) > 4:
        raise CannotCompute("Plot up to four curves, from a smaller number to a larger one.")
    lines = [f"$y = {tex(asked.read(each))}$" for each in formulas]
    words = "\n".join(f"y = {each}" for each in formulas)
    return [Pod("Input", words, lines), curve_pod(asked, formulas, start, end)]


def rewrite(asked: Asked, text: str, place: str = "", order: str = "") -> list[Pod]:
    """A formula in another form, or its limit or series at a place."""
    made, name = asked.read(text), asked.phrase["function"]
    if sympy.count_ops(made) > MOST_OPERATIONS or int(order or 0) > MOST_ORDER:
        raise CannotCompute("This formula is too long for that, or the order is too high.")
    if len(made.free_symbols) > 1 and sympy.total_degree(made.as_numer_denom()[0]) > MOST_SEVERAL:
        raise CannotCompute(f"With several unknowns, powers may go up to {MOST_SEVERAL}.")
    given = [variable_of(made), asked.read(place or "0")] if "place" in asked.phrase else []
    given += [int(order or 6)] if name == "series" else []
    value = getattr(sympy, name)(made, *given)
    return [sentence_pod("Input", asked.question), formula_pod(asked.phrase["title"], value)]


def whole(asked: Asked, text: str) -> list[Pod]:
    """A function of whole numbers; the phrase has the largest number allowed."""
    most, numbers = asked.phrase["most"], [asked.read(part) for part in re.split(r",| and ", text)]
    if not all(each.is_Integer and 0 <= each <= most for each in numbers):
        raise CannotCompute(f"This needs whole numbers between 0 and {most:,}.")
    value = sympy.sympify(getattr(sympy, asked.phrase["function"])(*map(int, numbers)))
    pods = result_pods(asked, value, asked.phrase["title"])
    return [sentence_pod("Input", asked.question), *pods]


def factor_number(asked: Asked, text: str) -> list[Pod]:
    """A whole number in prime factors."""
    number = int(text.replace(",", ""))
    if number > 10**24:
        raise CannotCompute("Reckon factors whole numbers of up to 24 digits.")
    powers = sympy.factorint(number).items()
    words = " · ".join(f"{prime}^{n}" if n > 1 else f"{prime}" for prime, n in powers)
    return [sentence_pod("Input", f"factor {number}"), sentence_pod("Prime factors", words)]


def caesar(asked: Asked, shift: str, text: str) -> list[Pod]:
    """A text whose letters are moved along the alphabet."""
    codes = [(ord(c) - 97 + int(shift)) % 26 + 97 if "a" <= c <= "z" else ord(c) for c in text]
    return [sentence_pod("Input", text), sentence_pod("Result", "".join(map(chr, codes)))]


def matrix(asked: Asked, text: str) -> list[Pod]:
    """A property of a matrix such as [[1, 2], [3, 4]]."""
    given, title = _read_matrix(asked, text), asked.phrase["title"]
    value = getattr(given, asked.phrase["function"])()
    if isinstance(value, sympy.MatrixBase):
        return [_matrix_pod("Input", given), _matrix_pod(title, value)]
    value = sympy.sympify(value)
    pods = [formula_pod(title, value)] if value.free_symbols else result_pods(asked, value, title)
    return [_matrix_pod("Input", given), *pods]


def eigenvalues(asked: Asked, text: str) -> list[Pod]:
    """The eigenvalues of a matrix, largest first."""
    given = _read_matrix(asked, text)
    values = sorted(given.charpoly().nroots(n=20, maxsteps=200), key=lambda z: -float(sympy.re(z)))
    written = sentence_pod("Eigenvalues", *map(asked.decimal, values))
    return [_matrix_pod("Input", given), written]


def _read_matrix(asked: Asked, text: str) -> Matrix:
    rows = [row.split(",") for row in re.findall(r"\[([^][]+)\]", text)]
    if not rows or len({*map(len, rows)}) > 1 or max(len(rows), len(rows[0])) > MOST_ROWS:
        raise CannotCompute("Write a matrix as [[1, 2], [3, 4]], with up to six rows and columns.")
    made = Matrix([list(map(asked.read, row)) for row in rows])
    if len(rows) > MOST_IRRATIONAL and not all(cell.is_Rational for cell in made):
        raise CannotCompute("With more than three rows, all must be whole numbers or fractions.")
    return made


def _matrix_pod(title: str, made: Matrix) -> Pod:
    words = "\n".join(", ".join(map(plain, row)) for row in made.tolist())
    return Pod(title, words, matrix=[[f"${tex(cell)}$" for cell in row] for row in made.tolist()])
