"""Read formulas: Python's parser makes the tree, and only what is listed here is computed.

Sizes are bounded before anything is computed; no text is ever evaluated.
"""

import ast
import re

import sympy
from sympy import Expr, Rational, Symbol

from .records import CannotCompute

LONGEST, MOST_BITS, MOST_DEGREE, MOST_FACTORIAL = 240, 14_000, 30, 1500
SIGNS = {"^": "**", "×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "²": "**2", "³": "**3"}
SIGNS |= {"π": " pi ", "√": " sqrt ", "∞": " oo "}
CONSTANTS = {"pi": sympy.pi, "e": sympy.E, "i": sympy.I, "oo": sympy.oo, "infinity": sympy.oo}
TURNED = {"sin": sympy.sin, "cos": sympy.cos, "tan": sympy.tan}  # functions of an angle
TURNED_BACK = {"asin": sympy.asin, "acos": sympy.acos, "atan": sympy.atan}  # whose value is one
PLAIN = {
    "sinh": sympy.sinh, "cosh": sympy.cosh, "tanh": sympy.tanh, "ln": sympy.log, "log": sympy.log,
    "sqrt": sympy.sqrt, "cbrt": sympy.cbrt, "abs": sympy.Abs, "erf": sympy.erf,
    "floor": sympy.floor, "ceil": sympy.ceiling, "exp": sympy.exp,
}  # fmt: skip
NAMES = "|".join([*TURNED, *TURNED_BACK, *PLAIN, "factorial"])
TOKEN = re.compile(rf"\d+(?:\.\d+)?|\.\d+|(?:{NAMES}|pi|oo|infinity)(?![a-z])|[a-z]|\*\*|\S")


def parse(text: str, degrees: bool = False) -> Expr:
    """Read a formula such as "3x^2 sin 2x". Raises CannotCompute if it isn't one or is too big."""
    if not text.strip() or len(text) > LONGEST:
        raise CannotCompute(f"A formula has 1 to {LONGEST} characters.")
    if word := re.search(rf"\b(?!(?:{NAMES}|infinity)\b)[a-z]{{4,}}", text.lower()):
        raise CannotCompute(f"Reckon doesn't know “{word[0]}”.")
    try:
        tree = ast.parse(_complete(text.lower()), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise CannotCompute(f"“{text.strip()}” isn't a formula that Reckon can read.") from error
    made = _build(tree, degrees)
    if made.has(sympy.zoo, sympy.nan):
        raise CannotCompute("The result is undefined: it divides by zero.")
    if _degree(made) > MOST_DEGREE or len(made.free_symbols) > 6:
        raise CannotCompute(f"Reckon handles powers up to {MOST_DEGREE} and six unknowns.")
    return made


def variable_of(made: Expr) -> Symbol:
    """The unknown of a formula, x if there is none. Raises CannotCompute if there are several."""
    if len(made.free_symbols) > 1:
        raise CannotCompute("This works with one unknown only.")
    return next(iter(made.free_symbols), Symbol("x"))


def _complete(text: str) -> str:
    """The formula with all its multiplication signs and brackets: "2 sin 3x" is "2*sin(3*x)"."""
    for sign, word in SIGNS.items():
        text = text.replace(sign, word)
    text = re.sub(r"(\d+|\b[a-z])\s*!", r"factorial(\1)", text).replace("%", "/100")
    text = re.sub(rf"({NAMES})\s+((?:\d[\d.]*)?(?:[a-z](?![a-z]))*)(?=\W|$)", r"\1(\2)", text)
    text = re.sub(rf"({NAMES})(?=[a-z]\b)([a-z])", r"\1(\2)", text)
    tokens, whole = TOKEN.findall(text), ""
    for before, token in zip(["+", *tokens], tokens, strict=False):
        begins = token[0].isalnum() or token[0] in "(."
        ends = (before[-1].isalnum() or before == ")") and not re.fullmatch(NAMES, before)
        whole += "*" * (begins and ends) + token
    return whole


def _build(node: ast.AST, degrees: bool) -> Expr:
    """The value of a node of the tree."""
    match node:
        case ast.Constant(value=int() | float() as number) if number is not True:
            return Rational(str(number))
        case ast.Name(id=name):
            return CONSTANTS.get(name) or Symbol(name)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_build(inner, degrees)
        case ast.BinOp(left=left, op=sign, right=right):
            return _combine(_build(left, degrees), sign, _build(right, degrees))
        case ast.Call(func=ast.Name(id=name), args=[inner]):
            return _apply(name, _build(inner, degrees), sympy.pi / 180 if degrees else 1)
    raise CannotCompute("Reckon can't read a part of this formula.")


def _combine(left: Expr, sign: ast.AST, right: Expr) -> Expr:
    match sign:
        case ast.Add():
            made = left + right
        case ast.Sub():
            made = left - right
        case ast.Mult():
            made = left * right
        case ast.Div():
            made = left / right
        case ast.Pow():
            size = max(_bits(left), 1) * abs(right) if right.is_number else 0
            if getattr(size, "is_extended_real", False) and MOST_BITS < size < sympy.oo:
                raise CannotCompute("This number would have more than 4,200 digits.")
            made = left**right
        case _:
            raise CannotCompute("Reckon doesn't know this operation.")
    if _bits(made) > MOST_BITS:
        raise CannotCompute("This number would have more than 4,200 digits.")
    return made


def _apply(name: str, inner: Expr, turn: Expr) -> Expr:
    if name == "factorial":
        if not (inner.is_Integer and 0 <= inner <= MOST_FACTORIAL):
            raise CannotCompute(
                f"Factorials are computed for whole numbers up to {MOST_FACTORIAL}."
            )
        return sympy.factorial(inner)
    if name in TURNED:
        return TURNED[name](inner * turn)
    if name not in TURNED_BACK and name not in PLAIN:
        raise CannotCompute(f"Reckon doesn't know the function “{name}”.")
    return TURNED_BACK[name](inner) / turn if name in TURNED_BACK else PLAIN[name](inner)


def _bits(made: Expr) -> int:
    return max(abs(made.p).bit_length(), made.q.bit_length()) if made.is_Rational else 0


def _degree(made: Expr) -> int:
    if made.is_Pow and made.exp.is_Integer:
        return abs(int(made.exp)) * _degree(made.base)
    inner = [_degree(part) for part in made.args]
    return int(made.is_Symbol) or (sum(inner) if made.is_Mul else max(inner, default=0))
