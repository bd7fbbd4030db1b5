"""The JavaScript that pages are asked with: a module of js/ and all that it imports, joined into
one text.
"""

import re
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent / "js"
_IMPORT = re.compile(r"^import (?:\{[^}]*\} from )?'\./([\w/.]+)';\n", re.MULTILINE)


@cache
def joined(name: str) -> str:
    """A module after what it imports, in the order in which a browser would run them, all in one
    scope.
    """
    sources: dict[Path, str] = {}
    _collect(_FOLDER / name, sources)
    return "\n".join(filter(None, sources.values()))


def _collect(file: Path, sources: dict[Path, str]) -> None:
    if file in sources:
        return
    sources[file] = ""  # it is on its way: modules may import each other
    source = file.read_text("utf-8")
    for other in _IMPORT.findall(source):
        _collect(file.parent / other, sources)
    del sources[file]  # to the end
    sources[file] = re.sub(r"^export ", "", _IMPORT.sub("", source), flags=re.MULTILINE)
