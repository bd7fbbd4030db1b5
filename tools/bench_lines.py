"""How much code there is, room by room."""

import ast
import re
import statistics
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SMALL = ("gym", "reliving", "sharing")
ROOMS = {  # by name, the files that belong to it
    "the method": ["webvoyager/*.py"],
    "models": ["webvoyager/models/*.py"],
    "runs": ["webvoyager/runs/*.py"],
    "browser": ["webvoyager/browser/*.py"],
    "browser, JavaScript": ["webvoyager/browser/js/**/*.js"],
    "lab: search": ["webvoyager/lab/search/*.py"],
    "lab: judging": ["webvoyager/lab/judging/*.py"],
    "lab: planning": ["webvoyager/lab/planning/*.py"],
    "lab: failures": ["webvoyager/lab/failures/*.py"],
    "lab: proposing": ["webvoyager/lab/proposing/*.py"],
    "lab: statistics": ["webvoyager/lab/statistics/*.py"],
    "lab: running": ["webvoyager/lab/running/*.py", "webvoyager/lab/*.py"],
    "lab: figures": ["webvoyager/lab/figures/*.py"],
    "lab: viewer": ["webvoyager/lab/viewer/*.py"],
    "lab: gym, reliving, sharing": [f"webvoyager/lab/{room}/*.py" for room in SMALL],
    "practice: mini web": ["practice/miniweb/**/*.py", "practice/*.py"],
    "practice: offline model": ["practice/offline/**/*.py"],
    "practice: learned agent": ["practice/learned/*.py"],
    "practice: simulated agents": ["practice/simulated/*.py"],
    "studies, with their tests": ["studies/**/*.py"],
    "tests": ["tests/**/*.py", "conftest.py"],
    "tools": ["tools/*.py"],
}


def lines() -> list[dict]:
    """One row per room: files, lines, lines of code; lines and parameters of its functions."""
    return [_measure_room(name, patterns) for name, patterns in ROOMS.items()]


def count_code(source: str) -> int:
    """The number of lines of Python that are neither blank nor comments nor docstrings."""
    docstrings: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        documented = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        if documented and ast.get_docstring(node) is not None:
            docstrings.update(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    numbered = enumerate(source.splitlines(), 1)
    return sum(n not in docstrings and bool(re.match(r"\s*[^\s#]", line)) for n, line in numbered)


def _measure_room(name: str, patterns: list[str]) -> dict:
    files = sorted({file for pattern in patterns for file in ROOT.glob(pattern)})
    sources = {file: file.read_text("utf-8") for file in files}
    row = {
        "room": name,
        "files": len(files),
        "lines": sum(len(source.splitlines()) for source in sources.values()),
        "code": sum(_count_code_of(file, source) for file, source in sources.items()),
    }
    functions = [each for file in files if file.suffix == ".py" for each in _list_functions(file)]
    if functions:
        lengths = [node.end_lineno - node.lineno + 1 for node in functions]
        row |= {
            "median function": statistics.median(lengths),
            "longest": max(lengths),
            "most parameters": max(map(count_parameters, functions)),
        }
    return row | {"runs": []}


def _count_code_of(file: Path, source: str) -> int:
    if file.suffix == ".py":
        return count_code(source)
    return len(re.findall(r"^\s*(?!//)\S", source, re.M))


def _list_functions(file: Path) -> Iterator[ast.FunctionDef]:
    tree = ast.parse(file.read_text("utf-8"))
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def count_parameters(node: ast.FunctionDef) -> int:
    """The number of parameters of a function without `self`; *args and **kwargs are one each."""
    given = node.args
    names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    named = [name for name in names if name not in ("self", "cls")]
    return len(named) + bool(given.vararg) + bool(given.kwarg)
