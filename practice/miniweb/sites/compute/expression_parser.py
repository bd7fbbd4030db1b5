"""Read formulas: Python's parser makes the tree, and only what is listed here is computed.

Sizes are bounded before anything is computed; no text is ever evaluated.
"""

import ast
import operator
import re
from collections.abc import Callable, Mapping

import sympy
from sympy import Expr, Rational, Symbol

from .records import CannotCompute

MOST_BITS, MOST_FACTORIAL = 14_000, 1500
MOST_POWERS, MOST_OF_SEVERAL = 20, 5  # the sum of a formula's powers; if it has several unknowns
TOO_LONG = "This number would have more than 4,200 digits."
SIGNS = {"^": "**", "×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "²": "**2", "³": "**3"}
SIGNS |= {"π": " pi ", "√": " sqrt ", "∞": " oo "}
CONSTANTS = {"pi": sympy.pi, "e": sympy.E, "i": sympy.I, "oo": sympy.oo, "infinity": sympy.oo}
OWN_NAMES = "sin cos tan asin acos atan sinh cosh tanh log exp sqrt cbrt erf floor sign factorial"
FUNCTIONS = {name: getattr(sympy, name) for name in OWN_NAMES.split()}
FUNCTIONS |= {"ln": sympy.log, "abs": sympy.Abs, "ceil": sympy.ceiling}
OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}
OPERATIONS |= {ast.Div: operator.truediv, ast.Pow: operator.pow}
NAMES = "|".join(sorted(FUNCTIONS, key=len, reverse=True))  # "sinh" before "sin"
TOKEN = re.compile(rf"\d+(?:\.\d+)?|\.\d+|(?:{NAMES}|pi|oo|infinity)(?![a-z])|[a-z]|\*\*|\S")


def parse(text: str, degrees: bool = False, values: Mapping[str, Expr] | None = None) -> Expr:
    """Read a formula such as "3x^2 sin 2x"; letters that have values are replaced by them.

    Raises CannotCompute if it isn't a formula or is too big.
    """
    if word := re.search(rf"\b(?!(?:{NAMES}|infinity)\b)[a-z]{{4,}}", text.lower()):
        raise CannotCompute(f"Reckon doesn't know “{word[0]}”.")
    try:
        tree = ast.parse(_complete(text.lower()), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise CannotCompute(f"“{text.strip()}” isn't a formula that Reckon can read.") from error
    turn = sympy.pi / 180 if degrees else sympy.Integer(1)
    made = _build(tree, turn, {**CONSTANTS, **(values or {})})
    if made.has(sympy.zoo, sympy.nan):
        raise CannotCompute("The result is undefined: it divides by zero.")
    most = MOST_POWERS if len(made.free_symbols) == 1 else MOST_OF_SEVERAL
    if add_powers(made) > most:
        raise CannotCompute(f"The powers of this formula add up to more than {most}.")
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
    text = re.sub(rf"({NAMES})\s*(\d[\d.]*[a-z]?|[a-z])(?![\w(])", r"\1(\2)", text)
    tokens, whole = TOKEN.findall(text), ""
    for before, token in zip(["+", *tokens], tokens, strict=False):
        begins = token[0].isalnum() or token[0] in "(."
        ends = (before[-1].isalnum() or before == ")") and before not in FUNCTIONS
        whole += "*" * (begins and ends) + token
    return whole


def _build(node: ast.AST, turn: Expr, values: Mapping[str, Expr]) -> Expr:
    """The value of a node of the tree; `turn` is the unit of angles in radians."""
    match node:
        case ast.Constant(value=int() | float() as number):
            return Rational(str(number))
        case ast.Name(id=name):
            return values.get(name, Symbol(name))
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_build(inner, turn, values)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in OPERATIONS:
            sides = (_build(side, turn, values) for side in (left, right))
            return _combine(OPERATIONS[type(sign)], *sides)
        case ast.Call(func=ast.Name(id=name), args=[inner]) if name in FUNCTIONS:
            return _apply(name, _build(inner, turn, values), turn)
    raise CannotCompute("Reckon can't read a part of this formula.")


def _combine(combine: Callable[[Expr, Expr], Expr], left: Expr, right: Expr) -> Expr:
    is_power = combine is operator.pow and right.is_real
    if is_power and max(_bits(left), 1) * abs(right) > MOST_BITS:
        raise CannotCompute(TOO_LONG)
    made = combine(left, right)
    if _bits(made) > MOST_BITS:
        raise CannotCompute(TOO_LONG)
    return made


def _bits(made: Expr) -> int:
    return max(abs(made.p).bit_length(), made.q.bit_length()) if made.is_Rational else 0


def _apply(name: str, inner: Expr, turn: Expr) -> Expr:
    if name == "factorial" and not (inner.is_Integer and 0 <= inner <= MOST_FACTORIAL):
        raise CannotCompute(f"Factorials are computed for whole numbers up to {MOST_FACTORIAL}.")
    if name in ("sin", "cos", "tan"):
        return FUNCTIONS[name](inner * turn)
    made = FUNCTIONS[name](inner)
    return made / turn if name in ("asin", "acos", "atan") else made


def add_powers(made: Expr) -> Expr:
    """The sum of the powers of unknowns, a measure of a formula's size."""
    powers = [power.exp for power in made.atoms(sympy.Pow) if power.base.free_symbols]
    return sum(abs(power) for power in powers if power.is_Rational)
