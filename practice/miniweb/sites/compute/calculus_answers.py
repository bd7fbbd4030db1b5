"""Answers in calculus: derivatives, integrals, limits, series, extreme points and plots."""

import re

import sympy
from sympy.integrals.manualintegrate import manualintegrate

from .expression_parser import variable_of
from .pod_writing import (
    Asked,
    curve_pod,
    formula_pod,
    plain,
    result_pods,
    tex,
)
from .records import Answer, CannotCompute, Pod

ORDERS = {"": 1, "second": 2, "third": 3, "fourth": 4}
MOST_OPERATIONS = 24  # of a formula that is integrated


def derivative(asked: Asked, order: str, text: str, place: str) -> Answer:
    """A derivative, and its value at a place."""
    made = asked.read(text)
    x = variable_of(made)
    slope = made.diff(x, ORDERS[order.strip()])
    pods = [formula_pod("Input", made), formula_pod("Derivative", slope)]
    if place:
        value = slope.subs(x, asked.read(place))
        pods += result_pods(asked, value, f"Value at {x} = {place.strip()}")
    inner = [part for part in made.as_ordered_factors() if part.has(x)]
    if order or len(inner) < 2:
        return Answer(pods)
    u, v = made / inner[-1], inner[-1]
    values = {"u": tex(u), "v": tex(v), "p": tex(u.diff(x)), "q": tex(v.diff(x))}
    return Answer(pods, steps=("product", values))


def integral(asked: Asked, text: str, low: str, high: str) -> list[Pod] | Answer:
    """An indefinite integral, or a definite one with its value."""
    made = asked.read(re.sub(r"\s+d[a-z]\s*$", "", text))
    if sympy.count_ops(made) > MOST_OPERATIONS:
        raise CannotCompute("This formula is too long to be integrated.")
    x = variable_of(made)
    whole = manualintegrate(made, x)
    known = not whole.has(sympy.Integral)
    if not low:
        if not known:
            raise CannotCompute("Reckon found no antiderivative. Give it limits for a number.")
        line = rf"$\int {tex(made)}\, d{x} = {tex(whole)} + C$"
        return [formula_pod("Input", made), Pod("Integral", f"{plain(whole)} + C", [line])]
    start, end = asked.read(low), asked.read(high)
    value = whole.subs(x, end) - whole.subs(x, start) if known else sympy.nan
    if not (value.is_finite and value.is_real and start.is_finite and end.is_finite):
        value = sympy.Integral(made, (x, start, end)).evalf(12)
    if not value.is_number or not value.is_finite or not value.is_real:
        raise CannotCompute("Reckon finds no finite value for this integral.")
    line = rf"$\int_{{{tex(start)}}}^{{{tex(end)}}} {tex(made)}\, d{x}$"
    pods = [Pod("Input", asked.question, [line]), *result_pods(asked, value, "Definite integral")]
    if not known or not (end - start).is_finite:
        return pods
    at = {name: tex(sympy.N(whole.subs(x, place), 6)) for name, place in (("p", end), ("q", start))}
    values = {"F": tex(whole), "x": str(x), "a": tex(start), "b": tex(end), **at}
    shown = curve_pod(asked, [text], float(start) - 1, float(end) + 1)
    return Answer([*pods, shown], steps=("limits", values))


def plot(asked: Asked, text: str, low: str, high: str) -> list[Pod]:
    """One curve or several, between two values of x."""
    formulas = [re.sub(r"^\s*y\s*=", "", part).strip() for part in re.split(r",|;|\band\b", text)]
    start, end = (float(asked.read(part)) for part in (low or "-6", high or "6"))
    if not -1e6 < start < end < 1e6 or len(formulas) > 4:
        raise CannotCompute("Plot up to four curves, from a smaller number to a larger one.")
    lines = [f"$y = {tex(asked.read(each))}$" for each in formulas]
    words = "\n".join(f"y = {each}" for each in formulas)
    return [Pod("Input", words, lines), curve_pod(asked, formulas, start, end)]
