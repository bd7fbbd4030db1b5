"""Answers about functions and equations: curves, slopes, areas, solutions with their steps."""

import re
from collections.abc import Sequence

import mpmath
import sympy
from sympy import Expr, Float, Matrix, Symbol

from .expression_parser import variable_of
from .pods import Asked, curve_pod, formula_pod, plain, result_pods, sentence_pod, tex
from .records import Answer, CannotCompute, Pod

SEPARATOR = r",|;|\band\b"  # between curves, between equations
PRECISE = 60  # digits of a solution that isn't exact


def formula(asked: Asked, text: str) -> list[Pod]:
    """A number, or what is worth knowing about a function."""
    made = asked.read(text)
    if len(made.free_symbols) != 1:
        return result_pods(asked, made)
    x = variable_of(made)
    pods = [formula_pod("Function", made), curve_pod(asked, [text])]
    if made.is_polynomial():
        pods.append(_list_zeros(asked, "Real roots", x, _find_zeros(made, x)))
    return [*pods, formula_pod("Derivative", made.diff(x))]


def plot(asked: Asked, text: str, low: str, high: str) -> list[Pod]:
    """One curve or several, between two values of x."""
    formulas = [part.split("=")[-1].strip() for part in re.split(SEPARATOR, text)]
    start, end = (float(asked.read(part)) for part in (low or "-6", high or "6"))
    if not -1e6 < start < end < 1e6 or len(formulas) > 4:
        raise CannotCompute("Plot up to four curves, from a smaller number to a larger one.")
    return [curve_pod(asked, formulas, start, end)]


def derivative(asked: Asked, text: str, place: str) -> list[Pod]:
    """A derivative, and its value at a place."""
    made = asked.read_short(text)
    x = variable_of(made)
    pods = [formula_pod("Derivative", made.diff(x))]
    if place:
        at = asked.read(place)
        if not abs(at) <= 100:
            raise CannotCompute("Reckon gives slopes between -100 and 100.")
        value = asked.decimal(made.diff(x).subs(x, at.evalf(PRECISE)))
        pods.append(sentence_pod(f"Value at {x} = {place.strip()}", value, inexact=True))
    return pods


def definite_integral(asked: Asked, text: str, low: str, high: str) -> list[Pod]:
    """The area under a curve, summed up by numbers."""
    made, start, end = asked.read_short(text), asked.read(low), asked.read(high)
    x = variable_of(made)
    evaluate = sympy.lambdify(x, made, "mpmath")
    area, error = mpmath.quad(evaluate, [float(start), float(end)], error=True)
    if not error < 1e-12 * max(1, abs(area)) < 1:
        raise CannotCompute("Reckon finds no finite value for this integral.")
    near = f"{float(area):.10g}"
    line = rf"$\int_{{{tex(start)}}}^{{{tex(end)}}} {tex(made)}\, d{x} \approx {near}$"
    return [Pod("Definite integral", near, [line])]


def solve(asked: Asked, text: str) -> Answer:
    """An equation, or a system of linear equations separated by commas or "and"."""
    equations = []
    for part in re.split(SEPARATOR, text):
        left, _, right = part.partition("=")
        equations.append(asked.read(left) - asked.read(right or "0"))
    if len(equations) > 1:
        return _solve_system(asked, equations)
    made = equations[0]
    x = variable_of(made)
    if not made.free_symbols:
        raise CannotCompute("This equation has no unknown.")
    title = "Real solutions" if made.is_polynomial() else "One solution"
    curves = curve_pod(asked, [side.strip() for side in text.split("=")])
    pods = [_list_zeros(asked, title, x, _find_zeros(made, x)), curves]
    poly = made.as_poly(x)
    if not poly or poly.degree() != 2:
        return Answer(pods)
    values = dict(zip("abc", map(tex, poly.all_coeffs()), strict=True))
    values |= {"d": tex(poly.discriminant()), "f": tex(poly.as_expr()), "x": str(x)}
    return Answer(pods, steps=_explain(asked, "quadratic", values), method="quadratic")


def _find_zeros(made: Expr, x: Symbol) -> list[Expr]:
    """All real zeros of a polynomial; of any other function the one that is found from x = 1."""
    if not made.is_polynomial():
        return [sympy.nsolve(made, x, 1, prec=PRECISE)]
    parts = [part for part, _ in made.as_poly(x).factor_list()[1]]
    found = [sympy.roots(p) if p.degree() < 3 else p.nroots(PRECISE, maxsteps=200) for p in parts]
    return sorted((zero for zeros in found for zero in zeros if zero.is_real), key=float)


def _list_zeros(asked: Asked, title: str, x: Symbol, zeros: Sequence[Expr]) -> Pod:
    words, lines = [], []
    for zero in zeros:
        near = asked.decimal(zero)
        exact = not zero.has(Float) and plain(zero) != near
        words.append(f"{x} = {plain(zero)} ≈ {near}" if exact else f"{x} = {near}")
        lines.append(rf"${x} = {tex(zero)} \approx {near}$" if exact else f"${x} = {near}$")
    none = f"(no {title.lower()})"
    return Pod(title, "\n".join(words or [none]), lines or [none], inexact=True)


def _solve_system(asked: Asked, equations: Sequence[Expr]) -> Answer:
    unknowns = sorted(set().union(*(made.free_symbols for made in equations)), key=str)
    matrix, right = sympy.linear_eq_to_matrix(equations, unknowns)
    pairs = list(zip(unknowns, matrix.LUsolve(right), strict=True))
    words = "\n".join(f"{x} = {plain(value)}" for x, value in pairs)
    pods = [Pod("Solution", words, [f"${x} = {tex(value)}$" for x, value in pairs])]
    if len(pairs) != 2:
        return Answer(pods)
    first, second = Matrix.hstack(right, matrix[:, 1]), Matrix.hstack(matrix[:, 0], right)
    (x, p), (y, q) = pairs
    values = {"D": tex(matrix.det()), "p": tex(first.det()), "q": tex(second.det())}
    values |= {"x": str(x), "y": str(y), "P": tex(p), "Q": tex(q)}
    return Answer(pods, steps=_explain(asked, "system", values), method="system")


def _explain(asked: Asked, method: str, values: dict[str, str]) -> list[Pod]:
    """The steps of a method that steps.json describes, with these values."""
    steps = asked.data.texts["steps"][method]["steps"]
    return [Pod(words, lines=[f"${line.format(**values)}$"]) for words, line in steps]
