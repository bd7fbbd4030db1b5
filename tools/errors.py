"""Lists the sentences of all errors and warnings, each with its place, to read them as a user does.

    python -m tools.errors               every sentence in webvoyager/, practice/ and tools/
    python -m tools.errors webvoyager    only those of some folders

A sentence is the text that is raised or warned with; {…} stands for what is filled in at run time.
"""

import argparse
import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("webvoyager", "practice", "tools")


def find_sentences(source: str) -> Iterator[tuple[int, str, str]]:
    """The line, the kind and the sentence of each error or warning in a module's source."""
    tree = ast.parse(source)
    functions = (each for each in tree.body if isinstance(each, ast.FunctionDef | ast.ClassDef))
    for scope in functions:
        texts = {
            target.id: node.value
            for node in ast.walk(scope)
            if isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Constant | ast.JoinedStr | ast.BinOp)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(scope):
            call = node.exc if isinstance(node, ast.Raise) else node
            if not isinstance(call, ast.Call) or not call.args:
                continue
            kind = ast.unparse(call.func).rpartition(".")[2]
            if isinstance(node, ast.Raise) or kind == "warn":
                yield node.lineno, kind, write_out(call.args[0], texts)


def write_out(value: ast.expr, texts: dict[str, ast.expr]) -> str:
    """A text as it reads: with the `texts` that it is put together from, and {…} for the rest."""
    match value:
        case ast.Constant():
            return str(value.value)
        case ast.JoinedStr():
            return "".join(write_out(part, texts) for part in value.values)
        case ast.FormattedValue(value=ast.Name(id=name)) | ast.Name(id=name) if name in texts:
            others = {key: text for key, text in texts.items() if key != name}
            return write_out(texts[name], others)
        case ast.FormattedValue():
            return "{" + ast.unparse(value.value) + "}"
        case ast.BinOp(op=ast.Add()):
            return write_out(value.left, texts) + write_out(value.right, texts)
    return "{" + ast.unparse(value) + "}"


def main() -> None:
    """Print the sentences."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="*", default=FOLDERS, help="folders of the repository")
    for folder in parser.parse_args().folders:
        files = sorted((ROOT / folder).rglob("*.py"))
        if not files:
            parser.error(f"There is no Python file in {folder}: name a folder of the repository.")
        for file in files:
            for line, kind, sentence in find_sentences(file.read_text(encoding="utf-8")):
                print(f"{file.relative_to(ROOT)}:{line}: {kind}: {sentence}")


if __name__ == "__main__":
    main()
