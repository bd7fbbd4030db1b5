"""Answers about functions and equations: zeros, curves, systems of linear equations."""

import re
from collections.abc import Sequence

import sympy
from sympy import Expr, Matrix, Poly, Symbol

from .expression_parser import variable_of
from .pods import Asked, curve_pod, formula_pod, plain, result_pods, sample, sentence_pod, tex
from .records import Answer, CannotCompute, Pod

SPAN, GRID = 30.0, 1200  # zeros are looked for between -SPAN and SPAN, in GRID steps
DIGITS, SAFE_DIGITS = 34, 30  # of approximate zeros: those computed, those shown at most
MOST_CHANGES = 40  # of a function's sign; those nearest to 0 are looked at
BISECTION = {"solver": "bisect", "prec": DIGITS, "maxsteps": 120, "verify": False}


def formula(asked: Asked, text: str) -> list[Pod]:
    """A number, or what is worth knowing about a function."""
    made = asked.read(text)
    if not made.free_symbols:
        return [sentence_pod("Input", text), *result_pods(asked, made)]
    if len(made.free_symbols) > 1:
        return [formula_pod("Input", made)]
    x = variable_of(made)
    zeros = find_zeros(made, x)
    return [
        formula_pod("Input", made),
        curve_pod(asked, [text], *_choose_window(made, x, zeros)),
        _list_values(asked, "Roots", x, zeros),
        formula_pod("Derivative", made.diff(x)),
    ]


def solve(asked: Asked, text: str) -> list[Pod] | Answer:
    """An equation, or a system of linear equations separated by commas or "and"."""
    equations = [_read_equation(asked, part) for part in re.split(r",|;|\band\b", text)]
    if len(equations) > 1:
        return _solve_system(equations)
    made = equations[0]
    x = variable_of(made)
    zeros = find_zeros(made, x)
    sides = [side.strip() for side in text.split("=")]
    pods = [
        sentence_pod("Input", text.strip()),
        _list_values(asked, "Real solutions", x, zeros),
        curve_pod(asked, sides, *_choose_window(made, x, zeros)),
    ]
    if not made.is_polynomial(x) or Poly(made, x).degree() != 2:
        return pods
    values = dict(zip("abc", map(tex, Poly(made, x).all_coeffs()), strict=True))
    values |= {"d": tex(sympy.discriminant(made, x)), "f": tex(sympy.expand(made)), "x": str(x)}
    return Answer(pods, steps=("quadratic", values))


def _read_equation(asked: Asked, text: str) -> Expr:
    sides = text.split("=")
    if len(sides) > 2 or not all(side.strip() for side in sides):
        raise CannotCompute("An equation has one “=” with a formula on each side.")
    made = asked.read(sides[0]) - (asked.read(sides[1]) if len(sides) == 2 else 0)
    if not made.free_symbols:
        raise CannotCompute("This equation has no unknown.")
    return made


def find_zeros(made: Expr, x: Symbol) -> list[Expr]:
    """The real zeros in increasing order: exact where that is simple."""
    found = _find_roots(Poly(made, x)) if made.is_polynomial(x) else _scan(made, x)
    return sorted(found, key=float)


def _find_roots(poly: Poly) -> list[Expr]:
    """The real roots: exact for factors of degree 1 and 2."""
    parts = [part for part, _ in poly.factor_list()[1]] if poly.degree() > 0 else []
    roots = [sympy.roots(p) if p.degree() <= 2 else p.nroots(DIGITS) for p in parts]
    return [root for found in roots for root in found if root.is_real]


def _scan(made: Expr, x: Symbol) -> list[Expr]:
    """The zeros where a function changes its sign on a grid, but not its poles."""
    places = [SPAN * (2 * n / GRID - 1) + 1e-7 for n in range(GRID + 1)]
    values, found = sample(made, places), []
    pairs = [(n, values[n], values[n + 1]) for n in range(GRID)]
    changes = [n for n, left, right in pairs if None not in (left, right) and left * right < 0]
    for n in sorted(changes, key=lambda n: abs(places[n]))[:MOST_CHANGES]:
        zero = sympy.nsolve(made, x, (places[n], places[n + 1]), **BISECTION)
        if abs(made.subs(x, zero)) < 1e-3:
            found.append(zero.round(SAFE_DIGITS))
    return found


def _choose_window(made: Expr, x: Symbol, zeros: Sequence[Expr]) -> tuple[float, float]:
    """A part of the x-axis with the zeros and turning points of a polynomial."""
    places = [-6.0, 6.0]
    if made.is_polynomial(x):
        places = sorted(map(float, [*zeros, *find_zeros(made.diff(x), x)])) or places
    margin = max(3.0, 0.35 * (places[-1] - places[0]))
    return float(round(places[0] - margin)), float(round(places[-1] + margin))


def _list_values(asked: Asked, title: str, x: Symbol, found: Sequence[Expr]) -> Pod:
    if not found:
        return sentence_pod(title, f"(no {title.lower()})")
    lines, words = [], []
    for value in found:
        approximate = value.has(sympy.Float)
        near = asked.decimal(value, SAFE_DIGITS if approximate else None)
        if approximate or asked.settings.form == "decimal" or str(value) == near:
            lines.append(f"${x} = {near}$")
            words.append(f"{x} = {near}")
        else:
            lines.append(rf"${x} = {tex(value)} \approx {near}$")
            words.append(f"{x} = {plain(value)} ≈ {near}")
    return Pod(title, "\n".join(words), lines, inexact=True)


def _solve_system(equations: Sequence[Expr]) -> Answer:
    unknowns = sorted(set().union(*(made.free_symbols for made in equations)), key=str)
    try:
        matrix, right = sympy.linear_eq_to_matrix(list(equations), unknowns)
    except ValueError as error:
        raise CannotCompute("Reckon solves systems of linear equations only.") from error
    pods = [Pod("Input", lines=[f"${tex(made)} = 0$" for made in equations])]
    solutions = list(sympy.linsolve((matrix, right), *unknowns))
    if not solutions:
        return Answer([*pods, sentence_pod("Solution", "(no solution)")])
    pairs = list(zip(unknowns, solutions[0], strict=True))
    words = "\n".join(f"{x} = {plain(value)}" for x, value in pairs)
    pods.append(Pod("Solution", words, [f"${x} = {tex(value)}$" for x, value in pairs]))
    if matrix.shape != (2, 2) or not matrix.det():
        return Answer(pods)
    first, second = Matrix.hstack(right, matrix[:, 1]), Matrix.hstack(matrix[:, 0], right)
    (x, p), (y, q) = pairs
    values = {"D": tex(matrix.det()), "p": tex(first.det()), "q": tex(second.det())}
    values |= {"x": str(x), "y": str(y), "P": tex(p), "Q": tex(q)}
    return Answer(pods, steps=("system", values))
