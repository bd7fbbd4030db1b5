"""Answers about functions and equations: zeros, curves, systems of linear equations."""

import re
from collections.abc import Sequence

import sympy
from sympy import Expr, Poly, Symbol

from .expression_parser import variable_of
from .pod_writing import Asked, curve_pod, formula_pod, plain, result_pods, sentence_pod, tex
from .records import Answer, CannotCompute, Pod

SPAN, GRID = 30.0, 1200  # zeros are looked for between -SPAN and SPAN, in GRID steps


def formula(asked: Asked, text: str) -> list[Pod]:
    """A number, or what is worth knowing about a function."""
    made = asked.read(text)
    if not made.free_symbols:
        return [sentence_pod("Input", text), *result_pods(asked, made)]
    if len(made.free_symbols) > 1:
        return [formula_pod("Input", made)]
    x = variable_of(made)
    return [
        formula_pod("Input", made),
        curve_pod(asked, [text], *_find_window(made, x)),
        _list_values(asked, "Roots", x, find_zeros(made, x)),
        formula_pod("Derivative", made.diff(x)),
    ]


def solve(asked: Asked, text: str) -> list[Pod] | Answer:
    """An equation, or a system of linear equations separated by commas or "and"."""
    equations = [_read_equation(asked, part) for part in re.split(r",|;|\band\b", text)]
    if len(equations) > 1:
        return _solve_system(equations)
    made = equations[0]
    x = variable_of(made)
    low, high = _find_window(made, x)
    pods = [
        sentence_pod("Input", text.strip()),
        _list_values(asked, "Real solutions", x, find_zeros(made, x)),
        curve_pod(asked, [side.strip() for side in text.split("=")], low, high),
    ]
    if not made.is_polynomial(x) or Poly(made, x).degree() != 2:
        return pods
    values = dict(zip("abc", map(tex, Poly(made, x).all_coeffs()), strict=True))
    values |= {"d": tex(sympy.discriminant(made, x)), "f": tex(sympy.expand(made)), "x": str(x)}
    return Answer(pods, steps=("quadratic", values))


def find_zeros(made: Expr, x: Symbol) -> list[Expr]:
    """The real zeros in increasing order: exact where that is simple."""
    found = _find_roots(Poly(made, x)) if made.is_polynomial(x) else _scan(made, x)
    return sorted(found, key=float)


def _find_roots(poly: Poly) -> list[Expr]:
    found = []
    for part, _ in poly.factor_list()[1] if poly.degree() > 0 else ():
        exact = part.degree() <= 2
        found += [
            root for root in (sympy.roots(part) if exact else part.nroots(30)) if root.is_real
        ]
    return found


def _scan(made: Expr, x: Symbol) -> list[Expr]:
    """The zeros of a function where its sign changes on a grid, by halving."""
    evaluate = sympy.lambdify(x, made, "mpmath")

    def value(place: float) -> float:
        try:
            return float(evaluate(place))
        except (ValueError, TypeError, ZeroDivisionError, OverflowError):
            return float("nan")

    places = [SPAN * (2 * n / GRID - 1) + 1e-7 for n in range(GRID + 1)]
    values, found = list(map(value, places)), []
    for n in range(GRID):
        if values[n] * values[n + 1] < 0:
            low, high = places[n : n + 2]
            for _ in range(60):
                middle = (low + high) / 2
                low, high = (low, middle) if values[n] * value(middle) <= 0 else (middle, high)
            found += [sympy.Float(round(low, 13), 15)] * (abs(value(low)) < 1e-3)  # not a pole
    return found


def _read_equation(asked: Asked, text: str) -> Expr:
    sides = text.split("=")
    if len(sides) > 2 or not all(side.strip() for side in sides):
        raise CannotCompute("An equation has one “=” with a formula on each side.")
    made = asked.read(sides[0]) - (asked.read(sides[1]) if len(sides) == 2 else 0)
    if not made.free_symbols:
        raise CannotCompute("There is no unknown in this equation.")
    return made


def _find_window(made: Expr, x: Symbol) -> tuple[float, float]:
    """A part of the x-axis with the zeros and turning points of a polynomial."""
    places = [-6.0, 6.0]
    if made.is_polynomial(x):
        shown = [*_find_roots(Poly(made, x)), *_find_roots(Poly(made.diff(x), x))]
        places = sorted(map(float, shown)) or places
    margin = max(3.0, 0.35 * (places[-1] - places[0]))
    return float(round(places[0] - margin)), float(round(places[-1] + margin))


def _list_values(asked: Asked, title: str, x: Symbol, found: Sequence[Expr]) -> Pod:
    if not found:
        return sentence_pod(title, f"(no {title.lower()})")
    lines, words = [], []
    for value in found:
        near = asked.decimal(value)
        exact = not value.has(sympy.Float) and asked.settings.form == "exact" and str(value) != near
        lines.append(rf"${x} = {tex(value)} \approx {near}$" if exact else f"${x} = {near}$")
        words.append(f"{x} = {plain(value)} ≈ {near}" if exact else f"{x} = {near}")
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
    values = {"D": tex(matrix.det()), "x": str(unknowns[0]), "y": str(unknowns[1])}
    for n, name in enumerate(("p", "q")):
        changed = matrix.copy()
        changed[:, n] = right
        values |= {name: tex(changed.det()), name.upper(): tex(solutions[0][n])}
    return Answer(pods, steps=("system", values))
