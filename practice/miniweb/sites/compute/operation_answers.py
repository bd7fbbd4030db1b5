"""Answers of one operation: on formulas, whole numbers, matrices, lists, statements and words."""

import re
import statistics
from itertools import product

import sympy
from sympy import Matrix

from ...kit.chart_pictures import Chart
from .expression_parser import variable_of
from .pod_writing import Asked, formula_pod, plain, result_pods, sentence_pod, table_pod, tex
from .records import CannotCompute, Pod

LISTS = {
    "Sum": sum,
    "Mean": statistics.fmean,
    "Median": statistics.median,
    "Sample standard deviation": statistics.stdev,
    "Smallest": min,
    "Largest": max,
}
MOST_OPERATIONS, MOST_ORDER = 40, 10
TRUTH = {"and": "TFFF", "or": "TTTF", "xor": "FTTF", "implies": "TFTT"}  # for TT, TF, FT, FF


def rewrite(asked: Asked, text: str, place: str = "", order: str = "") -> list[Pod]:
    """A formula in another form, its limit or its series; the phrase names SymPy's function."""
    made, function = asked.read(text), getattr(sympy, asked.phrase["function"])
    if sympy.count_ops(made) > MOST_OPERATIONS or int(order or 0) > MOST_ORDER:
        raise CannotCompute("This formula is too long for that, or the order is too high.")
    if len(made.free_symbols) > 1 and sympy.total_degree(made.as_numer_denom()[0]) > MOST_ORDER:
        raise CannotCompute(f"With several unknowns, powers may go up to {MOST_ORDER}.")
    given = [variable_of(made), asked.read(place or "0")] if "place" in asked.phrase else []
    try:
        value = function(made, *given, *[int(order or 6)] * (asked.phrase["function"] == "series"))
    except (NotImplementedError, ValueError, sympy.PoleError) as error:
        raise CannotCompute("Reckon can't find this.") from error
    return [sentence_pod("Input", asked.question), formula_pod(asked.phrase["title"], value)]


def factor_number(asked: Asked, text: str) -> list[Pod]:
    """A whole number in prime factors."""
    number = int(text.replace(",", ""))
    if number > 10**24:
        raise CannotCompute("Reckon factors whole numbers of up to 24 digits.")
    primes = sympy.factorint(number)
    words = " · ".join(f"{prime}" + f"^{n}" * (n > 1) for prime, n in primes.items())
    return [sentence_pod("Input", f"factor {number}"), sentence_pod("Prime factors", words)]


def whole(asked: Asked, text: str) -> list[Pod]:
    """A function of one whole number or several; the phrase names it, and the largest number."""
    most, numbers = asked.phrase["most"], [asked.read(part) for part in re.split(r",| and ", text)]
    if not all(each.is_Integer and 0 <= each <= most for each in numbers):
        raise CannotCompute(f"This needs whole numbers between 0 and {most:,}.")
    try:
        value = sympy.sympify(getattr(sympy, asked.phrase["function"])(*map(int, numbers)))
    except (TypeError, ValueError) as error:
        raise CannotCompute("This has no value for these numbers.") from error
    return [
        sentence_pod("Input", asked.question),
        *result_pods(asked, value, asked.phrase["title"]),
    ]


def base(asked: Asked, text: str, to: str) -> list[Pod]:
    """A number written in another base."""
    number, radix, written = asked.read(text), int(to), ""
    if not (number.is_Integer and 0 < number < 10**60 and 2 <= radix <= 16):
        raise CannotCompute("This needs a whole number of up to 60 digits and a base from 2 to 16.")
    while number:
        number, digit = divmod(number, radix)
        written = "0123456789abcdef"[digit] + written
    return [sentence_pod("Input", text), sentence_pod(f"In base {radix}", written)]


def matrix(asked: Asked, text: str) -> list[Pod]:
    """A property of a matrix such as [[1, 2], [3, 4]]; the phrase names it."""
    cells = [row.split(",") for row in re.findall(r"\[([^][]+)\]", text)]
    if not cells or len({*map(len, cells)}) > 1 or max(len(cells), len(cells[0])) > 6:
        raise CannotCompute("Write a matrix as [[1, 2], [3, 4]], with up to six rows and columns.")
    given, title = (
        Matrix([[asked.read(cell) for cell in row] for row in cells]),
        asked.phrase["title"],
    )
    try:
        if title == "Eigenvalues":
            values = sorted(given.charpoly().nroots(n=20), key=lambda z: -float(sympy.re(z)))
            return [_matrix_pod("Input", given), sentence_pod(title, *map(asked.decimal, values))]
        value = getattr(given, asked.phrase["function"])()
    except sympy.matrices.exceptions.MatrixError as error:
        raise CannotCompute(f"{title}: this matrix has none.") from error
    is_matrix = isinstance(value, sympy.MatrixBase)
    pods = (
        [_matrix_pod(title, value)]
        if is_matrix
        else result_pods(asked, sympy.Rational(value), title)
    )
    return [_matrix_pod("Input", given), *pods]


def _matrix_pod(title: str, made: Matrix) -> Pod:
    words = "\n".join(", ".join(map(plain, row)) for row in made.tolist())
    return Pod(title, words, matrix=[[f"${tex(cell)}$" for cell in row] for row in made.tolist()])


def describe_list(asked: Asked, text: str) -> list[Pod]:
    """The statistics of some numbers, with a histogram."""
    found = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]
    if len(found) < 2 or min(found) == max(found):
        raise CannotCompute("Give at least two different numbers, separated by commas.")
    low, width = min(found), (max(found) - min(found)) / 6
    places = [min(5, int((x - low) / width)) for x in found]
    labels = [f"{low + n * width:.3g} to {low + (n + 1) * width:.3g}" for n in range(6)]
    chart = Chart("bars", ("how many",), labels, [[places.count(n) for n in range(6)]])
    rows = [(name, f"{function(found):.8g}") for name, function in LISTS.items()]
    return [table_pod("Statistics", rows), Pod("Histogram", chart=chart)]


def truth_table(asked: Asked, text: str) -> list[Pod]:
    """The truth table of a statement with not, and, or, xor, implies and brackets."""
    simpler = {"not T": "F", "not F": "T", "(T)": "T", "(F)": "F"}
    for word, column in TRUTH.items():
        pairs = zip(product("TF", repeat=2), column, strict=True)
        simpler |= {f"{a} {word} {b}": value for (a, b), value in pairs}
    letters = sorted({*re.findall(r"\b[a-z]\b", text)})[:4]
    rows = [["", *letters, text]]
    for values in product("TF", repeat=len(letters)):
        left = text
        for letter, value in zip(letters, values, strict=True):
            left = re.sub(rf"\b{letter}\b", value, left)
        while before := next((before for before in simpler if before in left), ""):
            left = left.replace(before, simpler[before], 1)
        if left not in ("T", "F"):
            raise CannotCompute("Write a statement such as: p and (q or not r).")
        rows.append([str(len(rows)), *values, left])
    return [table_pod("Truth table", rows)]


def caesar(asked: Asked, shift: str, text: str) -> list[Pod]:
    """A text whose letters are moved along the alphabet."""
    codes = [(ord(c) - 97 + int(shift)) % 26 + 97 if "a" <= c <= "z" else ord(c) for c in text]
    return [sentence_pod("Input", text), sentence_pod("Result", "".join(map(chr, codes)))]


def word(asked: Asked, text: str) -> list[Pod]:
    """What there is to say about a word by itself."""
    rows = [("Letters", len(text)), ("Backwards", text[::-1])]
    return [sentence_pod("Input", f"“{text}” as a word"), table_pod("Properties", rows)]
