"""Checks the types of a record's fields, since its file may have been edited by hand."""

import operator
import sys
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin

from ..records import Record

Row = TypeVar("Row", bound=Record)
LARGEST = {int: 2**63 - 1, float: sys.float_info.max}  # what tables can hold, so not infinity


def require_types(record: Row) -> Row:
    """The record; raises a ValueError that names the first field, nested too, of a wrong type."""
    for name, kind, fits in _list_tests(type(record)):
        value = getattr(record, name)
        if not fits(value):
            wanted = getattr(kind, "__name__", kind) if not get_args(kind) else kind
            raise ValueError(f"its {name} is {repr(value)[:60]}, not {wanted}")
    return record


@cache
def _list_tests(record: type[Record]) -> list[tuple[str, Any, Callable[[Any], bool]]]:
    return [(each.name, each.type, make_test(each.type)) for each in fields(record)]


@cache
def make_test(kind: Any) -> Callable[[Any], bool]:
    """A function that tells whether a value has this type, given as in a record's annotations."""
    outer, tests = get_origin(kind), [make_test(part) for part in get_args(kind) if part is not ...]
    if kind is Any:
        return lambda value: True
    if outer is UnionType:
        return lambda value: any(fits(value) for fits in tests)
    if outer is tuple and ... in get_args(kind):
        return lambda value: isinstance(value, tuple) and all(map(tests[0], value))
    if outer is tuple:
        return lambda value: (
            isinstance(value, tuple)
            and len(value) == len(tests)
            and all(map(operator.call, tests, value))
        )
    if outer is dict:  # keys are always strings in JSON
        return lambda value: isinstance(value, dict) and all(map(tests[1], value.values()))
    if issubclass(kind, Record):
        return lambda value: isinstance(value, kind) and require_types(value) is value
    if kind in LARGEST:
        known, largest = {int, kind}, LARGEST[kind]
        return lambda value: type(value) in known and abs(value) <= largest
    return lambda value: isinstance(value, kind)
