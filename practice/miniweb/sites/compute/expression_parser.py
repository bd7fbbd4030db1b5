"""Read formulas: Python's parser makes the tree, and only what is listed here is computed.

Sizes are bounded before anything is computed; no text is ever evaluated.
"""

import ast
import operator
import re
from collections.abc import Callable

import sympy
from sympy import Expr, Rational, Symbol

from .records import CannotCompute

LONGEST, MOST_BITS, MOST_DEGREE, MOST_FACTORIAL = 240, 14_000, 20, 1500
TOO_LONG = "This number would have more than 4,200 digits."
SIGNS = {"^": "**", "×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "²": "**2", "³": "**3"}
SIGNS |= {"π": " pi ", "√": " sqrt ", "∞": " oo "}
CONSTANTS = {"pi": sympy.pi, "e": sympy.E, "i": sympy.I, "oo": sympy.oo, "infinity": sympy.oo}
FUNCTIONS = {
    "sin": sympy.sin, "cos": sympy.cos, "tan": sympy.tan, "asin": sympy.asin, "acos": sympy.acos,
    "atan": sympy.atan, "sinh": sympy.sinh, "cosh": sympy.cosh, "tanh": sympy.tanh,
    "ln": sympy.log, "log": sympy.log, "exp": sympy.exp, "sqrt": sympy.sqrt, "cbrt": sympy.cbrt,
    "abs": sympy.Abs, "erf": sympy.erf, "floor": sympy.floor, "ceil": sympy.ceiling,
    "factorial": sympy.factorial,
}  # fmt: skip
OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}
OPERATIONS |= {ast.Div: operator.truediv, ast.Pow: operator.pow}
NAMES = "|".join(sorted(FUNCTIONS, key=len, reverse=True))  # "sinh" before "sin"
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
    made = _build(tree, sympy.pi / 180 if degrees else sympy.Integer(1))
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
    text = re.sub(rf"({NAMES})([a-z])(?![\w(])", r"\1(\2)", text)
    tokens, whole = TOKEN.findall(text), ""
    for before, token in zip(["+", *tokens], tokens, strict=False):
        begins = token[0].isalnum() or token[0] in "(."
        ends = (before[-1].isalnum() or before == ")") and before not in FUNCTIONS
        whole += "*" * (begins and ends) + token
    return whole


def _build(node: ast.AST, turn: Expr) -> Expr:
    """The value of a node of the tree; `turn` is the unit of angles in radians."""
    match node:
        case ast.Constant(value=int() | float() as number) if number is not True:
            return Rational(str(number))
        case ast.Name(id=name):
            return CONSTANTS.get(name) or Symbol(name)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_build(inner, turn)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in OPERATIONS:
            return _combine(_build(left, turn), OPERATIONS[type(sign)], _build(right, turn))
        case ast.Call(func=ast.Name(id=name), args=[inner]) if name in FUNCTIONS:
            return _apply(name, _build(inner, turn), turn)
    raise CannotCompute("Reckon can't read a part of this formula.")


def _combine(left: Expr, combine: Callable[[Expr, Expr], Expr], right: Expr) -> Expr:
    size = sympy.Integer(0)
    if combine is operator.pow and right.is_number:
        size = max(_bits(left), 1) * abs(right)
    if size.is_extended_real and MOST_BITS < size < sympy.oo:
        raise CannotCompute(TOO_LONG)
    made = combine(left, right)
    if _bits(made) > MOST_BITS:
        raise CannotCompute(TOO_LONG)
    return made


def _apply(name: str, inner: Expr, turn: Expr) -> Expr:
    if name == "factorial" and not (inner.is_Integer and 0 <= inner <= MOST_FACTORIAL):
        raise CannotCompute(f"Factorials are computed for whole numbers up to {MOST_FACTORIAL}.")
    if name in ("sin", "cos", "tan"):
        return FUNCTIONS[name](inner * turn)
    made = FUNCTIONS[name](inner)
    return made / turn if name in ("asin", "acos", "atan") else made


def _bits(made: Expr) -> int:
    return max(abs(made.p).bit_length(), made.q.bit_length()) if made.is_Rational else 0


def _degree(made: Expr) -> int:
    if made.is_Pow and made.exp.is_Integer:
        return abs(int(made.exp)) * _degree(made.base)
    inner = [_degree(part) for part in made.args]
    return int(made.is_Symbol) or (sum(inner) if made.is_Mul else max(inner, default=0))
