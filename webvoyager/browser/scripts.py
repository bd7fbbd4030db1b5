"""The JavaScript that is injected into pages.

Each script is a module of js/ and everything it imports, as one function of one JSON text, which
js/preamble.js describes. Values come in by that text; none is ever written into the source.
"""

import json
import re
import secrets
from functools import cache
from pathlib import Path

_SECRET = secrets.token_hex(8)  # no page can guess our names
CHANNEL = f"webvoyager-{_SECRET}-"  # the prefix of our events' names
LIBRARY = f"webvoyager_{_SECRET}"  # the variable in our worlds that holds questions.js
_FOLDER = Path(__file__).parent / "js"
_IMPORT = re.compile(r"^import (?:\{[^}]*\} from )?'\./([\w/.]+)';\n", re.MULTILINE)


def script(result: str, module: str = "preamble.js", source: str = "") -> str:
    """A function of one JSON text: it runs a module of js/ and returns `result`, an expression.

    `source` is JavaScript of your own after the module. It and `result` may use whatever the module
    and its imports define.
    """
    return f"json => {{\n{joined(module)}\n{source}\nreturn {result};\n}}"


def preload(tabs: bool) -> str:
    """A function without parameters that every document runs before its own scripts."""
    values = json.dumps({"channel": CHANNEL, "tabs": tabs})
    return f"() => ({script('null', 'preload.js')})({json.dumps(values)})"


@cache
def joined(module: str) -> str:
    """A module of js/ after everything it imports, in the order in which a browser runs them.

    All are in one scope, without their imports and exports.
    """
    sources: dict[Path, str] = {}
    _collect(_FOLDER / module, sources)
    return "\n".join(sources.values())


def _collect(file: Path, sources: dict[Path, str]) -> None:
    if file in sources:
        return
    source = file.read_text("utf-8")
    for imported in _IMPORT.findall(source):
        _collect(file.parent / imported, sources)
    sources[file] = re.sub(r"^export ", "", _IMPORT.sub("", source), flags=re.MULTILINE)
